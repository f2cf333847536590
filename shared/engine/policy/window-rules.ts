/** How long the windows are, as data. What opens and closes them builds on this. */
export interface WindowRules {
  /** Length of the n-th cooldown in a row; the last entry repeats. */
  readonly cooldownLadderMs: readonly number[]
  /** A rate limit doubles from this base up to this cap instead of following the ladder; null: it follows the ladder. */
  readonly rateLimitDoubling: { readonly baseMs: number; readonly capMs: number } | null
  readonly billing: DoublingLane
  readonly billingBaseMsByProvider: Readonly<Record<string, number>>
  readonly authPermanent: DoublingLane
  /** Counters start over when the last failure is older than this. */
  readonly failureWindowMs: number
  /** Counters start over as soon as a window has expired. */
  readonly countersResetOnExpiry: boolean
  /** Providers that are never locked. */
  readonly exemptProviders: readonly string[]
}

export interface DoublingLane {
  readonly baseMs: number
  readonly capMs: number
}

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
