import { z } from 'zod'
import type {
  AgentDefaults,
  AuthMode,
  ConfiguredAgent,
  ConfiguredProfile,
  ConfiguredProvider,
  CooldownSettings,
  FailoverConfig,
  ModelChoice,
  NamedModels,
} from '../../engine/index.ts'
import { oneOf, type Shape } from './exact.ts'
import { secretRefSchema } from './store.ts'

const modelChoiceSchema = z.object({
  primary: z.string().nullable(),
  fallbacks: z.array(z.string()).nullable(),
} satisfies Shape<ModelChoice>)

const namedModels = {
  aliases: z.record(z.string(), z.string()),
  unaliased: z.array(z.string()),
  modelRefs: z.array(z.string()),
} satisfies Shape<NamedModels>

const configuredProfileSchema = z.object({
  id: z.string(),
  provider: z.string(),
  mode: oneOf<AuthMode>({ api_key: true, oauth: true, token: true, 'aws-sdk': true }).nullable(),
  email: z.string().nullable(),
  displayName: z.string().nullable(),
} satisfies Shape<ConfiguredProfile>)

const configuredAgentSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  isDefault: z.boolean(),
  agentDir: z.string().nullable(),
  model: modelChoiceSchema.nullable(),
  subagentModel: modelChoiceSchema.nullable(),
  ...namedModels,
} satisfies Shape<ConfiguredAgent>)

const configuredProviderSchema = z.object({
  id: z.string(),
  auth: z.string().nullable(),
  modelIds: z.array(z.string()),
  isLocal: z.boolean(),
  apiKey: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('inline') }),
      z.object({ kind: z.literal('ref'), ref: secretRefSchema }),
    ])
    .nullable(),
} satisfies Shape<ConfiguredProvider>)

const cooldownSettingsSchema = z.object({
  billingBackoffHours: z.number().exactOptional(),
  billingBackoffHoursByProvider: z.record(z.string(), z.number()).exactOptional(),
  billingMaxHours: z.number().exactOptional(),
  authPermanentBackoffMinutes: z.number().exactOptional(),
  authPermanentMaxMinutes: z.number().exactOptional(),
  failureWindowHours: z.number().exactOptional(),
  overloadedProfileRotations: z.number().exactOptional(),
  overloadedBackoffMs: z.number().exactOptional(),
  rateLimitedProfileRotations: z.number().exactOptional(),
} satisfies Shape<CooldownSettings>)

export const failoverConfigSchema = z.object({
  profiles: z.array(configuredProfileSchema),
  order: z.record(z.string(), z.array(z.string())),
  cooldowns: cooldownSettingsSchema,
  providers: z.array(configuredProviderSchema),
  defaults: z.object({
    model: modelChoiceSchema.nullable(),
    subagentModel: modelChoiceSchema.nullable(),
    imageModel: modelChoiceSchema.nullable(),
    allowedModels: z.array(z.string()).nullable(),
    ...namedModels,
  } satisfies Shape<AgentDefaults>),
  agents: z.array(configuredAgentSchema),
  lastTouchedVersion: z.string().nullable(),
} satisfies Shape<FailoverConfig>)
