import { describe, expect, test } from 'vitest'
import {
  applyWindowEvent,
  clearWindows,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  POLICIES,
  recordBlock,
  recordFailure,
  recordReprobe,
  recordSuccess,
  recordUse,
  SECOND_MS,
  snooze,
  sweepExpired,
  type FailureReason,
  type PolicyId,
  type WindowEvent,
} from '../../shared/engine/index.ts'
import { failure, play, statsOf, T0_MS } from '../support/play-windows.ts'

const CLEAR: WindowEvent = { kind: 'clear' }
const SWEEP: WindowEvent = { kind: 'sweep' }
const blocked = (offsetMs: number, model: string | null = null): WindowEvent => ({
  kind: 'blocked',
  untilMs: T0_MS + offsetMs,
  model,
  source: 'codex_rate_limits',
})

describe('the documented rules of 2026.7', () => {
  const lengths = (reason: FailureReason, ...offsets: number[]): (number | undefined)[] =>
    play({}, ...offsets.map((offset) => [offset, failure(reason)] as const)).effects.map(
      ({ windows }) => windows[0]?.asked?.lengthMs,
    )

  test('a failure after each window climbs the ladder, as the counters live on (R25, R36)', () => {
    expect(lengths('rate_limit', 0, 30_000, 90_000, 390_000)).toEqual([30_000, 60_000, 300_000, 300_000])
  })

  test('the ladder counts failures of all reasons together', () => {
    const { last } = play({}, [0, failure('timeout')], [30_000, failure('auth')], [90_000, failure('rate_limit')])
    expect(last.windows[0]).toMatchObject({ asked: { rule: 'cooldown_ladder', rung: 3, failures: 3 } })
  })

  test('billing doubles from five hours to a day, each reason for itself (R34)', () => {
    const at = [0, 5, 15, 35, 59].map((hours) => hours * HOUR_MS)
    expect(lengths('billing', ...at)).toEqual([5, 10, 20, 24, 24].map((hours) => hours * HOUR_MS))
  })

  test('a sweep between the failures leaves the counters', () => {
    const { record } = play({}, [0, failure('timeout')], [30_000, SWEEP], [31_000, failure('timeout')])
    expect(record).toMatchObject({ errorCount: 2, cooldownUntil: T0_MS + 91_000 })
  })

  test('a day without failure starts the counters over, exactly a day does not (R36)', () => {
    expect(lengths('auth', 0, DAY_MS)).toEqual([30_000, 60_000])
    expect(lengths('auth', 0, DAY_MS + 1)).toEqual([30_000, 30_000])
    const { last } = play({}, [0, failure('auth')], [DAY_MS + 1, failure('auth')])
    expect(last.counters).toMatchObject({ rule: 'restarted_after_failure_window', after: { errorCount: 1 } })
  })

  test('a sweep after the failure window takes the counters along, once', () => {
    const { record, effects } = play({}, [0, failure('auth')], [DAY_MS + 1, SWEEP], [DAY_MS + 2, SWEEP])
    expect(record).toStrictEqual({ errorCount: 0, lastFailureAt: T0_MS })
    expect(effects.map(({ counters }) => counters?.rule)).toEqual(['counted', 'failure_window_passed', undefined])
  })

  test('a success ends windows and counters', () => {
    const { record } = play({}, [0, failure('billing')], [1000, { kind: 'success' }])
    expect(record).toStrictEqual({ lastUsed: T0_MS + 1000, errorCount: 0, lastFailureAt: T0_MS })
  })

  test('a running window stays as it is', () => {
    const { record, last } = play({}, [0, failure('auth')], [10_000, failure('auth')])
    expect(record.cooldownUntil).toBe(T0_MS + 30_000)
    expect(last.windows).toEqual([expect.objectContaining({ action: 'kept', scope: 'unchanged' })])
  })

  test('a longer cooldown outlives the announcement of a shorter block', () => {
    const initial = { cooldownUntil: T0_MS + HOUR_MS, cooldownReason: 'auth', errorCount: 1 }
    const { record, last } = play({ initial }, [0, blocked(MINUTE_MS)])
    expect(record).toMatchObject({ cooldownUntil: T0_MS + HOUR_MS, blockedUntil: T0_MS + MINUTE_MS })
    expect(last.windows.map(({ kind, action }) => [kind, action])).toEqual([
      ['cooldown', 'kept'],
      ['blocked', 'opened'],
    ])
    expect(play({ initial }, [0, blocked(2 * HOUR_MS)]).record).not.toHaveProperty('cooldownUntil')
  })

  test('a block is capped at a week from its announcement', () => {
    expect(play({}, [0, blocked(400 * DAY_MS)]).record.blockedUntil).toBe(T0_MS + 7 * DAY_MS)
  })
})

describe('the documented rules of 2026.4', () => {
  test('the ladder is 1, 5, 25 and 60 minutes (R24)', () => {
    const offsets = [0, 1, 6, 31, 91].map((minutes) => minutes * MINUTE_MS)
    const { effects } = play(
      { policy: 'docs-2026.4' },
      ...offsets.map((offset) => [offset, failure('timeout')] as const),
    )
    const asked = effects.map(({ windows }) => windows[0]?.asked)
    expect(asked.map((length) => length?.lengthMs)).toEqual([1, 5, 25, 60, 60].map((minutes) => minutes * MINUTE_MS))
    expect(asked.map((length) => length?.rung)).toEqual([1, 2, 3, 4, 4])
  })

  test('a failure inside a running window moves its end, never back', () => {
    const policy = 'docs-2026.4'
    const { record, last } = play({ policy }, [0, failure('auth')], [10_000, failure('auth')])
    expect(record.cooldownUntil).toBe(T0_MS + 310_000)
    expect(last.windows[0]).toMatchObject({ action: 'extended', asked: { rung: 2, lengthMs: 300_000 } })
    const initial = { cooldownUntil: T0_MS + DAY_MS, cooldownReason: 'auth', errorCount: 1 }
    expect(play({ policy, initial }, [0, failure('auth')]).record.cooldownUntil).toBe(T0_MS + DAY_MS)
  })
})

describe('model scope', () => {
  const scoped = (policy: PolicyId, ...events: WindowEvent[]): ReturnType<typeof play> =>
    play({ policy }, ...events.map((event, index) => [index * 1000, event] as const))

  test.each<[PolicyId, readonly FailureReason[]]>([
    ['docs-2026.4', ['rate_limit']],
    ['docs-2026.7', ['rate_limit', 'timeout']],
    ['openclaw-2026.9', ['rate_limit', 'timeout', 'model_not_found']],
  ])('%s limits these reasons to the model that failed', (policy, reasons) => {
    for (const reason of ['rate_limit', 'timeout', 'model_not_found', 'auth', 'unknown'] as const) {
      const { last } = scoped(policy, failure(reason))
      expect(last.windows[0]?.scope).toBe(reasons.includes(reason) ? 'one_model' : 'whole_profile')
    }
  })

  test.each<[string, WindowEvent]>([
    ['another model', failure('rate_limit', { model: 'other' })],
    ['an unknown model', failure('rate_limit', { model: null })],
    ['a reason that concerns the profile', failure('auth')],
  ])('a failure of %s widens a running window to the profile', (_name, second) => {
    const { record, last } = scoped('openclaw-2026.9', failure('rate_limit'), second)
    expect(record).not.toHaveProperty('cooldownModel')
    expect(last.windows[0]).toMatchObject({ action: 'kept', scope: 'widened' })
  })

  test('a window of the profile never narrows, whatever model is left over in it', () => {
    const { record } = scoped('openclaw-2026.9', failure('auth'), failure('rate_limit'))
    expect(record).not.toHaveProperty('cooldownModel')
    const initial = { cooldownUntil: T0_MS + 9000, cooldownReason: 'auth', cooldownModel: 'm' }
    expect(play({ policy: 'openclaw-2026.9', initial }, [0, failure('rate_limit')]).record).not.toHaveProperty(
      'cooldownModel',
    )
  })

  test('a block notes its model where it cannot be limited to it, and is limited where it can', () => {
    expect(scoped('openclaw-2026.7', blocked(HOUR_MS, 'big')).record).toMatchObject({ blockedModel: 'big' })
    expect(scoped('openclaw-2026.7', blocked(HOUR_MS, 'big')).record).not.toHaveProperty('blockedScope')
    const { record, last } = scoped('openclaw-2026.9', blocked(HOUR_MS, 'big'), blocked(HOUR_MS, 'big'))
    expect(record).toMatchObject({ blockedModel: 'big', blockedScope: 'model' })
    expect(last.windows.at(-1)).toMatchObject({ action: 'kept', scope: 'unchanged' })
  })
})

describe('what is left alone', () => {
  test.each<[string, Parameters<typeof play>[0], WindowEvent]>([
    ['exempt_provider', { provider: 'openrouter' }, failure('rate_limit')],
    ['exempt_provider', { provider: 'kilocode' }, blocked(HOUR_MS)],
    ['exempt_provider', { provider: 'kilocode' }, { kind: 'snooze', untilMs: T0_MS + HOUR_MS }],
    ['needs_usage_probe', {}, failure('no_error_details')],
    ['inline_key', { context: { isInlineKey: true } }, failure('rate_limit')],
    ['not_in_future', {}, blocked(0)],
    ['not_in_future', {}, { kind: 'blocked', untilMs: Number.NaN, model: null, source: 'wham' }],
    ['not_in_future', {}, { kind: 'snooze', untilMs: T0_MS }],
    ['not_in_future', {}, { kind: 'snooze', untilMs: 1e300 }],
    ['no_record', {}, CLEAR],
    ['no_block', {}, { kind: 'reprobe', usageProbe: { outcome: 'available' } }],
  ])('%s', (rule, setup, event) => {
    const { last, stats } = play(setup, [0, event])
    expect(last).toMatchObject({ ignored: rule, windows: [], counters: null, times: [] })
    expect(stats).toBeNull()
  })

  test('a rate limit of what a running block covers, where the release does so', () => {
    const repeat = (policy: PolicyId, model: string | null): ReturnType<typeof play> =>
      play({ policy }, [0, blocked(HOUR_MS)], [1000, failure('rate_limit', { model })])
    expect(repeat('openclaw-2026.9', null).last.ignored).toBe('covered_by_block')
    expect(repeat('openclaw-2026.7', 'm').last.ignored).toBeNull()
  })

  test('blocks, under rules without them', () => {
    const policy = { ...POLICIES['docs-2026.4'], order: { ...POLICIES['docs-2026.4'].order, hasBlocks: false } }
    expect(play({ policy }, [0, blocked(HOUR_MS)]).last.ignored).toBe('no_blocks')
  })

  test('a sweep with nothing to remove returns the very records', () => {
    const { effects } = play({}, [0, failure('auth')], [1, SWEEP])
    expect(effects[1]?.stats).toBe(effects[0]?.stats)
    expect(play({}, [0, SWEEP]).last).toStrictEqual({
      stats: null,
      ignored: null,
      windows: [],
      counters: null,
      times: [],
    })
  })
})

describe('by hand', () => {
  test('a snooze locks every model, counts nothing, and is no billing failure', () => {
    const { record, last } = play({}, [0, { kind: 'snooze', untilMs: T0_MS + DAY_MS }])
    expect(record).toStrictEqual({ disabledUntil: T0_MS + DAY_MS })
    expect(last.windows).toEqual([
      expect.objectContaining({ kind: 'disabled', action: 'opened', rule: 'snooze', scope: 'whole_profile' }),
    ])
    expect(last.counters).toBeNull()
  })

  test('a snooze never shortens a running window and keeps its reason', () => {
    const { record } = play({}, [0, failure('billing')], [1000, { kind: 'snooze', untilMs: T0_MS + HOUR_MS }])
    expect(record).toMatchObject({ disabledUntil: T0_MS + 5 * HOUR_MS, disabledReason: 'billing' })
    const longer = play({}, [0, failure('billing')], [1000, { kind: 'snooze', untilMs: T0_MS + DAY_MS }])
    expect(longer.record).toMatchObject({ disabledUntil: T0_MS + DAY_MS, disabledReason: 'billing' })
    expect(longer.last.windows[0]?.action).toBe('extended')
  })

  test('a clear names every window it ends', () => {
    const { last } = play({}, [0, failure('auth')], [1, failure('billing')], [2, blocked(HOUR_MS)], [3, CLEAR])
    expect(last.windows.map(({ kind, action, rule }) => [kind, action, rule])).toEqual([
      ['disabled', 'cleared', 'manual_clear'],
      ['blocked', 'cleared', 'manual_clear'],
    ])
    expect(last.times).toEqual([])
  })

  test('a use is noted as in older releases', () => {
    const { record } = play({ policy: 'openclaw-2026.9' }, [0, failure('auth')], [1, { kind: 'used' }])
    expect(record).toStrictEqual({ lastUsed: T0_MS + 1, errorCount: 0, lastFailureAt: T0_MS })
  })

  test('the success of an inherited profile is not noted as its use where the release keeps stores apart', () => {
    const used = (policy: PolicyId): number | undefined =>
      play({ policy, context: { isInherited: true } }, [0, { kind: 'success' }]).record.lastUsed
    expect(used('openclaw-2026.9')).toBeUndefined()
    expect(used('docs-2026.7')).toBe(T0_MS)
  })
})

test('at the last instant a date can name a window ends at once', () => {
  const context = { nowMs: 8_640_000_000_000_000 - SECOND_MS }
  const { record } = play({ context }, [0, failure('auth')])
  expect(record.cooldownUntil).toBe(context.nowMs)
})

test('every event is one of the functions that have a name of their own', () => {
  const context = { policy: POLICIES['openclaw-2026.9'], provider: 'acme', nowMs: T0_MS }
  const stats = statsOf({ cooldownUntil: T0_MS - 1, blockedUntil: T0_MS + 5, blockedReason: 'subscription_limit' })
  const failed = { reason: 'auth', model: null } as const
  const announced = { untilMs: T0_MS + HOUR_MS, model: null, source: 'wham' } as const
  const probe = { outcome: 'available' } as const
  const effect = (event: WindowEvent): unknown => applyWindowEvent(stats, event, context)
  expect(effect({ kind: 'failure', ...failed })).toEqual(recordFailure(stats, failed, context))
  expect(effect({ kind: 'blocked', ...announced })).toEqual(recordBlock(stats, announced, context))
  expect(effect({ kind: 'reprobe', usageProbe: probe })).toEqual(recordReprobe(stats, probe, context))
  expect(effect({ kind: 'success' })).toEqual(recordSuccess(stats, context))
  expect(effect({ kind: 'used' })).toEqual(recordUse(stats, context))
  expect(effect(CLEAR)).toEqual(clearWindows(stats, context))
  expect(effect({ kind: 'snooze', untilMs: T0_MS + 1 })).toEqual(snooze(stats, T0_MS + 1, context))
  expect(effect(SWEEP)).toEqual(sweepExpired(stats, context))
})
