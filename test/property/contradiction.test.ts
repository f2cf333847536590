import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  contradictionOf,
  DAY_MS,
  EMPTY_USAGE_STATS,
  endContradicted,
  FAILURE_REASONS,
  POLICIES,
  POLICY_IDS,
  snooze,
  windowsOf,
  type ContradictionContext,
  type UsageStats,
} from '../../shared/engine/index.ts'

const NOW_MS = 1_770_000_000_000
const around = fc.oneof(
  fc.integer({ min: NOW_MS - 2 * DAY_MS, max: NOW_MS + 9 * DAY_MS }),
  fc.integer({ min: NOW_MS - 5, max: NOW_MS + 5 }),
)
const time = fc.option(around, { nil: null, freq: 4 })
const reason = fc.option(fc.constantFrom(...FAILURE_REASONS), { nil: null })

const records: fc.Arbitrary<UsageStats> = fc
  .record({
    lastUsedMs: time,
    cooldownUntilMs: time,
    cooldownReason: reason,
    cooldownModel: fc.constantFrom(null, 'big'),
    disabledUntilMs: time,
    disabledReason: reason,
    blockedUntilMs: time,
    blockedReason: fc.constant('subscription_limit' as const),
    blockedModel: fc.constantFrom(null, 'big'),
    blockedScope: fc.constantFrom(null, 'model' as const),
    errorCount: fc.integer({ min: 0, max: 9 }),
    lastFailureAtMs: time,
  })
  .map((fields) => Object.assign({}, EMPTY_USAGE_STATS, fields))
const scenario = fc.record({
  stats: records,
  context: fc.record({
    policy: fc.constantFrom(...POLICY_IDS).map((id) => POLICIES[id]),
    provider: fc.constantFrom('acme', 'openrouter'),
    nowMs: fc.constant(NOW_MS),
    elsewhere: fc.option(records, { nil: null }),
  }),
})

const contradictionsOf = (stats: UsageStats | null, context: ContradictionContext) =>
  stats === null
    ? []
    : windowsOf(stats, context.policy, context.provider, context.nowMs).flatMap((window) => {
        const contradiction = contradictionOf(window, stats, context)
        return contradiction === null ? [] : [{ window, contradiction }]
      })

const check = (holds: (stats: UsageStats, context: ContradictionContext) => void): void =>
  fc.assert(
    fc.property(scenario, ({ stats, context }) => holds(stats, context)),
    { numRuns: 5000 },
  )

describe('a contradiction', () => {
  test('never rests on a signal that is not newer than the failure, nor on one ahead of the clock', () =>
    check((stats, context) => {
      for (const { contradiction } of contradictionsOf(stats, context)) {
        const { code, failedAtMs, signalAtMs } = contradiction
        expect(failedAtMs).toBe(stats.lastFailureAtMs)
        expect(signalAtMs).toBeLessThanOrEqual(context.nowMs)
        if (code === 'failure_in_future') expect(failedAtMs).toBeGreaterThan(context.nowMs)
        else expect(signalAtMs).toBeGreaterThan(failedAtMs)
      }
    }))

  test('never is where the failure is later than every answer, and not ahead of the clock', () =>
    check((stats, context) => {
      const answers = [stats.lastUsedMs ?? 0, context.elsewhere?.lastUsedMs ?? 0]
      const later = { ...stats, lastFailureAtMs: Math.min(NOW_MS, Math.max(...answers)) }
      expect(contradictionsOf(later, context)).toEqual([])
    }))

  test('is always found where the profile answered after the failure that opened the window', () =>
    check((stats, context) => {
      const failedAtMs = NOW_MS - 1000
      const answered: UsageStats = { ...stats, disabledUntilMs: null, lastFailureAtMs: failedAtMs, lastUsedMs: NOW_MS }
      const running = windowsOf(answered, context.policy, context.provider, NOW_MS)
      expect(contradictionsOf(answered, context)).toHaveLength(running.length)
    }))

  test('never concerns a lock that a hand chose', () =>
    check((stats, context) => {
      const free = { ...stats, disabledUntilMs: null }
      const snoozed = snooze(free, NOW_MS + 9 * DAY_MS, context).stats
      const kinds = contradictionsOf(snoozed, context).map(({ window }) => window.kind)
      expect(kinds).not.toContain('disabled')
    }))

  test('is gone once it was ended, and nothing else is', () =>
    check((stats, context) => {
      const found = contradictionsOf(stats, context).map(({ window }) => window.kind)
      const ended = endContradicted(stats, context)
      expect(contradictionsOf(ended.stats, context)).toEqual([])
      expect(ended.windows.map(({ kind }) => kind).toSorted()).toEqual(found.toSorted())
      const left = windowsOf(ended.stats ?? stats, context.policy, context.provider, NOW_MS).map(({ kind }) => kind)
      const running = windowsOf(stats, context.policy, context.provider, NOW_MS).map(({ kind }) => kind)
      expect(left.toSorted()).toEqual(running.filter((kind) => !found.includes(kind)).toSorted())
      if (found.length === 0) expect(ended.stats).toBe(stats)
    }))
})
