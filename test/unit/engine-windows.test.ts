import { describe, expect, test } from 'vitest'
import {
  HOUR_MS,
  MINUTE_MS,
  POLICIES,
  readAuthStore,
  recordedWindows,
  unusableUntil,
  windowsOf,
  type PolicyId,
  type UsageStats,
  type Window,
} from '../../shared/engine/index.ts'
import { must } from '../support/build-facts.ts'

const NOW_MS = 1_770_000_000_000

function stats(raw: object): UsageStats {
  const store = readAuthStore({ profiles: {} }, { usageStats: { 'p:a': raw } }, POLICIES['openclaw-2026.9'].order)
  return must(store.usageStats['p:a'])
}
const running = (raw: object, policyId: PolicyId = 'openclaw-2026.9', provider = 'p'): ReturnType<typeof windowsOf> =>
  windowsOf(stats(raw), POLICIES[policyId], provider, NOW_MS)

describe('windows', () => {
  test('are half-open: at its end a profile is usable again', () => {
    const raw = { cooldownUntil: NOW_MS, cooldownReason: 'auth' }
    expect(windowsOf(stats(raw), POLICIES['openclaw-2026.9'], 'p', NOW_MS)).toEqual([])
    expect(windowsOf(stats(raw), POLICIES['openclaw-2026.9'], 'p', NOW_MS - 1)).toHaveLength(1)
  })

  test.each<[string, PolicyId, object, object]>([
    [
      'billing, first time, in the documented five hours',
      'openclaw-2026.7',
      {
        disabledUntil: NOW_MS + HOUR_MS,
        disabledReason: 'billing',
        failureCounts: { billing: 1 },
        lastFailureAt: NOW_MS - 4 * HOUR_MS,
      },
      { kind: 'disabled', startMs: NOW_MS - 4 * HOUR_MS, startBasis: 'failure', rung: 1, lengthMs: 5 * HOUR_MS },
    ],
    [
      'billing, third time, doubled up to the cap',
      'docs-2026.7',
      {
        disabledUntil: NOW_MS + HOUR_MS,
        disabledReason: 'billing',
        failureCounts: { billing: 3 },
        lastFailureAt: NOW_MS - 19 * HOUR_MS,
      },
      { startBasis: 'failure', rung: 3, lengthMs: 20 * HOUR_MS },
    ],
    [
      'billing in the release that starts at ten minutes',
      'openclaw-2026.9',
      {
        disabledUntil: NOW_MS + MINUTE_MS,
        disabledReason: 'billing',
        failureCounts: { billing: 1 },
        lastFailureAt: NOW_MS - 9 * MINUTE_MS,
      },
      { startBasis: 'failure', rung: 1, lengthMs: 10 * MINUTE_MS },
    ],
    [
      'permanent auth failure, second time',
      'openclaw-2026.9',
      {
        disabledUntil: NOW_MS + MINUTE_MS,
        disabledReason: 'auth_permanent',
        failureCounts: { auth_permanent: 2 },
        lastFailureAt: NOW_MS - 19 * MINUTE_MS,
      },
      { startBasis: 'failure', rung: 2, lengthMs: 20 * MINUTE_MS },
    ],
    [
      'a cooldown on the long ladder',
      'docs-2026.4',
      {
        cooldownUntil: NOW_MS + MINUTE_MS,
        cooldownReason: 'timeout',
        errorCount: 3,
        lastFailureAt: NOW_MS - 24 * MINUTE_MS,
      },
      { kind: 'cooldown', startBasis: 'failure', rung: 3, lengthMs: 25 * MINUTE_MS },
    ],
    [
      'a rate limit that doubles',
      'openclaw-2026.9',
      {
        cooldownUntil: NOW_MS + 1000,
        cooldownReason: 'rate_limit',
        failureCounts: { rate_limit: 4 },
        lastFailureAt: NOW_MS + 1000 - 240_000,
      },
      { startBasis: 'failure', rung: 4, lengthMs: 240_000 },
    ],
    [
      'a window that a later failure did not move',
      'openclaw-2026.7',
      { cooldownUntil: NOW_MS + 10_000, cooldownReason: 'overloaded', errorCount: 1, lastFailureAt: NOW_MS - 3000 },
      { startBasis: 'ladder', startMs: NOW_MS + 10_000 - 30_000, rung: 1, lengthMs: 30_000 },
    ],
    [
      'a window longer than any rung',
      'openclaw-2026.7',
      { cooldownUntil: NOW_MS + 12 * HOUR_MS, cooldownReason: 'auth', errorCount: 1, lastFailureAt: NOW_MS - 1 },
      { startBasis: 'last_failure', startMs: NOW_MS - 1, rung: null },
    ],
    [
      'a window of which nothing else is known',
      'openclaw-2026.7',
      { cooldownUntil: NOW_MS + 5 },
      { startBasis: 'unknown', startMs: null, rung: null, lengthMs: null },
    ],
    [
      'an announced block',
      'openclaw-2026.9',
      {
        blockedUntil: NOW_MS + HOUR_MS,
        blockedReason: 'subscription_limit',
        blockedSource: 'wham',
        blockedModel: 'm',
        blockedScope: 'model',
        lastFailureAt: NOW_MS - 5,
      },
      {
        kind: 'blocked',
        reason: 'subscription_limit',
        announcedBy: 'wham',
        model: 'm',
        startMs: NOW_MS - 5,
        startBasis: 'last_failure',
      },
    ],
  ])('tell where they come from: %s', (_name, policyId, raw, expected) => {
    expect(running(raw, policyId)).toEqual([expect.objectContaining(expected)])
  })

  test('of exempt providers do not exist', () => {
    expect(running({ cooldownUntil: NOW_MS + 5 }, 'openclaw-2026.9', 'openrouter')).toEqual([])
  })

  test('that have passed stay on record, the longest first', () => {
    const all = recordedWindows(
      stats({ cooldownUntil: NOW_MS - 5, disabledUntil: NOW_MS + 5, disabledReason: 'billing' }),
      POLICIES['openclaw-2026.9'],
      'p',
    )
    expect(all.map(({ kind }) => kind)).toEqual(['disabled', 'cooldown'])
  })

  test('of one model leave other models alone, until a disable or block ends that', () => {
    const policy = POLICIES['openclaw-2026.9']
    const scoped = { cooldownUntil: NOW_MS + 50, cooldownReason: 'rate_limit', cooldownModel: 'big' }
    expect(unusableUntil(stats(scoped), policy, 'small', NOW_MS)).toBe(0)
    expect(unusableUntil(stats(scoped), policy, 'big', NOW_MS)).toBe(NOW_MS + 50)
    expect(unusableUntil(stats(scoped), policy, null, NOW_MS)).toBe(NOW_MS + 50)
    const disabled = { ...scoped, disabledUntil: NOW_MS + 10, disabledReason: 'billing' }
    expect(unusableUntil(stats(disabled), policy, 'small', NOW_MS)).toBe(NOW_MS + 50)
    const blocked = { ...scoped, blockedUntil: NOW_MS + 10 }
    expect(unusableUntil(stats(blocked), policy, 'small', NOW_MS)).toBe(NOW_MS + 50)
    expect(unusableUntil(stats(blocked), POLICIES['docs-2026.4'], 'small', NOW_MS)).toBe(NOW_MS + 10)
    const otherBlock = { ...scoped, blockedUntil: NOW_MS + 10, blockedScope: 'model', blockedModel: 'other' }
    expect(unusableUntil(stats(otherBlock), policy, 'small', NOW_MS)).toBe(0)
  })

  test('only some reasons can be limited to a model', () => {
    const raw = (cooldownReason: string): object => ({
      cooldownUntil: NOW_MS + 5,
      cooldownReason,
      cooldownModel: 'big',
    })
    expect(running(raw('rate_limit'))[0]?.model).toBe('big')
    expect(running(raw('model_not_found'))[0]?.model).toBe('big')
    expect(running(raw('model_not_found'), 'openclaw-2026.7')[0]?.model).toBeNull()
    expect(running(raw('auth'))[0]?.model).toBeNull()
  })
})

describe('the start of a window', () => {
  const start = (raw: object, policyId: PolicyId = 'openclaw-2026.7'): Partial<Window> => {
    const { startMs, startBasis, rung, lengthMs, failures } = must(running(raw, policyId)[0])
    return { startMs, startBasis, rung, lengthMs, failures }
  }
  const until = NOW_MS + 10_000

  test('counts failures of its reason before failures in a row', () => {
    const raw = {
      cooldownUntil: until,
      cooldownReason: 'timeout',
      errorCount: 5,
      failureCounts: { timeout: 2, auth: 9 },
    }
    expect(start(raw)).toEqual({
      startMs: until - 60_000,
      startBasis: 'ladder',
      rung: 2,
      lengthMs: 60_000,
      failures: 2,
    })
    expect(start({ ...raw, cooldownReason: undefined })).toMatchObject({ rung: 5, failures: 5 })
    expect(start({ ...raw, failureCounts: {} })).toMatchObject({ rung: 5, failures: 5, lengthMs: 300_000 })
    const disabled = { disabledUntil: until, disabledReason: 'billing', errorCount: 4, failureCounts: { billing: 1 } }
    expect(start(disabled)).toMatchObject({ rung: 1, failures: 1, lengthMs: 5 * HOUR_MS })
    expect(start({ ...disabled, failureCounts: {} })).toMatchObject({ rung: 4, failures: 4, lengthMs: 24 * HOUR_MS })
  })

  test('is the failure on record even where the count says another rung', () => {
    const raw = { cooldownUntil: until, cooldownReason: 'timeout', errorCount: 1, lastFailureAt: until - 300_000 }
    expect(start(raw)).toMatchObject({ startBasis: 'failure', rung: 3, startMs: until - 300_000 })
    // At the top of the ladder several rungs have one length: the count decides which.
    expect(start({ ...raw, errorCount: 7 })).toMatchObject({ startBasis: 'failure', rung: 7 })
    expect(start({ ...raw, errorCount: 0 })).toMatchObject({ startBasis: 'failure', rung: 3, failures: 0 })
  })

  test('is not a failure that came at or after the end', () => {
    const raw = { cooldownUntil: until, cooldownReason: 'timeout', errorCount: 1 }
    for (const lastFailureAt of [until, until + 5])
      expect(start({ ...raw, lastFailureAt })).toMatchObject({ startBasis: 'ladder', startMs: until - 30_000 })
    for (const lastFailureAt of [until, until + 5])
      expect(start({ ...raw, lastFailureAt, errorCount: 0 })).toMatchObject({
        startBasis: 'unknown',
        startMs: null,
        lengthMs: null,
      })
  })

  test('counted back by the ladder never lies behind the last failure', () => {
    const raw = { cooldownUntil: until, cooldownReason: 'timeout', errorCount: 1, lastFailureAt: until - 31_000 }
    expect(start(raw)).toEqual({
      startMs: until - 31_000,
      startBasis: 'last_failure',
      rung: null,
      lengthMs: 31_000,
      failures: 1,
    })
  })

  test('of the highest rung of a doubling lane is recognised', () => {
    const lengthMs = 30_000 * 2 ** 11
    const raw = { cooldownUntil: until, cooldownReason: 'rate_limit', lastFailureAt: until - lengthMs }
    expect(start(raw, 'openclaw-2026.9')).toMatchObject({ startBasis: 'failure', rung: 12, lengthMs })
  })

  test('of a block is the failure before it, if there is one', () => {
    const raw = { blockedUntil: until, failureCounts: { rate_limit: 3 } }
    expect(start({ ...raw, lastFailureAt: NOW_MS })).toEqual({
      startMs: NOW_MS,
      startBasis: 'last_failure',
      rung: null,
      lengthMs: 10_000,
      failures: 3,
    })
    for (const lastFailureAt of [undefined, until, until + 5])
      expect(start({ ...raw, lastFailureAt })).toMatchObject({ startMs: null, startBasis: 'unknown', lengthMs: null })
    expect(start({ blockedUntil: until })).toMatchObject({ failures: 0 })
  })

  test('is told for each window on record, the longest first, whatever came first', () => {
    const stats3 = stats({ disabledUntil: NOW_MS + 5, blockedUntil: NOW_MS + 30, cooldownUntil: NOW_MS + 20 })
    const kinds = (provider: string): string[] =>
      recordedWindows(stats3, POLICIES['openclaw-2026.9'], provider).map(({ kind }) => kind)
    expect(kinds('p')).toEqual(['blocked', 'cooldown', 'disabled'])
    expect(kinds('kilocode')).toEqual([])
    expect(recordedWindows(stats({ disabledUntil: 5 }), POLICIES['docs-2026.4'], 'p')).toHaveLength(1)
  })
})
