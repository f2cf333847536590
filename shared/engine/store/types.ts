import type { FailureReason } from './failure-reason.ts'
import type { SecretFacts } from './secret-facts.ts'
import type { SecretRef } from './secret-ref.ts'

export type CredentialType = 'api_key' | 'token' | 'oauth'

/** One credential of one provider, reduced to what the rules and the console need to know; no secret is in it. */
export interface AuthProfile {
  readonly id: string
  readonly type: CredentialType
  /** Provider id as stored, trimmed and in lower case. */
  readonly provider: string
  /** api_key: the key written inline. */
  readonly key: SecretFacts | null
  readonly keyRef: SecretRef | null
  /** token: the token written inline. */
  readonly token: SecretFacts | null
  readonly tokenRef: SecretRef | null
  /** oauth */
  readonly access: SecretFacts | null
  readonly refresh: SecretFacts | null
  /** oauth: material that lies in a sidecar of an older release. */
  readonly hasLegacyOauthRef: boolean
  /** Epoch ms; null: the credential names no expiry; 0: it names one that is not a valid time. */
  readonly expiresMs: number | null
  readonly email: string | null
  readonly displayName: string | null
  readonly accountId: string | null
  readonly plan: string | null
  readonly copyToAgents: boolean | null
  /** A saved login that replaces another one and is not active yet (OpenClaw 2026.9). */
  readonly isSetupReplacement: boolean
  /** What is odd about the entry although it loads, for example a key under a field name that nobody reads. */
  readonly notes: readonly ProfileNote[]
}

export type ProfileNote =
  /** The key stands under `api_key`, a spelling OpenClaw does not read. */
  | 'key_under_unread_field'
  /** The type was written as `mode`, or the key as `apiKey`, spellings that are understood. */
  | 'alias_spelling'
  /** An OAuth credential carries a secret reference, which OpenClaw refuses when it is used. */
  | 'reference_in_oauth'
  /** `expires` is present and no valid time; a ten-digit value is seconds where milliseconds belong. */
  | 'expiry_in_seconds'
  /** `expires` is present and far too small for a time: probably a span (OA-07). */
  | 'expiry_implausible'

/** An entry of a credential document that cannot be used, and why. Its values are not kept. */
export interface RejectedEntry {
  readonly id: string
  readonly reason: 'non_object' | 'invalid_type' | 'missing_provider'
}

/** What is recorded about the use and the failures of one profile (R33). Times in epoch ms; null: not recorded. */
export interface UsageStats {
  readonly lastUsedMs: number | null
  readonly cooldownUntilMs: number | null
  readonly cooldownReason: FailureReason | null
  readonly cooldownModel: string | null
  readonly cooldownClassification: 'wham_token_expired' | 'wham_account_dead' | null
  readonly disabledUntilMs: number | null
  readonly disabledReason: FailureReason | null
  readonly blockedUntilMs: number | null
  readonly blockedReason: 'subscription_limit' | null
  readonly blockedSource: 'codex_rate_limits' | 'wham' | null
  readonly blockedModel: string | null
  readonly blockedScope: 'model' | null
  /** Failures since the counters last started over, of all reasons. */
  readonly errorCount: number | null
  readonly failureCounts: Readonly<Partial<Record<FailureReason, number>>>
  readonly lastFailureAtMs: number | null
  readonly lastProbeAtMs: number | null
}

/** A field of the routing state that was left out because its value cannot be right. */
export interface StatsFlaw {
  readonly profileId: string
  readonly field: string
  readonly flaw: 'not_a_number' | 'not_a_time' | 'in_seconds' | 'number_as_text' | 'negative' | 'unknown_value'
}

/** One credential store: the document with the profiles and the document with the routing state. */
export interface AuthStore {
  /** In the order of the document, which breaks ties. */
  readonly profiles: readonly AuthProfile[]
  readonly rejected: readonly RejectedEntry[]
  /** Provider id (normalised) to profile ids. */
  readonly order: Readonly<Record<string, readonly string[]>>
  readonly lastGood: Readonly<Record<string, string>>
  readonly usageStats: Readonly<Record<string, UsageStats>>
  readonly statsFlaws: readonly StatsFlaw[]
}
