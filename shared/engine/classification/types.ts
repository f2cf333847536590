import type { FailoverReason } from './failover-reason.ts'
import type { RetryHint } from './retry-hint/types.ts'

/** What a failed call said about itself, in one layer. Absent parts are null. */
export interface FailureSignal {
  /** HTTP status. */
  readonly status: number | null
  /** Symbolic code, such as `ECONNRESET` or `insufficient_quota`. */
  readonly code: string | null
  /** Type that the provider gave the error, such as `upstream_error`. */
  readonly errorType: string | null
  readonly message: string
  /** Further texts of the error, such as parts of its body. */
  readonly details: readonly string[]
  /** Provider id; null: unknown, so no provider's own rules apply. */
  readonly provider: string | null
}

/** Whose decision it was that a call ended before its answer was complete. */
export type AbortOwner =
  /** The person or program that asked for the run stopped it. */
  | 'caller'
  /** The time for the whole run was used up. */
  | 'run_budget'
  /** The client went away, or the run was restarted or replaced by another. */
  | 'superseded'
  /** The time limit of this one call. */
  | 'request_timer'
  /** The provider, or nobody in particular. */
  | 'provider'

/** A failed provider call, or a text that looks like one. */
export interface ProviderFailure {
  /**
   * Who wrote it. What a model, a tool or a user wrote is never classified, whatever it quotes; log lines that carry
   * such content are `model_output` too.
   */
  readonly origin: 'provider_error' | 'model_output'
  /** The error as it was thrown or received: an Error, an object, or a text. */
  readonly error: unknown
  /**
   * What is known about the failure beside the error, such as the status and the body's type of a response that was
   * read. It outranks what the error says, and names of types are taken as they are.
   */
  readonly signal?: Partial<Omit<FailureSignal, 'provider'>>
  /** Provider id; null: unknown. An error that names its provider outranks it. */
  readonly provider: string | null
  /** Headers of the response; the case of their names does not matter. */
  readonly headers?: Readonly<Record<string, string>>
  /** Who ended the call, where a signal ended it. */
  readonly abortedBy?: AbortOwner
}

/** The clock by which hints are read. */
export interface Instant {
  /** Epoch milliseconds. */
  readonly nowMs: number
  /** IANA zone that clock times without a zone are read in; absent: UTC. */
  readonly timeZone?: string
}

/** Why a failure ends the chain instead of advancing it. */
export type StopCode =
  /** The caller, the run's time or a replacement ended the run. */
  | 'aborted_by_caller'
  | 'run_budget_spent'
  | 'superseded'
  /** A failure of the runtime itself; no account or model is at fault. */
  | 'local_coordination'
  /** The prompt does not fit; compaction answers that, not the next model. */
  | 'context_overflow'
  /** Not a failure of a provider at all. */
  | 'not_a_provider_error'

export interface Classification {
  /** null: nothing that failover knows. The chain advances all the same while candidates remain. */
  readonly reason: FailoverReason | null
  /** The reason, or which kind of nothing was found: a failure without any content, or a text that no rule knows (R41). */
  readonly label: FailoverReason
  /** The rule that gave the reason; null: none did. */
  readonly ruleId: string | null
  /** The rule of the HTTP status that let the reason stand or replaced it; null: no status, or none that means something. */
  readonly statusRuleId: string | null
  readonly status: number | null
  readonly code: string | null
  /** Whether the next candidate may be tried. */
  readonly advancesFallback: boolean
  /** Why it may not; null: it may. */
  readonly stops: StopCode | null
  /** The failure is about one model, whatever its reason says; null: the reason decides. */
  readonly scope: 'model' | null
  /** A request of more tokens than the limit allows at all: waiting and repeating are useless, another model may take it. */
  readonly isRequestTooLarge: boolean
  /** The text reads as a context overflow, even if another reason won. */
  readonly readsAsOverflow: boolean
  readonly body: 'empty' | 'text' | 'json' | 'html'
  /** What to tell people about a page instead of an answer; null: nothing special. */
  readonly page: 'upstream' | 'sign_in' | 'proxy' | null
  /** When the provider says that it will answer again; null: it does not say. */
  readonly retryHint: RetryHint | null
  /** How long the limit lasts, by its wording. */
  readonly limitSpan: 'short' | 'long' | 'unknown'
  /** The failure in words, secrets masked, at most 400 characters; markup is not shown. */
  readonly detail: string
}
