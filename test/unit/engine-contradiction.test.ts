import { describe, expect, test } from 'vitest'
import {
  contradictedLocks,
  describeAgent,
  EMPTY_USAGE_STATS,
  endContradicted,
  HOUR_MS,
  MINUTE_MS,
  POLICIES,
  type AgentStatus,
  type ContradictedLock,
  type DirectoryFacts,
} from '../../shared/engine/index.ts'
import { buildFacts, must } from '../support/build-facts.ts'

const NOW_MS = 1_770_000_000_000
const FAILED_MS = NOW_MS - 10 * MINUTE_MS
const key = (text: string): object => ({ type: 'api_key', provider: 'alpha', key: `sk-made-up-key-of-${text}` })
const billing = { disabledUntil: NOW_MS + HOUR_MS, disabledReason: 'billing', lastFailureAt: FAILED_MS, errorCount: 1 }
const limited = { cooldownUntil: NOW_MS + MINUTE_MS, cooldownReason: 'rate_limit', lastFailureAt: FAILED_MS }

interface Stores {
  readonly main?: { readonly profiles?: object; readonly stats?: object }
  readonly shared?: { readonly profiles?: object; readonly stats?: object }
  readonly helper?: { readonly profiles?: object; readonly stats?: object }
}

function directory({ main = {}, shared, helper }: Stores): DirectoryFacts {
  const raw = ({ profiles = {}, stats = {} }: NonNullable<Stores['main']>): object => ({
    profiles,
    state: { usageStats: stats },
  })
  return buildFacts({
    policyId: 'openclaw-2026.7',
    agents: { main: raw(main), ...(helper ? { helper: raw(helper) } : {}) },
    ...(shared ? { shared: raw(shared) } : {}),
  })
}

const found = (stores: Stores, agentId = 'main', nowMs = NOW_MS): readonly ContradictedLock[] =>
  contradictedLocks(directory(stores), agentId, nowMs)
const inMain = (record: object): Stores => ({
  main: { profiles: { 'alpha:a': key('one') }, stats: { 'alpha:a': record } },
})
const statusOf = (stores: Stores, nowMs = NOW_MS): AgentStatus => must(describeAgent(directory(stores), 'main', nowMs))

describe('an answer after the failure', () => {
  test('contradicts every running window of the profile', () => {
    const record = { ...billing, ...limited, lastUsed: FAILED_MS + 1 }
    const signal = { code: 'answered_since', failedAtMs: FAILED_MS, signalAtMs: FAILED_MS + 1 }
    expect(found(inMain(record))).toMatchObject([
      { owner: { kind: 'agent', agentId: 'main' }, profileId: 'alpha:a', windowKind: 'cooldown', signal },
      { owner: { kind: 'agent', agentId: 'main' }, profileId: 'alpha:a', windowKind: 'disabled', signal },
    ])
  })

  test.each([
    ['at the very instant of the failure', { ...billing, lastUsed: FAILED_MS }],
    ['before it', { ...billing, lastUsed: FAILED_MS - 1 }],
    ['by a clock that is ahead', { ...billing, lastUsed: NOW_MS + 1 }],
    ['without a failure on record', { ...billing, lastFailureAt: undefined, lastUsed: NOW_MS - 1 }],
    ['of a window that is over', { ...billing, disabledUntil: NOW_MS, lastUsed: FAILED_MS + 1 }],
    ['of a lock that a hand chose', { ...billing, disabledReason: undefined, lastUsed: FAILED_MS + 1 }],
    [
      'of a lock that a hand made longer',
      { ...billing, disabledUntil: NOW_MS + 99 * HOUR_MS, lastUsed: FAILED_MS + 1 },
    ],
  ])('contradicts nothing %s', (_, record) => expect(found(inMain(record))).toEqual([]))

  test('is asked about by agents that exist', () => expect(found(inMain(billing), 'nobody')).toEqual([]))
})

describe('an answer of the same credential elsewhere', () => {
  const answered = { 'alpha:a': { lastUsed: FAILED_MS + 1 } }
  const locked = { 'alpha:a': billing }
  const one = { 'alpha:a': key('one') }

  test('contradicts the lock of the copy', () => {
    const stores = { main: { profiles: one, stats: locked }, shared: { profiles: one, stats: answered } }
    expect(found(stores)).toMatchObject([{ owner: { agentId: 'main' }, signal: { code: 'answered_elsewhere' } }])
  })

  test('counts for records that an agent keeps of an inherited profile, also before stores were shared', () => {
    const shared = found({ main: { stats: locked }, shared: { profiles: one, stats: answered } })
    const inherited = found({ helper: { stats: locked }, main: { profiles: one, stats: answered } }, 'helper')
    expect([shared, inherited].map(([lock]) => [lock?.owner, lock?.signal.code])).toEqual([
      [{ kind: 'agent', agentId: 'main' }, 'answered_elsewhere'],
      [{ kind: 'agent', agentId: 'helper' }, 'answered_elsewhere'],
    ])
  })

  test('says nothing about another key under the same id, or one that cannot be told apart', () => {
    const short = { 'alpha:a': { type: 'api_key', provider: 'alpha', key: 'short' } }
    for (const [local, base] of [
      [one, { 'alpha:a': key('two') }],
      [short, short],
      [one, {}],
    ] as const) {
      const stores = { main: { profiles: local, stats: locked }, shared: { profiles: base, stats: answered } }
      expect(found(stores)).toEqual([])
    }
  })

  test.each([
    ['a reference', { type: 'api_key', provider: 'alpha', keyRef: { source: 'env', provider: 'default', id: 'A' } }],
    ['a token', { type: 'token', provider: 'alpha', token: 'made-up-token-of-some-length' }],
    ['a sign-in', { type: 'oauth', provider: 'alpha', access: 'a', refresh: 'r', expires: 1, accountId: 'account' }],
    ['a sign-in by address', { type: 'oauth', provider: 'alpha', access: 'a', refresh: 'r', email: 'a@example.com' }],
  ])('recognises %s', (_, credential) => {
    const profiles = { 'alpha:a': credential }
    expect(found({ main: { profiles, stats: locked }, shared: { profiles, stats: answered } })).toHaveLength(1)
  })

  test('says nothing about a lock of one model: the answer may have been for another', () => {
    const stats = { 'alpha:a': { ...limited, cooldownModel: 'big' } }
    expect(found({ main: { profiles: one, stats }, shared: { profiles: one, stats: answered } })).toEqual([])
  })

  test('an inherited lock is the store’s that holds it', () => {
    const own = { 'alpha:a': { ...billing, lastUsed: FAILED_MS + 1 } }
    expect(found({ shared: { profiles: one, stats: own } })[0]?.owner).toEqual({ kind: 'shared' })
    expect(found({ helper: {}, main: { profiles: one, stats: own } }, 'helper')[0]?.owner).toEqual({
      kind: 'agent',
      agentId: 'main',
    })
  })
})

describe('a failure ahead of the clock', () => {
  const ahead = { ...billing, lastFailureAt: NOW_MS + 30 * HOUR_MS, disabledUntil: NOW_MS + 35 * HOUR_MS }

  test('contradicts a window that ends later than one could that opened now', () => {
    expect(found(inMain(ahead))).toMatchObject([{ signal: { code: 'failure_in_future', signalAtMs: NOW_MS } }])
    expect(found(inMain({ ...ahead, disabledUntil: NOW_MS + 24 * HOUR_MS }))).toEqual([])
  })

  test('is looked at again when time changes the answer', () => {
    const status = statusOf(inMain(ahead))
    expect(status.nextChangeAtMs).toBe(NOW_MS + 11 * HOUR_MS)
    const before = statusOf(inMain(ahead), NOW_MS + 11 * HOUR_MS - 1)
    const after = statusOf(inMain(ahead), NOW_MS + 11 * HOUR_MS)
    const codes = [before, after].map(({ attention }) => attention.map(({ code }) => code))
    expect(codes.map((list) => list.includes('lock_contradicted'))).toEqual([true, false])
  })
})

describe('what a person is told', () => {
  test('one need for each profile, in the place of the one that the lock would have', () => {
    const { attention } = statusOf(inMain({ ...billing, ...limited, lastUsed: FAILED_MS + 1 }))
    expect(attention.filter(({ code }) => code === 'lock_contradicted')).toEqual([
      expect.objectContaining({
        severity: 'warning',
        profileIds: ['alpha:a'],
        untilMs: NOW_MS + HOUR_MS,
        contradiction: { code: 'answered_since', failedAtMs: FAILED_MS, signalAtMs: FAILED_MS + 1 },
      }),
    ])
    expect(attention.map(({ code }) => code)).not.toContain('credit_exhausted')
  })

  test('a snooze is no lack of credit', () => {
    const { attention } = statusOf(inMain({ disabledUntil: NOW_MS + HOUR_MS }))
    expect(attention.map(({ code }) => code)).not.toContain('credit_exhausted')
    expect(statusOf(inMain(billing)).attention.map(({ code }) => code)).toContain('credit_exhausted')
  })
})

describe('ending what is contradicted', () => {
  const context = { policy: POLICIES['openclaw-2026.7'], provider: 'alpha', nowMs: NOW_MS, elsewhere: null }
  const stats = {
    ...EMPTY_USAGE_STATS,
    disabledUntilMs: NOW_MS + HOUR_MS,
    disabledReason: 'billing' as const,
    errorCount: 2,
    failureCounts: { billing: 2 },
    lastFailureAtMs: FAILED_MS,
  }

  test('by an answer: the window is gone and the counters start over', () => {
    const effect = endContradicted({ ...stats, lastUsedMs: FAILED_MS + 1 }, context)
    expect(effect).toMatchObject({
      stats: { disabledUntilMs: null, errorCount: 0, failureCounts: {}, lastFailureAtMs: FAILED_MS },
      windows: [{ kind: 'disabled', rule: 'contradicted', action: 'cleared' }],
      counters: { rule: 'contradicted' },
    })
  })

  test('by the clock: the failures still count', () => {
    const lastFailureAtMs = NOW_MS + 30 * HOUR_MS
    const effect = endContradicted({ ...stats, lastFailureAtMs, disabledUntilMs: lastFailureAtMs + HOUR_MS }, context)
    expect(effect).toMatchObject({ stats: { disabledUntilMs: null, errorCount: 2 }, counters: null })
  })

  test('without a contradiction nothing is changed', () => {
    expect(endContradicted(null, context)).toMatchObject({ stats: null, ignored: 'no_record' })
    expect(endContradicted(stats, context)).toEqual({ stats, ignored: null, windows: [], counters: null, times: [] })
  })
})
