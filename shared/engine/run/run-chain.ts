import { redactSecrets } from '../classification/redact.ts'
import { admit, probeKey } from './admission.ts'
import { callOnce, type CandidateCall, type CandidateOutcome } from './candidate-call.ts'
import { candidateProfiles } from './candidate-profiles.ts'
import { perform, type RunView, type Step } from './effects.ts'
import { chainStopped, emit, emitDecision } from './emit.ts'
import { exhaust, NO_DETAIL, thrown } from './exhaustion.ts'
import { failCandidate, failFlawed, failSwitched, skipCandidate, type Turn } from './candidate-failure.ts'
import { probeDecision, successDecision } from './fallback-decision.ts'
import { candidateAt, observe, startRun, type RunState } from './run-state.ts'
import { concludeSession, rollBack, writeFallback } from './session-effects.ts'
import { stepOf } from './steps.ts'
import type { Classify, RunRequest, RunResult } from './types.ts'
import { walkProfiles } from './walk-profiles.ts'

/**
 * The failover machine: one request through its chain (R01, R02, R39–R44). It decides everything and does nothing itself:
 * it yields what it wants done and is resumed with the answer, so that a live run, a simulated one and a replayed one are
 * the same run. It ends after at most one turn for each candidate.
 */
export function* runChain(request: RunRequest, classify: Classify): Step<RunResult> {
  const run = startRun(request, classify)
  let index = 0
  for (let candidate = candidateAt(run, 0); candidate; candidate = candidateAt(run, index)) {
    if (run.excludedProviders.has(candidate.provider)) {
      index++
      continue
    }
    const view = yield* observe()
    const profiles = view.rotation ? candidateProfiles(view.rotation, request, candidate, view.nowMs) : null
    const admission = admit(candidate, index, profiles, {
      request,
      memory: view.memory,
      nowMs: view.nowMs,
      usedProbes: run.usedProbes,
    })
    if (admission.kind === 'skip') {
      yield* skipCandidate(run, index, admission, view)
      index++
      continue
    }
    const turn = yield* takeTurn(run, { candidate, index, admission, profiles }, view)
    if (turn.kind === 'end') return turn.result
    index = turn.index
  }
  return yield* exhaust(run)
}

function* takeTurn(run: RunState, call: CandidateCall, view: RunView): Step<Turn> {
  const { request } = run
  yield* announce(run, call, view)
  const written = yield* writeFallback(run, call, view)
  if (written === 'failed') {
    const { candidate, index, admission } = call
    run.steps.push(stepOf(index, candidate, admission, null, { outcome: 'thrown' }))
    return {
      kind: 'end',
      result: thrown(run, { ...NO_DETAIL, message: 'The fallback could not be written to the session.' }),
    }
  }
  const outcome = yield* request.profiles === 'machine' ? walkProfiles(run, call) : callOnce(run, call)
  yield* returnUnusedProbe(run, call, outcome, view)
  const turn = yield* settle(run, call, outcome, view)
  if (turn.kind !== 'end' || turn.result.kind !== 'completed') yield* rollBack(run, written)
  return turn
}

/** Marks what a probe or a try of the origin uses up, before it is made. */
function* announce(run: RunState, { candidate, index, admission }: CandidateCall, { nowMs }: RunView): Step<void> {
  const { request } = run
  if (admission.kind === 'probe') {
    if (admission.marksThrottle) {
      const key = probeKey(request.scope, candidate.provider)
      yield* perform({ kind: 'remember', change: { kind: 'probed', key, atMs: nowMs } })
    }
    yield* emit(probeDecision(run, index, admission))
  }
  if (index === 0 && request.probesOrigin && request.sessionKey !== null) {
    const key = originProbeKey(request.sessionKey, candidate)
    yield* perform({ kind: 'remember', change: { kind: 'origin_probed', key, atMs: nowMs } })
  }
}

/** Gives a marked probe back that told nothing about the provider: it was stopped, or its request was never sent. */
function* returnUnusedProbe(
  { request }: RunState,
  { candidate, admission }: CandidateCall,
  outcome: CandidateOutcome,
  { nowMs }: RunView,
): Step<void> {
  const isMarked = admission.kind === 'probe' && admission.marksThrottle
  if (!isMarked || !request.policy.run.admission.returnsUnusedProbes) return
  const isUnused = outcome.kind === 'stopped' || (outcome.kind === 'failed' && !outcome.failure.reachedProvider)
  if (!isUnused) return
  const key = probeKey(request.scope, candidate.provider)
  yield* perform({ kind: 'remember', change: { kind: 'probe_returned', key, atMs: nowMs } })
}

/** Under which the try of an origin is remembered. */
export function originProbeKey(
  sessionKey: string,
  { provider, model }: { readonly provider: string; readonly model: string },
): string {
  return `${sessionKey} ${provider}/${model}`
}

function* settle(run: RunState, call: CandidateCall, outcome: CandidateOutcome, view: RunView): Step<Turn> {
  const { candidate, index, admission } = call
  switch (outcome.kind) {
    case 'answered':
      if (outcome.flaw) return yield* failFlawed(run, call, outcome, outcome.flaw)
      return yield* succeed(run, call, outcome, view)
    case 'failed':
      return yield* failCandidate(run, call, outcome)
    case 'switch_requested':
      return yield* failSwitched(run, call, outcome)
    case 'stopped': {
      const { reason, name, message, status } = outcome
      if (reason !== null && run.request.policy.run.errors.recordsStops)
        yield* emit(chainStopped(run.request, candidate, reason, name))
      run.steps.push(stepOf(index, candidate, admission, outcome, { outcome: 'thrown', status }))
      return { kind: 'end', result: thrown(run, { ...NO_DETAIL, name, message: redactSecrets(message), status }) }
    }
  }
}

function* succeed(
  run: RunState,
  { candidate, index, admission }: CandidateCall,
  outcome: Extract<CandidateOutcome, { kind: 'answered' }>,
  view: RunView,
): Step<Turn> {
  const { request } = run
  if (outcome.stopReason !== null && request.chain.candidates.length > 1 && request.policy.run.errors.recordsStops)
    yield* emit(chainStopped(request, candidate, outcome.stopReason, null))
  if (index > 0 || run.attempts.length > 0 || admission.kind === 'probe')
    yield* emitDecision(run, successDecision(run, index, candidate), view.memory, outcome.endedAtMs)
  run.steps.push(stepOf(index, candidate, admission, outcome, { outcome: 'succeeded' }))
  yield* concludeSession(run, index, candidate)
  const { provider, model } = candidate
  const { profileId, value } = outcome
  const attempts = run.attempts.map(({ record }) => record)
  return {
    kind: 'end',
    result: { kind: 'completed', provider, model, profileId, value, attempts, steps: run.steps },
  }
}
