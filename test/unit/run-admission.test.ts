import { describe, expect, test } from 'vitest'
import {
  failure,
  POLICIES,
  RUN_RULES_BY_RELEASE,
  simulate,
  type Admission,
  type CandidateStep,
  type Policy,
  type Simulation,
  type World,
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
const RELEASES: Readonly<Record<keyof typeof RUN_RULES_BY_RELEASE, Policy>> = {
  '2026.5.12': { ...POLICIES['docs-2026.4'], run: RUN_RULES_BY_RELEASE['2026.5.12'] },
  '2026.7.1': POLICIES['openclaw-2026.7'],
  '2026.9.6': CURRENT,
}
const profileIds = ['one:a', 'two:a', 'three:a']
const limited = failure({ status: 429, message: '429 Too Many Requests' })

function play(world: World, facts: RequestFacts = {}, outcomes = {}): Simulation {
  return simulate(requestOf({ profiles: 'caller', ...facts }), classify, world, scriptOf(outcomes))
}

const cooling = (reason: string, untilMs: number): object => ({
  cooldownUntil: NOW_MS + untilMs,
  cooldownReason: reason,
  failureCounts: { [reason]: 1 },
})

/** How the first candidate is admitted. */
function first(facts: WorldFacts, request: RequestFacts = {}): Admission | undefined {
  const policy = facts.policy ?? CURRENT
  return play(worldOf({ profileIds, ...facts }), { policy, ...request }).result.steps[0]?.admission
}

const second = ({ result }: Simulation): CandidateStep | undefined => result.steps[1]

describe('a primary whose profiles are all in a window (R44)', () => {
  test.each([
    { reason: 'rate_limit', kinds: ['skip', 'probe', 'probe'] },
    { reason: 'overloaded', kinds: ['skip', 'skip', 'skip'] },
    { reason: 'timeout', kinds: ['skip', 'skip', 'skip'] },
    { reason: 'unknown', kinds: ['skip', 'skip', 'skip'] },
    { reason: 'auth', kinds: ['skip', 'skip', 'skip'] },
    { reason: 'session_expired', kinds: ['skip', 'skip', 'skip'] },
  ])('far from its end, for $reason: $kinds', ({ reason, kinds }) => {
    const usageStats = { 'one:a': cooling(reason, 240_000) }
    expect(Object.values(RELEASES).map((policy) => first({ policy, usageStats })?.kind)).toEqual(kinds)
  })

  test.each([
    'rate_limit',
    'overloaded',
    'timeout',
    'unknown',
    'billing',
    'format',
    'model_not_found',
    'session_expired',
  ])('near its end, for %s: it is probed in every release', (reason) => {
    const usageStats = { 'one:a': cooling(reason, 120_000) }
    for (const policy of Object.values(RELEASES))
      expect(first({ policy, usageStats })).toMatchObject({ kind: 'probe', reason })
  })

  test('a passing reason or an empty account may use a profile in its window, other reasons may not', () => {
    const allows = (reason: string): unknown => first({ usageStats: { 'one:a': cooling(reason, 1000) } })
    expect(allows('timeout')).toMatchObject({ allowsTransient: true, takesSlot: true })
    expect(allows('billing')).toMatchObject({ allowsTransient: true, takesSlot: false })
    expect(allows('format')).toMatchObject({ allowsTransient: false, takesSlot: false })
  })

  test('an announced reset far ahead is waited for; the release without such windows does not know it', () => {
    const usageStats = {
      'one:a': { blockedUntil: NOW_MS + 3_600_000, blockedReason: 'subscription_limit', blockedSource: 'wham' },
    }
    expect(first({ usageStats })).toMatchObject({
      kind: 'skip',
      code: 'in_window',
      reason: 'rate_limit',
      eligibleAtMs: NOW_MS + 3_600_000 - 120_000,
    })
  })

  test.each([
    { release: '2026.5.12', billing: 'probe', rateLimit: 'skip' },
    { release: '2026.7.1', billing: 'probe', rateLimit: 'probe' },
    { release: '2026.9.6', billing: 'probe', rateLimit: 'probe' },
  ] as const)('with nothing else to try, as $release has it', ({ release, billing, rateLimit }) => {
    const alone = { fallbacksOverride: [] }
    const policy = RELEASES[release]
    expect(
      first({ policy, usageStats: { 'one:a': { disabledUntil: NOW_MS + 9e6, disabledReason: 'billing' } } }, alone)
        ?.kind,
    ).toBe(billing)
    expect(first({ policy, usageStats: { 'one:a': cooling('rate_limit', 600_000) } }, alone)?.kind).toBe(rateLimit)
  })

  test('a skip says when it would be tried: at the end of its window, or when it may be probed', () => {
    expect(first({ usageStats: { 'one:a': cooling('timeout', 600_000) } })).toMatchObject({
      eligibleAtMs: NOW_MS + 480_000,
    })
    expect(first({ usageStats: { 'one:a': cooling('auth', 600_000) } })).toMatchObject({
      code: 'auth_issue',
      eligibleAtMs: NOW_MS + 600_000,
    })
    const usageStats = { 'one:a': cooling('rate_limit', 600_000) }
    const world = play(worldOf({ profileIds, usageStats }), {}, { one: limited }).world
    const throttled = play({ ...world, nowMs: NOW_MS + 5000 }).result.steps[0]?.admission
    expect(throttled).toMatchObject({ kind: 'skip', eligibleAtMs: NOW_MS + 30_000 })
    const alone = requestOf({ profiles: 'caller', fallbacksOverride: [] })
    const solo = simulate(alone, classify, { ...world, nowMs: NOW_MS + 5000 }, scriptOf({})).result.steps[0]?.admission
    expect(solo).toMatchObject({ kind: 'skip', eligibleAtMs: NOW_MS + 30_000 })
  })
})

describe('the reason of a probe', () => {
  const near = { 'one:a': cooling('timeout', 1000) }

  test.each([
    { code: 'rate_limited_primary', usageStats: { 'one:a': cooling('rate_limit', 600_000) }, request: {} },
    { code: 'window_ends_soon', usageStats: near, request: {} },
    { code: 'sole_candidate', usageStats: near, request: { fallbacksOverride: [] } },
  ])('of a primary is $code, and starts the throttle', ({ code, usageStats, request }) => {
    expect(first({ usageStats }, request)).toMatchObject({ kind: 'probe', code, marksThrottle: true, profileCount: 1 })
  })

  test.each(['empty_response', 'no_error_details', 'unclassified', 'unknown'])(
    'of a fallback is that %s may have passed, and starts no throttle',
    (reason) => {
      const { result, world } = play(
        worldOf({ profileIds, usageStats: { 'two:a': cooling(reason, 600_000) } }),
        {},
        { one: limited },
      )
      expect(result.steps[1]?.admission).toMatchObject({ code: 'transient_fallback', reason, marksThrottle: false })
      expect(world.memory.probes.size).toBe(0)
    },
  )

  test('of a provider is used up by a failed probe, which is said of its siblings', () => {
    const config = { agents: { defaults: { model: { primary: 'one/m1', fallbacks: ['one/m2'] } } } }
    const { result } = play(worldOf({ config, profileIds, usageStats: near }), { config }, { one: limited })
    expect(result.steps[1]?.admission).toEqual({
      kind: 'skip',
      code: 'probe_used',
      reason: 'timeout',
      text: 'Provider one is in cooldown (probe already attempted this run)',
      profileCount: 1,
      eligibleAtMs: NOW_MS + 1000,
      suspends: false,
    })
  })

  test('is none at the instant a window ends: the profile is usable', () => {
    expect(first({ usageStats: { 'one:a': cooling('timeout', 0) } })).toEqual({
      kind: 'attempt',
      code: 'profile_ready',
      profileCount: 1,
    })
    const blocked = {
      'one:a': { ...cooling('rate_limit', 600_000), blockedUntil: NOW_MS, blockedReason: 'subscription_limit' },
    }
    expect(first({ usageStats: blocked })).toMatchObject({ code: 'rate_limited_primary' })
  })

  test('is not that of a rate limit while one of several profiles has an announced reset ahead', () => {
    const usageStats = {
      'one:a': cooling('rate_limit', 600_000),
      'one:b': { blockedUntil: NOW_MS + 900_000, blockedReason: 'subscription_limit', blockedSource: 'wham' },
    }
    const facts = { profileIds: ['one:a', 'one:b', 'two:a'], usageStats }
    expect(first(facts)).toMatchObject({ kind: 'skip', eligibleAtMs: NOW_MS + 480_000, profileCount: 2 })
  })
})

test('a skip for sign-in suspends nothing, one for a window does', () => {
  expect(first({ usageStats: { 'one:a': cooling('auth', 60_000) } })).toMatchObject({ suspends: false })
  expect(first({ usageStats: { 'one:a': cooling('timeout', 600_000) } })).toMatchObject({ suspends: true })
})

describe('the throttle of probes', () => {
  const usageStats = { 'one:a': cooling('rate_limit', 600_000) }

  test('opens after thirty seconds, to the millisecond, and is marked before the call', () => {
    const { world } = play(worldOf({ profileIds, usageStats }))
    const later = (ms: number): unknown => play({ ...world, nowMs: NOW_MS + ms }).result.steps[0]?.admission.kind
    expect([later(29_999), later(30_000)]).toEqual(['skip', 'probe'])
  })

  test('belongs to a provider in its scope', () => {
    const { world } = play(worldOf({ profileIds, usageStats }), { scope: '/agents/main' })
    const again = (scope: string): unknown => play(world, { scope }).result.steps[0]?.admission.kind
    expect([again('/agents/main'), again('/agents/other')]).toEqual(['skip', 'probe'])
    expect([...world.memory.probes.keys()]).toEqual(['/agents/main::one'])
    expect([...play(worldOf({ profileIds, usageStats })).world.memory.probes.keys()]).toEqual(['one'])
  })
})

describe('a fallback whose profiles are all in a window', () => {
  test.each([
    { reason: 'timeout', kind: 'probe' },
    { reason: 'overloaded', kind: 'probe' },
    { reason: 'billing', kind: 'skip' },
    { reason: 'format', kind: 'skip' },
    { reason: 'auth_permanent', kind: 'skip' },
  ])('for $reason: $kind', ({ reason, kind }) => {
    const world = worldOf({ profileIds, usageStats: { 'two:a': cooling(reason, 240_000) } })
    expect(second(play(world, {}, { one: limited }))?.admission).toMatchObject({ kind, reason })
  })

  test('waits for the end of its window', () => {
    const world = worldOf({ profileIds, usageStats: { 'two:a': cooling('billing', 240_000) } })
    expect(second(play(world, {}, { one: limited }))?.admission).toMatchObject({
      eligibleAtMs: NOW_MS + 240_000,
      suspends: true,
    })
  })
})

describe('a provider', () => {
  test('without profiles is called as it is', () => {
    expect(first({ profileIds: ['two:a'] })).toEqual({ kind: 'attempt', code: 'unmanaged', profileCount: 0 })
  })

  test('that is never locked is called whatever is on record', () => {
    const config = { agents: { defaults: { model: 'openrouter/auto' } } }
    const usageStats = { 'openrouter:a': cooling('rate_limit', 600_000) }
    const request = { config, requested: { provider: 'openrouter', model: 'auto' } }
    expect(first({ config, usageStats, profileIds: ['openrouter:a'] }, request)).toMatchObject({
      kind: 'attempt',
      code: 'profile_ready',
    })
  })

  test('is looked at through the user’s pin, which may stand outside its order', () => {
    const usageStats = { 'one:a': cooling('auth', 600_000) }
    const facts: WorldFacts = { profileIds: ['one:a', 'one:b', 'two:x'], order: { one: ['one:a'] }, usageStats }
    expect(first(facts)?.kind).toBe('skip')
    expect(first(facts, { userPin: 'one:b' })).toMatchObject({ kind: 'attempt', profileCount: 2 })
    expect(first(facts, { userPin: 'two:x' })?.kind).toBe('skip')
    expect(first(facts, { userPin: 'one:gone' })?.kind).toBe('skip')
  })
})

describe('the memory of failed sign-ins (R10)', () => {
  const refused = failure({ status: 401, message: '401 invalid api key' })
  const outcomes = { one: limited, two: refused }
  const facts = { skipTtlMs: 60_000 }

  test('passes over a fallback until its time is over', () => {
    const { world } = play(worldOf({ profileIds }), facts, outcomes)
    const again = (ms: number): unknown => second(play({ ...world, nowMs: NOW_MS + ms }, facts, outcomes))?.admission
    expect(again(59_999)).toMatchObject({
      kind: 'skip',
      code: 'recent_auth_failure',
      eligibleAtMs: NOW_MS + 60_000,
      profileCount: null,
    })
    expect(again(60_000)).toMatchObject({ kind: 'attempt' })
  })

  test('belongs to the session, and since 2026.9 to the profile', () => {
    const { world } = play(worldOf({ profileIds: [...profileIds, 'two:b'] }), facts, outcomes)
    const code = (changes: RequestFacts): unknown =>
      second(play(world, { ...facts, ...changes }, outcomes))?.admission.code
    expect(code({})).toBe('recent_auth_failure')
    expect(code({ sessionId: 'other' })).toBe('profile_ready')
    expect(code({ sessionId: null })).toBe('profile_ready')
    expect(code({ userPin: 'two:b' })).toBe('profile_ready')
  })

  test('is not asked where it is switched off, nor for the primary', () => {
    const { world } = play(worldOf({ profileIds }), facts, outcomes)
    expect(second(play(world, { skipTtlMs: 0 }, outcomes))?.admission.code).toBe('profile_ready')
    const asPrimary = { ...facts, requested: { provider: 'two', model: 'm2' } }
    expect(play(world, asPrimary, outcomes).result.steps[0]?.admission.code).toBe('profile_ready')
  })

  test('holds for a provider without profiles, too', () => {
    const { world } = play(worldOf({ profileIds: ['one:a'] }), facts, outcomes)
    expect([...world.memory.skips.keys()]).toEqual(['session-1 two/m2 '])
    expect(second(play(world, facts, outcomes))?.admission.code).toBe('recent_auth_failure')
  })

  test('is of the model alone in 2026.7, and unknown before', () => {
    const of = (policy: Policy): unknown => {
      const changes = { ...facts, policy }
      const { world } = play(worldOf({ policy, profileIds: [...profileIds, 'two:b'] }), changes, outcomes)
      return second(play(world, { ...changes, userPin: 'two:b' }, outcomes))?.admission.code
    }
    expect(of(RELEASES['2026.7.1'])).toBe('recent_auth_failure')
    expect(of(RELEASES['2026.5.12'])).toBe('profile_ready')
  })

  test('says that a sign-in failed for good', () => {
    const forGood = { ...outcomes, two: failure({ reason: 'auth_permanent', message: 'account deactivated' }) }
    const { world } = play(worldOf({ profileIds }), facts, forGood)
    expect(second(play(world, facts, forGood))?.admission).toMatchObject({ reason: 'auth_permanent' })
  })
})

test('a failed certificate takes its provider out of the run, silently', () => {
  const config = { agents: { defaults: { model: { primary: 'one/m1', fallbacks: ['one/m2', 'two/m2'] } } } }
  const tls = failure({ code: 'SELF_SIGNED_CERT_IN_CHAIN', message: 'self-signed certificate in certificate chain' })
  const calls = (policy: Policy): string[] =>
    play(worldOf({ policy, config, profileIds }), { policy, config }, { one: tls }).recording.calls.map(
      ({ call }) => call.model,
    )
  expect(calls(CURRENT)).toEqual(['m1', 'm2'])
  expect(play(worldOf({ config, profileIds }), { config }, { one: tls }).result.steps).toHaveLength(2)
})
