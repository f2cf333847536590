import type { Policy } from '../policy/index.ts'
import type { FailureReason } from '../store/failure-reason.ts'
import type { UsageStats } from '../store/types.ts'
import type { WindowKind } from './types.ts'

/** Where and when something happened to a profile. */
export interface WindowContext {
  readonly policy: Policy
  /** Normalised provider id. */
  readonly provider: string
  readonly nowMs: number
  /** The key stands in the configuration; its records belong to no profile (`inline-api-key:<provider>`). */
  readonly isInlineKey?: boolean
  /** The profile belongs to the shared store, not to the agent that used it. */
  readonly isInherited?: boolean
}

/** A failure as the records take it. */
export interface ProfileFailure {
  readonly reason: FailureReason
  /** The model that was called; null: unknown. */
  readonly model: string | null
  /** What the usage endpoint answered about this failure; null or absent: it was not asked. */
  readonly usageProbe?: UsageProbe | null
  /** When to try again according to the provider, epoch ms; null or absent: it gave no hint. */
  readonly retryAtMs?: number | null
}

/** The answer of the provider's usage endpoint. */
export type UsageProbe =
  /** `available`: no limit is reached; 401: `token_expired`; 403: `account_dead`; another status: `http_error` */
  | { readonly outcome: 'available' | 'token_expired' | 'account_dead' | 'http_error' | 'failed' }
  /** A limit is reached until this instant, epoch ms. */
  | { readonly outcome: 'exhausted'; readonly untilMs: number }

export interface Announcement {
  /** Epoch ms */
  readonly untilMs: number
  /** The model whose limit it is; null: the whole profile. */
  readonly model: string | null
  readonly source: 'codex_rate_limits' | 'wham'
}

/** Everything that happens to the records of a profile. */
export type WindowEvent =
  | ({ readonly kind: 'failure' } & ProfileFailure)
  | ({ readonly kind: 'blocked' } & Announcement)
  | { readonly kind: 'success' | 'used' | 'sweep' }
  | { readonly kind: 'clear'; readonly cause?: ClearCause }
  | { readonly kind: 'snooze'; readonly untilMs: number }
  | { readonly kind: 'reprobe'; readonly usageProbe: UsageProbe }

/** Why somebody ended the windows by hand: a button, or a new credential under the same id. */
export type ClearCause = 'manual_clear' | 'credential_replaced'

/** What something did to the records of a profile, and why: every difference between before and after is named once. */
export interface WindowEffect {
  /** The records afterwards; the very object passed in where nothing changed. */
  readonly stats: UsageStats | null
  /** Why nothing was recorded; null: something was, or there was nothing to change. */
  readonly ignored: IgnoreRule | null
  /** At most one for each kind of window. */
  readonly windows: readonly WindowChange[]
  readonly counters: CounterChange | null
  readonly times: readonly TimeChange[]
}

export type IgnoreRule =
  /** the provider is never locked */
  | 'exempt_provider'
  /** a running block covers it already */
  | 'covered_by_block'
  /** the reason counts only beside an answer of the usage endpoint */
  | 'needs_usage_probe'
  /** the reason is not recorded for a key of the configuration */
  | 'inline_key'
  /** the instant is past, or no time */
  | 'not_in_future'
  /** the release knows no announced blocks */
  | 'no_blocks'
  /** nothing is recorded about the profile */
  | 'no_record'
  /** no block is running */
  | 'no_block'

/** Which rule decided about a window. The first group asks for a length, the second ends windows. */
export type WindowRule =
  /** the n-th rung of the cooldown ladder (R24, R25) */
  | 'cooldown_ladder'
  | 'rate_limit_doubling'
  /** R34 */
  | 'billing_doubling'
  /** R37 */
  | 'permanent_auth_doubling'
  /** the provider's retry hint, as it is longer than the rung */
  | 'retry_hint'
  | 'announced_reset'
  | 'usage_probe_available'
  | 'usage_probe_http_error'
  | 'usage_probe_failed'
  | 'usage_probe_token_expired'
  | 'usage_probe_account_dead'
  | 'snooze'
  /** the classification of an earlier answer ends with the next failure; the window stays */
  | 'classification_outdated'
  | 'block_replaces_cooldown'
  | 'success'
  | 'use'
  | 'expired'
  /** a fresher signal says that its cause is gone */
  | 'contradicted'
  | ClearCause

/** The fields of one window as they are recorded; what the kind of window does not have is null. */
export interface WindowRecord {
  /** Epoch ms; null: fields are left over from a window without an end. */
  readonly untilMs: number | null
  readonly reason: FailureReason | 'subscription_limit' | null
  readonly model: string | null
  readonly scope: 'model' | null
  readonly source: 'codex_rate_limits' | 'wham' | null
  readonly classification: 'wham_token_expired' | 'wham_account_dead' | null
}

/** What a rule asks for: a span from now. */
export interface AskedLength {
  readonly rule: WindowRule
  /** 1-based rung of the ladder or doubling; null: the rule has no rungs. */
  readonly rung: number | null
  /** The number of failures the rung was read from; null: the rule counts none. */
  readonly failures: number | null
  /** ms */
  readonly lengthMs: number
  /** Epoch ms */
  readonly untilMs: number
}

export interface WindowChange {
  readonly kind: WindowKind
  readonly rule: WindowRule
  readonly action:
    /** none was running */
    | 'opened'
    /** a running one ends later now */
    | 'extended'
    /** a running one keeps its end */
    | 'kept'
    /** it is gone from the records */
    | 'cleared'
  /** What the rule asked for. A window that was kept keeps its own length, whatever was asked; null: nothing was. */
  readonly asked: AskedLength | null
  /** Which models it covers: one, all, as before, or all where it was one before; null: it was cleared. */
  readonly scope: 'one_model' | 'whole_profile' | 'unchanged' | 'widened' | null
  /** null: nothing of such a window was recorded */
  readonly before: WindowRecord | null
  readonly after: WindowRecord | null
}

export type CounterRule =
  /** one more failure */
  | 'counted'
  /** one failure, the first since the windows expired */
  | 'restarted_after_expiry'
  /** one failure, the first since the failure window passed (R36) */
  | 'restarted_after_failure_window'
  /** an announced block counts as a rate limit */
  | 'announced'
  | 'success'
  | 'use'
  | 'expired'
  | 'failure_window_passed'
  /** a fresher answer says that the failures are past */
  | 'contradicted'
  | ClearCause

export interface Counters {
  readonly errorCount: number | null
  readonly failureCounts: UsageStats['failureCounts']
}

export interface CounterChange {
  readonly rule: CounterRule
  readonly before: Counters
  readonly after: Counters
}

export interface TimeChange {
  readonly field: 'lastUsedMs' | 'lastFailureAtMs' | 'lastProbeAtMs'
  /** Epoch ms; null: not recorded before. */
  readonly before: number | null
  readonly after: number
}
