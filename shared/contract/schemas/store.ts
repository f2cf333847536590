import { z } from 'zod'
import type {
  AuthProfile,
  AuthStore,
  CredentialType,
  FailureReason,
  ProfileNote,
  RejectedEntry,
  SecretFacts,
  SecretFlaw,
  SecretRef,
  StatsFlaw,
  UsageStats,
} from '../../engine/index.ts'
import { oneOf, type Shape } from './exact.ts'

export const secretRefSchema = z.object({
  source: oneOf<SecretRef['source']>({ env: true, file: true, exec: true, store: true }),
  provider: z.string(),
  id: z.string(),
} satisfies Shape<SecretRef>)

/** The bound on `tail` is the last guard of the promise that at most four characters of a secret leave the host. */
const secretFactsSchema = z.object({
  tail: z.string().max(4).nullable(),
  isInVault: z.boolean(),
  flaws: z.array(
    oneOf<SecretFlaw>({
      command_line: true,
      refresh_pending: true,
      refresh_failed: true,
      padded: true,
      unsendable_characters: true,
    }),
  ),
} satisfies Shape<SecretFacts>)

export const failureReasonSchema = oneOf<FailureReason>({
  auth_permanent: true,
  auth: true,
  session_expired: true,
  billing: true,
  format: true,
  model_not_found: true,
  overloaded: true,
  timeout: true,
  rate_limit: true,
  empty_response: true,
  no_error_details: true,
  unclassified: true,
  unknown: true,
})

const profileSchema = z.object({
  id: z.string(),
  type: oneOf<CredentialType>({ api_key: true, token: true, oauth: true }),
  provider: z.string(),
  key: secretFactsSchema.nullable(),
  keyRef: secretRefSchema.nullable(),
  token: secretFactsSchema.nullable(),
  tokenRef: secretRefSchema.nullable(),
  access: secretFactsSchema.nullable(),
  refresh: secretFactsSchema.nullable(),
  hasLegacyOauthRef: z.boolean(),
  expiresMs: z.number().nullable(),
  email: z.string().nullable(),
  displayName: z.string().nullable(),
  accountId: z.string().nullable(),
  plan: z.string().nullable(),
  copyToAgents: z.boolean().nullable(),
  isSetupReplacement: z.boolean(),
  notes: z.array(
    oneOf<ProfileNote>({
      key_under_unread_field: true,
      alias_spelling: true,
      reference_in_oauth: true,
      expiry_in_seconds: true,
      expiry_implausible: true,
    }),
  ),
} satisfies Shape<AuthProfile>)

const usageStatsSchema = z.object({
  lastUsedMs: z.number().nullable(),
  cooldownUntilMs: z.number().nullable(),
  cooldownReason: failureReasonSchema.nullable(),
  cooldownModel: z.string().nullable(),
  cooldownClassification: oneOf<NonNullable<UsageStats['cooldownClassification']>>({
    wham_token_expired: true,
    wham_account_dead: true,
  }).nullable(),
  disabledUntilMs: z.number().nullable(),
  disabledReason: failureReasonSchema.nullable(),
  blockedUntilMs: z.number().nullable(),
  blockedReason: z.literal('subscription_limit').nullable(),
  blockedSource: oneOf<NonNullable<UsageStats['blockedSource']>>({ codex_rate_limits: true, wham: true }).nullable(),
  blockedModel: z.string().nullable(),
  blockedScope: z.literal('model').nullable(),
  errorCount: z.number().nullable(),
  failureCounts: z.partialRecord(failureReasonSchema, z.number()) as unknown as z.ZodType<UsageStats['failureCounts']>,
  lastFailureAtMs: z.number().nullable(),
  lastProbeAtMs: z.number().nullable(),
} satisfies Shape<UsageStats>)

export const authStoreSchema = z.object({
  profiles: z.array(profileSchema),
  rejected: z.array(
    z.object({
      id: z.string(),
      reason: oneOf<RejectedEntry['reason']>({ non_object: true, invalid_type: true, missing_provider: true }),
    } satisfies Shape<RejectedEntry>),
  ),
  order: z.record(z.string(), z.array(z.string())),
  lastGood: z.record(z.string(), z.string()),
  usageStats: z.record(z.string(), usageStatsSchema),
  statsFlaws: z.array(
    z.object({
      profileId: z.string(),
      field: z.string(),
      flaw: oneOf<StatsFlaw['flaw']>({
        not_a_number: true,
        not_a_time: true,
        in_seconds: true,
        number_as_text: true,
        negative: true,
        unknown_value: true,
      }),
    } satisfies Shape<StatsFlaw>),
  ),
} satisfies Shape<AuthStore>)
