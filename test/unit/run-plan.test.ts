import { describe, expect, test } from 'vitest'
import {
  answer,
  CALL_FAILURE,
  drive,
  EMPTY_MEMORY,
  EMPTY_SESSION,
  failure,
  planRun,
  POLICIES,
  remember,
  replay,
  runImageChain,
  simulate,
  type ScriptedOutcome,
} from '../../shared/engine/index.ts'
import { classify, NOW_MS, requestOf, scriptOf, worldOf, PLAN_INPUT } from '../support/run-world.ts'

const CURRENT = POLICIES['openclaw-2026.9']
const down = failure({ status: 402, message: '402 insufficient credits' })

describe('a plan', () => {
  const config = { agents: { defaults: { model: { primary: 'one/m1@one:b', fallbacks: ['two/m2'] } } } }
  const { rotation } = worldOf({ config })
  const plan = (changes: Partial<Parameters<typeof planRun>[1]>, memory = EMPTY_MEMORY): ReturnType<typeof planRun> => {
    if (!rotation) throw new Error('a world of a test has a store')
    return planRun(rotation, { ...PLAN_INPUT, ...changes }, memory, NOW_MS)
  }

  test('prefers the profile that the primary names, until the session has its own', () => {
    expect(plan({}).request.preferredProfileId).toBe('one:b')
    const session = { ...EMPTY_SESSION, pinProfileId: 'one:c', pinSource: 'auto', pinCompactionCount: 0 } as const
    expect(plan({ session }).request).toMatchObject({ preferredProfileId: 'one:c', userPin: null })
    expect(plan({ session: { ...session, pinSource: 'user' } }).request).toMatchObject({
      preferredProfileId: null,
      userPin: 'one:c',
    })
  })

  test('pins the session to the profile it starts with', () => {
    expect(plan({ session: EMPTY_SESSION }).session).toMatchObject({ pinProfileId: 'one:a', pinSource: 'auto' })
  })

  test('of a session that fell back names the selected model for notices, and remembers when it tried it', () => {
    const session = {
      ...EMPTY_SESSION,
      overrideProvider: 'two',
      overrideModel: 'm2',
      overrideSource: 'auto',
      originProvider: 'one',
      originModel: 'm1',
    } as const
    const probing = plan({ session })
    expect(probing.request).toMatchObject({ probesOrigin: true, requested: { provider: 'one', model: 'm1' } })
    const change = { kind: 'origin_probed', key: 'agent:main:main one/m1', atMs: NOW_MS - 1 } as const
    const waiting = plan({ session }, remember(EMPTY_MEMORY, change, CURRENT.run))
    expect(waiting.request).toMatchObject({
      probesOrigin: false,
      selectedModel: 'one/m1',
      requested: { provider: 'two' },
    })
    expect(plan({ session, sessionKey: null }).request.probesOrigin).toBe(true)
  })

  test('of one run with its own model is strict', () => {
    const { request, selection } = plan({ oneOff: { provider: 'x', model: 'y' } })
    expect(request.chain.candidates).toMatchObject([{ provider: 'x', model: 'y' }])
    expect(request.mayPersist).toBe(false)
    expect(selection).toBeNull()
  })

  test('of a job with only a list of its own starts from the primary', () => {
    const { request } = plan({ job: { model: null, fallbacks: ['three/m3'] } })
    expect(request.chain.candidates.map(({ provider }) => provider)).toEqual(['one', 'three'])
  })
})

describe('a replay under other rules', () => {
  test('says where it goes another way, and where the recording has no answer', () => {
    const recorded = simulate(
      requestOf({ profiles: 'machine' }),
      classify,
      worldOf(),
      scriptOf({ 'one:a': failure({ status: 401, message: '401 refused' }) }),
    )
    const shorter = replay(
      requestOf({ profiles: 'machine', userPin: 'one:b' }),
      classify,
      worldOf(),
      recorded.recording,
    )
    expect(shorter.divergences[0]).toMatchObject({
      callIndex: 0,
      recorded: { profileId: 'one:a' },
      made: { profileId: 'one:b' },
    })
    const longer = replay(requestOf({ profiles: 'machine' }), classify, worldOf(), { calls: [], waitsEndedAtMs: [] })
    expect(longer.divergences[0]).toMatchObject({ recorded: null, made: { profileId: 'one:a' } })
    const unused = replay(requestOf({ fallbacksOverride: [], profiles: 'caller' }), classify, worldOf(), {
      calls: [...recorded.recording.calls, ...recorded.recording.calls],
      waitsEndedAtMs: [],
    })
    expect(unused.divergences.at(-1)).toMatchObject({ made: null })
  })
})

test('a simulation takes as long as its outcomes say', () => {
  const run = simulate(requestOf({ profiles: 'caller' }), classify, worldOf(), () => answer('x', 1500))
  expect(run.world.nowMs).toBe(NOW_MS + 1500)
  expect(run.recording.calls).toMatchObject([{ startedAtMs: NOW_MS, outcome: { endedAtMs: NOW_MS + 1500 } }])
})

describe('reading an image', () => {
  const chain = requestOf().chain
  const outcomes = (
    ...given: readonly ScriptedOutcome[]
  ): ReturnType<typeof runImageChain> extends Generator<unknown, infer R> ? R : never => {
    let index = 0
    return drive(runImageChain(chain), () => {
      const { tookMs: _tookMs, ...scripted } = given[index++] ?? answer('nothing')
      return { ...scripted, endedAtMs: NOW_MS }
    })
  }

  test('asks one model after the other, whatever the error', () => {
    const odd = failure({ message: 'kaboom' })
    const away: ScriptedOutcome = { kind: 'switch_requested', provider: 'x', model: 'y', isOtherRuntime: false }
    expect(outcomes(odd, away, answer('a cat'))).toMatchObject({ kind: 'completed', provider: 'three', value: 'a cat' })
  })

  test('sums up several errors without reasons, and leaves a single one as it is', () => {
    expect(outcomes(down, down, down)).toMatchObject({
      kind: 'failed',
      error: {
        isSummary: true,
        message:
          'All image models failed (3): one/m1: 402 insufficient credits | two/m2: 402 insufficient credits | three/m3: 402 insufficient credits',
      },
    })
    const alone = drive(runImageChain({ ...chain, candidates: chain.candidates.slice(0, 1) }), () => ({
      kind: 'failed',
      failure: { ...CALL_FAILURE, status: 402, message: '402 insufficient credits' },
      endedAtMs: NOW_MS,
    }))
    expect(alone).toMatchObject({ error: { isSummary: false, message: '402 insufficient credits', status: 402 } })
  })

  test('stops with its caller', () => {
    const stop: ScriptedOutcome = {
      kind: 'stopped',
      reason: null,
      name: 'AbortError',
      message: 'stopped',
      status: null,
    }
    expect(outcomes(down, stop)).toMatchObject({
      kind: 'failed',
      error: { name: 'AbortError' },
      attempts: [{ provider: 'one' }],
    })
  })
})
