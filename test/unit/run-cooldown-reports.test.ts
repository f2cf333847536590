import { describe, expect, test } from 'vitest'
import {
  createRotation,
  effectiveStore,
  EMPTY_SESSION,
  failure,
  FAILURE_REASONS,
  POLICIES,
  readAuthStore,
  readFailoverConfig,
  RESULT_FLAW,
  resolvePin,
  simulate,
  unavailableReason,
  type PinDecision,
  type Policy,
  type ProviderCall,
  type ScriptedOutcome,
  type SessionEntry,
  type Simulation,
  type World,
} from '../../shared/engine/index.ts'
import { bugCase } from '../support/bug-case.ts'
import { must } from '../support/build-facts.ts'
import { classify, NOW_MS, requestOf, scriptOf, worldOf, type WorldFacts } from '../support/run-world.ts'

/** Public reports of this system and of comparable ones: areas cooldown and order, as far as a run decides. */

const CURRENT = POLICIES['openclaw-2026.9']
const OWN = POLICIES['docs-2026.7']
const ALONE = { agents: { defaults: { model: 'p/m' } } }
const WITH_FALLBACK = { agents: { defaults: { model: { primary: 'p/m', fallbacks: ['q/n'] } } } }
const limited = failure({ status: 429, message: '429 Too Many Requests' })
/** Is not tried again before the next profile. */
const empty = failure({ status: 402, message: '402 insufficient credits' })

interface Given extends WorldFacts {
  readonly outcomes?: Readonly<Record<string, ScriptedOutcome>>
  readonly start?: World
}

function run({ outcomes = {}, start, ...facts }: Given): Simulation {
  const policy = facts.policy ?? CURRENT
  const world = start ?? worldOf({ profileIds: ['p:a', 'q:a'], session: {}, ...facts, policy })
  const request = requestOf({ policy, config: facts.config ?? ALONE, requested: { provider: 'p', model: 'm' } })
  return simulate(request, classify, world, scriptOf(outcomes))
}
const calls = ({ recording }: Simulation): string[] =>
  recording.calls.map(({ call }: { call: ProviderCall }) => call.profileId ?? '')
const later = (world: World, ms: number): World => ({ ...world, nowMs: world.nowMs + ms })
const inSixDays = { blockedUntil: NOW_MS + 6 * 24 * 3_600_000, blockedReason: 'subscription_limit' }

describe('cooldown', () => {
  test('CD-08: the end of a run is no success of a profile whose answer was an error', () => {
    const wanting: ScriptedOutcome = {
      kind: 'answered',
      value: '',
      isEmpty: false,
      flaw: { ...RESULT_FLAW, message: 'You have hit your ChatGPT usage limit', reason: 'rate_limit' },
      stopReason: null,
    }
    for (const outcome of [wanting, limited]) {
      const { world } = run({ config: WITH_FALLBACK, outcomes: { p: outcome } })
      const { usageStats } = must(world.rotation).store
      expect(usageStats['p:a']?.lastUsedMs ?? null).toBeNull()
      expect(usageStats['q:a']?.lastUsedMs).toBeGreaterThanOrEqual(NOW_MS)
    }
    const { world } = run({ policy: OWN, config: WITH_FALLBACK, outcomes: { p: limited } })
    const after = must(world.rotation).store.usageStats['p:a']
    expect(after).toMatchObject({ cooldownUntilMs: NOW_MS + 30_000, errorCount: 1 })
  })

  test.each([
    ['CD-10: a block of six days', inSixDays],
    ['CD-32: a disable for billing', { disabledUntil: NOW_MS + 18_000_000, disabledReason: 'billing' }],
  ])('%s without a fallback is probed at the throttle', (_name, stats) => {
    const usageStats = { 'p:a': stats }
    const first = run({ usageStats, outcomes: { p: empty } })
    expect(calls(first)).toEqual(['p:a'])
    const soon = run({ start: later(first.world, 29_999), outcomes: { p: empty } })
    expect(calls(soon)).toEqual([])
    expect(calls(run({ start: later(first.world, 30_000), outcomes: { p: empty } }))).toEqual(['p:a'])
  })

  test('CD-32: with a fallback, a disable for billing is probed only near its end', () => {
    const disabled = (ms: number): Given => ({
      config: WITH_FALLBACK,
      usageStats: { 'p:a': { disabledUntil: NOW_MS + ms, disabledReason: 'billing' } },
    })
    expect(calls(run(disabled(18_000_000)))).toEqual(['q:a'])
    expect(calls(run(disabled(120_001)))).toEqual(['q:a'])
    expect(calls(run(disabled(120_000)))).toEqual(['p:a'])
  })

  test.each(['rate_limit', 'overloaded', 'timeout', 'unknown'])(
    'CD-11: a probe for %s is a real request',
    (cooldownReason) => {
      const usageStats = { 'p:a': { cooldownUntil: NOW_MS + 60_000, cooldownReason } }
      const simulation = run({ config: WITH_FALLBACK, usageStats })
      expect(calls(simulation)).toEqual(['p:a'])
      expect(simulation.recording.calls[0]?.call.allowTransientCooldownProbe).toBe(true)
      expect(simulation.result).toMatchObject({ kind: 'completed', profileId: 'p:a' })
    },
  )

  test('CD-12: a rate limit is probed although a fallback exists, an announced reset is waited for', () => {
    const generic = { cooldownUntil: NOW_MS + 1_800_000, cooldownReason: 'rate_limit' }
    expect(calls(run({ config: WITH_FALLBACK, usageStats: { 'p:a': generic } }))).toEqual(['p:a'])
    const announced = { blockedUntil: NOW_MS + 1_800_000, blockedReason: 'subscription_limit', blockedSource: 'wham' }
    expect(calls(run({ config: WITH_FALLBACK, usageStats: { 'p:a': announced } }))).toEqual(['q:a'])
  })

  describe.each<[string, ScriptedOutcome]>([
    [
      'CD-13: a probe that never reached the provider',
      failure({ message: 'worker unavailable', reachedProvider: false }),
    ],
    [
      'CD-24: a probe that the caller stopped',
      { kind: 'stopped', reason: 'caller_signal_aborted', name: 'AbortError', message: 'stopped', status: null },
    ],
  ])('%s', (_name, unused) => {
    const usageStats = { 'p:a': { cooldownUntil: NOW_MS + 1_800_000, cooldownReason: 'rate_limit' } }

    test('gives its place back: the next run probes at once', () => {
      const first = run({ policy: OWN, usageStats, outcomes: { p: unused } })
      expect(calls(first)).toEqual(['p:a'])
      expect(calls(run({ policy: OWN, start: first.world }))).toEqual(['p:a'])
    })

    test('used the place up in the releases as executed', () => {
      const first = run({ usageStats, outcomes: { p: unused } })
      expect(calls(run({ start: first.world, outcomes: { p: limited } }))).toEqual([])
    })
  })

  test('CL-60: every known reason can be the reason why nothing is available', () => {
    for (const reason of FAILURE_REASONS) {
      const usageStats = {
        'p:a': { cooldownReason: reason, cooldownUntil: NOW_MS + 60_000 },
        'p:b': { cooldownReason: reason, cooldownUntil: NOW_MS + 90_000 },
      }
      const stats = readAuthStore({ profiles: {} }, { usageStats }, CURRENT.order).usageStats
      const waiting = Object.entries(stats).map(([profileId, entry]) => ({ profileId, provider: 'p', stats: entry }))
      expect(unavailableReason(waiting, CURRENT, NOW_MS)?.reason).toBe(reason)
    }
  })

  test('LG-11: a candidate is skipped for what its account failed with most, and not for a usual limit', () => {
    const { input, expected } = bugCase<
      { usageStats: { 'ollama:default': { failureCounts: Record<string, number> } } },
      { skipReason: string }
    >('LG-11')
    const { failureCounts } = input.usageStats['ollama:default']
    for (const counts of [failureCounts, { ...failureCounts, rate_limit: 1 }]) {
      const usageStats = { 'p:a': { cooldownUntil: NOW_MS + 3_600_000, failureCounts: counts } }
      const { records } = run({ config: WITH_FALLBACK, usageStats, policy: CURRENT })
      expect(records.map(({ record }) => record)).toContainEqual(
        expect.objectContaining({ decision: 'skip_candidate', candidateProvider: 'p', reason: expected.skipReason }),
      )
    }
  })
})

describe('order', () => {
  function pin(session: Partial<SessionEntry>, order: readonly string[], policy: Policy = CURRENT): PinDecision {
    const key = { type: 'api_key', provider: 'p', key: 'example' }
    const store = effectiveStore(
      null,
      readAuthStore({ profiles: { 'p:a': key, 'p:b': key } }, {}, policy.order),
      policy.order,
    )
    const config = readFailoverConfig({ auth: { order: { p: order } } })
    return resolvePin(createRotation(policy, config, store), {
      session: { ...EMPTY_SESSION, ...session },
      providers: ['p'],
      model: 'm',
      nowMs: NOW_MS,
      isNewSession: false,
    })
  }

  test('OR-10: with an explicit order and healthy profiles, a compaction does not rotate', () => {
    const session = { pinProfileId: 'p:a', pinSource: 'auto', pinCompactionCount: 3, compactionCount: 4 } as const
    expect(pin(session, ['p:a', 'p:b']).profileId).toBe('p:a')
  })

  test('OR-11: an automatic pin that a new order leaves out is dropped, a pin of the user is kept', () => {
    expect(pin({ pinProfileId: 'p:b', pinSource: 'auto', pinCompactionCount: 0 }, ['p:a']).profileId).toBe('p:a')
    expect(pin({ pinProfileId: 'p:b', pinSource: 'user' }, ['p:a']).profileId).toBe('p:b')
  })

  test('OR-16: the cap ends the walk after one rotation for rate limits, and the step says that it was the cap', () => {
    const profileIds = ['p:a', 'p:b', 'p:c', 'p:d', 'p:e', 'q:a']
    const outcomes = { 'p:a': limited, 'p:b': limited }
    const simulation = run({ policy: OWN, config: WITH_FALLBACK, profileIds, outcomes })
    expect(calls(simulation)).toEqual(['p:a', 'p:b', 'q:a'])
    expect(simulation.result.steps[0]?.profiles.map(({ outcome }) => outcome)).toEqual(['rotated', 'capped'])
    const refused = failure({ status: 401, message: '401 Incorrect API key provided' })
    const refusals = { 'p:a': refused, 'p:b': refused, 'p:c': refused, 'p:d': refused }
    const walked = run({ policy: OWN, config: WITH_FALLBACK, profileIds, outcomes: refusals })
    expect(calls(walked)).toEqual(profileIds.slice(0, 5))
  })
})
