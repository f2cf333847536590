import { describe, expect, test } from 'vitest'
import {
  accountUnusableUntil,
  clockDoubt,
  DAY_MS,
  EMPTY_USAGE_STATS,
  HOUR_MS,
  isUnusable,
  markingOf,
  POLICIES,
  soonestExpiry,
  toUsageRecord,
  unavailableReason,
  WINDOW_RULES_BY_RELEASE,
  type MarkableReason,
  type MarkingQuestion,
  type MarkingRule,
  type PolicyId,
  type WaitingProfile,
} from '../../shared/engine/index.ts'
import { must } from '../support/build-facts.ts'
import { statsOf, T0_MS } from '../support/play-windows.ts'

const POLICY = POLICIES['openclaw-2026.9']
const waiting = (...raws: object[]): WaitingProfile[] =>
  raws.map((raw, index) => ({ profileId: `p:${index}`, provider: 'p', stats: statsOf(raw) }))
const cooling = (minutes: number, cooldownReason: string, cooldownModel?: string): object => ({
  cooldownUntil: T0_MS + minutes,
  cooldownReason,
  ...(cooldownModel ? { cooldownModel } : {}),
})

describe('the soonest expiry', () => {
  const asked = (...raws: object[]): ReturnType<typeof soonestExpiry> =>
    soonestExpiry(waiting(...raws), POLICY, 'y', T0_MS)

  test.each<[string, number | null, object[]]>([
    ['the latest of the rate limits of the model', 9, [cooling(5, 'rate_limit', 'y'), cooling(9, 'rate_limit', 'y')]],
    [
      'unless something else ends before',
      7,
      [cooling(5, 'rate_limit', 'y'), cooling(9, 'rate_limit', 'y'), cooling(7, 'auth')],
    ],
    ['the earliest of other reasons', 5, [cooling(9, 'timeout', 'y'), cooling(5, 'timeout', 'y')]],
    ['nothing for another model', null, [cooling(5, 'rate_limit', 'x')]],
    [
      'but a disable covers every model',
      50,
      [{ ...cooling(5, 'rate_limit', 'x'), disabledUntil: T0_MS + 50, disabledReason: 'billing' }],
    ],
    [
      'the last window of a profile, the first profile',
      30,
      [{ ...cooling(5, 'auth'), disabledUntil: T0_MS + 50 }, cooling(30, 'auth')],
    ],
    ['a past end where it is the only one', -5, [cooling(-5, 'auth')]],
    ['nothing where nothing is recorded', null, [{}]],
    ['nothing for a block of another model', null, [{ ...blockOf(40, 'x') }]],
    ['a block of the model', 40, [{ ...cooling(5, 'rate_limit', 'y'), ...blockOf(40, 'y') }]],
    ['no past disable beside a cooldown of another model', null, [{ ...cooling(5, 'timeout', 'x'), disabledUntil: 9 }]],
  ])('is %s', (_name, offset, raws) => {
    expect(asked(...raws)?.untilMs ?? null).toBe(offset === null ? null : T0_MS + offset)
  })

  test('names its profile and rule', () => {
    const answer = asked(cooling(5, 'rate_limit', 'y'), cooling(9, 'rate_limit', 'y'))
    expect(answer).toEqual({ untilMs: T0_MS + 9, profileId: 'p:1', rule: 'latest_rate_limit_of_model' })
    expect(asked(cooling(9, 'auth'), cooling(5, 'auth'))).toMatchObject({ profileId: 'p:1', rule: 'earliest' })
  })

  test('asks every window without a model, and no exempt provider', () => {
    expect(soonestExpiry(waiting(cooling(5, 'rate_limit', 'x')), POLICY, null, T0_MS)?.untilMs).toBe(T0_MS + 5)
    const exempt = { profileId: 'o', provider: 'openrouter', stats: statsOf(cooling(5, 'auth')) }
    expect(soonestExpiry([exempt], POLICY, null, T0_MS)).toBeNull()
  })
})

function blockOf(offset: number, model: string): object {
  return {
    blockedUntil: T0_MS + offset,
    blockedReason: 'subscription_limit',
    blockedModel: model,
    blockedScope: 'model',
  }
}

describe('why nothing is available', () => {
  const disabled = (disabledReason?: string): object => ({ disabledUntil: T0_MS + 5, disabledReason })

  test.each<[string | null, object[]]>([
    ['billing', [disabled('billing'), cooling(5, 'rate_limit')]],
    ['rate_limit', [disabled('billing'), cooling(5, 'rate_limit'), cooling(5, 'rate_limit')]],
    ['timeout', [{ ...disabled(), ...cooling(5, 'timeout') }]],
    ['rate_limit', [{ cooldownUntil: T0_MS + 5, failureCounts: { rate_limit: 3, auth: 1 } }]],
    ['auth', [{ cooldownUntil: T0_MS + 5, failureCounts: { rate_limit: 1, auth: 1 } }]],
    ['unknown', [{ cooldownUntil: T0_MS + 5 }]],
    ['unknown', [cooling(5, 'server_error')]],
    ['rate_limit', [blockOf(5, 'm')]],
    [null, [cooling(0, 'auth'), { errorCount: 4 }]],
    [null, [disabled()]],
  ])('%s', (reason, raws) => {
    expect(unavailableReason(waiting(...raws), POLICY, T0_MS)?.reason ?? null).toBe(reason)
  })

  test('says how the votes were cast', () => {
    const answer = unavailableReason(waiting(disabled('billing'), { cooldownUntil: T0_MS + 5 }), POLICY, T0_MS)
    expect(answer).toEqual({
      reason: 'billing',
      points: { billing: 1000, unknown: 1 },
      votes: [
        { profileId: 'p:0', reason: 'billing', points: 1000, basis: 'disabled' },
        { profileId: 'p:1', reason: 'unknown', points: 1, basis: 'nothing_on_record' },
      ],
    })
  })

  test('was a rate limit in the oldest release where nothing is on record, and never an exempt provider', () => {
    const policy = { ...POLICY, windows: WINDOW_RULES_BY_RELEASE['2026.1.30'] }
    expect(unavailableReason(waiting({ cooldownUntil: T0_MS + 5 }), policy, T0_MS)?.reason).toBe('rate_limit')
    const exempt = { profileId: 'o', provider: 'kilocode', stats: statsOf(disabled('billing')) }
    expect(unavailableReason([exempt], POLICY, T0_MS)).toBeNull()
  })
})

test('the account as such is not kept by windows of one model', () => {
  const until = (raw: object, policyId: PolicyId = 'openclaw-2026.9'): number =>
    accountUnusableUntil(must(statsOf(raw)), POLICIES[policyId])
  expect(until({ ...cooling(5, 'rate_limit', 'm'), ...blockOf(9, 'm') })).toBe(0)
  expect(until({ ...cooling(5, 'rate_limit', 'm'), ...blockOf(9, 'm') }, 'openclaw-2026.7')).toBe(T0_MS + 9)
  expect(until({ ...cooling(5, 'auth', 'm'), disabledUntil: T0_MS + 3 })).toBe(T0_MS + 5)
  expect(isUnusable(null, POLICY, 'p', null, T0_MS)).toBe(false)
})

describe('which failures are marked', () => {
  const ask = (reason: MarkableReason, policyId: PolicyId, more: Partial<MarkingQuestion> = {}): MarkingRule =>
    markingOf(
      {
        reason,
        health: 'shared',
        hasProviderStarted: true,
        isForeignTransport: false,
        announcedLimit: 'unknown',
        ...more,
      },
      POLICIES[policyId],
    ).rule

  test.each<[MarkableReason, string]>([
    ['auth', '+++'],
    ['billing', '+++'],
    ['rate_limit', '+++'],
    ['model_not_found', '+++'],
    ['session_expired', '+++'],
    ['unclassified', '+++'],
    ['timeout', '-++'],
    ['overloaded', '++-'],
    ['format', '---'],
    ['server_error', '---'],
    ['empty_response', '+--'],
    ['context_overflow', '---'],
    ['tls_certificate', '---'],
  ])('%s: %s in 2026.4, 2026.7, 2026.9', (reason, expected) => {
    const policies: PolicyId[] = ['docs-2026.4', 'openclaw-2026.7', 'openclaw-2026.9']
    expect(policies.map((id) => (ask(reason, id) === 'marked' ? '+' : '-')).join('')).toBe(expected)
  })

  test('depends on whose findings they are, and whether the provider was reached', () => {
    expect(ask('billing', 'docs-2026.7', { health: 'local' })).toBe('local_run')
    expect(ask('timeout', 'docs-2026.7', { hasProviderStarted: false })).toBe('timeout_not_of_provider')
    expect(ask('timeout', 'docs-2026.7', { isForeignTransport: true })).toBe('timeout_not_of_provider')
    const transient = { health: 'local_transient' } as const
    expect(ask('rate_limit', 'docs-2026.7', { ...transient, announcedLimit: 'short' })).toBe('passing_condition')
    expect(ask('rate_limit', 'docs-2026.7', { ...transient, announcedLimit: 'long' })).toBe('marked')
    expect(ask('overloaded', 'docs-2026.7', transient)).toBe('passing_condition')
    expect(ask('overloaded', 'docs-2026.7')).toBe('marked')
  })
})

describe('the raw form of the records', () => {
  test('has exactly what is recorded', () => {
    const raw = {
      lastUsed: T0_MS,
      errorCount: 0,
      failureCounts: { billing: 2 },
      disabledUntil: T0_MS + 1,
      disabledReason: 'billing',
      ...blockOf(3, 'm'),
      blockedSource: 'wham',
      ...cooling(5, 'auth_permanent'),
      cooldownClassification: 'wham_account_dead',
      lastFailureAt: T0_MS,
      lastProbeAt: T0_MS,
    }
    expect(toUsageRecord(statsOf(raw))).toStrictEqual(raw)
    expect(toUsageRecord(EMPTY_USAGE_STATS)).toStrictEqual({})
    expect(toUsageRecord(null)).toStrictEqual({})
  })
})

test('a clock that agrees with the records raises no doubt', () => {
  const stats = must(statsOf({ cooldownUntil: T0_MS + HOUR_MS, lastFailureAt: T0_MS }))
  expect(clockDoubt(stats, POLICY, 'p', T0_MS)).toBeNull()
  expect(clockDoubt(stats, POLICY, 'openrouter', T0_MS - DAY_MS)).toBeNull()
  const dead = must(
    statsOf({
      cooldownUntil: T0_MS + DAY_MS,
      cooldownReason: 'auth_permanent',
      cooldownClassification: 'wham_account_dead',
      lastFailureAt: T0_MS,
    }),
  )
  expect(clockDoubt(dead, POLICY, 'p', T0_MS - 2 * DAY_MS)?.untilMs).toBe(T0_MS - DAY_MS)
})
