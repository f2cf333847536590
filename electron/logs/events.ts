import type { Decision } from '../../shared/contract/history/index.ts'

/**
 * What a log tells, one record each, as it was read. Every text went through the engine's redaction before it got in here,
 * previews have at most 400 characters, and ids that looked like a secret are replaced by their short hash. `null` means
 * that the record does not say.
 */
export type LogEvent = DecisionEvent | ProfileStateEvent | FailoverEvent | ChainStoppedEvent | AgentEndEvent | GapEvent

export interface EventBase {
  /** Epoch ms. A record without a time has that of the record before it, or else of its file. */
  readonly atMs: number
  /** The record itself says when; otherwise `atMs` is only near. */
  readonly isTimed: boolean
  readonly runId: string | null
  /** Without the `session:` that some records put before it (LG-10). */
  readonly sessionId: string | null
  readonly agentId: string | null
  readonly lane: string | null
  /** The job, session or run that started this one (LG-20); a bare `cron` or `subagent` where only the lane tells. */
  readonly parent: string | null
  /** 1-based, of the file the record comes from; null: not from a file's beginning. */
  readonly line: number | null
  /** Only on what a console showed: OpenClaw writes the same event, with more, to the log of its own. */
  readonly console?: ConsoleLine
}

/** What is known of a line of a console beside the event itself. */
export interface ConsoleLine {
  /** How exact its time is: an event of 12:00:07.900 can stand at 12:00:07. null: it has none of its own. */
  readonly precisionMs: number | null
  /** How many equal lines stood before it in the same log at the same coarse time; they are events of their own. */
  readonly occurrence: number
}

/** `model_fallback_decision`: what was done about one candidate of the chain. */
export interface DecisionEvent extends EventBase {
  readonly kind: 'decision'
  readonly decision: Decision
  /** `unknown` where the record names none; so with all four. */
  readonly requestedProvider: string
  readonly requestedModel: string
  readonly candidateProvider: string
  readonly candidateModel: string
  /** 1-based; null: the console's form leaves it out. */
  readonly attempt: number | null
  readonly total: number | null
  readonly reason: string | null
  readonly status: number | null
  readonly code: string | null
  readonly errorPreview: string | null
  readonly errorHash: string | null
  readonly providerErrorType: string | null
  readonly nextProvider: string | null
  readonly nextModel: string | null
  readonly isPrimary: boolean | null
  readonly requestedModelMatched: boolean | null
  readonly fallbackConfigured: boolean | null
  /** Sent although a window is running. */
  readonly isProbe: boolean
  readonly profileCount: number | null
  /** Equal records that were counted and left out before this one. */
  readonly suppressed: number
  /** How many attempts a success lists; null: not a success, or not listed. */
  readonly previousAttempts: number | null
  /** The step's end: `next_fallback`, `chain_exhausted`, `succeeded`. */
  readonly finalOutcome: string | null
}

/** `auth_profile_failure_state_updated`: what a failure did to a profile. Times in epoch ms. */
export interface ProfileStateEvent extends EventBase {
  readonly kind: 'profile_state'
  /** `sha256:` and 12 hex digits, or the plain id in old logs. */
  readonly profileId: string
  readonly provider: string | null
  readonly reason: string | null
  readonly windowType: 'cooldown' | 'disabled'
  /** The window was running already and keeps its end. */
  readonly isReused: boolean
  readonly errorCount: number | null
  readonly previousErrorCount: number | null
  readonly cooldownUntilMs: number | null
  readonly previousCooldownUntilMs: number | null
  readonly disabledUntilMs: number | null
  readonly previousDisabledUntilMs: number | null
  readonly disabledReason: string | null
  readonly previousDisabledReason: string | null
  readonly failureCounts: Readonly<Record<string, number>>
}

/** `embedded_run_failover_decision`: what was decided after one call inside a candidate. */
export interface FailoverEvent extends EventBase {
  readonly kind: 'failover'
  readonly stage: string | null
  /** `rotate_profile`, `fallback_model`, `surface_error`, `continue_normal`, or what a later version calls it. */
  readonly decision: string
  readonly reason: string | null
  /** The reason that was recorded for the profile; null: nothing was. */
  readonly profileReason: string | null
  readonly provider: string | null
  readonly model: string | null
  readonly sourceProvider: string | null
  readonly sourceModel: string | null
  readonly profileId: string | null
  readonly status: number | null
  readonly retryCount: number | null
  readonly profileRotationCount: number | null
  readonly attemptCount: number | null
  readonly rawErrorPreview: string | null
  readonly rawErrorHash: string | null
  readonly providerErrorType: string | null
  /** Explains why the same reason leads to different decisions (LG-14). */
  readonly fallbackConfigured: boolean | null
  readonly timedOut: boolean
  readonly aborted: boolean
}

/** `model_fallback_chain_stopped`: a chain ended for a reason that is no failure of a candidate. It names no run. */
export interface ChainStoppedEvent extends EventBase {
  readonly kind: 'chain_stopped'
  readonly reason: string | null
  readonly candidateProvider: string | null
  readonly candidateModel: string | null
  readonly errorName: string | null
}

/** `embedded_run_agent_end`, and the line of a lane whose task failed. */
export interface AgentEndEvent extends EventBase {
  readonly kind: 'agent_end'
  readonly isError: boolean
  /** The error of the lane around the run, which repeats that of an attempt (LG-10). */
  readonly isWrapper: boolean
  readonly provider: string | null
  readonly model: string | null
  readonly reason: string | null
  readonly errorPreview: string | null
  readonly errorHash: string | null
}

/** From here on something is missing. */
export interface GapEvent extends EventBase {
  readonly kind: 'gap'
  readonly why: GapReason
}

export type GapReason =
  /** the log reached its largest size and is silent from here on (LG-01) */
  | 'size_cap'
  /** another file took its place; what was written in between may be missing (LG-09) */
  | 'rotated'
  /** the file became shorter than what had been read of it */
  | 'truncated'
  /** left out by the reader */
  | 'dropped'

export type LogEventKind = LogEvent['kind']
