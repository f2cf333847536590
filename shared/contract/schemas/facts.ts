import { z } from 'zod'
import type { AgentFacts, DirectoryFacts, Era, PolicyId, SessionFacts, StoreState } from '../../engine/index.ts'
import type { DirectoryMeta } from '../types.ts'
import { failoverConfigSchema } from './config.ts'
import { oneOf, type Shape } from './exact.ts'
import { authStoreSchema } from './store.ts'

export const policyIdSchema = oneOf<PolicyId>({
  'docs-2026.4': true,
  'docs-2026.7': true,
  'openclaw-2026.7': true,
  'openclaw-2026.9': true,
})

const sessionSchema = z.object({
  key: z.string(),
  updatedAtMs: z.number(),
  lastProvider: z.string().nullable(),
  lastModel: z.string().nullable(),
  overrideProvider: z.string().nullable(),
  overrideModel: z.string().nullable(),
  overrideSource: oneOf<NonNullable<SessionFacts['overrideSource']>>({
    user: true,
    auto: true,
    default: true,
  }).nullable(),
  originProvider: z.string().nullable(),
  originModel: z.string().nullable(),
  pinProfileId: z.string().nullable(),
  pinSource: oneOf<NonNullable<SessionFacts['pinSource']>>({ user: true, auto: true }).nullable(),
} satisfies Shape<SessionFacts>)

export const agentFactsSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  isDefault: z.boolean(),
  hasFolder: z.boolean(),
  storeFile: z.string().nullable(),
  storeState: oneOf<StoreState>({ absent: true, empty: true, present: true, unreadable: true }),
  store: authStoreSchema.nullable(),
  sessions: z.array(sessionSchema),
} satisfies Shape<AgentFacts>)

const metaShape = {
  era: oneOf<Era>({ J: true, S1: true, S2: true }),
  openclawVersion: z.string().nullable(),
  policyId: policyIdSchema,
  sharedStoreFile: z.string().nullable(),
} satisfies Shape<DirectoryMeta>

export const directoryMetaSchema = z.object(metaShape)

export const directoryFactsSchema = z.object({
  ...metaShape,
  config: failoverConfigSchema,
  sharedStore: authStoreSchema.nullable(),
  agents: z.array(agentFactsSchema),
} satisfies Shape<DirectoryFacts>)
