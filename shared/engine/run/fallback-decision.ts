import type { Candidate } from '../chain/types.ts'
import type { Admission } from './admission.ts'
import type { ErrorObservation } from './error-observation.ts'
import { redactSecrets } from '../classification/redact.ts'
import type { Decision, FallbackDecision, PreviousAttempt } from './records.ts'
import { candidateAfter, candidateAt, modelName, type Attempt, type RunState } from './run-state.ts'

type Draft = { -readonly [K in keyof FallbackDecision]: FallbackDecision[K] }

/** The record of a skip (R50). */
export function skipDecision(
  run: RunState,
  index: number,
  attempt: Attempt,
  admission: Extract<Admission, { kind: 'skip' }>,
): FallbackDecision {
  const draft = begin(run, index, 'skip_candidate')
  draft.reason = attempt.record.reason
  addObservation(draft, attempt.observation)
  addStepFrom(run, draft, index, attempt.observation)
  finish(run, draft, index, true)
  if (admission.profileCount !== null) draft.profileCount = admission.profileCount
  return draft
}

/** The record of a try although every profile is in a window. */
export function probeDecision(
  run: RunState,
  index: number,
  admission: Extract<Admission, { kind: 'probe' }>,
): FallbackDecision {
  const draft = begin(run, index, 'probe_cooldown_candidate')
  draft.reason = admission.reason
  finish(run, draft, index, true)
  if (admission.allowsTransient) draft.allowTransientCooldownProbe = true
  draft.profileCount = admission.profileCount
  return draft
}

/**
 * The record of a failed candidate. A failure that no rule recognises has no reason here, although its attempt has.
 *
 * @param isRecognised whether the reason is more than the word for none
 */
export function failureDecision(
  run: RunState,
  index: number,
  attempt: Attempt,
  isRecognised: boolean,
): FallbackDecision {
  const { reason, status, code } = attempt.record
  const draft = begin(run, index, 'candidate_failed')
  if (isRecognised) draft.reason = reason
  if (status !== undefined) draft.status = status
  if (code !== undefined) draft.code = code
  addObservation(draft, attempt.observation)
  addStepFrom(run, draft, index, attempt.observation)
  finish(run, draft, index, true)
  return draft
}

/** The record of a success that was not plain: its step leads from the last attempt, not from the primary. */
export function successDecision(run: RunState, index: number, candidate: Candidate): FallbackDecision {
  const draft = begin(run, index, 'candidate_succeeded')
  const last = run.attempts.at(-1)
  if (last) {
    draft.fallbackStepType = 'fallback_step'
    draft.fallbackStepFromModel = modelName(last.record)
    draft.fallbackStepToModel = modelName(candidate)
    draft.fallbackStepFromFailureReason = last.record.reason
    draft.fallbackStepFromFailureDetail = redactSecrets(last.record.error)
    draft.fallbackStepChainPosition = index + 1
    draft.fallbackStepFinalOutcome = 'succeeded'
  }
  finish(run, draft, index, run.request.policy.run.records.nextOnSuccess)
  draft.previousAttempts = run.attempts.map(previousAttempt)
  return draft
}

function begin(run: RunState, index: number, decision: Decision): Draft {
  const { request } = run
  const candidate = candidateAt(run, index) as Candidate
  const draft: Partial<Draft> = {
    event: 'model_fallback_decision',
    tags: ['error_handling', 'model_fallback', decision],
  }
  if (request.runId !== null) draft.runId = request.runId
  if (request.sessionId !== null) draft.sessionId = request.sessionId
  if (request.lane !== null) draft.lane = request.lane
  draft.decision = decision
  draft.requestedProvider = request.requested.provider
  draft.requestedModel = request.requested.model
  draft.candidateProvider = candidate.provider
  draft.candidateModel = candidate.model
  if (request.policy.run.records.routes) {
    draft.candidateRouteOrigin = candidate.origin
    draft.candidateRouteResolution = 'resolved'
  }
  draft.attempt = index + 1
  draft.total = request.chain.candidates.length
  return draft as Draft
}

function addObservation(draft: Draft, observation: ErrorObservation): void {
  Object.assign(draft, observation)
}

function addStepFrom(run: RunState, draft: Draft, index: number, observation: ErrorObservation): void {
  const next = candidateAfter(run, index)
  draft.fallbackStepType = 'fallback_step'
  draft.fallbackStepFromModel = `${draft.candidateProvider}/${draft.candidateModel}`
  if (next) draft.fallbackStepToModel = modelName(next)
  if (draft.reason !== undefined) draft.fallbackStepFromFailureReason = draft.reason
  draft.fallbackStepFromFailureDetail = observation.providerErrorMessagePreview ?? observation.errorPreview
  draft.fallbackStepChainPosition = index + 1
  draft.fallbackStepFinalOutcome = next ? 'next_fallback' : 'chain_exhausted'
}

function finish(run: RunState, draft: Draft, index: number, namesNext: boolean): void {
  const { request } = run
  const next = namesNext ? candidateAfter(run, index) : undefined
  if (next) {
    draft.nextCandidateProvider = next.provider
    draft.nextCandidateModel = next.model
    if (request.policy.run.records.routes) {
      draft.nextCandidateRouteOrigin = next.origin
      draft.nextCandidateRouteResolution = 'resolved'
    }
  }
  draft.isPrimary = index === 0
  draft.requestedModelMatched =
    draft.candidateProvider === request.requested.provider && draft.candidateModel === request.requested.model
  draft.fallbackConfigured = request.chain.candidates.length > 1
}

function previousAttempt({ record, observation }: Attempt): PreviousAttempt {
  const { provider, model, reason, status, code } = record
  return {
    provider,
    model,
    reason,
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
    ...observation,
  }
}
