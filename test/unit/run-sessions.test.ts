import { describe, expect, test } from 'vitest'
import {
  clearOverride,
  EMPTY_SESSION,
  failure,
  overrideFields,
  persistOverride,
  POLICIES,
  rollBackOverride,
  runChain,
  simulate,
  type Policy,
  type RunEffect,
  type SessionEntry,
  type Simulation,
} from '../../shared/engine/index.ts'
import { classify, NOW_MS, requestOf, scriptOf, worldOf, type RequestFacts } from '../support/run-world.ts'

const STICKY = POLICIES['docs-2026.7']
const TURN_LOCAL = POLICIES['openclaw-2026.9']
const DOWN = failure({ status: 402, message: '402 insufficient credits' })

function run(policy: Policy, session: Partial<SessionEntry>, facts: RequestFacts, ...failing: string[]): Simulation {
  const script = scriptOf(Object.fromEntries(failing.map((name) => [name, DOWN])))
  return simulate(requestOf({ policy, ...facts }), classify, worldOf({ policy, session }), script)
}

describe('a fallback under rules that keep it for later turns (R02, R06)', () => {
  test('is written before it is tried, with the selected model as its origin, and stays', () => {
    const { world } = run(STICKY, {}, {}, 'one')
    expect(world.session).toMatchObject({
      overrideProvider: 'two',
      overrideModel: 'm2',
      overrideSource: 'auto',
      originProvider: 'one',
      originModel: 'm1',
    })
  })

  test('is taken back when it does not answer', () => {
    const { world, result } = run(STICKY, {}, {}, 'one', 'two', 'three')
    expect(result.kind).toBe('failed')
    expect(world.session).toEqual(EMPTY_SESSION)
  })

  test('keeps the origin that is there: the selected model, not the last fallback', () => {
    const session = {
      overrideProvider: 'two',
      overrideModel: 'm2',
      overrideSource: 'auto',
      originProvider: 'one',
      originModel: 'm1',
    } as const
    const { world } = run(STICKY, session, { requested: { provider: 'two', model: 'm2' } }, 'two')
    expect(world.session).toMatchObject({ overrideProvider: 'three', originProvider: 'one', originModel: 'm1' })
  })

  test.each(['user', null] as const)('never replaces a selection with the source %s', (overrideSource) => {
    const session = { overrideProvider: 'one', overrideModel: 'm1', overrideSource }
    const { world } = run(STICKY, session, {}, 'one')
    expect(overrideFields(world.session ?? EMPTY_SESSION)).toEqual(overrideFields({ ...EMPTY_SESSION, ...session }))
  })

  test('is not written where the session must not be written to', () => {
    expect(run(STICKY, {}, { mayPersist: false }, 'one').world.session?.overrideModel).toBeNull()
    expect(run(STICKY, {}, { sessionKey: null }, 'one').world.session?.overrideModel).toBeNull()
  })

  test('ends the run where it cannot be written', () => {
    const machine = runChain(requestOf({ policy: STICKY }), classify)
    const world = worldOf({ policy: STICKY })
    let calls = 0
    let turn = machine.next(null)
    while (!turn.done) {
      const effect: RunEffect = turn.value
      if (effect.kind === 'call') calls++
      const reply =
        effect.kind === 'observe'
          ? world
          : effect.kind === 'call'
            ? ({ kind: 'failed', failure: { ...DOWN_FAILURE }, endedAtMs: NOW_MS } as const)
            : effect.kind === 'persist_override'
              ? 'failed'
              : effect.kind === 'record_profile'
                ? ({ stats: null, ignored: 'no_record', windows: [], counters: null, times: [] } as const)
                : null
      turn = machine.next(reply)
    }
    expect(turn.value.kind).toBe('failed')
    expect(calls).toBe(3)
  })

  test('keeps the pin of the session only for its own provider', () => {
    const session = { pinProfileId: 'two:a', pinSource: 'user' } as const
    expect(run(STICKY, session, {}, 'one').world.session).toMatchObject({ pinProfileId: 'two:a', pinSource: 'user' })
    expect(run(STICKY, { pinProfileId: 'one:a', pinSource: 'user' }, {}, 'one').world.session?.pinProfileId).toBeNull()
  })
})

const DOWN_FAILURE = (DOWN as Extract<typeof DOWN, { kind: 'failed' }>).failure

test('a fallback for the turn alone writes no selection, only its notice', () => {
  const { world } = run(TURN_LOCAL, {}, {}, 'one')
  expect(world.session).toEqual({
    ...EMPTY_SESSION,
    notice: { selected: 'one/m1', active: 'two/m2', reason: 'billing' },
  })
})

describe('the narrow rollback', () => {
  const before = overrideFields(EMPTY_SESSION)
  const after = { ...before, overrideProvider: 'two', overrideModel: 'm2', overrideSource: 'auto' } as const

  test('restores each field that still is what was written', () => {
    expect(rollBackOverride({ ...EMPTY_SESSION, ...after }, before, after)).toEqual(EMPTY_SESSION)
  })

  test('leaves a selection that the user made meanwhile', () => {
    const chosen: SessionEntry = {
      ...EMPTY_SESSION,
      ...after,
      overrideProvider: 'x',
      overrideModel: 'y',
      overrideSource: 'user',
    }
    expect(rollBackOverride(chosen, before, after)).toEqual(chosen)
  })

  test('goes field by field: what did not change is restored, what did is kept', () => {
    const chosen: SessionEntry = { ...EMPTY_SESSION, ...after, overrideModel: 'other' }
    expect(rollBackOverride(chosen, before, after)).toMatchObject({
      overrideProvider: null,
      overrideModel: 'other',
      overrideSource: null,
    })
  })

  test('has a counterpart in writing: nothing is written over what was not read', () => {
    expect(persistOverride({ ...EMPTY_SESSION, overrideModel: 'changed' }, before, after)).toBeNull()
    expect(persistOverride(EMPTY_SESSION, before, after)).toMatchObject({ overrideModel: 'm2' })
  })
})

describe('the origin of an automatic override', () => {
  const session = {
    overrideProvider: 'two',
    overrideModel: 'm2',
    overrideSource: 'auto',
    originProvider: 'one',
    originModel: 'm1',
    notice: { selected: 'one/m1', active: 'two/m2', reason: null },
  } as const

  test('ends the override when it answers, and the user’s pin stays', () => {
    const pinned = { ...session, pinProfileId: 'one:b', pinSource: 'user' } as const
    const { world, notices } = run(STICKY, pinned, { probesOrigin: true })
    expect(world.session).toMatchObject({ overrideModel: null, originModel: null, notice: null, pinProfileId: 'one:b' })
    expect(notices).toMatchObject([{ kind: 'returned', selected: 'one/m1', previousActive: 'two/m2', isVisible: true }])
  })

  test('takes an automatic pin with it', () => {
    const { world } = run(STICKY, { ...session, pinProfileId: 'one:b', pinSource: 'auto' }, { probesOrigin: true })
    expect(world.session?.pinProfileId).toBeNull()
  })

  test('ends nothing but the override that was read', () => {
    const changed: SessionEntry = { ...EMPTY_SESSION, ...session, overrideModel: 'other' }
    expect(clearOverride(changed, overrideFields({ ...EMPTY_SESSION, ...session }))).toBe(changed)
  })

  test('leaves the override where it does not answer, and the try is remembered', () => {
    const { world } = run(STICKY, session, { probesOrigin: true }, 'one')
    expect(world.session).toMatchObject({ overrideProvider: 'two', originProvider: 'one' })
    expect([...world.memory.originProbes]).toEqual([['agent:main:main one/m1', NOW_MS]])
  })
})

describe('notices', () => {
  test('tell a fallback once, and the return once (R11)', () => {
    const first = run(TURN_LOCAL, {}, {}, 'one')
    expect(first.notices).toMatchObject([
      { kind: 'fell_back', selected: 'one/m1', active: 'two/m2', reason: 'billing', reasonSummary: 'billing' },
    ])
    const again = run(TURN_LOCAL, first.world.session ?? {}, {}, 'one')
    expect(again.notices).toEqual([])
    const back = run(TURN_LOCAL, again.world.session ?? {}, {})
    expect(back.notices).toMatchObject([{ kind: 'returned', previousActive: 'two/m2' }])
    expect(run(TURN_LOCAL, back.world.session ?? {}, {}).notices).toEqual([])
  })

  test('tell again when another fallback answers', () => {
    const first = run(TURN_LOCAL, {}, {}, 'one')
    const other = run(TURN_LOCAL, first.world.session ?? {}, {}, 'one', 'two')
    expect(other.notices).toMatchObject([
      { kind: 'fell_back', active: 'three/m3', reasonSummary: 'billing (+1 more attempt)' },
    ])
  })

  test('say nothing about a chain that is exhausted', () => {
    expect(run(TURN_LOCAL, {}, {}, 'one', 'two', 'three').notices).toEqual([])
  })

  test.each([
    { policy: 'openclaw-2026.9', isVisible: false },
    { policy: 'openclaw-2026.7', isVisible: true },
  ] as const)('in a group chat are visible under $policy: $isVisible', ({ policy, isVisible }) => {
    expect(run(POLICIES[policy], {}, { isGroupChat: true }, 'one').notices).toMatchObject([{ isVisible }])
  })

  test('prefer the provider’s own words for a passing reason that says when', () => {
    const limited = failure({ status: 429, message: '429 Rate limit reached. Please try again in 20s' })
    const { notices } = simulate(requestOf({ profiles: 'caller' }), classify, worldOf(), scriptOf({ one: limited }))
    expect(notices[0]?.reasonSummary).toBe('429 Rate limit reached. Please try again in 20s')
  })
})

test('the session is suspended when everything is used up, and not while something is left', () => {
  const billing = { disabledUntil: NOW_MS + 10_000_000, disabledReason: 'billing', failureCounts: { billing: 1 } }
  const locked = (...ids: string[]): Record<string, object> => Object.fromEntries(ids.map((id) => [id, billing]))
  const profileIds = ['one:a', 'two:a', 'three:a']
  const partly = simulate(requestOf(), classify, worldOf({ profileIds, usageStats: locked('one:a') }), scriptOf({}))
  expect(partly.suspensions).toEqual([])
  const wholly = simulate(
    requestOf(),
    classify,
    worldOf({ profileIds, usageStats: locked(...profileIds) }),
    scriptOf({}),
  )
  expect(wholly.suspensions).toMatchObject([
    { reason: 'manual', failedProvider: 'three', expectedResumeByMs: NOW_MS + 30 * 60_000 },
    { reason: 'circuit_open' },
  ])
})
