import { describe, expect, test } from 'vitest'
import {
  clockDoubt,
  DAY_MS,
  HOUR_MS,
  isUnusable,
  markingOf,
  MINUTE_MS,
  POLICIES,
  refinePolicy,
  SECOND_MS,
  soonestExpiry,
  unavailableReason,
  windowCaps,
  type PolicyId,
  type WindowEvent,
} from '../../shared/engine/index.ts'
import { must } from '../support/build-facts.ts'
import { failure, play, statsOf, T0_MS } from '../support/play-windows.ts'

/** Reported faults of this and comparable systems, each by its id: what the windows have to do instead. */

const untilOf = (...args: Parameters<typeof play>): number | undefined => play(...args).record.cooldownUntil
const usableFor = (raw: object, models: readonly string[], policyId: PolicyId = 'openclaw-2026.9'): boolean[] =>
  models.map((model) => !isUnusable(statsOf(raw), POLICIES[policyId], 'p', model, T0_MS))
const isLocked = (played: ReturnType<typeof play>, offsetMs: number, policyId: PolicyId = 'docs-2026.7'): boolean =>
  isUnusable(played.stats, POLICIES[policyId], 'acme', 'm', T0_MS + offsetMs)

describe('cooldowns', () => {
  const hint = (offsetMs: number): WindowEvent => failure('rate_limit', { retryAtMs: T0_MS + offsetMs })

  test('CD-05: a later explicit end wins, a step inside a window does not, and no length belies its end', () => {
    const step = play({}, [0, failure('rate_limit')], [300, failure('rate_limit')])
    expect(step.last.windows[0]).toMatchObject({ action: 'kept', after: { untilMs: T0_MS + 30_000 } })
    const explicit = play({}, [0, failure('rate_limit')], [300, hint(4 * MINUTE_MS)])
    expect(explicit.last.windows[0]).toMatchObject({
      action: 'extended',
      rule: 'retry_hint',
      asked: { lengthMs: 4 * MINUTE_MS - 300 },
      after: { untilMs: T0_MS + 4 * MINUTE_MS },
    })
  })

  test.each(Object.keys(POLICIES) as PolicyId[])('CD-06: a guess never shortens a measured window (%s)', (policy) => {
    const initial = { cooldownUntil: T0_MS + 4 * HOUR_MS, cooldownReason: 'rate_limit', errorCount: 1 }
    expect(untilOf({ policy, initial }, [0, failure('rate_limit')])).toBe(T0_MS + 4 * HOUR_MS)
  })

  test('CD-07: a manual clear leaves nothing but the times, and an unknown profile alone', () => {
    const initial = {
      errorCount: 4,
      cooldownUntil: T0_MS + 60_000,
      disabledUntil: T0_MS + 5 * HOUR_MS,
      disabledReason: 'billing',
      failureCounts: { billing: 2, rate_limit: 2 },
      lastUsed: T0_MS - 5000,
      lastFailureAt: T0_MS - 4000,
    }
    const { record } = play({ initial }, [0, { kind: 'clear' }])
    expect(record).toStrictEqual({ errorCount: 0, lastUsed: T0_MS - 5000, lastFailureAt: T0_MS - 4000 })
    expect(play({}, [0, { kind: 'clear' }]).stats).toBeNull()
  })

  test('CD-14: a restart keeps a billing window, a new credential ends it', () => {
    const failed = play({ policy: 'docs-2026.7' }, [0, failure('billing')])
    expect(statsOf(failed.record)).toEqual(failed.stats)
    const { record, last } = play({ initial: failed.record }, [1000, { kind: 'clear', cause: 'credential_replaced' }])
    expect(record).toStrictEqual({ errorCount: 0, lastFailureAt: T0_MS })
    expect(last.windows[0]).toMatchObject({ kind: 'disabled', action: 'cleared', rule: 'credential_replaced' })
  })

  test('CD-15: a disable is opened once, whatever fails inside it, so it is announced once', () => {
    const { effects } = play({}, [0, failure('billing')], [1, failure('billing')], [2, failure('auth_permanent')])
    expect(effects.map(({ windows }) => windows[0]?.action)).toEqual(['opened', 'kept', 'kept'])
  })

  test('CD-16: a failed probe neither moves nor doubles a running billing window', () => {
    const { record } = play({}, ...[0, 1, 2, 3].map((hours) => [hours * HOUR_MS, failure('billing')] as const))
    expect(record.disabledUntil).toBe(T0_MS + 5 * HOUR_MS)
  })

  test('CD-17: permanent auth failures wait 10, 20, 40 and 60 minutes', () => {
    const offsets = [0, 10, 30, 70].map((minutes) => minutes * MINUTE_MS)
    const { effects } = play({}, ...offsets.map((offset) => [offset, failure('auth_permanent')] as const))
    const lengths = effects.map(({ windows }) => windows[0]?.asked?.lengthMs)
    expect(lengths).toEqual([10, 20, 40, 60].map((minutes) => minutes * MINUTE_MS))
  })

  test('CD-18: profiles of exempt providers are available, whatever their records say', () => {
    const raw = { cooldownUntil: T0_MS + HOUR_MS, disabledUntil: T0_MS + 5 * HOUR_MS, disabledReason: 'billing' }
    for (const policy of Object.values(POLICIES)) {
      const stats = statsOf(raw)
      const profiles = [{ profileId: 'openrouter:default', provider: 'openrouter', stats }]
      expect(isUnusable(stats, policy, 'openrouter', 'm', T0_MS)).toBe(false)
      expect(soonestExpiry(profiles, policy, 'm', T0_MS)).toBeNull()
      expect(unavailableReason(profiles, policy, T0_MS)).toBeNull()
    }
  })

  test('CD-19: overload climbs no further than five minutes by our own rules, and marks nothing in 2026.9', () => {
    const events = [0, 1, 2, 8, 14].map((minutes) => [minutes * MINUTE_MS, failure('overloaded')] as const)
    for (const { windows } of play({}, ...events).effects)
      expect(windows[0]?.asked?.lengthMs).toBeLessThanOrEqual(5 * MINUTE_MS)
    const question = {
      reason: 'overloaded',
      health: 'shared',
      hasProviderStarted: true,
      isForeignTransport: false,
      announcedLimit: 'unknown',
    } as const
    expect(markingOf(question, POLICIES['openclaw-2026.9']).rule).toBe('never_marked')
  })

  test('CD-26: a refusal of the request marks no profile', () => {
    const question = { health: 'shared', hasProviderStarted: true, isForeignTransport: false } as const
    for (const policy of Object.values(POLICIES))
      for (const reason of ['format', 'context_overflow'] as const)
        expect(markingOf({ ...question, reason, announcedLimit: 'unknown' }, policy).reason).toBeNull()
  })

  test('CD-27: one rotation inside a provider is what every policy allows by default', () => {
    for (const { rotations } of Object.values(POLICIES)) expect(rotations.rateLimitedProfileRotations).toBe(1)
  })

  test('CD-28: a reset hint cools the model for as long as it says', () => {
    const { record } = play({}, [0, hint(18_000 * SECOND_MS)])
    expect(record).toMatchObject({ cooldownUntil: T0_MS + 5 * HOUR_MS, cooldownModel: 'm' })
  })

  test('CD-29: a key of the configuration is parked for billing, and back afterwards', () => {
    for (const policy of ['docs-2026.7', 'openclaw-2026.9'] as const) {
      const played = play({ policy, context: { isInlineKey: true } }, [0, failure('billing')])
      const lengthMs = must(played.last.windows[0]?.asked).lengthMs
      expect(isLocked(played, lengthMs - 1, policy)).toBe(true)
      expect(isLocked(played, lengthMs, policy)).toBe(false)
    }
  })

  test('CD-31: the newer first billing window is ten minutes, the older five hours; one success clears it', () => {
    const newer = play({ policy: 'openclaw-2026.9' }, [0, failure('billing')])
    expect(isLocked(newer, 9 * MINUTE_MS, 'openclaw-2026.9')).toBe(true)
    expect(isLocked(newer, 601 * SECOND_MS, 'openclaw-2026.9')).toBe(false)
    expect(play({}, [0, failure('billing')]).record.disabledUntil).toBe(T0_MS + 18_000_000)
    const cleared = play({ policy: 'openclaw-2026.9', initial: newer.record }, [601_000, { kind: 'success' }])
    expect(cleared.record).not.toHaveProperty('disabledUntil')
    expect(cleared.record).not.toHaveProperty('failureCounts')
  })

  test('CD-33: documented settings are read, fractions too, the provider before the rest', () => {
    const settings = {
      billingBackoffHours: 0.5,
      billingMaxHours: 2,
      billingBackoffHoursByProvider: { acme: 0.25 },
    }
    const { policy, notes } = refinePolicy(POLICIES['docs-2026.7'], settings)
    const first = (provider: string): unknown =>
      play({ policy, provider }, [0, failure('billing')]).last.windows[0]?.asked?.lengthMs
    expect([first('acme'), first('other')]).toEqual([900_000, 1_800_000])
    expect(windowCaps(policy, 'acme').disabled).toBe(7_200_000)
    expect(notes).toEqual([])
  })

  test('CD-34: billing covers every model of the profile', () => {
    const { last, stats } = play({ policy: 'openclaw-2026.9' }, [0, failure('billing')])
    expect(last.windows[0]).toMatchObject({ kind: 'disabled', scope: 'whole_profile' })
    expect(isUnusable(stats, POLICIES['openclaw-2026.9'], 'acme', 'another', T0_MS + 1)).toBe(true)
  })
})

describe('model scope', () => {
  test('MO-01: a rate limit of one model leaves the others', () => {
    const raw = { cooldownUntil: T0_MS + 300_000, cooldownReason: 'rate_limit', cooldownModel: 'flash', errorCount: 1 }
    for (const policyId of Object.keys(POLICIES) as PolicyId[])
      expect(usableFor(raw, ['flash', 'pro', 'opus'], policyId)).toEqual([false, true, true])
  })

  test('MO-02: a second model in the same window widens it, and without a model it covers everything', () => {
    const { record } = play({}, [0, failure('rate_limit')], [1, failure('rate_limit', { model: 'other' })])
    expect(usableFor(record, ['m', 'other', 'third'])).toEqual([false, false, false])
  })

  test('MO-03: a timeout of one model leaves its siblings', () => {
    const raw = { cooldownUntil: T0_MS + 30_000, cooldownReason: 'timeout', cooldownModel: 'preview' }
    expect(usableFor(raw, ['lite'])).toEqual([true])
    expect(usableFor(raw, ['lite'], 'docs-2026.7')).toEqual([true])
  })

  test('MO-04: a missing model is its own concern, and frees at the earliest end', () => {
    const raw = { cooldownUntil: T0_MS + 300_000, cooldownReason: 'model_not_found', cooldownModel: 'gone:7b' }
    expect(usableFor(raw, ['gone:7b', 'present:8b'])).toEqual([false, true])
    const profiles = [raw, { ...raw, cooldownUntil: T0_MS + 9 }].map((stats, index) => ({
      profileId: `p:${index}`,
      provider: 'ollama',
      stats: statsOf(stats),
    }))
    expect(soonestExpiry(profiles, POLICIES['openclaw-2026.9'], 'gone:7b', T0_MS)?.untilMs).toBe(T0_MS + 9)
  })

  test('MO-05: the model that failed is on record where the reason concerns it', () => {
    expect(play({}, [0, failure('rate_limit', { model: 'active' })]).record.cooldownModel).toBe('active')
  })

  test('MO-07: a block is limited to its model where its scope says so, otherwise it covers the profile', () => {
    const raw = { blockedUntil: T0_MS + DAY_MS, blockedReason: 'subscription_limit', blockedModel: 'gpt-5.5' }
    expect(usableFor({ ...raw, blockedScope: 'model' }, ['gpt-5.5', 'spark'])).toEqual([false, true])
    expect(usableFor(raw, ['gpt-5.5', 'spark'])).toEqual([false, false])
  })
})

describe('time', () => {
  test('TM-16: a block of six days is believed, one of a year is not', () => {
    const nowMs = 1_780_326_000_000
    const announced = (untilMs: number): unknown =>
      play({ context: { nowMs } }, [0, { kind: 'blocked', untilMs, model: null, source: 'codex_rate_limits' }]).record
        .blockedUntil
    expect(announced(1_780_846_982_712)).toBe(1_780_846_982_712)
    for (const id of Object.keys(POLICIES) as PolicyId[])
      expect(windowCaps(POLICIES[id], 'acme').blocked).toBeLessThanOrEqual(31 * DAY_MS)
    expect(announced(nowMs + 365 * DAY_MS)).toBe(nowMs + 7 * DAY_MS)
  })

  test('TM-17: after the clock was set back a window ends within its cap, and the records are doubted', () => {
    const stats = must(
      statsOf({ cooldownUntil: T0_MS + 60_000, lastFailureAt: T0_MS, cooldownReason: 'rate_limit', errorCount: 1 }),
    )
    const nowMs = T0_MS - DAY_MS
    expect(clockDoubt(stats, POLICIES['docs-2026.7'], 'p', nowMs)).toEqual({
      flaw: 'failure_in_future',
      aheadMs: DAY_MS,
      untilMs: nowMs + 5 * MINUTE_MS,
    })
  })
})
