import { describe, expect, test } from 'vitest'
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  POLICIES,
  SECOND_MS,
  WINDOW_RULES_BY_RELEASE,
  type Policy,
  type PolicyId,
  type UsageProbe,
  type WindowEvent,
} from '../../shared/engine/index.ts'
import { T0_MS, blockOf, coolingOf, failure, play } from '../support/play-windows.ts'

const OLDEST: Policy = { ...POLICIES['docs-2026.4'], windows: WINDOW_RULES_BY_RELEASE['2026.1.30'] }
const LAST_INSTANT_MS = 8_640_000_000_000_000
const SWEEP: WindowEvent = { kind: 'sweep' }
const blocked = (offsetMs: number, model: string | null = null): WindowEvent => ({
  kind: 'blocked',
  untilMs: T0_MS + offsetMs,
  model,
  source: 'codex_rate_limits',
})

describe('the sweep', () => {
  const counts = { errorCount: 3, failureCounts: { billing: 1, rate_limit: 2 } }

  test('removes each window for itself and leaves the counters while another is recorded', () => {
    const initial = { ...counts, ...coolingOf(0, 'rate_limit'), disabledUntil: T0_MS + 1, disabledReason: 'billing' }
    for (const policy of ['docs-2026.7', 'openclaw-2026.9'] as const) {
      const { record, last } = play({ policy, initial }, [0, SWEEP])
      expect(record).toStrictEqual({ ...counts, disabledUntil: T0_MS + 1, disabledReason: 'billing' })
      expect(last.windows).toMatchObject([{ kind: 'cooldown', rule: 'expired', action: 'cleared', after: null }])
      expect(last.counters).toBeNull()
    }
  })

  test('leaves even counters of long ago while a window is recorded', () => {
    const initial = { ...counts, lastFailureAt: T0_MS - 2 * DAY_MS, ...blockOf(1) }
    expect(play({ initial }, [0, SWEEP]).record).toStrictEqual({ ...initial })
  })

  test('starts the counters over with the last window, except the rate limits of 2026.9', () => {
    const initial = { ...counts, ...coolingOf(0, 'rate_limit'), ...blockOf(-1, 'm') }
    const swept = (policy: PolicyId): ReturnType<typeof play> => play({ policy, initial }, [0, SWEEP])
    expect(swept('openclaw-2026.7').record).toStrictEqual({ errorCount: 0 })
    expect(swept('openclaw-2026.9').record).toStrictEqual({ errorCount: 0, failureCounts: { rate_limit: 2 } })
    expect(swept('openclaw-2026.9').last.counters).toEqual({
      rule: 'expired',
      before: { errorCount: 3, failureCounts: { billing: 1, rate_limit: 2 } },
      after: { errorCount: 0, failureCounts: { rate_limit: 2 } },
    })
    expect(swept('docs-2026.7').record).toStrictEqual(counts)
  })

  test('leaves counters without a window', () => {
    const { last } = play({ policy: 'openclaw-2026.9', initial: counts }, [0, SWEEP])
    expect([last.counters, last.windows]).toEqual([null, []])
  })

  test.each([
    ['failures in a row', { errorCount: 2 }],
    ['failures by reason', { failureCounts: { rate_limit: 1 } }],
  ])('takes %s along when the failure window has passed, also without a window', (_name, initial) => {
    const failed = { ...initial, lastFailureAt: T0_MS }
    const { record, effects } = play({ initial: failed }, [DAY_MS, SWEEP], [DAY_MS + 1, SWEEP])
    expect(record).toStrictEqual({ errorCount: 0, lastFailureAt: T0_MS })
    expect(effects.map(({ counters }) => counters?.rule ?? null)).toEqual([null, 'failure_window_passed'])
  })
})

describe('an announced block', () => {
  const longer = { ...coolingOf(2 * HOUR_MS, 'auth'), errorCount: 1 }

  test.each(['openclaw-2026.7', 'openclaw-2026.9'] as const)(
    'ends every cooldown, also a longer one (%s)',
    (policy) => {
      const { record, last } = play({ policy, initial: longer }, [0, blocked(HOUR_MS)])
      expect(record).not.toHaveProperty('cooldownUntil')
      expect(record).not.toHaveProperty('cooldownReason')
      expect(last.windows).toMatchObject([
        { kind: 'cooldown', rule: 'block_replaces_cooldown', action: 'cleared', scope: null },
        {
          kind: 'blocked',
          rule: 'announced_reset',
          asked: { rule: 'announced_reset', rung: null, failures: null, lengthMs: HOUR_MS, untilMs: T0_MS + HOUR_MS },
        },
      ])
    },
  )

  test('by the documents leaves only a cooldown that runs and ends later', () => {
    const until = (initial: object): unknown => play({ initial }, [0, blocked(HOUR_MS)]).record.cooldownUntil
    expect(until(longer)).toBe(T0_MS + 2 * HOUR_MS)
    expect(until(coolingOf(HOUR_MS, 'auth'))).toBeUndefined()
    expect(until(coolingOf(0, 'auth'))).toBeUndefined()
  })

  test('counts as a rate limit and as no failure in a row', () => {
    const initial = { errorCount: 4, failureCounts: { billing: 2, rate_limit: 1 } }
    expect(play({ initial }, [0, blocked(HOUR_MS)]).last.counters).toEqual({
      rule: 'announced',
      before: { errorCount: 4, failureCounts: { billing: 2, rate_limit: 1 } },
      after: { errorCount: 4, failureCounts: { billing: 2, rate_limit: 2 } },
    })
  })

  test('is limited to its model, widens with another, and covers the profile without one', () => {
    const policy = 'openclaw-2026.9'
    const { effects, record } = play({ policy }, [0, blocked(HOUR_MS, 'big')], [1, blocked(HOUR_MS, 'small')])
    expect(effects.map(({ windows }) => windows[0]?.scope)).toEqual(['one_model', 'widened'])
    expect(record).not.toHaveProperty('blockedModel')
    const whole = play({ policy }, [0, blocked(HOUR_MS)])
    expect(whole.last.windows[0]?.scope).toBe('whole_profile')
    expect(whole.record).not.toHaveProperty('blockedScope')
    const narrowed = play({ policy }, [0, blocked(HOUR_MS)], [1, blocked(HOUR_MS, 'big')])
    expect(narrowed.record).not.toHaveProperty('blockedModel')
  })

  test('does not end before a running one, and leaves no trace of one that is over', () => {
    const until = (initial: object): unknown =>
      play({ policy: 'openclaw-2026.9', initial }, [0, blocked(HOUR_MS)]).record.blockedUntil
    expect(until(blockOf(DAY_MS))).toBe(T0_MS + DAY_MS)
    const { record } = play({ policy: 'openclaw-2026.9', initial: blockOf(0, 'big') }, [0, blocked(HOUR_MS, 'small')])
    expect(record).toMatchObject({ blockedModel: 'small', blockedScope: 'model' })
  })

  test.each<[string | null, object, string | null]>([
    ['covered_by_block', blockOf(1), 'm'],
    ['covered_by_block', blockOf(1, 'm'), 'm'],
    [null, blockOf(1, 'other'), 'm'],
    [null, blockOf(1, 'm'), null],
    [null, blockOf(0), 'm'],
    [null, { blockedUntil: T0_MS + 1 }, 'm'],
    [null, { blockedReason: 'subscription_limit' }, 'm'],
  ])('absorbs a rate limit only of what it covers and while it runs: %s', (rule, initial, model) => {
    const policy = 'openclaw-2026.9'
    expect(play({ policy, initial }, [0, failure('rate_limit', { model })]).last.ignored).toBe(rule)
    expect(play({ policy, initial }, [0, failure('timeout', { model })]).last.ignored).toBeNull()
  })

  test('that is over is not looked into again', () => {
    const look: WindowEvent = { kind: 'reprobe', usageProbe: { outcome: 'available' } }
    const { last } = play({ policy: 'openclaw-2026.9', initial: blockOf(0) }, [0, look])
    expect(last).toMatchObject({ ignored: 'no_block', windows: [], times: [] })
  })
})

describe('an answer of the usage endpoint', () => {
  const policy = 'openclaw-2026.9'
  const answered = (usageProbe: UsageProbe, initial: object): ReturnType<typeof play> =>
    play({ policy, initial }, [0, failure('unknown', { usageProbe })])

  test.each(['token_expired', 'account_dead', 'http_error', 'failed'] as const)('%s refutes no block', (outcome) => {
    const { record, last } = answered({ outcome }, blockOf(HOUR_MS))
    expect(record.blockedUntil).toBe(T0_MS + HOUR_MS)
    expect(last.windows.map(({ kind }) => kind)).toEqual(['cooldown'])
  })

  test('that there is capacity ends a block and names it', () => {
    const { record, last } = answered({ outcome: 'available' }, blockOf(HOUR_MS))
    expect(record).not.toHaveProperty('blockedUntil')
    expect(last.windows).toMatchObject([
      { kind: 'cooldown', action: 'opened', rule: 'usage_probe_available' },
      { kind: 'blocked', action: 'cleared', rule: 'usage_probe_available' },
    ])
    const without = answered({ outcome: 'available' }, {})
    expect(without.last.windows.map(({ kind }) => kind)).toEqual(['cooldown'])
  })

  test('that a limit is exhausted replaces a running cooldown and names it', () => {
    const usageProbe: UsageProbe = { outcome: 'exhausted', untilMs: T0_MS + HOUR_MS }
    expect(answered(usageProbe, coolingOf(DAY_MS, 'timeout')).last.windows).toMatchObject([
      { kind: 'cooldown', action: 'cleared', rule: 'block_replaces_cooldown' },
      { kind: 'blocked', action: 'opened', asked: { lengthMs: HOUR_MS, untilMs: T0_MS + HOUR_MS } },
    ])
    expect(answered(usageProbe, blockOf(DAY_MS)).record.blockedUntil).toBe(T0_MS + DAY_MS)
  })
})

describe('a failure', () => {
  test.each(['billing', 'auth_permanent'] as const)('of %s doubles by its own rule and count', (reason) => {
    const rule = reason === 'billing' ? 'billing_doubling' : 'permanent_auth_doubling'
    const initial = { errorCount: 5, failureCounts: { billing: 1, auth_permanent: 1 } }
    const { last } = play({ policy: 'openclaw-2026.9', initial }, [0, failure(reason)])
    expect(last.windows).toMatchObject([
      { kind: 'disabled', rule, asked: { rule, rung: 2, failures: 2, lengthMs: 20 * MINUTE_MS } },
    ])
  })

  test('after the windows have ended is the first one again where the release starts over then', () => {
    const initial = { ...coolingOf(0, 'auth'), errorCount: 2, failureCounts: { auth: 2 } }
    const { last } = play({ policy: 'openclaw-2026.7', initial }, [0, failure('auth')])
    expect(last.counters).toEqual({
      rule: 'restarted_after_expiry',
      before: { errorCount: 2, failureCounts: { auth: 2 } },
      after: { errorCount: 1, failureCounts: { auth: 1 } },
    })
  })

  test('that disables the profile says nothing about a cooldown beside it', () => {
    const { last } = play({ initial: coolingOf(HOUR_MS, 'auth') }, [0, failure('billing')])
    expect(last.windows).toEqual([
      {
        kind: 'disabled',
        rule: 'billing_doubling',
        action: 'opened',
        asked: {
          rule: 'billing_doubling',
          rung: 1,
          failures: 1,
          lengthMs: 5 * HOUR_MS,
          untilMs: T0_MS + 5 * HOUR_MS,
        },
        scope: 'whole_profile',
        before: null,
        after: {
          untilMs: T0_MS + 5 * HOUR_MS,
          reason: 'billing',
          model: null,
          scope: null,
          source: null,
          classification: null,
        },
      },
    ])
  })

  test('covers every model with its disable, whatever model a cooldown or a block is limited to', () => {
    const initial = { ...coolingOf(HOUR_MS, 'rate_limit', 'm'), ...blockOf(HOUR_MS, 'm') }
    const { last } = play({ policy: 'openclaw-2026.9', initial }, [0, failure('billing')])
    expect(last.windows).toMatchObject([{ kind: 'disabled', scope: 'whole_profile' }])
  })

  test('ends a window at the last instant that a date can name, not behind it', () => {
    const endAt = (nowMs: number): unknown => play({ context: { nowMs } }, [0, failure('auth')]).record.cooldownUntil
    expect(endAt(LAST_INSTANT_MS - 30 * SECOND_MS)).toBe(LAST_INSTANT_MS)
    expect(endAt(LAST_INSTANT_MS - 30 * SECOND_MS + 1)).toBe(LAST_INSTANT_MS - 30 * SECOND_MS + 1)
  })

  test('with a retry hint moves the end only past the rung and past a running window', () => {
    const hinted = (offsetMs: number | null, initial: object = {}): ReturnType<typeof play> =>
      play({ initial }, [0, failure('timeout', { retryAtMs: offsetMs === null ? null : T0_MS + offsetMs })])
    expect(hinted(30_001).last.windows[0]).toMatchObject({
      asked: { rule: 'retry_hint', rung: null, failures: null, lengthMs: 30_001, untilMs: T0_MS + 30_001 },
    })
    for (const offsetMs of [30_000, -1, null]) expect(hinted(offsetMs).last.windows[0]?.rule).toBe('cooldown_ladder')
    const running = hinted(HOUR_MS, coolingOf(2 * HOUR_MS, 'auth'))
    expect(running.record.cooldownUntil).toBe(T0_MS + 2 * HOUR_MS)
    expect(running.last.windows[0]).toMatchObject({ action: 'kept', rule: 'retry_hint' })
  })
})

describe('a success, a use and a clear', () => {
  const initial = {
    errorCount: 2,
    failureCounts: { billing: 1 },
    ...coolingOf(HOUR_MS, 'auth'),
    disabledUntil: T0_MS + HOUR_MS,
    disabledReason: 'billing',
    ...blockOf(HOUR_MS),
    lastUsed: T0_MS - 2,
    lastFailureAt: T0_MS - 1,
  }

  test.each([
    ['success', { kind: 'success' }],
    ['use', { kind: 'used' }],
    ['manual_clear', { kind: 'clear' }],
  ] as const)('end every window and counter (%s)', (rule, event) => {
    const { last } = play({ policy: 'openclaw-2026.9', initial }, [0, event])
    expect(last.windows.map(({ kind, action, ...change }) => [kind, action, change.rule])).toEqual([
      ['cooldown', 'cleared', rule],
      ['disabled', 'cleared', rule],
      ['blocked', 'cleared', rule],
    ])
    expect(last.counters).toMatchObject({ rule, after: { errorCount: 0, failureCounts: {} } })
  })

  test('a success notes its time as that of a look at the usage, where the release does', () => {
    const timesOf = (policy: PolicyId): unknown => play({ policy, initial }, [0, { kind: 'success' }]).last.times
    const used = { field: 'lastUsedMs', before: T0_MS - 2, after: T0_MS }
    expect(timesOf('openclaw-2026.9')).toEqual([used, { field: 'lastProbeAtMs', before: null, after: T0_MS }])
    expect(timesOf('openclaw-2026.7')).toEqual([used])
  })

  test('the clear of the oldest release ended the cooldown and the failures in a row, nothing else', () => {
    const older = { ...initial, cooldownReason: undefined }
    const { record, last } = play({ policy: OLDEST, initial: older }, [0, { kind: 'clear' }])
    expect(record).toStrictEqual({
      errorCount: 0,
      failureCounts: { billing: 1 },
      disabledUntil: T0_MS + HOUR_MS,
      disabledReason: 'billing',
      ...blockOf(HOUR_MS),
      lastUsed: T0_MS - 2,
      lastFailureAt: T0_MS - 1,
    })
    expect(last.windows).toMatchObject([{ kind: 'cooldown', action: 'cleared', rule: 'manual_clear' }])
    expect(last.counters?.rule).toBe('manual_clear')
  })
})

describe('a snooze', () => {
  const snoozed = (untilMs: number, initial: object = {}): ReturnType<typeof play> =>
    play({ initial }, [0, { kind: 'snooze', untilMs }])

  test('asks for the span from now, up to the last instant that a date can name', () => {
    expect(snoozed(T0_MS + HOUR_MS).last.windows[0]?.asked).toEqual({
      rule: 'snooze',
      rung: null,
      failures: null,
      lengthMs: HOUR_MS,
      untilMs: T0_MS + HOUR_MS,
    })
    expect(snoozed(LAST_INSTANT_MS).record.disabledUntil).toBe(LAST_INSTANT_MS)
    expect(snoozed(LAST_INSTANT_MS + 1).last.ignored).toBe('not_in_future')
  })

  test('does not take over the reason of a disable that is over', () => {
    const { record } = snoozed(T0_MS + HOUR_MS, { disabledUntil: T0_MS, disabledReason: 'billing' })
    expect(record).toStrictEqual({ disabledUntil: T0_MS + HOUR_MS })
  })
})
