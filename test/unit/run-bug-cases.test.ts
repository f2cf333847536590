import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  agentChain,
  answer,
  CALL_FAILURE,
  failure,
  fallbacksOverride,
  isAllowedModel,
  parseModelRef,
  planRun,
  POLICIES,
  readFailoverConfig,
  readSessionEntry,
  refinePolicy,
  rollBackOverride,
  EMPTY_SESSION,
  overrideFields,
  persistOverride,
  selectedModel,
  selectionKind,
  selectModel,
  shadowedFallbacks,
  simulate,
  spawnedSelection,
  switchDecision,
  type PlanInput,
  type ScriptedOutcome,
  type SessionEntry,
  type Simulation,
} from '../../shared/engine/index.ts'
import { classify, NOW_MS, PLAN_INPUT, requestOf, scriptOf, worldOf, type RequestFacts } from '../support/run-world.ts'

/** Public reports of this system and of comparable ones: areas fallback, session and oauth, as far as the engine decides. */

const CURRENT = POLICIES['openclaw-2026.9']
const OWN = POLICIES['docs-2026.7']
const down = failure({ status: 402, message: '402 insufficient credits' })

const PLAN: PlanInput = { ...PLAN_INPUT, runId: 'run', sessionId: 'session', profiles: 'caller' }

function play(facts: RequestFacts, outcomes: Readonly<Record<string, ScriptedOutcome>>): Simulation {
  const config = facts.config ?? undefined
  const world = worldOf({ ...(facts.policy ? { policy: facts.policy } : {}), config, session: {} })
  return simulate(requestOf({ profiles: 'caller', ...facts }), classify, world, scriptOf(outcomes))
}

const called = ({ recording }: Simulation): string[] =>
  recording.calls.map(({ call }) => `${call.provider}/${call.model}`)

function planned(config: unknown, input: Partial<PlanInput>, policy = CURRENT): ReturnType<typeof planRun> {
  const { rotation, memory } = worldOf({ policy, config })
  if (!rotation) throw new Error('a world of a test has a store')
  return planRun(rotation, { ...PLAN, ...input }, memory, NOW_MS)
}

const chainOf = ({ request }: ReturnType<typeof planRun>): string[] =>
  request.chain.candidates.map(({ provider, model }) => `${provider}/${model}`)

describe('fallback', () => {
  test('FB-02: a switch that names a later candidate jumps straight to it', () => {
    const config = { agents: { defaults: { model: { primary: 'p/A', fallbacks: ['p/B', 'p/C', 'p/D'] } } } }
    const toLast: ScriptedOutcome = { kind: 'switch_requested', provider: 'p', model: 'D', isOtherRuntime: false }
    const run = play({ config, requested: { provider: 'p', model: 'A' } }, { 'p/A': toLast })
    expect(called(run)).toEqual(['p/A', 'p/D'])
  })

  test('FB-03: a switch of the user to a model outside the chain is no failure of the current one', () => {
    const away: ScriptedOutcome = { kind: 'switch_requested', provider: 'x', model: 'y', isOtherRuntime: false }
    const run = play(
      { config: { agents: { defaults: { model: 'p/A' } } }, requested: { provider: 'p', model: 'A' } },
      { p: away },
    )
    expect(run.result).toMatchObject({ kind: 'failed', error: { name: 'LiveSessionModelSwitchError', reason: null } })
    expect(run.records).toEqual([])
    const session: SessionEntry = {
      ...EMPTY_SESSION,
      overrideProvider: 'x',
      overrideModel: 'y',
      overrideSource: 'user',
      isSwitchPending: true,
    }
    const running = { provider: 'p', model: 'A', profileId: null, pinSource: null }
    expect(switchDecision(session, running, true)).toMatchObject({
      action: 'restart',
      provider: 'x',
      model: 'y',
      clearsPending: true,
    })
  })

  test('FB-04: no target twice for one request, and each leaves a bounded amount of log', () => {
    const config = { agents: { defaults: { model: { primary: 'p/A', fallbacks: ['p/B', 'p/A', 'p/B', 'P/A'] } } } }
    const broken = failure({ status: 400, message: `400 ${'malformed '.repeat(100_000)}` })
    const run = play({ config, requested: { provider: 'p', model: 'A' } }, { p: broken })
    expect(called(run)).toEqual(['p/A', 'p/B'])
    expect(JSON.stringify(run.records).length).toBeLessThan(100_000)
  })

  test('FB-05: an exhausted chain ends with the real cause, and starts no retries again', () => {
    const config = { agents: { defaults: { model: { primary: 'p/A', fallbacks: ['p/B'] } } } }
    const run = play(
      { config, requested: { provider: 'p', model: 'A' } },
      { 'p/A': down, 'p/B': failure({ status: 404, message: '404 no such model' }) },
    )
    expect(called(run)).toEqual(['p/A', 'p/B'])
    expect(run.result).toMatchObject({
      kind: 'failed',
      error: { isSummary: true, reason: 'model_not_found', status: 404 },
    })
    const alone = play({ config, requested: { provider: 'p', model: 'A' }, fallbacksOverride: [] }, { p: down })
    expect(alone.result).toMatchObject({ error: { isSummary: false, message: '402 insufficient credits' } })
  })

  test('FB-06: a model of the agent is strict unless it brings fallbacks, and providers are no candidates', () => {
    const config = readFailoverConfig({
      agents: {
        defaults: { model: { primary: 'p/a', fallbacks: ['q/b'] } },
        list: [
          { id: 'm1', model: 'r/c' },
          { id: 'm2', model: { primary: 'r/c' } },
          { id: 'm3', model: { primary: 'r/c', fallbacks: ['q/b'] } },
          { id: 'm4' },
        ],
      },
      models: { providers: { 'probe-only': { models: [{ id: 'x' }] } } },
    })
    const chains = ['m1', 'm2', 'm3', 'm4'].map((id) =>
      agentChain(config, id, CURRENT).candidates.map(({ provider, model }) => `${provider}/${model}`),
    )
    expect(chains).toEqual([['r/c'], ['r/c'], ['r/c', 'q/b'], ['p/a', 'q/b']])
  })

  test('FB-07: a model written as a text has no fallbacks, and it is known which list it puts out of use', () => {
    const alone = readFailoverConfig({ agents: { defaults: { model: 'anthropic/claude-opus-4-7' } } })
    expect(agentChain(alone, 'main', CURRENT).candidates).toMatchObject([{ model: 'claude-opus-4-7' }])
    const shadowing = readFailoverConfig({
      agents: {
        defaults: { model: { primary: 'p/a', fallbacks: ['q/b'] } },
        list: [{ id: 'ops', model: 'r/c' }, { id: 'free' }],
      },
    })
    expect(shadowedFallbacks(shadowing, 'ops')).toEqual(['q/b'])
    expect(shadowedFallbacks(shadowing, 'free')).toEqual([])
  })

  test('FB-09: the list of a job wins, an empty one is strict, none inherits', () => {
    const config = {
      agents: {
        defaults: { model: { primary: 'p/main', fallbacks: ['z/z'] } },
        list: [{ id: 'main', model: { primary: 'p/main', fallbacks: ['p/y'] } }],
      },
    }
    const model = { provider: 'p', model: 'm' }
    const chains = [['p/x'], [], null].map((fallbacks) => chainOf(planned(config, { job: { model, fallbacks } })))
    expect(chains).toEqual([['p/m', 'p/x'], ['p/m'], ['p/m', 'p/y']])
  })

  test('FB-10: without configured fallbacks the primary of the agent is not hidden behind a job', () => {
    const config = { agents: { defaults: { model: 'anthropic/claude-opus-4-6' } } }
    const model = { provider: 'anthropic', model: 'claude-haiku-4-5' }
    expect(chainOf(planned(config, { job: { model, fallbacks: null } }))).toEqual(['anthropic/claude-haiku-4-5'])
  })

  test('FB-11: a job model that may not be selected is left out with a note, and the job runs on the default', () => {
    const config = {
      agents: { defaults: { model: { primary: 'p/a', fallbacks: ['q/b'] }, modelPolicy: { allow: ['p/a'] } } },
    }
    const plan = planned(config, { job: { model: { provider: 'p', model: 'removed' }, fallbacks: null } })
    expect(chainOf(plan)).toEqual(['p/a', 'q/b'])
    expect(plan.refusedModel).toEqual({ provider: 'p', model: 'removed' })
  })

  test('FB-12: only what is configured is a candidate', () => {
    const config = { agents: { defaults: { model: { primary: 'minimax-portal/MiniMax-M2.7', fallbacks: [] } } } }
    expect(chainOf(planned(config, {}))).toEqual(['minimax-portal/MiniMax-M2.7'])
  })

  test('FB-14: an empty stop is a failure that advances; silence on purpose is not', () => {
    const nothing: ScriptedOutcome = { kind: 'answered', value: '', isEmpty: true, flaw: null, stopReason: null }
    const empty = play({}, { one: nothing })
    expect(empty.result).toMatchObject({ kind: 'completed', provider: 'two' })
    expect(empty.result.attempts).toMatchObject([{ reason: 'empty_response' }])
    const silent = play({}, { one: answer('') })
    expect(silent.result).toMatchObject({ kind: 'completed', provider: 'one' })
  })

  test('FB-15: a format error of our own history ends the run as a failure, without going round', () => {
    const blank = failure({
      status: 400,
      message:
        '400 The text field in the ContentBlock object at messages.2.content.0 is blank. Add text to the text field, and try again.',
    })
    const run = play({}, { one: blank, two: blank, three: blank })
    expect(run.result.kind).toBe('failed')
    expect(run.result.attempts.map(({ reason }) => reason)).toEqual(['format', 'format', 'format'])
    expect(called(run)).toEqual(['one/m1', 'two/m2', 'three/m3'])
  })

  test('FB-16: a request that is too large does not advance, and the step says that this was the reason', () => {
    const large = failure({ status: 413, message: '413 request_too_large: Request exceeds the maximum size' })
    const run = play({}, { one: large })
    expect(called(run)).toEqual(['one/m1'])
    expect(run.result.steps).toMatchObject([{ outcome: 'thrown', reason: 'context_overflow', status: 413 }])
    expect(run.result.steps[0]?.ruleId).not.toBeNull()
  })

  test('FB-19: a long Retry-After is not slept through: one rotation, then the next model', () => {
    const later = failure({ status: 429, message: '429 Too Many Requests', headers: { 'retry-after': '3600' } })
    const run = play({ profiles: 'machine' }, { one: later })
    expect(run.recording.waitsEndedAtMs).toEqual([])
    expect(run.recording.calls.map(({ call }) => call.profileId)).toEqual(['one:a', 'one:b', 'two:a'])
  })

  test('FB-22: overload rotates once without a wait by default, and both are configurable', () => {
    const busy = failure({ status: 529, message: '529 overloaded' })
    const profilesOf = (run: Simulation): (string | null)[] => [
      ...new Set(run.recording.calls.map(({ call }) => call.profileId)),
    ]
    const byDefault = play({ profiles: 'machine', policy: OWN }, { one: busy })
    expect(profilesOf(byDefault)).toEqual(['one:a', 'one:b', 'two:a'])
    const { policy } = refinePolicy(OWN, { overloadedProfileRotations: 2, overloadedBackoffMs: 250 })
    const refined = play({ profiles: 'machine', policy }, { one: busy })
    expect(profilesOf(refined)).toEqual(['one:a', 'one:b', 'one:c', 'two:a'])
    const extra = refined.recording.waitsEndedAtMs.length - byDefault.recording.waitsEndedAtMs.length
    expect(extra).toBe(2 + 2)
  })
})

describe('session', () => {
  const config = { agents: { defaults: { model: { primary: 'p/a', fallbacks: ['openai/gpt-5.4'] } } } }
  const auto = { providerOverride: 'q', modelOverride: 'b', modelOverrideSource: 'auto' }
  const origin = { modelOverrideFallbackOriginProvider: 'p', modelOverrideFallbackOriginModel: 'a' }

  test('SE-01: a selection of the user is exact: its failure is reported and no other model answers', () => {
    const session = readSessionEntry({
      providerOverride: 'ollama',
      modelOverride: 'qwen3.5:27b',
      modelOverrideSource: 'user',
    })
    const plan = planned(config, { session })
    const refused = failure({ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:11434' })
    const run = simulate(plan.request, classify, worldOf({ config, session }), scriptOf({ ollama: refused }))
    expect(run.result.kind).toBe('failed')
    expect(called(run)).toEqual(['ollama/qwen3.5:27b'])
    expect(plan.request.mayPersist).toBe(false)
  })

  test.each([
    { policy: 'docs-2026.4', rule: 'auto' },
    { policy: 'docs-2026.7', rule: 'origin_probe' },
    { policy: 'openclaw-2026.7', rule: 'origin_probe' },
    { policy: 'openclaw-2026.9', rule: 'origin_probe' },
  ] as const)('SE-02: an automatic choice ends as the generation has it: $policy', ({ policy, rule }) => {
    const session = readSessionEntry({ ...auto, ...origin })
    expect(planned(config, { session }, POLICIES[policy]).selection?.rule).toBe(rule)
  })

  test('SE-03: an automatic override without an origin is left over: it ends; one of the user stays', () => {
    const plan = planned(config, { session: readSessionEntry(auto) })
    expect(plan.selection).toMatchObject({ rule: 'stale_override', provider: 'p', model: 'a', clearsOverride: true })
    expect(plan.session).toMatchObject({ overrideModel: null, overrideSource: null })
    expect(
      planned(config, { session: readSessionEntry({ ...auto, modelOverrideSource: 'user' }) }).selection?.rule,
    ).toBe('user')
  })

  test('SE-05: what ran last selects nothing; an override without a source is the user’s', () => {
    const last = readSessionEntry({ modelProvider: 'google', model: 'gemini-3.1-pro-preview' })
    const legacy = readSessionEntry({ providerOverride: 'google', modelOverride: 'gemini-3.1-pro-preview' })
    expect(selectionKind(last, CURRENT.run.selection)).toBeNull()
    expect(selectionKind(legacy, CURRENT.run.selection)).toBe('legacy')
    expect(planned(config, { session: legacy }).fallbacks).toEqual({ override: [], rule: 'legacy' })
  })

  test('SE-07: a pending switch without a target does nothing and is named', () => {
    const session = readSessionEntry({ liveModelSwitchPending: true, modelProvider: 'xiaomi', model: 'mimo-v2.5' })
    const running = { provider: 'p', model: 'a', profileId: null, pinSource: null }
    expect(switchDecision(session, running, true).action).toBe('none')
    expect(planned(config, { session }).selection).toMatchObject({
      provider: 'p',
      model: 'a',
      anomalies: ['pending_switch_without_target'],
    })
  })

  test('SE-07: a fallback never asks for a switch', () => {
    const run = simulate(
      requestOf({ policy: OWN }),
      classify,
      worldOf({ policy: OWN, session: {} }),
      scriptOf({ one: down }),
    )
    expect(run.world.session).toMatchObject({ overrideSource: 'auto', isSwitchPending: false })
  })

  test('SE-09: a model that a spawned session has from the configuration is no choice of the user', () => {
    const child = spawnedSelection(EMPTY_SESSION, { provider: 'openai', model: 'gpt-5.6-sol' })
    expect(child.overrideSource).toBe('auto')
    const decision = fallbacksOverride(
      readFailoverConfig(config),
      { agentId: 'main', session: child, sessionKey: 'agent:main:subagent:1', job: null, isOneOff: false },
      CURRENT.run.selection,
    )
    expect(decision).toEqual({ override: ['openai/gpt-5.4'], rule: 'auto' })
  })

  test('SE-13: a write that was prepared from an older entry does not take back a selection made since', () => {
    const before = overrideFields(EMPTY_SESSION)
    const chosen = selectModel(EMPTY_SESSION, {
      provider: 'x',
      model: 'y',
      profileId: null,
      keepsPin: false,
      isRunActive: false,
    })
    expect(
      persistOverride(chosen, before, { ...before, overrideProvider: 'q', overrideModel: 'b', overrideSource: 'auto' }),
    ).toBeNull()
  })

  test('SE-14: a rollback of X leaves the selection Y that the user made meanwhile', () => {
    const before = overrideFields(EMPTY_SESSION)
    const after = { ...before, overrideProvider: 'q', overrideModel: 'X', overrideSource: 'auto' } as const
    const chosen = selectModel(
      { ...EMPTY_SESSION, ...after },
      { provider: 'q', model: 'Y', profileId: null, keepsPin: false, isRunActive: true },
    )
    expect(rollBackOverride(chosen, before, after)).toMatchObject({ overrideModel: 'Y', overrideSource: 'user' })
  })

  test('SE-17: eight digits behind @ belong to the model', () => {
    const model = 'vertex-ai_claude-haiku-4-5@20251001'
    expect(parseModelRef(`custom/${model}`)).toEqual({ provider: 'custom', model, profileId: null })
    expect(parseModelRef(`custom/${model}@work`)).toEqual({ provider: 'custom', model, profileId: 'work' })
  })

  test('SE-18: quantisation tags stay in the model', () => {
    const parsed = ['lmstudio/x/gemma@q8_0', 'lmstudio/x/gemma@4bit', 'lmstudio/x/gemma@q8_0@work'].map((text) =>
      parseModelRef(text),
    )
    expect(parsed).toEqual([
      { provider: 'lmstudio', model: 'x/gemma@q8_0', profileId: null },
      { provider: 'lmstudio', model: 'x/gemma@4bit', profileId: null },
      { provider: 'lmstudio', model: 'x/gemma@q8_0', profileId: 'work' },
    ])
  })

  test('SE-20: the list of allowed models is asked without the profile suffix, also for two slashes', () => {
    const written = readFailoverConfig({
      agents: { defaults: { modelPolicy: { allow: ['nvidia/moonshotai/kimi-k2.5'] } } },
    })
    const reference = parseModelRef('nvidia/moonshotai/kimi-k2.5@nvidia:default')
    expect(reference && isAllowedModel(written, null, reference, CURRENT.run.selection)).toBe(true)
    expect(isAllowedModel(written, null, { provider: 'nvidia', model: 'other' }, CURRENT.run.selection)).toBe(false)
  })

  test('SE-21: half an override is none, and it is named', () => {
    const session = readSessionEntry({ providerOverride: null, modelOverride: 'b', modelOverrideSource: 'auto' })
    const decision = selectedModel(
      {
        session,
        sessionKey: null,
        primary: { provider: 'p', model: 'a' },
        trigger: 'turn',
        heartbeatModel: null,
        nowMs: NOW_MS,
        originProbedAtMs: null,
      },
      CURRENT.run,
    )
    expect(decision).toMatchObject({ provider: 'p', model: 'a', rule: 'configured', anomalies: ['half_override'] })
  })
})

describe('oauth, as far as the engine decides', () => {
  const credentials = {
    'anthropic:manual': { type: 'api_key', provider: 'anthropic', key: 'x' },
    'anthropic:default': { type: 'api_key', provider: 'anthropic', key: 'x' },
    'anthropic:claude-cli': { type: 'oauth', provider: 'anthropic', access: 'x', refresh: 'x', expires: NOW_MS - 1 },
  }
  const firstCalled = (order: readonly string[]): string | null | undefined => {
    const config = { agents: { defaults: { model: 'anthropic/claude' } }, auth: { order: { anthropic: order } } }
    const world = worldOf({ config, credentials })
    const request = requestOf({ config, requested: { provider: 'anthropic', model: 'claude' } })
    const run = simulate(request, classify, world, scriptOf({}))
    return run.recording.calls[0]?.call.profileId
  }

  test('OA-09: an explicit order excludes what it does not name; an expired sign-in does not win by its type', () => {
    expect(firstCalled(['anthropic:manual', 'anthropic:default'])).toBe('anthropic:manual')
  })

  test('OA-10: and it puts a sign-in first where it names it first', () => {
    expect(firstCalled(['anthropic:claude-cli', 'anthropic:default'])).toBe('anthropic:claude-cli')
  })

  test('OA-05: a profile whose sign-in fails is followed by configured ones only', () => {
    const config = {
      agents: { defaults: { model: 'anthropic/claude' } },
      auth: { order: { anthropic: ['anthropic:manual', 'anthropic:default'] } },
    }
    const request = requestOf({ config, requested: { provider: 'anthropic', model: 'claude' } })
    const refused = failure({ ...CALL_FAILURE, status: 401, message: '401 refresh failed' })
    const run = simulate(request, classify, worldOf({ config, credentials }), scriptOf({ anthropic: refused }))
    expect(run.recording.calls.map(({ call }) => call.profileId)).toEqual(['anthropic:manual', 'anthropic:default'])
  })
})

test('every case of these areas is a test here, or belongs to a part that is not the engine', () => {
  const file = join(import.meta.dirname, '../vectors/bug-cases.json')
  const cases: readonly { id: string; area: string }[] = JSON.parse(readFileSync(file, 'utf8'))
  const own = cases.filter(({ area }) => ['fallback', 'session', 'oauth'].includes(area)).map(({ id }) => id)
  const source = readFileSync(import.meta.filename, 'utf8')
  // The refresh of a shared sign-in, what foreign expiry times mean to a reader, and how an expiry is worded.
  const elsewhere = ['OA-03', 'OA-07', 'OA-08']
  expect(own.filter((id) => !source.includes(`'${id}: `) && !elsewhere.includes(id))).toEqual([])
})
