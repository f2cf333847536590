import type { FailoverReason } from '../classification/failover-reason.ts'
import type { RouteOrigin } from '../chain/types.ts'
import type { ErrorObservation } from './error-observation.ts'
import type { StopReason } from './outcomes.ts'

/** The decision a record is about. */
export type Decision = 'skip_candidate' | 'probe_cooldown_candidate' | 'candidate_failed' | 'candidate_succeeded'

/** One attempt before a success, as its record lists it. */
export interface PreviousAttempt extends Partial<ErrorObservation> {
  readonly provider: string
  readonly model: string
  readonly reason?: FailoverReason
  readonly status?: number
  readonly code?: string
}

/** `model_fallback_decision` (R50), field for field as OpenClaw logs it; what does not apply is absent. */
export interface FallbackDecision extends Partial<ErrorObservation> {
  readonly event: 'model_fallback_decision'
  readonly tags: readonly ['error_handling', 'model_fallback', Decision]
  readonly runId?: string
  readonly sessionId?: string
  readonly lane?: string
  readonly decision: Decision
  readonly requestedProvider: string
  readonly requestedModel: string
  readonly candidateProvider: string
  readonly candidateModel: string
  readonly candidateRouteOrigin?: RouteOrigin
  readonly candidateRouteResolution?: 'raw' | 'resolved'
  /** 1-based place in the chain; skips have a place too. */
  readonly attempt: number
  /** Length of the chain. */
  readonly total: number
  readonly reason?: FailoverReason
  readonly status?: number
  readonly code?: string
  readonly fallbackStepType?: 'fallback_step'
  readonly fallbackStepFromModel?: string
  readonly fallbackStepToModel?: string
  readonly fallbackStepFromFailureReason?: FailoverReason
  readonly fallbackStepFromFailureDetail?: string
  readonly fallbackStepChainPosition?: number
  readonly fallbackStepFinalOutcome?: 'next_fallback' | 'chain_exhausted' | 'succeeded'
  readonly nextCandidateProvider?: string
  readonly nextCandidateModel?: string
  readonly nextCandidateRouteOrigin?: RouteOrigin
  readonly nextCandidateRouteResolution?: 'raw' | 'resolved'
  readonly isPrimary: boolean
  readonly requestedModelMatched: boolean
  readonly fallbackConfigured: boolean
  readonly allowTransientCooldownProbe?: boolean
  readonly profileCount?: number
  /** How many records of the same kind were counted instead of repeated before this one. */
  readonly suppressedDuplicateCount?: number
  readonly previousAttempts?: readonly PreviousAttempt[]
}

/** `model_fallback_chain_stopped`: a chain ended for a reason that is no failure of a candidate. */
export interface ChainStopped {
  readonly event: 'model_fallback_chain_stopped'
  readonly tags: readonly ['error_handling', 'model_fallback', 'chain_stopped']
  readonly sessionId?: string
  readonly lane?: string
  readonly reason: StopReason
  readonly candidateProvider: string
  readonly candidateModel: string
  readonly errorName?: string
}

export type ProfileDecision = 'rotate_profile' | 'fallback_model' | 'surface_error' | 'continue_normal'

/** `embedded_run_failover_decision`: what was decided about one profile inside a candidate. */
export interface ProfileFailoverDecision {
  readonly event: 'embedded_run_failover_decision'
  readonly tags: readonly ['error_handling', 'failover', 'assistant', ProfileDecision]
  readonly runId?: string
  readonly stage: 'assistant'
  readonly decision: ProfileDecision
  readonly failoverReason: FailoverReason | null
  /** null: nothing is written to the profile. */
  readonly profileFailureReason: FailoverReason | null
  readonly provider: string
  readonly model: string
  readonly sourceProvider: string
  readonly sourceModel: string
  /** Hash of the id. */
  readonly profileId?: string
  readonly fallbackConfigured: boolean
  readonly timedOut: boolean
  readonly aborted: boolean
  readonly status?: number
  readonly retryCount?: number
  readonly profileRotationCount?: number
  readonly attemptCount?: number
  readonly rawErrorPreview?: string
  readonly rawErrorHash?: string
  readonly rawErrorFingerprint?: string
  readonly httpCode?: string
  readonly providerErrorType?: string
  readonly providerErrorMessagePreview?: string
  readonly requestIdHash?: string
}

/** `auth_profile_failure_state_updated`: what a failure did to the records of a profile. Times in epoch ms. */
export interface ProfileStateUpdated {
  readonly event: 'auth_profile_failure_state_updated'
  readonly tags: readonly ['error_handling', 'auth_profiles', 'cooldown' | 'disabled']
  readonly runId?: string
  /** Hash of the id. */
  readonly profileId: string
  readonly provider: string
  readonly reason: FailoverReason
  readonly windowType: 'cooldown' | 'disabled'
  /** The window was running already and keeps its end. */
  readonly windowReused: boolean
  readonly previousErrorCount?: number
  readonly errorCount?: number
  readonly previousCooldownUntil?: number
  readonly cooldownUntil?: number
  readonly previousDisabledUntil?: number
  readonly disabledUntil?: number
  readonly previousDisabledReason?: FailoverReason
  readonly disabledReason?: FailoverReason
  readonly failureCounts?: Readonly<Record<string, number>>
}

/** `model.failover`: the event that counters and traces are fed from. */
export interface FailoverSignal {
  readonly event: 'model.failover'
  readonly sessionId: string
  readonly sessionKey?: string
  readonly lane?: string
  readonly fromProvider: string
  readonly fromModel: string
  readonly toProvider?: string
  readonly toModel?: string
  readonly reason: FailoverReason
  readonly cascadeDepth?: number
  readonly suspended: boolean
}

/** Everything a run leaves behind for people to read. */
export type RunRecord = FallbackDecision | ChainStopped | ProfileFailoverDecision | ProfileStateUpdated | FailoverSignal
