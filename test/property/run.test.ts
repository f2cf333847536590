import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  failure,
  OVERRIDE_FIELDS,
  planRun,
  POLICIES,
  POLICY_IDS,
  replay,
  RESULT_FLAW,
  rollBackOverride,
  runChain,
  selectionKind,
  simulate,
  type PlanInput,
  type ProviderCall,
  type RunEffect,
  type RunPlan,
  type RunReply,
  type ScriptedOutcome,
  type SessionEntry,
  type World,
} from '../../shared/engine/index.ts'
import { classify, NOW_MS, worldOf } from '../support/run-world.ts'

/** What holds for every run, whatever the providers answer and whatever the store and the session look like. */

const PROFILES = ['one:a', 'one:b', 'two:a', 'two:b', 'three:a']
const MODELS = ['one/m1', 'one/m9', 'two/m2', 'three/m3', 'four/m4']

const outcome: fc.Arbitrary<ScriptedOutcome> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constant<ScriptedOutcome>({
      kind: 'answered',
      value: 'x',
      isEmpty: false,
      flaw: null,
      stopReason: null,
    }),
  },
  {
    weight: 6,
    arbitrary: fc
      .record({
        status: fc.constantFrom(400, 401, 402, 404, 408, 413, 429, 500, 503, 529, null),
        message: fc.constantFrom('', 'invalid api key', 'quota exceeded', 'maximum context length', 'try again in 5h'),
        tookMs: fc.nat({ max: 90_000 }),
        mayFallBack: fc.oneof(
          { weight: 9, arbitrary: fc.constant(true) },
          { weight: 1, arbitrary: fc.constant(false) },
        ),
        name: fc.constantFrom('Error', 'AbortError', 'TimeoutError'),
      })
      .map(({ tookMs, ...facts }) => failure(facts, tookMs)),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ reason: fc.constantFrom('format', null), keepPriority: fc.constantFrom(null, 0, 1) })
      .map((facts): ScriptedOutcome => ({
        kind: 'answered',
        value: 'partial',
        isEmpty: false,
        flaw: { ...RESULT_FLAW, message: 'incomplete', ...facts },
        stopReason: null,
      })),
  },
  {
    weight: 1,
    arbitrary: fc.constant<ScriptedOutcome>({
      kind: 'answered',
      value: '',
      isEmpty: true,
      flaw: { ...RESULT_FLAW },
      stopReason: null,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...MODELS).map((name): ScriptedOutcome => {
      const [provider = '', model = ''] = name.split('/')
      return { kind: 'switch_requested', provider, model, isOtherRuntime: false }
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constant<ScriptedOutcome>({
      kind: 'stopped',
      reason: 'caller_signal_aborted',
      name: 'AbortError',
      message: '',
      status: null,
    }),
  },
)

const until = fc.integer({ min: NOW_MS - 1000, max: NOW_MS + 400_000 })
const usage = fc.record(
  {
    cooldownUntil: until,
    cooldownReason: fc.constantFrom('rate_limit', 'timeout', 'auth', 'model_not_found', 'overloaded'),
    cooldownModel: fc.constantFrom('m1', 'm2'),
    disabledUntil: until,
    disabledReason: fc.constantFrom('billing', 'auth_permanent'),
    blockedUntil: until,
    failureCounts: fc.constant({ rate_limit: 2 }),
  },
  { requiredKeys: [] },
)
const pair = fc.constantFrom(...MODELS, null).map((name) => {
  const [provider = null, model = null] = name?.split('/') ?? []
  return { provider, model }
})
const session = fc
  .record({
    override: pair,
    origin: pair,
    overrideSource: fc.constantFrom('user', 'auto', 'default', null),
    pinProfileId: fc.constantFrom(...PROFILES, 'one:gone', null),
    pinSource: fc.constantFrom('user', 'auto', null),
    isSelectionLocked: fc.boolean(),
  })
  .map(({ override, origin, overrideSource, pinProfileId, pinSource, isSelectionLocked }): Partial<SessionEntry> => ({
    overrideProvider: override.provider,
    overrideModel: override.model,
    overrideSource,
    originProvider: origin.provider,
    originModel: origin.model,
    pinProfileId,
    pinSource,
    isSelectionLocked,
  }))

const scenario = fc.record({
  policy: fc.constantFrom(...POLICY_IDS).map((id) => POLICIES[id]),
  fallbacks: fc.array(fc.constantFrom(...MODELS), { maxLength: 4 }),
  usageStats: fc.dictionary(fc.constantFrom(...PROFILES), usage),
  session: fc.option(session, { nil: null }),
  outcomes: fc.array(outcome, { minLength: 1, maxLength: 24 }),
  profiles: fc.constantFrom('machine' as const, 'caller' as const),
  skipTtlMs: fc.constantFrom(0, 60_000),
  isOneOff: fc.boolean(),
  job: fc.option(fc.record({ model: fc.constant(null), fallbacks: fc.option(fc.array(fc.constantFrom(...MODELS))) })),
})
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never

interface Prepared {
  readonly plan: RunPlan
  readonly world: World
  script(call: ProviderCall, index: number): ScriptedOutcome
}

function prepare(input: Scenario): Prepared {
  const config = { agents: { defaults: { model: { primary: 'one/m1', fallbacks: input.fallbacks } } } }
  const world = worldOf({ ...input, config, profileIds: PROFILES })
  const planInput: PlanInput = {
    agentId: 'main',
    scope: null,
    runId: 'run',
    sessionId: 'session',
    sessionKey: 'agent:main:main',
    lane: null,
    session: world.session,
    isNewSession: false,
    isGroupChat: false,
    trigger: 'turn',
    heartbeatModel: null,
    job: input.job,
    oneOff: input.isOneOff ? { provider: 'one', model: 'm1' } : null,
    skipTtlMs: input.skipTtlMs,
    profiles: input.profiles,
  }
  if (!world.rotation) throw new Error('a world of a test has a store')
  const plan = planRun(world.rotation, planInput, world.memory, world.nowMs)
  return {
    plan,
    world: { ...world, session: plan.session ?? world.session },
    script: (_call, index) => input.outcomes[index % input.outcomes.length] as ScriptedOutcome,
  }
}

const simulated = (input: Scenario): { prepared: Prepared; simulation: ReturnType<typeof simulate> } => {
  const prepared = prepare(input)
  return { prepared, simulation: simulate(prepared.plan.request, classify, prepared.world, prepared.script) }
}

/** Drives a run and lists every effect, in order. */
function effectsOf(input: Scenario): { effects: RunEffect[]; prepared: Prepared } {
  const prepared = prepare(input)
  const effects: RunEffect[] = []
  const machine = runChain(prepared.plan.request, classify)
  let calls = 0
  let { nowMs } = prepared.world
  let turn = machine.next(null)
  while (!turn.done) {
    const effect = turn.value
    effects.push(effect)
    let reply: RunReply = null
    if (effect.kind === 'observe') reply = { ...prepared.world, nowMs }
    else if (effect.kind === 'call') {
      const { tookMs, ...scripted } = prepared.script(effect.call, calls++)
      nowMs += tookMs ?? 0
      reply = { ...scripted, endedAtMs: nowMs }
    } else if (effect.kind === 'persist_override') reply = 'written'
    else if (effect.kind === 'record_profile')
      reply = { stats: null, ignored: 'no_record', windows: [], counters: null, times: [] }
    turn = machine.next(reply)
  }
  return { effects, prepared }
}

describe('every run', () => {
  test('ends, after at most one turn for each candidate', () =>
    fc.assert(
      fc.property(scenario, (input) => {
        const { prepared, simulation } = simulated(input)
        const { length } = prepared.plan.request.chain.candidates
        expect(simulation.result.steps.length).toBeLessThanOrEqual(length)
        const attempts = simulation.result.steps.map(({ attempt }) => attempt)
        expect(attempts).toEqual([...new Set(attempts)].toSorted((a, b) => a - b))
      }),
    ))

  test('calls no provider for a candidate that it skips', () =>
    fc.assert(
      fc.property(scenario, (input) => {
        const { simulation } = simulated(input)
        const skipped = new Set(
          simulation.result.steps.flatMap(({ outcome: what, attempt }) => (what === 'skipped' ? [attempt] : [])),
        )
        expect(simulation.recording.calls.filter(({ call }) => skipped.has(call.attempt))).toEqual([])
      }),
    ))

  test('calls only profiles of the candidate’s provider, each at most once but for repeats', () =>
    fc.assert(
      fc.property(scenario, (input) => {
        const { simulation } = simulated(input)
        for (const { call } of simulation.recording.calls)
          if (call.profileId !== null) expect(call.profileId.startsWith(`${call.provider}:`)).toBe(true)
        for (const { profiles } of simulation.result.steps) {
          const ids = profiles.map(({ profileId }) => profileId)
          expect(new Set(ids).size).toBe(ids.length)
        }
      }),
    ))

  test('writes no override for a strict selection, and none over the user’s', () =>
    fc.assert(
      fc.property(scenario, (input) => {
        const { effects, prepared } = effectsOf(input)
        const writes = effects.filter(({ kind }) => kind === 'persist_override')
        const { plan } = prepared
        const rule = plan.selection?.rule
        const isStrict = plan.fallbacks.override?.length === 0 || !plan.request.mayPersist
        const isUsers = input.session !== null && (rule === 'user' || rule === 'legacy')
        const isForTurn = input.policy.run.persistence.override === 'turn'
        expect(isStrict || isUsers || isForTurn ? writes : []).toEqual([])
      }),
    ))

  test('takes back exactly what it wrote, once, and nothing else', () =>
    fc.assert(
      fc.property(scenario, (input) => {
        const { effects } = effectsOf(input)
        const writes = effects.filter((effect) => effect.kind === 'persist_override')
        const rollbacks = effects.filter((effect) => effect.kind === 'roll_back_override')
        expect(rollbacks.length).toBeLessThanOrEqual(writes.length)
        expect(writes.length - rollbacks.length).toBeLessThanOrEqual(1)
        for (const { before, after } of rollbacks)
          expect(writes.some((write) => write.before === before && write.after === after)).toBe(true)
      }),
    ))

  test('leaves a failed session with the selection it had', () =>
    fc.assert(
      fc.property(scenario, (input) => {
        const { prepared, simulation } = simulated(input)
        if (simulation.result.kind === 'completed' || !prepared.world.session) return
        for (const field of OVERRIDE_FIELDS)
          expect(simulation.world.session?.[field]).toBe(prepared.world.session[field])
      }),
    ))

  test('never changes a selection of the user', () =>
    fc.assert(
      fc.property(scenario, (input) => {
        const { prepared, simulation } = simulated(input)
        const before = prepared.world.session
        const kind = before && selectionKind(before, input.policy.run.selection)
        if (!before || (kind !== 'user' && kind !== 'legacy')) return
        for (const field of OVERRIDE_FIELDS) expect(simulation.world.session?.[field]).toBe(before[field])
      }),
    ))

  test('is the same run when it is replayed', () =>
    fc.assert(
      fc.property(scenario, (input) => {
        const { prepared, simulation } = simulated(input)
        const again = replay(prepared.plan.request, classify, prepared.world, simulation.recording)
        expect(again.divergences).toEqual([])
        expect(again.records).toEqual(simulation.records)
        expect(again.result).toEqual(simulation.result)
        expect(again.world.session).toEqual(simulation.world.session)
        expect(again.world.memory).toEqual(simulation.world.memory)
      }),
    ))

  test('is the same when it is simulated twice', () =>
    fc.assert(
      fc.property(scenario, (input) => {
        expect(simulated(input).simulation.records).toEqual(simulated(input).simulation.records)
      }),
      { numRuns: 30 },
    ))

  test('keeps a decision for every candidate it does not simply answer with', () =>
    fc.assert(
      fc.property(scenario, (input) => {
        const { simulation } = simulated(input)
        const decisions = simulation.records.flatMap(({ record }) =>
          record.event === 'model_fallback_decision' ? [`${record.decision} ${record.attempt}`] : [],
        )
        const owed = simulation.result.steps.flatMap(({ outcome: what, attempt }) => {
          if (what === 'skipped') return [`skip_candidate ${attempt}`]
          if (what === 'failed' || what === 'classified') return [`candidate_failed ${attempt}`]
          return what === 'succeeded' && attempt > 1 ? [`candidate_succeeded ${attempt}`] : []
        })
        expect(owed.filter((decision) => !decisions.includes(decision))).toEqual([])
      }),
    ))
})

test('a rollback restores no field that somebody else changed', () =>
  fc.assert(
    fc.property(session, session, session, (first, written, now) => {
      const [before, after, entry] = [first, written, now].map((facts) => worldOf({ session: facts }).session)
      if (!before || !after || !entry) return
      const result = rollBackOverride(entry, before, after)
      for (const field of OVERRIDE_FIELDS)
        expect(result[field]).toBe(entry[field] === after[field] ? before[field] : entry[field])
    }),
  ))
