import type { FailoverReason } from '../classification/failover-reason.ts'
import type { Candidate } from '../chain/types.ts'
import type { Admission } from './admission.ts'
import type { CandidateProfiles } from './candidate-profiles.ts'
import { perform, type ProviderCall, type Step } from './effects.ts'
import { EMPTY_ANSWER, type CallFailure, type CallOutcome } from './outcomes.ts'
import { candidateAfter, type RunState } from './run-state.ts'
import type { ProfileStep, FailureVerdict } from './types.ts'

/** A candidate that is about to be called. */
export interface CandidateCall {
  readonly candidate: Candidate
  /** Place in the chain. */
  readonly index: number
  readonly admission: Exclude<Admission, { kind: 'skip' }>
  /** null: the provider has none to walk. */
  readonly profiles: CandidateProfiles | null
}

/** What came of a candidate, however many calls it took. */
export type CandidateOutcome = (
  | Exclude<CallOutcome, { kind: 'failed' }>
  | {
      readonly kind: 'failed'
      readonly failure: CallFailure
      readonly verdict: FailureVerdict
      readonly endedAtMs: number
    }
) & {
  /** The profile that was called last; null: none, or not known here. */
  readonly profileId: string | null
  readonly profiles: readonly ProfileStep[]
}

/** One call for a candidate whose profiles somebody else walks. */
export function* callOnce(run: RunState, call: CandidateCall): Step<CandidateOutcome> {
  const outcome = yield* perform({ kind: 'call', call: providerCall(run, call, null, 0) })
  const rest = { profileId: null, profiles: [] }
  if (outcome.kind === 'answered') return { ...withFlaw(outcome), ...rest }
  if (outcome.kind !== 'failed') return { ...outcome, ...rest }
  const verdict = verdictOf(run, outcome.failure, call.candidate.provider, outcome.endedAtMs)
  return { ...outcome, verdict, ...rest }
}

/** An answer that says nothing is wanting, whether or not somebody says so (R41); deliberate silence is not empty. */
export function withFlaw<T extends Extract<CallOutcome, { kind: 'answered' }>>(outcome: T): T {
  return outcome.isEmpty && outcome.flaw === null ? { ...outcome, flaw: EMPTY_ANSWER } : outcome
}

/** What a failure means; one that brings its reason keeps it. */
export function verdictOf(run: RunState, failure: CallFailure, provider: string, nowMs: number): FailureVerdict {
  if (failure.reason === null) return run.classify(failure, provider, nowMs)
  return {
    reason: failure.reason,
    ruleId: null,
    stops: failure.reason === 'context_overflow' ? 'context_overflow' : null,
    retryAfterMs: null,
    limitSpan: 'unknown',
  }
}

export function providerCall(
  run: RunState,
  { candidate, index, admission }: CandidateCall,
  profileId: string | null,
  repeat: number,
): ProviderCall {
  const { requested } = run.request
  return {
    provider: candidate.provider,
    model: candidate.model,
    profileId,
    attempt: index + 1,
    repeat,
    allowTransientCooldownProbe: admission.kind === 'probe' && admission.allowsTransient,
    isFinalFallbackAttempt: candidateAfter(run, index) === undefined,
    modelRoutingProvenance: {
      requestedProvider: requested.provider,
      requestedModel: requested.model,
      stage: index === 0 ? 'initial' : 'fallback',
      fallbackReason: index === 0 ? null : lastReason(run),
    },
  }
}

function lastReason({ attempts }: RunState): FailoverReason | null {
  return attempts.at(-1)?.record.reason ?? null
}
