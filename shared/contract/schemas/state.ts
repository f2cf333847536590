import { z } from 'zod'
import {
  MAX_TRANSITIONS,
  type DirectoryChange,
  type DirectoryState,
  type HostState,
  type StateMessage,
} from '../types.ts'
import { bundleInfoSchema } from './bundle.ts'
import { failoverConfigSchema } from './config.ts'
import { gatewayStateSchema } from './editing.ts'
import { oneOf, schemaOf, type Shape } from './exact.ts'
import { agentFactsSchema, directoryFactsSchema, directoryMetaSchema } from './facts.ts'
import { openFailureSchema, problemSchema } from './problem.ts'
import { authStoreSchema } from './store.ts'
import { transitionSchema } from './transition.ts'
import { vaultStateSchema } from './vault.ts'

type Variant<T extends { readonly kind: string }, K extends T['kind']> = Extract<T, { readonly kind: K }>

const policySourceSchema = oneOf<DirectoryState['policySource']>({ version: true, chosen: true })
const transitionsSchema = z.array(transitionSchema).max(MAX_TRANSITIONS)

const directoryStateSchema = z.object({
  path: z.string(),
  kind: oneOf<DirectoryState['kind']>({ attached: true, example: true, own: true, bundle: true, log: true }),
  facts: directoryFactsSchema,
  policySource: policySourceSchema,
  problems: z.array(problemSchema),
  transitions: transitionsSchema,
  readAtMs: z.number(),
  configRevision: z.string().nullable(),
  gateway: gatewayStateSchema,
  vault: vaultStateSchema.nullable(),
  bundle: bundleInfoSchema.nullable(),
} satisfies Shape<DirectoryState>)

const hostStateSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('none'),
    failure: openFailureSchema.nullable(),
  } satisfies Shape<Variant<HostState, 'none'>>),
  z.object({ kind: z.literal('opening'), path: z.string() } satisfies Shape<Variant<HostState, 'opening'>>),
  z.object({
    kind: z.literal('open'),
    directory: directoryStateSchema,
  } satisfies Shape<Variant<HostState, 'open'>>),
])

const directoryChangeSchema = z.object({
  readAtMs: z.number(),
  meta: directoryMetaSchema.exactOptional(),
  config: failoverConfigSchema.exactOptional(),
  sharedStore: authStoreSchema.nullable().exactOptional(),
  agents: z.array(agentFactsSchema).exactOptional(),
  agentIds: z.array(z.string()).exactOptional(),
  policySource: policySourceSchema.exactOptional(),
  problems: z.array(problemSchema).exactOptional(),
  transitions: transitionsSchema.exactOptional(),
  configRevision: z.string().nullable().exactOptional(),
  gateway: gatewayStateSchema.exactOptional(),
  vault: vaultStateSchema.nullable().exactOptional(),
} satisfies Shape<DirectoryChange>)

/** One message of the feed. Unknown fields are stripped on the way out, so that nothing unforeseen can cross. */
export const stateMessageSchema = schemaOf<StateMessage>(
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('snapshot'),
      seq: z.number(),
      hostNowMs: z.number(),
      state: hostStateSchema,
    } satisfies Shape<Variant<StateMessage, 'snapshot'>>),
    z.object({
      kind: z.literal('change'),
      seq: z.number(),
      hostNowMs: z.number(),
      change: directoryChangeSchema,
    } satisfies Shape<Variant<StateMessage, 'change'>>),
  ]),
)
