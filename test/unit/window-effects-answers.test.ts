import { describe, expect, test } from 'vitest'
import {
  clockDoubt,
  DAY_MS,
  HOUR_MS,
  isUnusable,
  markingOf,
  MINUTE_MS,
  POLICIES,
  soonestExpiry,
  unavailableReason,
  windowCaps,
  type MarkableReason,
  type MarkingQuestion,
  type WaitingProfile,
} from '../../shared/engine/index.ts'
import { must } from '../support/build-facts.ts'
import { T0_MS, blockOf, coolingOf, statsOf } from '../support/play-windows.ts'

const POLICY = POLICIES['openclaw-2026.9']
const waiting = (...raws: object[]): WaitingProfile[] =>
  raws.map((raw, index) => ({ profileId: `p:${index}`, provider: 'p', stats: statsOf(raw) }))

describe('the soonest expiry', () => {
  const asked = (model: string | null, ...raws: object[]): ReturnType<typeof soonestExpiry> =>
    soonestExpiry(waiting(...raws), POLICY, model, T0_MS)

  test('is the same in whatever order the profiles stand', () => {
    const [five, nine] = [coolingOf(5, 'rate_limit', 'y'), coolingOf(9, 'rate_limit', 'y')]
    expect([asked('y', five, nine)?.untilMs, asked('y', nine, five)?.untilMs]).toEqual([T0_MS + 9, T0_MS + 9])
    const [one, two] = [coolingOf(1, 'auth'), coolingOf(2, 'auth')]
    expect([asked('y', one, two)?.untilMs, asked('y', two, one)?.untilMs]).toEqual([T0_MS + 1, T0_MS + 1])
  })

  test('of two equal ends is that of the first profile', () => {
    expect(asked('y', coolingOf(5, 'rate_limit', 'y'), coolingOf(5, 'rate_limit', 'y'))?.profileId).toBe('p:0')
    expect(asked('y', coolingOf(5, 'auth'), coolingOf(5, 'auth'))?.profileId).toBe('p:0')
  })

  test('is the rate limit of the model where that ends before the rest', () => {
    const answer = asked('y', coolingOf(30, 'auth'), coolingOf(5, 'rate_limit', 'y'), coolingOf(9, 'rate_limit', 'y'))
    expect(answer).toEqual({ untilMs: T0_MS + 9, profileId: 'p:2', rule: 'latest_rate_limit_of_model' })
  })

  test.each<[string, string | null, object, object]>([
    ['of the whole profile', 'y', coolingOf(5, 'rate_limit'), coolingOf(9, 'rate_limit')],
    ['that no model is asked for', null, coolingOf(5, 'rate_limit'), coolingOf(9, 'rate_limit')],
    [
      'beside a running disable',
      'y',
      { ...coolingOf(5, 'rate_limit', 'y'), disabledUntil: T0_MS + 4 },
      { ...coolingOf(9, 'rate_limit', 'y'), disabledUntil: T0_MS + 4 },
    ],
    [
      'beside a block of the profile',
      'y',
      { ...coolingOf(5, 'rate_limit', 'y'), ...blockOf(4) },
      { ...coolingOf(9, 'rate_limit', 'y'), ...blockOf(4) },
    ],
  ])('of a rate limit %s is the earliest end', (_name, model, first, second) => {
    expect(asked(model, second, first)).toEqual({ untilMs: T0_MS + 5, profileId: 'p:1', rule: 'earliest' })
  })

  test('takes no cooldown without an end for a rate limit of the model', () => {
    const leftOver = { cooldownReason: 'rate_limit', cooldownModel: 'y' }
    const answer = asked('y', { ...leftOver, disabledUntil: T0_MS - 5 }, { ...leftOver, disabledUntil: T0_MS - 9 })
    expect(answer).toEqual({ untilMs: T0_MS - 9, profileId: 'p:1', rule: 'earliest' })
  })

  test('of a rate limit of the model is the latest, also beside a block of another one', () => {
    const [five, nine] = [coolingOf(5, 'rate_limit', 'y'), coolingOf(9, 'rate_limit', 'y')]
    expect(asked('y', { ...five, ...blockOf(4, 'x') }, { ...nine, ...blockOf(4, 'x') })).toMatchObject({
      untilMs: T0_MS + 9,
      rule: 'latest_rate_limit_of_model',
    })
  })

  test('counts a cooldown of another model beside a block of this one', () => {
    expect(asked('y', { ...coolingOf(50, 'timeout', 'x'), ...blockOf(40, 'y') })?.untilMs).toBe(T0_MS + 50)
    expect(asked('y', { ...coolingOf(50, 'timeout', 'x'), ...blockOf(40, 'x') })).toBeNull()
  })
})

test('a window that ends at this instant no longer ends the model scope of a cooldown', () => {
  const unusable = (beside: object): boolean =>
    isUnusable(statsOf({ ...coolingOf(HOUR_MS, 'rate_limit', 'x'), ...beside }), POLICY, 'p', 'y', T0_MS)
  expect([unusable({ disabledUntil: T0_MS + 1 }), unusable({ disabledUntil: T0_MS })]).toEqual([true, false])
  expect([unusable(blockOf(1)), unusable(blockOf(0))]).toEqual([true, false])
})

describe('why nothing is available', () => {
  const votes = (...raws: object[]): unknown => {
    const answer = unavailableReason(waiting(...raws), POLICY, T0_MS)
    return answer?.votes.map(({ profileId, reason, points, basis }) => [profileId, reason, points, basis])
  }

  test('is said by the first kind of window that is running, and by the counts where it has no reason', () => {
    const over = { disabledUntil: T0_MS, disabledReason: 'billing' }
    expect(votes({ ...over, ...blockOf(5), ...coolingOf(5, 'auth') })).toEqual([['p:0', 'rate_limit', 1000, 'blocked']])
    expect(votes({ ...over, ...blockOf(0), ...coolingOf(5, 'auth') })).toEqual([['p:0', 'auth', 1000, 'cooldown']])
    expect(votes({ cooldownUntil: T0_MS + 5, failureCounts: { auth: 2, billing: 1 } })).toEqual([
      ['p:0', 'auth', 2, 'failure_counts'],
      ['p:0', 'billing', 1, 'failure_counts'],
    ])
  })

  test('is not said by profiles without a running window or of exempt providers', () => {
    expect(votes(coolingOf(0, 'billing'), {}, coolingOf(5, 'auth'))).toEqual([['p:2', 'auth', 1000, 'cooldown']])
    const exempt = { profileId: 'o', provider: 'openrouter', stats: statsOf(coolingOf(5, 'billing')) }
    const answer = unavailableReason([exempt, ...waiting(coolingOf(5, 'auth'))], POLICY, T0_MS)
    expect(answer).toMatchObject({ reason: 'auth', votes: [{ profileId: 'p:0' }] })
  })
})

describe('which failures are marked', () => {
  const question: MarkingQuestion = {
    reason: 'auth',
    health: 'shared',
    hasProviderStarted: true,
    isForeignTransport: false,
    announcedLimit: 'unknown',
  }

  test.each<MarkableReason>(['server_error', 'context_overflow', 'tls_certificate'])(
    'never %s, which the records cannot hold, whatever a policy says',
    (reason) => {
      const windows = { ...POLICY.windows, marking: { ...POLICY.windows.marking, neverMarked: [] } }
      expect(markingOf({ ...question, reason }, { ...POLICY, windows })).toEqual({
        rule: 'never_marked',
        reason: null,
      })
    },
  )

  test('a short limit passes only where it is one of the rate', () => {
    const short = { ...question, health: 'local_transient', announcedLimit: 'short' } as const
    expect(markingOf({ ...short, reason: 'billing' }, POLICY)).toEqual({ rule: 'marked', reason: 'billing' })
    expect(markingOf({ ...short, reason: 'rate_limit' }, POLICY).rule).toBe('passing_condition')
  })
})

describe('the caps', () => {
  const { windows } = POLICY
  const cooldownCap = (more: Partial<typeof windows>): number => {
    const lengthsMs = { available: 1, token_expired: 2, account_dead: 3, http_error: 4, failed: 5 }
    const usageProbe = { ...windows.usageProbe, lengthsMs }
    return windowCaps({ ...POLICY, windows: { ...windows, usageProbe, ...more } }, 'p').cooldown
  }

  test('of a cooldown are the longest of doubling, ladder, hint and answers', () => {
    expect(cooldownCap({})).toBe(DAY_MS)
    expect(cooldownCap({ rateLimitDoubling: null })).toBe(5 * MINUTE_MS)
    expect(cooldownCap({ rateLimitDoubling: null, retryHintCapMs: HOUR_MS })).toBe(HOUR_MS)
    expect(cooldownCap({ rateLimitDoubling: null, cooldownLadderMs: [1] })).toBe(5)
    expect(windowCaps(POLICY, 'p')).toEqual({ cooldown: DAY_MS, disabled: DAY_MS, blocked: 31 * DAY_MS })
  })

  const wayBackMs = T0_MS - 100 * DAY_MS
  test.each<[string, object, number]>([
    ['a rate limit', coolingOf(0, 'rate_limit'), DAY_MS],
    ['another cooldown', coolingOf(0, 'timeout'), 5 * MINUTE_MS],
    ['a billing failure', { disabledUntil: T0_MS, disabledReason: 'billing' }, DAY_MS],
    ['a block', blockOf(0), 31 * DAY_MS],
    ['nothing', {}, 0],
  ])('bound %s after the clock was set back', (_name, raw, capMs) => {
    const stats = must(statsOf({ ...raw, lastFailureAt: T0_MS }))
    expect(clockDoubt(stats, POLICY, 'p', wayBackMs)?.untilMs).toBe(wayBackMs + capMs)
  })
})
