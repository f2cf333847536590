import type { FailureReason } from '../store/failure-reason.ts'

export type WindowKind = 'cooldown' | 'disabled' | 'blocked'

/** A span in which a profile is unusable, with where it comes from. */
export interface Window {
  readonly kind: WindowKind
  /** Epoch ms; half-open: at this instant the profile is usable again. */
  readonly untilMs: number
  /** Epoch ms of the start, as far as the records tell; see `startBasis`. */
  readonly startMs: number | null
  readonly startBasis:
    /** the failure on record lies exactly one length of the ladder before the end */
    | 'failure'
    /** no such failure: counted back from the end by the length for the number of failures */
    | 'ladder'
    /** the last failure before the end, which need not have opened the window */
    | 'last_failure'
    | 'unknown'
  readonly reason: FailureReason | 'subscription_limit' | null
  /** The only model it applies to; null: all models of the profile. */
  readonly model: string | null
  /** 1-based rung of the ladder that gave the length, where it is known. */
  readonly rung: number | null
  readonly lengthMs: number | null
  /** How many failures of this reason are on record. */
  readonly failures: number
  /** For a block: who announced the end. */
  readonly announcedBy: 'codex_rate_limits' | 'wham' | null
  readonly classification: 'wham_token_expired' | 'wham_account_dead' | null
}
