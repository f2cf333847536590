import { z } from 'zod'
import type { Transition } from '../../engine/index.ts'
import { oneOf, type Shape } from './exact.ts'
import { failureReasonSchema } from './store.ts'

export const transitionSchema = z.object({
  id: z.string(),
  atMs: z.number(),
  kind: oneOf<Transition['kind']>({
    locked: true,
    unlocked: true,
    order_changed: true,
    profile_added: true,
    profile_removed: true,
    answered: true,
    serving_changed: true,
    credential_changed: true,
  }),
  basis: oneOf<Transition['basis']>({ recorded: true, observed: true }),
  agentId: z.string(),
  provider: z.string().nullable(),
  profileId: z.string().nullable(),
  model: z.string().nullable(),
  windowKind: oneOf<NonNullable<Transition['windowKind']>>({
    cooldown: true,
    disabled: true,
    blocked: true,
  }).nullable(),
  reason: z.union([failureReasonSchema, z.literal('subscription_limit')]).nullable(),
  untilMs: z.number().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
} satisfies Shape<Transition>)
