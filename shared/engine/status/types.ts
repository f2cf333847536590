import type { FailureReason } from '../store/failure-reason.ts'
import type { AuthProfile } from '../store/types.ts'
import type { Exclusion, OrderEntry, ProfileOrder } from '../rotation/types.ts'
import type { Contradiction } from '../windows/contradiction.ts'
import type { Window } from '../windows/types.ts'

/** Whether a sign-in holds. `static`: it does not expire. */
export type SignInState = 'static' | 'valid' | 'expiring' | 'expired' | 'refreshing' | 'failed' | 'missing' | 'invalid'

export interface SignIn {
  readonly state: SignInState
  readonly expiresMs: number | null
  /** oauth: an expired access token is renewed at the next use. */
  readonly isRenewable: boolean
}

/** Where an agent's profile comes from. */
export type ProfileOrigin = 'own' | 'inherited' | 'config'

/** Whether a profile is usable now; with windows, the kind of the one that ends last. */
export type ProfileState = 'ready' | 'cooldown' | 'disabled' | 'blocked' | 'excluded'

/** One profile as the Accounts screen shows it. */
export interface ProfileStatus {
  readonly profileId: string
  /** null: a profile that exists in the configuration only (`aws-sdk`), or one that an order names and nobody has. */
  readonly profile: AuthProfile | null
  readonly provider: string
  readonly label: string | null
  readonly origin: ProfileOrigin
  readonly state: ProfileState
  /** 1-based; null when excluded. */
  readonly position: number | null
  readonly placement: OrderEntry | null
  readonly exclusion: Exclusion | null
  /** Running windows, longest first. */
  readonly windows: readonly Window[]
  /** Epoch ms; 0: usable now, for at least one model if `isPartlyUsable`. */
  readonly unusableUntilMs: number
  /** All running windows are limited to a model: other models can use the profile. */
  readonly isPartlyUsable: boolean
  readonly signIn: SignIn
  readonly lastUsedMs: number | null
  readonly lastFailureAtMs: number | null
}

export interface ProviderLane {
  readonly provider: string
  readonly order: ProfileOrder
  /** In effective order. */
  readonly profiles: readonly ProfileStatus[]
  readonly excluded: readonly ProfileStatus[]
}

/** One candidate of the agent's chain, with what stands behind it. */
export interface CandidateStatus {
  readonly provider: string
  readonly model: string
  readonly role: 'primary' | 'fallback'
  readonly state:
    /** the first candidate with a usable profile */
    | 'serving'
    /** usable, behind the serving one */
    | 'ready'
    /** every profile is in a window for this model */
    | 'locked'
    /** the provider has no profile and no key of its own in the configuration */
    | 'no_profile'
    /** it has profiles, none of which may be used */
    | 'no_eligible_profile'
    /** the provider's key stands in the configuration or the environment: nothing to rotate */
    | 'provider_key'
  /** The profile that would be used, or that returns first. */
  readonly profileId: string | null
  /** locked: when the first profile returns for this model. */
  readonly availableAtMs: number | null
  /** locked: the kind and reason of the window that ends first. */
  readonly lock: Window | null
  /** Usable profiles for this model, in order. */
  readonly usableProfileIds: readonly string[]
}

/** One (model, account) pair in the line of what would answer. */
export interface ServingPlace {
  readonly provider: string
  readonly model: string
  readonly profileId: string | null
}

/** Question 1: what serves now? */
export interface Serving {
  readonly candidates: readonly CandidateStatus[]
  /** What answers now and what stands behind it; empty: nothing can answer. */
  readonly line: readonly ServingPlace[]
  /** Index of the serving candidate; -1: none. */
  readonly servingIndex: number
  /** When nothing can answer: the first instant at which something can. */
  readonly nextAvailableAtMs: number | null
  /** The agent's own model setting makes it strict: no fallback may be used. */
  readonly isStrict: boolean
  /** No model is configured: the primary is the one built into OpenClaw. */
  readonly isBuiltIn: boolean
}

/** Question 2: what is locked, why, until when? */
export interface Lock {
  readonly profileId: string
  readonly provider: string
  readonly window: Window
  readonly label: string | null
  readonly credentialType: AuthProfile['type'] | null
}

/** Question 3: what needs me? Codes and facts; the renderer makes sentences. */
export interface Attention {
  /** Stable id for lists. */
  readonly id: string
  readonly severity: 'error' | 'warning' | 'info'
  readonly code: AttentionCode
  readonly provider: string | null
  readonly profileIds: readonly string[]
  /** Model concerned, where there is one. */
  readonly model: string | null
  readonly untilMs: number | null
  /** lock_contradicted: what contradicts the lock; otherwise null. */
  readonly contradiction: Contradiction | null
}

export const ATTENTION_CODES = [
  'nothing_can_answer',
  'signin_expired',
  'signin_expiring',
  'signin_refresh_failed',
  'auth_permanent',
  'credit_exhausted',
  'lock_contradicted',
  'order_names_missing_profile',
  'order_names_nothing',
  'order_key_unmatched',
  'credential_missing',
  'credential_malformed',
  'credential_odd',
  'mode_mismatch',
  'provider_mismatch',
  'plaintext_secrets',
  'primary_is_first_fallback',
  'model_without_profile',
] as const
export type AttentionCode = (typeof ATTENTION_CODES)[number]

/** Question 4: what changed? */
export interface Transition {
  /** Stable id: the same event found twice has the same id. */
  readonly id: string
  readonly atMs: number
  readonly kind:
    | 'locked'
    | 'unlocked'
    | 'order_changed'
    | 'profile_added'
    | 'profile_removed'
    | 'answered'
    | 'serving_changed'
    | 'credential_changed'
  /** `recorded`: read from the records of the directory; `observed`: seen by the console while it watched. */
  readonly basis: 'recorded' | 'observed'
  readonly agentId: string
  readonly provider: string | null
  readonly profileId: string | null
  readonly model: string | null
  readonly windowKind: Window['kind'] | null
  readonly reason: FailureReason | 'subscription_limit' | null
  readonly untilMs: number | null
  /** serving_changed: what served before, `provider/model`; null: nothing. */
  readonly from: string | null
  readonly to: string | null
}

/** The answers to the home screen's questions for one agent at one instant. */
export interface AgentStatus {
  readonly agentId: string
  readonly nowMs: number
  readonly lanes: readonly ProviderLane[]
  readonly serving: Serving
  /** Soonest end first. */
  readonly locks: readonly Lock[]
  readonly attention: readonly Attention[]
  /** The soonest instant at which time alone changes anything above; null: never. */
  readonly nextChangeAtMs: number | null
}
