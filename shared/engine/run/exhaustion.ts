import { chainSoonestExpiry } from './candidate-profiles.ts'
import { perform, type RunView, type Step } from './effects.ts'
import { modelName, observe, type Attempt, type RunState } from './run-state.ts'
import { suspensionOf } from './suspension.ts'
import type { RunError, RunResult } from './types.ts'

export const NO_DETAIL: RunError = {
  name: 'Error',
  message: '',
  isSummary: false,
  reason: null,
  provider: null,
  model: null,
  status: null,
  code: null,
  soonestExpiryMs: null,
}

/** The end of a run that an error leaves as it is. */
export function thrown(run: RunState, error: RunError): RunResult {
  return { kind: 'failed', error, attempts: run.attempts.map(({ record }) => record), steps: run.steps }
}

/**
 * The end of a chain that nobody answered: the best of the results that were found wanting; or, after a single attempt,
 * its own error; or a summary of all, with the time at which the first candidate returns (R02, R49, R51).
 */
export function* exhaust(run: RunState): Step<RunResult> {
  const { attempts, kept, lastError, request } = run
  const rules = request.policy.run.exhaustion
  const records = attempts.map(({ record }) => record)
  if (kept && rules.preservesResults && attempts.every(({ isClassified }) => isClassified)) {
    const { provider, model, profileId, value } = kept
    return { kind: 'exhausted', provider, model, profileId, value, attempts: records, steps: run.steps }
  }
  if (attempts.length <= 1 && lastError) {
    const last = run.steps.at(-1)
    if (last)
      run.steps[run.steps.length - 1] = { ...last, outcome: attempts[0]?.isClassified ? 'classified' : 'thrown' }
    return thrown(run, lastError)
  }
  const view = yield* observe()
  const error = summary(run, view)
  if (request.sessionId !== null) {
    const last = request.chain.candidates.at(-1)
    const suspension = suspensionOf('circuit_open', last ?? request.requested, error.message, view.nowMs)
    yield* perform({ kind: 'suspend_session', sessionId: request.sessionId, suspension })
  }
  return thrown(run, error)
}

function summary({ attempts, lastError, request }: RunState, { rotation, nowMs }: RunView): RunError {
  const rules = request.policy.run.exhaustion
  const count = attempts.length === 0 ? request.chain.candidates.length : attempts.length
  const isSignIn = lastError?.reason === 'auth' || lastError?.reason === 'auth_permanent'
  const login =
    rules.tellsLogin && isSignIn && lastError.provider !== null
      ? `. Re-authenticate with: openclaw models auth login --provider '${lastError.provider}' --force`
      : ''
  const last = rules.carriesLastAttempt ? attempts.at(-1)?.record : undefined
  return {
    name: rules.errorName,
    message: `All models failed (${count}): ${attempts.map(attemptText).join(' | ')}${login}`,
    isSummary: true,
    reason: last?.reason ?? null,
    provider: last?.provider ?? null,
    model: last?.model ?? null,
    status: last?.status ?? null,
    code: last?.code ?? null,
    soonestExpiryMs: rotation ? chainSoonestExpiry(rotation, request, nowMs) : null,
  }
}

function attemptText({ record }: Attempt): string {
  return `${modelName(record)}: ${record.error} (${record.reason})`
}
