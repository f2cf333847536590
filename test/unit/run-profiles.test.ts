import { describe, expect, test } from 'vitest'
import {
  CALL_FAILURE,
  drive,
  failure,
  POLICIES,
  refinePolicy,
  replay,
  runChain,
  simulate,
  type Policy,
  type ScriptedOutcome,
  type Simulation,
} from '../../shared/engine/index.ts'
import {
  classify,
  NOW_MS,
  requestOf,
  scriptOf,
  worldOf,
  type RequestFacts,
  type WorldFacts,
} from '../support/run-world.ts'

const CURRENT = POLICIES['openclaw-2026.9']
const OLDER = POLICIES['openclaw-2026.7']
const http = (status: number, message = `${status} failed`): ScriptedOutcome => failure({ status, message })
const limited = http(429, '429 Too Many Requests')

interface PlayFacts extends RequestFacts {
  readonly world?: WorldFacts
}

function play(
  outcomes: Readonly<Record<string, ScriptedOutcome>>,
  { world = {}, ...facts }: PlayFacts = {},
): Simulation {
  const policy = facts.policy ?? CURRENT
  return simulate(requestOf({ policy, ...facts }), classify, worldOf({ policy, ...world }), scriptOf(outcomes))
}

const profilesOf = ({ recording }: Simulation): (string | null)[] => [
  ...new Set(recording.calls.map(({ call }) => call.profileId)),
]

describe('how far a provider is rotated (R38)', () => {
  test.each([
    { reason: 'a rate limit', status: 429, profiles: ['one:a', 'one:b', 'two:a'] },
    { reason: 'an overload', status: 529, profiles: ['one:a', 'one:b', 'two:a'] },
    { reason: 'a refused key', status: 401, profiles: ['one:a', 'one:b', 'one:c', 'two:a'] },
    { reason: 'an empty account', status: 402, profiles: ['one:a', 'one:b', 'one:c', 'two:a'] },
    { reason: 'a server error', status: 500, profiles: ['one:a', 'one:b', 'one:c', 'two:a'] },
    { reason: 'a missing model', status: 404, profiles: ['one:a', 'one:b', 'one:c', 'two:a'] },
    { reason: 'a bad request', status: 400, profiles: ['one:a', 'two:a'] },
  ])('for $reason', ({ status, profiles }) => {
    expect(profilesOf(play({ one: http(status) }))).toEqual(profiles)
  })

  test('without a fallback every profile is tried', () => {
    const all = ['one:a', 'one:b', 'one:c']
    for (const status of [429, 529, 401])
      expect(profilesOf(play({ one: http(status) }, { fallbacksOverride: [] }))).toEqual(all)
  })

  test('as `auth.cooldowns` says, where it may', () => {
    const { policy } = refinePolicy(OLDER, { rateLimitedProfileRotations: 0, overloadedProfileRotations: 2 })
    expect(profilesOf(play({ one: limited }, { policy }))).toEqual(['one:a', 'two:a'])
    expect(profilesOf(play({ one: http(529) }, { policy }))).toEqual(['one:a', 'one:b', 'one:c', 'two:a'])
  })

  test('an unknown error surfaces at once', () => {
    const odd = failure({ message: 'kaboom: something odd' })
    expect(profilesOf(play({ one: odd }))).toEqual(['one:a', 'two:a'])
  })

  test('a certificate is the provider’s, not the profile’s', () => {
    const tls = failure({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate' })
    const decisions = (facts: PlayFacts): unknown =>
      play({ one: tls }, facts).records.flatMap(({ record }) =>
        record.event === 'embedded_run_failover_decision' && record.provider === 'one' ? [record.decision] : [],
      )
    expect(decisions({})).toEqual(['fallback_model'])
    expect(decisions({ fallbacksOverride: [] })).toEqual(['surface_error'])
  })
})

describe('what is written to a profile', () => {
  const written = (run: Simulation): string[] => Object.keys(run.world.rotation?.store.usageStats ?? {})

  test('a rate limit locks the first profile only: the second is given up before anything is written', () => {
    expect(written(play({ one: limited }))).toEqual(['one:a', 'two:a'])
  })

  test('a success ends every window and notes the use', () => {
    const usageStats = {
      'one:a': { cooldownUntil: NOW_MS - 1, cooldownReason: 'timeout', errorCount: 3, failureCounts: { timeout: 3 } },
    }
    const run = play({}, { world: { usageStats } })
    expect(run.world.rotation?.store.usageStats['one:a']).toMatchObject({
      errorCount: 0,
      cooldownUntilMs: null,
      lastUsedMs: NOW_MS,
    })
  })

  test('nothing for a failure that says nothing about the profile', () => {
    expect(written(play({ one: http(400) }))).toEqual(['two:a'])
    const before = failure({ message: 'LLM request timed out.', hasStarted: false })
    const alone = { fallbacksOverride: [] } as const
    expect(
      written(simulate(requestOf(alone), classify, worldOf(), scriptOf({ one: before }), { lengthOfWait: () => 0 })),
    ).toEqual([])
  })

  test('a window of the provider’s own length follows its retry hint, where the policy heeds it', () => {
    const policy = POLICIES['docs-2026.7']
    const hint = failure({ status: 429, message: '429 Too Many Requests', headers: { 'retry-after': '600' } })
    const run = play({ 'one:a': hint }, { policy })
    expect(run.world.rotation?.store.usageStats['one:a']?.cooldownUntilMs).toBe(NOW_MS + 600_000)
  })
})

describe('calls of the same profile again', () => {
  test('a rate limit is tried nine times more in 2026.9, not at all in 2026.7', () => {
    const calls = (policy: Policy): number =>
      play({ 'one:a': limited }, { policy }).recording.calls.filter(({ call }) => call.profileId === 'one:a').length
    expect([calls(CURRENT), calls(OLDER)]).toEqual([10, 1])
  })

  test('wait twice as long each time, up to half a minute, and never less than the provider asks', () => {
    const hint = failure({ status: 429, message: '429 Too Many Requests', headers: { 'retry-after': '7' } })
    const lengths: number[] = []
    simulate(requestOf(), classify, worldOf(), scriptOf({ 'one:a': hint }), {
      lengthOfWait: ({ lengthMs, floorMs }) => {
        lengths.push(lengthMs)
        expect(floorMs).toBe(7000)
        return 0
      },
    })
    expect(lengths).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000])
  })

  test('end with an outage that lasts longer than its window', () => {
    const slow = failure({ status: 503, message: '503 overloaded' }, 40_000)
    const calls = play({ 'one:a': slow }).recording.calls.filter(({ call }) => call.profileId === 'one:a')
    expect(calls.length).toBeLessThan(9)
  })

  test('are not made for a limit that lasts long by its words', () => {
    const daily = http(429, '429 You exceeded your current quota: daily limit reached')
    expect(play({ 'one:a': daily }).recording.calls.filter(({ call }) => call.profileId === 'one:a')).toHaveLength(1)
  })

  test('an empty answer is asked for once more, then it is a failure of the model', () => {
    const empty: ScriptedOutcome = { kind: 'answered', value: '', isEmpty: true, flaw: null, stopReason: null }
    const run = play({ one: empty })
    expect(run.recording.calls.map(({ call }) => call.profileId)).toEqual(['one:a', 'one:a', 'two:a'])
    expect(run.result.steps[0]).toMatchObject({
      outcome: 'failed',
      reason: 'empty_response',
      profiles: [{ outcome: 'empty', calls: 2 }],
    })
  })

  test('simulated with waits in the middle of their range, a replay needs no waiting', () => {
    const run = play({ 'one:a': limited })
    expect(run.world.nowMs).toBe(NOW_MS + 151_000)
    const again = replay(requestOf(), classify, worldOf(), run.recording)
    expect(again.world.nowMs).toBe(run.world.nowMs)
    expect(again.divergences).toEqual([])
  })
})

describe('a pin of the user (R20)', () => {
  const usageStats = { 'one:c': { cooldownUntil: NOW_MS + 600_000, cooldownReason: 'timeout' } }

  test('is the only profile before 2026.9, in its window too; after it comes the next model', () => {
    const run = play({ one: http(401) }, { policy: OLDER, userPin: 'one:c', world: { usageStats } })
    expect(profilesOf(run)).toEqual(['one:c', 'two:a'])
  })

  test('is a preference since: first where it is usable, and the others follow', () => {
    expect(profilesOf(play({ one: http(401) }, { userPin: 'one:c' }))).toEqual(['one:c', 'one:a', 'one:b', 'two:a'])
    expect(profilesOf(play({}, { userPin: 'one:c', world: { usageStats } }))).toEqual(['one:a'])
  })
})

describe('a probe of a candidate in its window', () => {
  const until = (ms: number, reason = 'rate_limit'): object => ({ cooldownUntil: NOW_MS + ms, cooldownReason: reason })

  test('uses the profile that returns first, and only that', () => {
    const usageStats = { 'one:a': until(90_000), 'one:b': until(60_000), 'one:c': until(80_000) }
    const run = play({ one: http(401) }, { world: { usageStats } })
    expect(profilesOf(run)).toEqual(['one:b', 'two:a'])
  })

  test('uses no profile whose sign-in is broken', () => {
    const usageStats = { 'one:a': until(60_000, 'auth'), 'one:b': until(90_000), 'one:c': until(90_000) }
    expect(profilesOf(play({}, { world: { usageStats } }))).toEqual(['one:b'])
    const pinned = play({}, { userPin: 'one:b', world: { usageStats } })
    expect(profilesOf(pinned)).toEqual(['one:c'])
  })

  test('finds nothing to use where the pin is all there is, and goes on', () => {
    const world = { profileIds: ['one:a', 'two:a'], usageStats: { 'one:a': until(60_000) } }
    const run = play({}, { userPin: 'one:a', world })
    expect(run.result.attempts).toMatchObject([
      { reason: 'rate_limit', error: expect.stringContaining('all in cooldown') },
    ])
    expect(profilesOf(run)).toEqual(['two:a'])
  })
})

test('a profile that another run locked meanwhile is left out', () => {
  const before = worldOf()
  const after = worldOf({ usageStats: { 'one:b': { cooldownUntil: NOW_MS + 60_000, cooldownReason: 'timeout' } } })
  const called: (string | null)[] = []
  drive(runChain(requestOf({ sessionKey: null }), classify), (effect) => {
    if (effect.kind === 'observe') return { ...(called.length === 0 ? before : after), session: null }
    if (effect.kind === 'record_profile')
      return { stats: null, ignored: 'no_record', windows: [], counters: null, times: [] }
    if (effect.kind !== 'call') return null
    called.push(effect.call.profileId)
    return { kind: 'failed', failure: { ...CALL_FAILURE, status: 401, message: '401 refused' }, endedAtMs: NOW_MS }
  })
  expect(called.slice(0, 3)).toEqual(['one:a', 'one:c', 'two:a'])
})

test('a provider without profiles is called with its own key, and nothing is written', () => {
  const world = { profileIds: ['two:a'] }
  const run = play({ one: http(401) }, { world })
  expect(profilesOf(run)).toEqual([null, 'two:a'])
  expect(run.result.steps[0]?.profiles).toMatchObject([{ profileId: null, outcome: 'failed', reason: 'auth' }])
  expect(play({}, { world: { profileIds: [] } }).result).toMatchObject({ kind: 'completed', profileId: null })
})

test('without a store nothing is known of any profile', () => {
  const bare = { ...worldOf(), rotation: null }
  const run = simulate(requestOf(), classify, bare, scriptOf({ one: http(402), two: http(402), three: http(402) }))
  expect(profilesOf(run)).toEqual([null])
  expect(run.result).toMatchObject({ kind: 'failed', error: { soonestExpiryMs: null } })
})
