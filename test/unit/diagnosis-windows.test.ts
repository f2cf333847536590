import { describe, expect, test } from 'vitest'
import { asksForCause, diagnose, type DiagnosisInput, type WindowRecord } from '../../electron/diagnosis/index.ts'
import type { Finding, FindingCode } from '../../shared/contract/history/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/engine/index.ts'
import { buildFacts } from '../support/build-facts.ts'
import { diagnosisInput, limitOf, NOW_MS, windowOf } from '../support/diagnosis-input.ts'

const START_MS = NOW_MS - DAY_MS
const found = (code: FindingCode, parts: Partial<DiagnosisInput>): Finding[] =>
  diagnose(diagnosisInput(parts)).filter((finding) => finding.code === code)
const times = (count: number, everyMs: number, startMs = START_MS): number[] =>
  Array.from({ length: count }, (_, index) => startMs + index * everyMs)

describe('a flapping profile', () => {
  const opened = (count: number, everyMs: number, parts: Partial<WindowRecord> = {}): WindowRecord[] =>
    times(count, everyMs).map((atMs) => windowOf({ atMs, ...parts }))

  test('is locked, freed and locked again five times within the hour', () => {
    const [finding, ...others] = found('flapping_profile', { windows: opened(5, 10 * MINUTE_MS) })
    expect(others).toEqual([])
    expect(finding).toMatchObject({
      severity: 'warning',
      provider: 'alpha',
      profileIds: ['alpha:a'],
      fromMs: START_MS,
      toMs: START_MS + 40 * MINUTE_MS,
      figures: { openings: 5, spanMs: 40 * MINUTE_MS, lockedMs: 5 * MINUTE_MS },
      filter: { fromMs: START_MS, toMs: START_MS + 40 * MINUTE_MS + 1, profiles: ['alpha:a'] },
    })
  })

  test('is shown by its runs where they are known', () => {
    const windows = times(5, MINUTE_MS * 2).map((atMs, index) => windowOf({ atMs, runKey: `run:${index}` }))
    expect(found('flapping_profile', { windows })[0]).toMatchObject({
      filter: { runs: ['run:0', 'run:1', 'run:2', 'run:3', 'run:4'] },
      runKeys: ['run:0', 'run:1', 'run:2', 'run:3', 'run:4'],
    })
  })

  test('has as many findings as spells, hours apart', () => {
    const windows = [0, 12 * HOUR_MS].flatMap((laterMs) =>
      opened(5, 10 * MINUTE_MS).map((window) => windowOf({ atMs: window.atMs + laterMs })),
    )
    expect(found('flapping_profile', { windows }).map(({ fromMs }) => fromMs)).toEqual([
      START_MS + 12 * HOUR_MS,
      START_MS,
    ])
  })

  test.each([
    ['four openings', opened(4, 10 * MINUTE_MS)],
    ['five openings in more than an hour', opened(5, 15 * MINUTE_MS + 1)],
    ['one window that failures kept', opened(9, MINUTE_MS, { isKept: true })],
    ['one window that was moved on before it ended', opened(9, 30 * SECOND_MS)],
    ['windows that never held', times(9, 10 * MINUTE_MS).map((atMs) => windowOf({ atMs, untilMs: atMs }))],
    [
      'openings of different profiles',
      times(9, MINUTE_MS).map((atMs, index) => windowOf({ atMs, profileId: `alpha:${index}` })),
    ],
  ])('is not seen in %s', (_, windows) => expect(found('flapping_profile', { windows })).toEqual([]))
})

describe('a lock longer than its cause', () => {
  const facts = buildFacts({ policyId: 'openclaw-2026.7' })
  const lock = (lengthMs: number, parts: Partial<WindowRecord> = {}): WindowRecord =>
    windowOf({ atMs: START_MS, untilMs: START_MS + lengthMs, ...parts })
  const ofLock = (window: WindowRecord): Finding[] => found('lock_longer_than_cause', { facts, windows: [window] })

  test('is a cooldown far beyond the ladder', () => {
    expect(ofLock(lock(3 * HOUR_MS))).toMatchObject([
      {
        severity: 'info',
        profileIds: ['alpha:a'],
        figures: { lengthMs: 3 * HOUR_MS, justifiedMs: 30 * SECOND_MS, failures: 1 },
        filter: { profiles: ['alpha:a'], fromMs: START_MS, toMs: START_MS + 3 * HOUR_MS + 1 },
      },
    ])
  })

  test('is an error while it runs', () => expect(ofLock(lock(3 * DAY_MS))[0]?.severity).toBe('error'))

  test('is past once a later one has taken its place', () => {
    const windows = [lock(3 * DAY_MS), lock(2 * DAY_MS, { atMs: START_MS + HOUR_MS })]
    expect(found('lock_longer_than_cause', { facts, windows })).toMatchObject([
      { severity: 'error', figures: { untilMs: START_MS + 2 * DAY_MS } },
      { severity: 'info', figures: { untilMs: START_MS + 3 * DAY_MS, leftEarlyMs: 2 * DAY_MS } },
    ])
  })

  test('is past where the directory holds it no more', () => {
    const profiles = { 'alpha:a': { type: 'api_key', provider: 'alpha', key: 'made-up-key-of-alpha' } }
    const withWindow = (cooldownUntil: number): Finding[] =>
      found('lock_longer_than_cause', {
        facts: buildFacts({
          policyId: 'openclaw-2026.7',
          agents: {
            main: {
              profiles,
              state: { usageStats: { 'alpha:a': { cooldownUntil, lastFailureAt: START_MS, errorCount: 1 } } },
            },
          },
        }),
        windows: [lock(3 * DAY_MS)],
      })
    expect(withWindow(START_MS + 3 * DAY_MS)[0]?.severity).toBe('error')
    expect(withWindow(NOW_MS - 1)[0]).toMatchObject({ severity: 'info', figures: { leftEarlyMs: 2 * DAY_MS } })
  })

  test('is told once, although several records tell of it', () => {
    const windows = [lock(3 * HOUR_MS), lock(3 * HOUR_MS, { runKey: 'run:1' })]
    expect(found('lock_longer_than_cause', { facts, windows })).toHaveLength(1)
  })

  const billing = { kind: 'disabled', reason: 'billing' } as const
  test.each([
    ['what the ladder asks', lock(30 * SECOND_MS)],
    ['a little more than it asks', lock(10 * MINUTE_MS)],
    ['the longest rung, where the number of failures is not known', lock(5 * MINUTE_MS, { failures: null })],
    ['five hours for billing', lock(5 * HOUR_MS, billing)],
    ['a day for the fourth failure of billing', lock(DAY_MS, { ...billing, failures: 4 })],
    ['an announced week', lock(7 * DAY_MS, { kind: 'blocked', reason: 'subscription_limit' })],
    ['a window that was running already', lock(3 * HOUR_MS, { isKept: true })],
    ['what the provider announced', lock(3 * HOUR_MS, { causeText: 'Rate limit reached. Try again in 3 hours.' })],
    ['what an answer about usage gives', lock(12 * HOUR_MS, { provider: 'openai-codex' })],
  ])('is not %s', (_, window) => expect(ofLock(window)).toEqual([]))

  test('is a day for the first failure of billing, and more than what was announced', () => {
    expect(ofLock(lock(DAY_MS, billing))).toHaveLength(1)
    expect(ofLock(lock(30 * HOUR_MS, { causeText: 'Rate limit reached. Try again in 3 hours.' }))).toHaveLength(1)
  })

  test('is judged by the most generous rules where the directory is not known', () => {
    const windows = [lock(HOUR_MS, { failures: 4 })]
    expect(found('lock_longer_than_cause', { facts, windows })).toHaveLength(1)
    expect(found('lock_longer_than_cause', { facts: null, windows })).toEqual([])
  })

  test('needs the text of its failure only where the rules do not explain it', () => {
    expect(asksForCause(lock(3 * HOUR_MS), facts)).toBe(true)
    expect(asksForCause(lock(30 * SECOND_MS), facts)).toBe(false)
  })

  test('is a running window that a later answer refutes', () => {
    const profiles = { 'alpha:a': { type: 'api_key', provider: 'alpha', key: 'made-up-key-of-alpha' } }
    const record = (lastUsed: number): object => ({
      usageStats: {
        'alpha:a': {
          disabledUntil: NOW_MS + HOUR_MS,
          disabledReason: 'billing',
          lastFailureAt: NOW_MS - HOUR_MS,
          lastUsed,
        },
      },
    })
    const withUse = (lastUsed: number): Finding[] =>
      found('lock_longer_than_cause', {
        facts: buildFacts({
          policyId: 'openclaw-2026.7',
          agents: { main: { profiles, state: record(lastUsed) }, helper: {} },
        }),
      })
    expect(withUse(NOW_MS - MINUTE_MS)).toMatchObject([
      {
        severity: 'error',
        profileIds: ['alpha:a'],
        figures: { leftMs: HOUR_MS, failedMs: NOW_MS - HOUR_MS, answeredMs: NOW_MS - MINUTE_MS },
      },
    ])
    expect(withUse(NOW_MS - 2 * HOUR_MS)).toEqual([])
  })
})

describe('a limit that accounts share', () => {
  const together = (count: number, apartMs: number): DiagnosisInput['limits'] =>
    times(count, HOUR_MS).flatMap((atMs) => [limitOf(atMs, 'alpha:a'), limitOf(atMs + apartMs, 'alpha:b')])

  test('begins for both within seconds, again and again', () => {
    expect(found('shared_limit', { limits: together(3, 4 * SECOND_MS) })).toMatchObject([
      {
        provider: 'alpha',
        profileIds: ['alpha:a', 'alpha:b'],
        fromMs: START_MS,
        toMs: START_MS + 2 * HOUR_MS + 4 * SECOND_MS,
        figures: { accounts: 2, times: 3, withinMs: 4 * SECOND_MS },
      },
    ])
  })

  test('joins all accounts that are connected', () => {
    const limits = times(4, HOUR_MS).flatMap((atMs) =>
      ['a', 'b', 'c'].map((name, index) => limitOf(atMs + index * SECOND_MS, `alpha:${name}`)),
    )
    expect(found('shared_limit', { limits }).map(({ profileIds }) => profileIds)).toEqual([
      ['alpha:a', 'alpha:b', 'alpha:c'],
    ])
  })

  test('is seen within the hour where the provider answered in between', () => {
    const limits = times(3, 5 * MINUTE_MS).flatMap((atMs) => [
      limitOf(atMs, 'alpha:a', `run:${atMs}`),
      limitOf(atMs + SECOND_MS, 'alpha:b', `run:${atMs}`),
    ])
    const answered = times(3, 5 * MINUTE_MS, START_MS + 2 * MINUTE_MS).map((minuteMs) => ({
      minuteMs,
      provider: 'alpha',
      model: 'alpha/big',
      profileId: null,
      reason: null,
      status: null,
      count: 1,
    }))
    expect(found('shared_limit', { limits, minutes: answered })).toHaveLength(1)
    expect(found('shared_limit', { limits })).toEqual([])
  })

  test.each([
    ['two times', together(2, SECOND_MS)],
    ['accounts that follow each other slowly', together(9, 11 * SECOND_MS)],
    [
      'accounts that are both used up: their limits began hours apart',
      [
        limitOf(START_MS, 'alpha:a'),
        ...times(99, 5 * MINUTE_MS, START_MS + 4 * MINUTE_MS).flatMap((atMs) => [
          limitOf(atMs, 'alpha:a'),
          limitOf(atMs + SECOND_MS, 'alpha:b'),
        ]),
      ],
    ],
    [
      'an account that often meets its limit alone',
      [...together(3, SECOND_MS), ...times(3, HOUR_MS, START_MS + 9 * HOUR_MS).map((atMs) => limitOf(atMs, 'alpha:a'))],
    ],
    ['one account', times(9, HOUR_MS).map((atMs) => limitOf(atMs, 'alpha:a'))],
    [
      'accounts of different providers',
      together(9, SECOND_MS).map(({ atMs, profileId, runKey }, index) => ({
        atMs,
        profileId,
        runKey,
        provider: `provider-${index % 2}`,
      })),
    ],
    [
      'one run that no account could take',
      together(9, SECOND_MS).map(({ atMs, profileId }) => limitOf(atMs, profileId, 'run:too-much')),
    ],
  ])('is not seen in %s', (_, limits) => expect(found('shared_limit', { limits })).toEqual([]))
})

describe('clocks that differ', () => {
  test('are shown by records from the future', () => {
    const ahead = { kind: 'ahead', count: 3, firstMs: NOW_MS + 3 * MINUTE_MS, lastMs: NOW_MS + HOUR_MS } as const
    expect(found('clock_skew', { clocks: [ahead] })).toMatchObject([
      {
        figures: { records: 3, aheadMs: HOUR_MS },
        filter: { fromMs: NOW_MS + 3 * MINUTE_MS, toMs: NOW_MS + HOUR_MS + 1 },
      },
    ])
    expect(found('clock_skew', { clocks: [{ ...ahead, lastMs: NOW_MS + MINUTE_MS }] })).toEqual([])
    expect(found('clock_skew', { clocks: [{ ...ahead, count: 0 }] })).toEqual([])
  })

  test('are shown by a file that is older than its records', () => {
    const file = { kind: 'file', source: 7, lastMs: START_MS, modifiedMs: START_MS - HOUR_MS } as const
    expect(found('clock_skew', { clocks: [file] })).toMatchObject([{ severity: 'info', figures: { aheadMs: HOUR_MS } }])
    expect(found('clock_skew', { clocks: [{ ...file, modifiedMs: START_MS }] })).toEqual([])
  })

  test('are shown by windows that ended before they began', () => {
    const back = windowOf({ atMs: START_MS, untilMs: START_MS - MINUTE_MS })
    expect(found('clock_skew', { windows: [back] })).toMatchObject([
      { profileIds: ['alpha:a'], figures: { windows: 1, backMs: MINUTE_MS } },
    ])
    expect(found('clock_skew', { windows: [{ ...back, isKept: true }] })).toEqual([])
    expect(found('clock_skew', { windows: [{ ...back, untilMs: START_MS - SECOND_MS }] })).toEqual([])
  })

  test('are shown by a failure on record that has not happened yet', () => {
    const withFailure = (lastFailureAt: number): Finding[] =>
      found('clock_skew', {
        facts: buildFacts({
          agents: {
            main: {
              profiles: { 'alpha:a': { type: 'api_key', provider: 'alpha', key: 'made-up-key-of-alpha' } },
              state: { usageStats: { 'alpha:a': { lastFailureAt, errorCount: 1 } } },
            },
          },
        }),
      })
    expect(withFailure(NOW_MS + HOUR_MS)).toMatchObject([
      { provider: 'alpha', profileIds: ['alpha:a'], figures: { aheadMs: HOUR_MS } },
    ])
    expect(withFailure(NOW_MS + MINUTE_MS)).toEqual([])
  })
})
