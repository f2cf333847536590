import { describe, expect, test } from 'vitest'
import {
  DAY_MS,
  HOUR_MS,
  isReprobeDue,
  MINUTE_MS,
  POLICIES,
  type FailureReason,
  type PolicyId,
  type UsageProbe,
  type WindowEvent,
} from '../../shared/engine/index.ts'
import { must } from '../support/build-facts.ts'
import { failure, play, statsOf, T0_MS } from '../support/play-windows.ts'

const probed = (reason: FailureReason, usageProbe: UsageProbe): WindowEvent => failure(reason, { usageProbe })
const exhausted = (offsetMs: number): UsageProbe => ({ outcome: 'exhausted', untilMs: T0_MS + offsetMs })

describe('an answer of the usage endpoint about a failure', () => {
  test.each<[UsageProbe['outcome'], PolicyId, FailureReason, number, string]>([
    ['available', 'openclaw-2026.7', 'rate_limit', 15_000, 'usage_probe_available'],
    ['failed', 'openclaw-2026.7', 'rate_limit', 30_000, 'usage_probe_failed'],
    ['http_error', 'openclaw-2026.7', 'rate_limit', 5 * MINUTE_MS, 'usage_probe_http_error'],
    ['http_error', 'openclaw-2026.9', 'rate_limit', 30_000, 'rate_limit_doubling'],
    ['failed', 'openclaw-2026.9', 'rate_limit', 30_000, 'rate_limit_doubling'],
    ['http_error', 'openclaw-2026.9', 'unknown', 5 * MINUTE_MS, 'usage_probe_http_error'],
    ['failed', 'openclaw-2026.9', 'no_error_details', 30_000, 'usage_probe_failed'],
    ['token_expired', 'openclaw-2026.9', 'unclassified', 12 * HOUR_MS, 'usage_probe_token_expired'],
    ['account_dead', 'openclaw-2026.7', 'unknown', DAY_MS, 'usage_probe_account_dead'],
  ])('%s under %s gives a %s its length', (outcome, policy, reason, lengthMs, rule) => {
    const { last } = play({ policy }, [0, probed(reason, { outcome } as UsageProbe)])
    expect(last.windows).toEqual([expect.objectContaining({ kind: 'cooldown', rule, action: 'opened' })])
    expect(last.windows[0]).toMatchObject({ asked: { lengthMs }, after: { untilMs: T0_MS + lengthMs } })
  })

  test('does not matter to reasons that are not looked into', () => {
    const { last } = play({ policy: 'openclaw-2026.9' }, [0, probed('auth', { outcome: 'available' })])
    expect(last.windows[0]?.rule).toBe('cooldown_ladder')
    expect(last.times.map(({ field }) => field)).toEqual(['lastFailureAtMs'])
  })

  test('names a refused credential only in the releases that do', () => {
    const reasonOf = (policy: PolicyId): unknown =>
      play({ policy }, [0, probed('rate_limit', { outcome: 'token_expired' })]).record.cooldownReason
    expect(reasonOf('openclaw-2026.7')).toBe('rate_limit')
    expect(reasonOf('openclaw-2026.9')).toBe('auth')
  })

  test('outlives no later failure: its classification ends with the next one', () => {
    const { record, last } = play(
      { policy: 'openclaw-2026.9' },
      [0, probed('rate_limit', { outcome: 'account_dead' })],
      [1000, failure('billing')],
    )
    expect(record).toMatchObject({ cooldownUntil: T0_MS + DAY_MS, cooldownReason: 'auth_permanent' })
    expect(record).not.toHaveProperty('cooldownClassification')
    expect(last.windows[0]).toMatchObject({ kind: 'cooldown', action: 'kept', rule: 'classification_outdated' })
  })

  test('of an exhausted limit puts a block of the whole profile in the place of the cooldown', () => {
    const { record, last } = play({ policy: 'openclaw-2026.9' }, [0, probed('rate_limit', exhausted(5 * HOUR_MS))])
    expect(record).toMatchObject({ blockedUntil: T0_MS + 5 * HOUR_MS, blockedSource: 'wham' })
    expect(record).not.toHaveProperty('cooldownUntil')
    expect(last.windows).toEqual([
      expect.objectContaining({ kind: 'blocked', action: 'opened', rule: 'announced_reset', scope: 'whole_profile' }),
    ])
  })

  test('that names a past reset counts as failed', () => {
    const { record } = play({ policy: 'openclaw-2026.9' }, [0, probed('unknown', exhausted(-1))])
    expect(record.cooldownUntil).toBe(T0_MS + 30_000)
  })

  test('never ends an earlier block sooner, but capacity refutes it where the release believes that', () => {
    const initial = {
      blockedUntil: T0_MS + DAY_MS,
      blockedReason: 'subscription_limit',
      blockedModel: 'other',
      blockedScope: 'model',
    }
    const after = (policy: PolicyId, usageProbe: UsageProbe): number | undefined =>
      play({ policy, initial }, [0, probed('rate_limit', usageProbe)]).record.blockedUntil
    expect(after('openclaw-2026.9', exhausted(HOUR_MS))).toBe(T0_MS + DAY_MS)
    expect(after('openclaw-2026.9', { outcome: 'available' })).toBeUndefined()
    expect(after('openclaw-2026.7', { outcome: 'available' })).toBe(T0_MS + DAY_MS)
  })
})

describe('another look at a running block', () => {
  const policy = POLICIES['openclaw-2026.9']
  const block = {
    blockedUntil: T0_MS + DAY_MS,
    blockedReason: 'subscription_limit',
    blockedSource: 'codex_rate_limits',
    blockedModel: 'big',
    blockedScope: 'model',
  }
  const isDue = (raw: object, offsetMs = 0, policyId: PolicyId = 'openclaw-2026.9'): boolean =>
    isReprobeDue(must(statsOf({ ...block, ...raw })), {
      policy: POLICIES[policyId],
      provider: 'openai',
      nowMs: T0_MS + offsetMs,
    })
  const look = (usageProbe: UsageProbe, initial: object = block): ReturnType<typeof play> =>
    play({ policy, initial }, [0, { kind: 'reprobe', usageProbe }])

  test('is due every five minutes while it stands alone', () => {
    expect(isDue({})).toBe(true)
    expect(isDue({ lastProbeAt: T0_MS }, 5 * MINUTE_MS - 1)).toBe(false)
    expect(isDue({ lastProbeAt: T0_MS }, 5 * MINUTE_MS)).toBe(true)
    expect(isDue({ cooldownUntil: T0_MS + 1 })).toBe(false)
    expect(isDue({ disabledUntil: T0_MS + 1 })).toBe(false)
    expect(isDue({}, DAY_MS)).toBe(false)
    expect(isDue({ blockedReason: 'else' })).toBe(false)
    expect(isDue({}, 0, 'openclaw-2026.7')).toBe(false)
  })

  test('ends it where there is capacity', () => {
    const { record, last } = look({ outcome: 'available' })
    expect(record).toStrictEqual({ lastProbeAt: T0_MS })
    expect(last.windows).toEqual([expect.objectContaining({ action: 'cleared', rule: 'usage_probe_available' })])
  })

  test('moves it to a later reset and keeps its model', () => {
    const { record, last } = look(exhausted(2 * DAY_MS))
    expect(record).toMatchObject({ blockedUntil: T0_MS + 2 * DAY_MS, blockedSource: 'wham', blockedModel: 'big' })
    expect(last.windows[0]).toMatchObject({ action: 'extended', rule: 'announced_reset', scope: 'unchanged' })
    expect(look(exhausted(HOUR_MS)).record.blockedUntil).toBe(T0_MS + DAY_MS)
  })

  test('leaves it with any other answer', () => {
    const { record, last } = look({ outcome: 'failed' })
    expect(record).toStrictEqual({ ...block, lastProbeAt: T0_MS })
    expect(last.windows[0]).toMatchObject({ action: 'kept', rule: 'usage_probe_failed', asked: null })
    expect(last.counters).toBeNull()
  })
})

describe('a retry hint', () => {
  const hinted = (offsetMs: number): WindowEvent => failure('rate_limit', { retryAtMs: T0_MS + offsetMs })

  test('makes a cooldown longer up to the cap of the policy, never shorter', () => {
    const until = (offsetMs: number): number => must(play({}, [0, hinted(offsetMs)]).record.cooldownUntil) - T0_MS
    expect(until(HOUR_MS)).toBe(HOUR_MS)
    expect(until(1000)).toBe(30_000)
    expect(until(400 * DAY_MS)).toBe(DAY_MS)
    expect(until(Number.NaN)).toBe(30_000)
  })

  test('changes nothing where the release does not heed it', () => {
    const { record } = play({ policy: 'openclaw-2026.9' }, [0, hinted(HOUR_MS)])
    expect(record.cooldownUntil).toBe(T0_MS + 30_000)
  })
})
