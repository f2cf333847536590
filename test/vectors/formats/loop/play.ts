import {
  CALL_FAILURE,
  candidateChain,
  createRotation,
  effectiveStore,
  EMPTY_MEMORY,
  readAuthStore,
  readFailoverConfig,
  RESULT_FLAW,
  simulate,
  skipTtl,
  type FailoverReason,
  type Policy,
  type ProviderCall,
  type RunRelease,
  type RunRequest,
  type ScriptedOutcome,
  type Simulation,
  type World,
} from '../../../../shared/engine/index.ts'
import { classifierOf, POLICY_OF } from './releases.ts'
import { runsOf, type LoopScenario, type ScenarioRun, type ScriptStep } from './scenario.ts'

/** Where the recording had no clock of its own. */
const WALL_CLOCK_MS = 1_780_000_000_000
/** The recordings of the inner run shortened every wait. */
const WAIT_SHORTENED_BY = 60
const EMPTY_REPLY = "⚠️ Agent couldn't generate a response. Please try again."

export function isInner({ level }: LoopScenario): boolean {
  return level.startsWith('inner-run')
}

/** Plays the runs of a scenario one after the other, as a release does. */
export function play(scenario: LoopScenario, release: RunRelease): readonly Simulation[] {
  const policy = POLICY_OF[release]
  const simulations: Simulation[] = []
  let world: World | null = null
  for (const run of runsOf(scenario)) {
    const nowMs = typeof run.now === 'number' ? run.now : WALL_CLOCK_MS
    const places = new Map<string, number>()
    for (let turn = 0; turn < (run.request.turns ?? 1); turn++) {
      const start: World = world
        ? { ...world, nowMs: Math.max(nowMs, world.nowMs) }
        : { nowMs, rotation: rotationOf(scenario, policy, nowMs), memory: EMPTY_MEMORY, session: null }
      const script = (call: ProviderCall): ScriptedOutcome => nextStep(run, call, places, isInner(scenario))
      const request = requestOf(scenario, run, policy)
      const simulation: Simulation = simulate(request, classifierOf(release), start, script, {
        lengthOfWait: ({ lengthMs, floorMs }) => Math.max(lengthMs, floorMs) / WAIT_SHORTENED_BY,
      })
      simulations.push(simulation)
      world = simulation.world
    }
  }
  return simulations
}

function requestOf(scenario: LoopScenario, { request }: ScenarioRun, policy: Policy): RunRequest {
  const requested = { provider: request.provider, model: request.model }
  const fallbacksOverride = request.fallbacksOverride ?? null
  return {
    policy,
    chain: candidateChain(readFailoverConfig(scenario.config), { agentId: null, requested, fallbacksOverride }, policy),
    requested,
    scope: null,
    runId: request.runId ?? null,
    sessionId: request.sessionId ?? null,
    sessionKey: request.sessionKey ?? null,
    lane: request.lane ?? null,
    userPin: request.userLockedAuthProfileId ?? null,
    preferredProfileId: null,
    skipTtlMs: skipTtl(scenario.env?.['OPENCLAW_FALLBACK_SKIP_TTL_MS'], policy.run.skipCache),
    profiles: isInner(scenario) ? 'machine' : 'caller',
    mayPersist: false,
    probesOrigin: false,
    selectedModel: null,
    isGroupChat: false,
  }
}

/** Stores of the inner run hold no keys and times relative to now. */
function rotationOf({ store, config, level }: LoopScenario, policy: Policy, nowMs: number): World['rotation'] {
  if (store === null) return null
  const document = level.startsWith('inner-run') ? completed(store, nowMs) : store
  const read = readAuthStore(document, undefined, policy.order)
  return createRotation(policy, readFailoverConfig(config), effectiveStore(null, read, policy.order))
}

function completed(store: Readonly<Record<string, unknown>>, nowMs: number): Record<string, unknown> {
  const entries = (key: string): [string, Record<string, unknown>][] =>
    Object.entries((store[key] ?? {}) as Record<string, Record<string, unknown>>)
  const shift = (value: unknown, field: string): unknown =>
    typeof value === 'number' && /Until$|At$/.test(field) ? nowMs + value : value
  return {
    ...store,
    profiles: Object.fromEntries(entries('profiles').map(([id, profile]) => [id, { key: 'example', ...profile }])),
    usageStats: Object.fromEntries(
      entries('usageStats').map(([id, stats]) => [
        id,
        Object.fromEntries(Object.entries(stats).map(([field, value]) => [field, shift(value, field)])),
      ]),
    ),
  }
}

/** Scripts go by candidate, or by profile or provider; the last step of a profile repeats. */
function nextStep(
  { providerScript }: ScenarioRun,
  { provider, model, profileId }: ProviderCall,
  places: Map<string, number>,
  repeatsLast: boolean,
): ScriptedOutcome {
  const key = [profileId ?? '', provider, `${provider}/${model}`].find((name) => name in providerScript)
  const steps = key === undefined ? [] : (providerScript[key] ?? [])
  const place = places.get(key ?? '') ?? 0
  places.set(key ?? '', place + 1)
  const step = steps[repeatsLast ? Math.min(place, steps.length - 1) : place]
  if (!step) return failed({ message: `script exhausted for ${provider}/${model}` })
  return outcomeOf(step, repeatsLast)
}

function failed(facts: Partial<typeof CALL_FAILURE>): ScriptedOutcome {
  return { kind: 'failed', failure: { ...CALL_FAILURE, ...facts } }
}

function outcomeOf(step: ScriptStep, isInnerRun: boolean): ScriptedOutcome {
  if (step.throw) return thrown(step)
  if (step.status !== undefined) return response(step.status, step)
  const value = step.ok ?? ''
  const answered = { kind: 'answered', value, isEmpty: false, flaw: null, stopReason: null } as const
  if (isInnerRun && value === '')
    return {
      ...answered,
      isEmpty: true,
      flaw: flawOf({ message: EMPTY_REPLY, reason: 'format', code: 'incomplete_result' }),
    }
  return step.classify ? { ...answered, flaw: flawOf(step.classify) } : answered
}

function flawOf(classify: NonNullable<ScriptStep['classify']>): typeof RESULT_FLAW {
  return {
    ...RESULT_FLAW,
    message: classify.message,
    reason: (classify.reason ?? null) as FailoverReason | null,
    code: classify.code ?? null,
    status: classify.status ?? null,
    keepPriority: classify.preserveResultOnExhaustion ? (classify.preserveResultPriority ?? 0) : null,
  }
}

function thrown({ throw: error, abortCaller }: ScriptStep): ScriptedOutcome {
  const kind = error?.kind
  const message = error?.message ?? ''
  if (kind === 'liveSwitch')
    return {
      kind: 'switch_requested',
      provider: error?.provider ?? '',
      model: error?.model ?? '',
      isOtherRuntime: false,
    }
  const isAbort = kind === 'abort' || kind === 'timeoutAbort'
  const name = isAbort
    ? 'AbortError'
    : kind === 'timeoutError'
      ? 'TimeoutError'
      : kind === 'failover'
        ? 'FailoverError'
        : 'Error'
  if (abortCaller)
    return { kind: 'stopped', reason: 'caller_signal_aborted', name, message, status: error?.status ?? null }
  return failed({
    name,
    message,
    status: error?.status ?? null,
    code: error?.code ?? null,
    ...(kind === 'failover'
      ? { reason: (error?.reason ?? null) as FailoverReason | null, rawError: error?.rawError ?? null }
      : {}),
    ...(kind === 'timeoutAbort' ? { cause: { name: 'TimeoutError', message: 'timed out' } } : {}),
  })
}

/** As the client library words a failed response. */
function response(status: number, { body, headers }: ScriptStep): ScriptedOutcome {
  const error = body?.error
  return failed({
    status,
    message: `${status} ${error?.message ?? ''}`,
    headers: headers ?? null,
    cause: error,
  })
}
