import { STATUS_OF_REASON, type FailoverReason } from '../classification/failover-reason.ts'
import { skipKey, type Skip } from './admission.ts'
import type { CandidateCall, CandidateOutcome } from './candidate-call.ts'
import { perform, type RunView, type Step } from './effects.ts'
import { emit, emitDecision, skipSignal, stepSignal } from './emit.ts'
import { NO_DETAIL, thrown } from './exhaustion.ts'
import { failureDecision, skipDecision } from './fallback-decision.ts'
import { failureText, type CallFailure, type ResultFlaw } from './outcomes.ts'
import { redactSecrets } from '../classification/redact.ts'
import { candidateAfter, candidateAt, observe, observed, type Attempt, type RunState } from './run-state.ts'
import { stepOf } from './steps.ts'
import { suspensionOf, suspensionReason } from './suspension.ts'
import type { AttemptRecord, RunError, RunResult, FailureVerdict } from './types.ts'

/** What comes after a candidate: another, or the end. */
export type Turn =
  | { readonly kind: 'next'; readonly index: number }
  | { readonly kind: 'end'; readonly result: RunResult }

/** Passes over a candidate, keeping the reason like that of an attempt. */
export function* skipCandidate(run: RunState, index: number, skip: Skip, view: RunView): Step<void> {
  const { request } = run
  const candidate = candidateAt(run, index)
  if (!candidate) return
  const rules = request.policy.run.admission
  const attempt = addAttempt(run, candidate, {
    text: skip.text,
    reason: skip.reason,
    status: null,
    code: rules.skipCode,
    isClassified: false,
  })
  run.steps.push(
    stepOf(index, candidate, skip, null, { outcome: 'skipped', reason: skip.reason, code: rules.skipCode }),
  )
  yield* emitDecision(run, skipDecision(run, index, attempt, skip), view.memory, view.nowMs)
  if (!skip.suspends || request.sessionId === null) return
  const isLast = candidateAfter(run, index) === undefined
  const suspends = isLast || rules.suspendsEarly
  yield* emit(skipSignal(request, request.sessionId, candidate, skip.reason, suspends))
  if (!suspends) return
  const suspension = suspensionOf(suspensionReason(skip.reason), candidate, skip.text, view.nowMs)
  yield* perform({ kind: 'suspend_session', sessionId: request.sessionId, suspension })
}

/** A call that failed: either the chain ends with it, or the next candidate has its turn (R39, R40). */
export function* failCandidate(
  run: RunState,
  call: CandidateCall,
  outcome: Extract<CandidateOutcome, { kind: 'failed' }>,
): Step<Turn> {
  const { failure, verdict } = outcome
  const rules = run.request.policy.run.errors
  const original = originalError(failure)
  const isLast = candidateAfter(run, call.index) === undefined
  const leaves =
    !failure.mayFallBack ||
    verdict.stops !== null ||
    (verdict.reason === null && (isLast || (rules.stopsAtUnknownAbort && failure.name === 'AbortError')))
  if (leaves) {
    const isOverflow = verdict.stops === 'context_overflow' && rules.classifiesOverflow && failure.mayFallBack
    const error = isOverflow ? classifiedError(call, failure, verdict) : original
    const { reason, status, code } = error
    const facts = { outcome: 'thrown', reason, status, code, ruleId: verdict.ruleId } as const
    run.steps.push(stepOf(call.index, call.candidate, call.admission, outcome, facts))
    return { kind: 'end', result: thrown(run, error) }
  }
  if (verdict.reason === null) run.lastError = original
  else run.lastError = classifiedError(call, failure, verdict)
  return yield* recordFailure(run, call, outcome, {
    text: failureText(failure),
    reason: verdict.reason,
    status: run.lastError.status,
    code: failure.code,
    ruleId: verdict.ruleId,
    isClassified: false,
  })
}

/** A result that was found wanting: a failure, which may have been worth keeping (R41). */
export function* failFlawed(
  run: RunState,
  call: CandidateCall,
  outcome: Extract<CandidateOutcome, { kind: 'answered' }>,
  flaw: ResultFlaw,
): Step<Turn> {
  const { provider, model } = call.candidate
  const reason = flaw.reason ?? 'unknown'
  if (flaw.keepPriority !== null && (run.kept === null || flaw.keepPriority >= run.kept.priority))
    run.kept = { priority: flaw.keepPriority, provider, model, profileId: outcome.profileId, value: outcome.value }
  run.lastError = {
    ...NO_DETAIL,
    name: 'FailoverError',
    message: redactSecrets(flaw.message),
    reason,
    provider,
    model,
    status: flaw.status,
    code: flaw.code,
  }
  return yield* recordFailure(run, call, outcome, {
    text: failureText(flaw),
    reason,
    status: flaw.status,
    code: flaw.code,
    ruleId: null,
    isClassified: true,
  })
}

/**
 * The user switched the model while the candidate was called (R47): a later candidate is jumped to; an earlier one makes
 * this one a failure; a model outside the chain is the caller's affair or, in older releases, a failure too.
 */
export function* failSwitched(
  run: RunState,
  call: CandidateCall,
  outcome: Extract<CandidateOutcome, { kind: 'switch_requested' }>,
): Step<Turn> {
  const { candidate, index, admission } = call
  const rules = run.request.policy.run.errors
  const message = `Live session model switch requested: ${outcome.provider}/${outcome.model}`
  const target = run.request.chain.candidates.findIndex(
    ({ provider, model }) => provider === outcome.provider && model === outcome.model,
  )
  const isForeign = target === -1 && rules.handsBackForeignSwitch
  if (isForeign || (outcome.isOtherRuntime && rules.handsBackRuntimeSwitch)) {
    run.steps.push(stepOf(index, candidate, admission, outcome, { outcome: 'thrown' }))
    return { kind: 'end', result: thrown(run, { ...NO_DETAIL, name: 'LiveSessionModelSwitchError', message }) }
  }
  if (target > index) {
    run.steps.push(stepOf(index, candidate, admission, outcome, { outcome: 'live_switch_redirect' }))
    return { kind: 'next', index: target }
  }
  run.lastError = {
    ...NO_DETAIL,
    name: 'FailoverError',
    message,
    reason: 'unknown',
    provider: candidate.provider,
    model: candidate.model,
  }
  return yield* recordFailure(run, call, outcome, {
    text: message,
    reason: 'unknown',
    status: null,
    code: null,
    ruleId: null,
    isClassified: false,
  })
}

interface FailureFacts {
  readonly text: string
  /** null: no rule recognises it. */
  readonly reason: FailoverReason | null
  readonly status: number | null
  readonly code: string | null
  readonly ruleId: string | null
  readonly isClassified: boolean
}

function* recordFailure(
  run: RunState,
  call: CandidateCall,
  outcome: CandidateOutcome,
  facts: FailureFacts,
): Step<Turn> {
  const { candidate, index, admission } = call
  const { request } = run
  const reason = facts.reason ?? 'unknown'
  const attempt = addAttempt(run, candidate, { ...facts, reason })
  const { status, code, ruleId } = facts
  run.steps.push(stepOf(index, candidate, admission, outcome, { outcome: 'failed', reason, status, code, ruleId }))
  const rules = request.policy.run.admission
  if (admission.kind === 'probe' && admission.takesSlot && !rules.probeKeepers.includes(reason))
    run.usedProbes.add(candidate.provider)
  if (reason === 'tls_certificate' && rules.certificateExcludesProvider) run.excludedProviders.add(candidate.provider)
  const view = yield* observe()
  yield* rememberSignIn(run, call, outcome.profileId, reason, view.nowMs)
  yield* emitDecision(run, failureDecision(run, index, attempt, facts.reason !== null), view.memory, view.nowMs)
  const next = candidateAfter(run, index)
  if (next && request.sessionId !== null)
    yield* emit(stepSignal(request, request.sessionId, candidate, next, { reason, depth: index }))
  return { kind: 'next', index: index + 1 }
}

/** A fallback whose sign-in failed is passed over for a while, where that is switched on (R10). */
function* rememberSignIn(
  run: RunState,
  { candidate, index, profiles }: CandidateCall,
  profileId: string | null,
  reason: FailoverReason,
  nowMs: number,
): Step<void> {
  const { request } = run
  if (index === 0 || request.skipTtlMs === 0 || (reason !== 'auth' && reason !== 'auth_permanent')) return
  const key = skipKey(request, candidate, profileId ?? profiles?.ordered[0]?.profileId ?? null)
  if (key === null) return
  const entry = { reason, expiresAtMs: nowMs + request.skipTtlMs }
  yield* perform({ kind: 'remember', change: { kind: 'skip', key, entry, atMs: nowMs } })
}

function addAttempt(
  run: RunState,
  { provider, model }: { readonly provider: string; readonly model: string },
  facts: Pick<FailureFacts, 'text' | 'status' | 'code' | 'isClassified'> & { readonly reason: FailoverReason },
): Attempt {
  const record: AttemptRecord = {
    provider,
    model,
    error: redactSecrets(facts.text),
    reason: facts.reason,
    ...(facts.status === null ? {} : { status: facts.status }),
    ...(facts.code === null ? {} : { code: facts.code }),
  }
  const attempt: Attempt = { record, observation: observed(run, facts.text), isClassified: facts.isClassified }
  run.attempts.push(attempt)
  return attempt
}

function originalError({ name, message, status, code }: CallFailure): RunError {
  return { ...NO_DETAIL, name, message: redactSecrets(message), status, code }
}

/** A failure under the reason that a rule gave it; one that brought its reason says itself which status it has. */
function classifiedError(
  { candidate }: CandidateCall,
  { message, reason: brought, status, code }: CallFailure,
  { reason }: FailureVerdict,
): RunError {
  const known = reason !== null && brought === null ? (STATUS_OF_REASON[reason] ?? null) : null
  return {
    ...NO_DETAIL,
    name: 'FailoverError',
    message: redactSecrets(message),
    reason,
    provider: candidate.provider,
    model: candidate.model,
    status: status ?? known,
    code,
  }
}
