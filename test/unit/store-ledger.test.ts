import { describe, expect, test } from 'vitest'
import {
  EMPTY_USAGE_STATS,
  POLICIES,
  recordFailure,
  recordSuccess,
  snooze,
  sweepExpired,
  type DirectoryFacts,
  type WindowContext,
} from '../../shared/engine/index.ts'
import { ledgerEntriesBetween, ledgerEntriesOf, recordedLedgerEntries } from '../../electron/store/index.ts'
import { buildFacts } from '../support/build-facts.ts'

const T = 1_760_000_000_000
const context: WindowContext = { policy: POLICIES['openclaw-2026.7'], provider: 'openai', nowMs: T }
const about = {
  atMs: T,
  agentId: 'main',
  owner: 'agent:main',
  provider: 'openai',
  profileId: 'openai:a',
  cause: 'failure',
} as const

describe('what an effect of the engine did', () => {
  test('a failure that opens a window tells rule, rung and end', () => {
    const effect = recordFailure(null, { reason: 'rate_limit', model: 'gpt-x' }, context)
    expect(ledgerEntriesOf(effect, about)).toEqual([
      {
        ...about,
        basis: 'console',
        windowKind: 'cooldown',
        action: 'opened',
        rule: 'cooldown_ladder',
        reason: 'rate_limit',
        rung: 1,
        failures: 1,
        untilBeforeMs: null,
        untilAfterMs: T + 30_000,
        model: 'gpt-x',
        detail: { scope: 'one_model', askedMs: 30_000 },
      },
    ])
  })

  test('a success, a sweep and a snooze end, expire and open windows', () => {
    const locked = { ...EMPTY_USAGE_STATS, cooldownUntilMs: T + 5, disabledUntilMs: T - 5 }
    const of = (effect: Parameters<typeof ledgerEntriesOf>[0]): unknown =>
      ledgerEntriesOf(effect, about).map(({ windowKind, action, rule, untilBeforeMs, untilAfterMs }) => [
        windowKind,
        action,
        rule,
        untilBeforeMs,
        untilAfterMs,
      ])
    expect(of(recordSuccess(locked, context))).toEqual([
      ['cooldown', 'cleared', 'success', T + 5, null],
      ['disabled', 'cleared', 'success', T - 5, null],
    ])
    expect(of(sweepExpired(locked, context))).toEqual([['disabled', 'expired', 'expired', T - 5, null]])
    expect(of(snooze(null, T + 9, context))).toEqual([['disabled', 'opened', 'snooze', null, T + 9]])
    expect(of(snooze(null, T - 9, context))).toEqual([])
  })
})

const profiles = {
  'openai:a': { type: 'api_key', provider: 'openai', key: 'sk-test' },
  'openai:b': { type: 'api_key', provider: 'openai', key: 'sk-test' },
}

type Stats = Readonly<Record<string, object>>

function facts(own: Stats | null, shared?: Stats): DirectoryFacts {
  return buildFacts({
    policyId: 'openclaw-2026.7',
    agents: { main: own === null ? null : { profiles, state: { usageStats: own } } },
    ...(shared ? { shared: { profiles, state: { usageStats: shared } } } : {}),
  })
}

function between(before: DirectoryFacts, after: DirectoryFacts, atMs = T): readonly unknown[] {
  return ledgerEntriesBetween({ facts: before, atMs: T - 60_000 }, { facts: after, atMs }).map((entry) => [
    entry.profileId,
    entry.windowKind,
    entry.action,
    entry.cause,
    entry.atMs - T,
    entry.untilBeforeMs === null ? null : entry.untilBeforeMs - T,
    entry.untilAfterMs === null ? null : entry.untilAfterMs - T,
  ])
}

describe('what happened between two readings', () => {
  const until = (ms: number): object => ({ cooldownUntil: T + ms, cooldownReason: 'rate_limit' })

  test.each([
    ['nothing', {}, {}, []],
    ['a use', { 'openai:a': { lastUsed: T - 9 } }, { 'openai:a': { lastUsed: T } }, []],
    [
      'a window appeared',
      {},
      { 'openai:a': until(500) },
      [['openai:a', 'cooldown', 'opened', 'outside', 0, null, 500]],
    ],
    [
      'a window was extended',
      { 'openai:a': until(500) },
      { 'openai:a': until(900) },
      [['openai:a', 'cooldown', 'extended', 'outside', 0, 500, 900]],
    ],
    [
      'a window was replaced by a shorter one',
      { 'openai:a': until(900) },
      { 'openai:a': until(500) },
      [['openai:a', 'cooldown', 'opened', 'outside', 0, 900, 500]],
    ],
    [
      'a window ended early',
      { 'openai:a': until(500), 'openai:b': { blockedUntil: T + 7 } },
      {},
      [
        ['openai:a', 'cooldown', 'cleared', 'outside', 0, 500, null],
        ['openai:b', 'blocked', 'cleared', 'outside', 0, 7, null],
      ],
    ],
    [
      'a running window was put back to a past one',
      { 'openai:a': until(500) },
      { 'openai:a': until(-90_000) },
      [['openai:a', 'cooldown', 'cleared', 'outside', 0, 500, null]],
    ],
    [
      'a window expired and stays on record',
      { 'openai:a': until(-500) },
      { 'openai:a': until(-500) },
      [['openai:a', 'cooldown', 'expired', 'expired', -500, -500, null]],
    ],
    [
      'a window expired and was swept',
      { 'openai:a': until(-500) },
      {},
      [['openai:a', 'cooldown', 'expired', 'expired', -500, -500, null]],
    ],
    [
      'a window expired and the next one opened',
      { 'openai:a': until(-500) },
      { 'openai:a': until(700) },
      [
        ['openai:a', 'cooldown', 'expired', 'expired', -500, -500, null],
        ['openai:a', 'cooldown', 'opened', 'outside', 0, null, 700],
      ],
    ],
    [
      'a window came and went',
      {},
      { 'openai:a': until(-300) },
      [
        ['openai:a', 'cooldown', 'opened', 'outside', -300, null, -300],
        ['openai:a', 'cooldown', 'expired', 'expired', -300, -300, null],
      ],
    ],
    ['what was past before stays past', { 'openai:a': until(-70_000) }, {}, []],
    ['an old record that appears', {}, { 'openai:a': until(-70_000) }, []],
  ])('%s', (_name, before, after, expected) => {
    expect(between(facts(before as Stats), facts(after as Stats))).toEqual(expected)
  })

  test('the opening failure gives time, rung and count where the records tell', () => {
    const record = {
      cooldownUntil: T + 20_000,
      cooldownReason: 'rate_limit',
      cooldownModel: 'gpt-x',
      errorCount: 1,
      failureCounts: { rate_limit: 1 },
      lastFailureAt: T - 10_000,
    }
    const [entry] = ledgerEntriesBetween(
      { facts: facts({}), atMs: T - 60_000 },
      { facts: facts({ 'openai:a': record }), atMs: T },
    )
    expect(entry).toMatchObject({
      atMs: T - 10_000,
      agentId: 'main',
      owner: 'agent:main',
      provider: 'openai',
      basis: 'observed',
      rule: null,
      rung: 1,
      failures: 1,
      model: 'gpt-x',
      reason: 'rate_limit',
      detail: { startMs: T - 10_000, startBasis: 'failure' },
    })
  })

  test('the shared store is one source, and stands for no agent of its own', () => {
    const after = facts({}, { 'openai:a': until(500) })
    const entries = ledgerEntriesBetween({ facts: facts({}, {}), atMs: T - 1 }, { facts: after, atMs: T })
    expect(entries.map(({ owner, agentId, action }) => [owner, agentId, action])).toEqual([
      ['shared', 'main', 'opened'],
    ])
  })

  test('a store that cannot be read or has gone ends no window, and one that is new opens none', () => {
    const locked = facts({ 'openai:a': until(500) })
    expect(between(locked, facts(null))).toEqual([])
    expect(between(facts(null), locked)).toEqual([])
  })

  test('what runs when a directory is opened is read from the records', () => {
    const own = { 'openai:a': { ...until(500), lastFailureAt: T - 40_000 }, 'openai:b': until(-1) }
    const found = recordedLedgerEntries({ facts: facts(own), atMs: T })
    expect(found.map(({ profileId, basis, action, atMs }) => [profileId, basis, action, atMs - T])).toEqual([
      ['openai:a', 'recorded', 'opened', -40_000],
    ])
  })
})
