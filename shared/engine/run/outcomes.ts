import type { FailoverReason } from '../classification/failover-reason.ts'

/** A call that failed, as whoever made it saw it. Texts may hold secrets; they are redacted before they are recorded. */
export interface CallFailure {
  /** The name of the error, such as `Error` or `AbortError`. */
  readonly name: string
  readonly message: string
  /** The provider's own text where `message` is a wording of the caller; null or blank: there is none. */
  readonly rawError: string | null
  /** HTTP status; null: none is known. */
  readonly status: number | null
  /** Code of the provider or the network, such as `ECONNRESET`. */
  readonly code: string | null
  /** Type of the error according to the provider, such as `rate_limit_error`. */
  readonly errorType: string | null
  /** A reason that is known already; it is kept as it is. */
  readonly reason: FailoverReason | null
  /** Of the response; null: there was none. */
  readonly headers: Readonly<Record<string, string>> | null
  /** The provider had begun to answer, so that a timeout tells something about it. */
  readonly hasStarted: boolean
  /** The request left this machine, so that the failure says something about the provider. */
  readonly reachedProvider: boolean
  /** Another model may be asked: nothing was done or shown yet that cannot be repeated. */
  readonly mayFallBack: boolean
  /** What was wrapped, for the classifier. */
  readonly cause: unknown
}

/** A result that was returned and found wanting; it counts as a failure of the candidate. */
export interface ResultFlaw {
  readonly message: string
  /** null: `unknown` */
  readonly reason: FailoverReason | null
  /** Such as `empty_result`. */
  readonly code: string | null
  readonly status: number | null
  readonly rawError: string | null
  /** Better than nothing, should every candidate end like this: the highest priority is given back. null: worthless. */
  readonly keepPriority: number | null
}

/** Why a chain ended although candidates may have been left; nothing about the provider. */
export const STOP_REASONS = [
  'agent_run_terminal_timeout',
  'command_lane_task_timeout',
  'agent_harness_preflight',
  'sandbox_provisioning',
  'caller_signal_aborted',
  'agent_run_direct_abort',
  'agent_run_restart_abort',
  'agent_run_superseded_abort',
  'session_placement_settlement_closed',
  'terminal_abort_wrapper',
  'idle_timeout_circuit_breaker',
] as const
export type StopReason = (typeof STOP_REASONS)[number]

/** What came of one call. */
export type CallOutcome =
  | {
      readonly kind: 'answered'
      /** Opaque to the engine. */
      readonly value: unknown
      /** Nothing was said at all. */
      readonly isEmpty: boolean
      readonly flaw: ResultFlaw | null
      /** The run ended by itself in a way that is recorded although the answer counts. */
      readonly stopReason: StopReason | null
      /** Epoch ms */
      readonly endedAtMs: number
    }
  | { readonly kind: 'failed'; readonly failure: CallFailure; readonly endedAtMs: number }
  | {
      /** The user switched the session's model while the call was running (R45, R47). */
      readonly kind: 'switch_requested'
      readonly provider: string
      readonly model: string
      readonly isOtherRuntime: boolean
      readonly endedAtMs: number
    }
  | {
      readonly kind: 'stopped'
      /** null: the parts of the runtime did not get along; that has no record. */
      readonly reason: StopReason | null
      readonly name: string
      readonly message: string
      /** HTTP status of the call that was under way; null: none is known. */
      readonly status: number | null
      readonly endedAtMs: number
    }

export const CALL_FAILURE: CallFailure = {
  name: 'Error',
  message: '',
  rawError: null,
  status: null,
  code: null,
  errorType: null,
  reason: null,
  headers: null,
  hasStarted: true,
  reachedProvider: true,
  mayFallBack: true,
  cause: null,
}

export const RESULT_FLAW: ResultFlaw = {
  message: '',
  reason: null,
  code: null,
  status: null,
  rawError: null,
  keepPriority: null,
}

/** What is wrong with an answer that says nothing, where nobody said what. */
export const EMPTY_ANSWER: ResultFlaw = {
  ...RESULT_FLAW,
  message: 'The model ended its answer without saying anything.',
  reason: 'empty_response',
}

/** The text a failure is known by: the provider's own, or else the wording around it. */
export function failureText({ rawError, message }: Pick<CallFailure, 'rawError' | 'message'>): string {
  return rawError !== null && rawError.trim() !== '' ? rawError : message
}
