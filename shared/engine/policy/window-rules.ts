import type { FailureReason } from '../store/failure-reason.ts'

/** Why a call failed, as far as the records of a profile are concerned: the reasons they hold, and those never kept. */
export type MarkableReason = FailureReason | 'server_error' | 'context_overflow' | 'tls_certificate'

/** What opens, moves and closes the windows of a profile and how long they are, as data (R24, R25, R32, R34, R36, R37). */
export interface WindowRules {
  /** Length of the n-th cooldown in a row, in ms; the last entry repeats. */
  readonly cooldownLadderMs: readonly number[]
  /** A rate limit doubles from this base up to this cap instead of following the ladder; null: it follows the ladder. */
  readonly rateLimitDoubling: DoublingLane | null
  readonly billing: DoublingLane
  /** Normalised provider id to the base that replaces the one of `billing`, in ms. */
  readonly billingBaseMsByProvider: Readonly<Record<string, number>>
  /** null: a permanent auth failure is as long as a billing failure. */
  readonly authPermanent: DoublingLane | null
  /** Reasons that open a `disabled` window; every other reason opens a `cooldown`. */
  readonly disablingReasons: readonly FailureReason[]
  /** Counters start over when the last failure is older than this, in ms. */
  readonly failureWindowMs: number
  /** Counters start over as soon as the last window has expired. */
  readonly countersResetOnExpiry: boolean
  /** Counts that outlive a start-over; only success and clear end them. */
  readonly lastingCounts: readonly FailureReason[]
  /** A failure inside a running window measures it anew, so that it may end later; false: the end stays. */
  readonly runningWindowsMove: boolean
  /** The reason of a cooldown is on record, and with it the model it is limited to. */
  readonly recordsCooldownReason: boolean
  /** What a manual clear ends. */
  readonly clears: 'everything' | 'cooldown-and-error-count'
  /** Providers (normalised ids) that are never locked and whose failures are not recorded. */
  readonly exemptProviders: readonly string[]
  /** The only failures recorded for a key written into the configuration, which has no profile; empty: none. */
  readonly inlineKeyReasons: readonly FailureReason[]
  /** Failures that are recorded only beside an answer of the usage endpoint. */
  readonly probeOnlyReasons: readonly FailureReason[]
  /** A success with a profile of the shared store writes down when it was used. */
  readonly recordsInheritedUse: boolean
  /** A retry hint of the provider may make a cooldown longer, up to this, in ms; null: hints change nothing. */
  readonly retryHintCapMs: number | null
  readonly blocks: BlockRules
  readonly usageProbe: UsageProbeRules
  readonly marking: MarkingRules
  /** What is said where profiles are cooling down and neither a reason nor a count is on record. */
  readonly unexplainedReason: FailureReason
}

export interface DoublingLane {
  /** Length of the first window, in ms. */
  readonly baseMs: number
  /** No window is longer, in ms; a cap below the base counts as the base. */
  readonly capMs: number
}

/** Windows whose end the provider announced. */
export interface BlockRules {
  /** However far away an announced end is: no block is longer than this from the announcement, in ms. */
  readonly capMs: number
  /** What becomes of a running cooldown: it ends, or it stays where it ends later than the block. */
  readonly endsCooldown: 'always' | 'when-covered'
  /** A rate limit of what a running block covers is no news: nothing is recorded. */
  readonly absorbsRateLimits: boolean
}

/** What the answer of the provider's usage endpoint does to a failure that was looked into. */
export interface UsageProbeRules {
  /** Failures that are looked into. */
  readonly reasons: readonly FailureReason[]
  /** Length of the cooldown by answer, in ms. */
  readonly lengthsMs: Readonly<Record<'available' | 'token_expired' | 'account_dead' | 'http_error' | 'failed', number>>
  /** An undecided answer (`http_error`, `failed`) leaves a rate limit as long as it is by its own rule. */
  readonly keepsRateLimitLength: boolean
  /** A refused credential becomes the reason of the cooldown, which then covers the profile. */
  readonly namesRefusals: boolean
  /** Capacity ends a running block. */
  readonly availableEndsBlock: boolean
  /** The time of the last answer or success is on record. */
  readonly recordsProbeTime: boolean
  /** A running block is looked into again after this long, in ms; null: never. */
  readonly reprobeAfterMs: number | null
}

/** Which failures reach the records of a profile at all. */
export interface MarkingRules {
  readonly neverMarked: readonly MarkableReason[]
  readonly timeouts: 'never' | 'when-provider-started'
  /** Not recorded in runs whose findings shall not outlive them (`local_transient`). */
  readonly notMarkedInTransientRuns: readonly MarkableReason[]
}

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
