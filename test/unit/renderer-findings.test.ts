import { describe, expect, it } from 'vitest'
import { FINDING_CODES, type Finding } from '../../shared/contract/history/index.ts'
import {
  findingWords,
  groupFindings,
  hasRecords,
  LOOKED_FOR,
} from '../../renderer/features/findings/finding-sentences.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const finding = (code: Finding['code'], more: Partial<Finding> = {}): Finding => ({
  id: code,
  code,
  severity: 'warning',
  fromMs: 1000,
  toMs: 2000,
  provider: 'alpha',
  profileIds: ['alpha:home'],
  models: ['alpha/big', 'beta/small'],
  sessions: ['s1'],
  figures: {},
  filter: {},
  runKeys: [],
  ...more,
})

const when = (atMs: number) => `at t${atMs}`

describe('findings in words', () => {
  it.each<[Finding, string]>([
    [
      finding('flapping_profile', { figures: { openings: 7, spanMs: 42 * MINUTE, lockedMs: 21 * MINUTE } }),
      'alpha:home was locked and freed again 7 times within 42 m.',
    ],
    [
      finding('lock_longer_than_cause', {
        severity: 'info',
        figures: { lengthMs: 5 * HOUR, justifiedMs: 5 * MINUTE, untilMs: 9, failures: 1 },
      }),
      'alpha:home was locked for 5 h, although its failure justifies 5 m.',
    ],
    [
      finding('lock_longer_than_cause', {
        severity: 'error',
        figures: { lengthMs: 5 * HOUR, justifiedMs: 0, untilMs: 9, failures: 3 },
      }),
      'alpha:home is locked for 5 h, although its 3 failures justify none.',
    ],
    [
      finding('lock_longer_than_cause', {
        severity: 'info',
        figures: { lengthMs: 5 * HOUR, justifiedMs: 5 * MINUTE, untilMs: 9, leftEarlyMs: 3 },
      }),
      'alpha:home was to be locked for 5 h, although its failure justifies 5 m.',
    ],
    [
      finding('lock_longer_than_cause', { figures: { untilMs: 9, leftMs: 4 * HOUR, failedMs: 3, answeredMs: 5 } }),
      'alpha:home is locked until t9, although it has answered at t5, after the failure at t3.',
    ],
    [
      finding('lock_longer_than_cause', { figures: { untilMs: 9, leftMs: 4 * HOUR, failedMs: 3 } }),
      'alpha:home is locked until t9 by a failure that has not happened yet.',
    ],
    [
      finding('fallback_never_returned', { figures: { runs: 12, usableSinceMs: 7, usableForMs: 2 * HOUR } }),
      'Session s1 went to a fallback model in 12 more runs, although the requested model had been usable since t7, 2 h by the end.',
    ],
    [
      finding('fallback_never_returned', { figures: { usableSinceMs: 7, usableForMs: 2 * HOUR } }),
      'Session s1 stayed on a fallback model, although the requested model had been usable since t7, 2 h by the end.',
    ],
    [
      finding('order_names_missing_profile', {
        profileIds: ['alpha:x', 'alpha:y'],
        figures: { missing: 2, agents: 3 },
      }),
      'The order of alpha names 2 accounts that do not exist: alpha:x and alpha:y.',
    ],
    [
      finding('provider_wide_outage', {
        figures: { failures: 48, attempts: 50, models: 2, accounts: 3, minutes: 12, otherProviders: 0 },
      }),
      'alpha was in trouble for 12 minutes: 48 of 50 attempts failed.',
    ],
    [
      finding('rate_limit_misread_as_billing', { figures: { records: 12, announcedMs: 5 * MINUTE } }),
      '12 failures at alpha were taken for a lack of credit, but speak of a limit that passes by itself within 5 m.',
    ],
    [
      finding('rate_limit_misread_as_billing', { figures: { records: 1 } }),
      '1 failure at alpha was taken for a lack of credit, but speaks of a limit that passes by itself.',
    ],
    [
      finding('clock_skew', { profileIds: [], figures: { records: 3, aheadMs: 2 * HOUR } }),
      '3 records lie in the future, by up to 2 h.',
    ],
    [
      finding('clock_skew', { figures: { windows: 2, backMs: 5 * MINUTE } }),
      '2 locks of alpha:home ended before they began, by up to 5 m.',
    ],
    [
      finding('clock_skew', { profileIds: [], toMs: 9, figures: { fileMs: 1, aheadMs: 3 * HOUR } }),
      'The last record of a log is from t9, 3 h after the log itself was last changed.',
    ],
    [
      finding('clock_skew', { figures: { aheadMs: HOUR } }),
      'A failure of alpha:home is on record that lies in the future by 1 h.',
    ],
    [
      finding('shared_limit', {
        profileIds: ['alpha:home', 'alpha:work'],
        figures: { accounts: 2, times: 4, withinMs: 3000 },
      }),
      '2 accounts of alpha reached a limit together 4 times, within 3 s.',
    ],
  ])('%#: say it with their figures', (told, sentence) => {
    expect(findingWords(told, when).sentence).toBe(sentence)
  })

  it('blame the connection where all providers fail at once', () => {
    const figures = { failures: 9, attempts: 9, models: 2, accounts: 0, minutes: 3, otherProviders: 2 }
    expect(findingWords(finding('provider_wide_outage', { figures }), when).meaning).toContain(
      '2 other providers failed',
    )
  })

  it.each(FINDING_CODES)('%s is a whole sentence also without any figure, name or provider', (code) => {
    const bare = finding(code, { provider: null, profileIds: [], models: [], sessions: [], figures: {} })
    const { sentence, meaning } = findingWords(bare, when)
    for (const text of [sentence, meaning]) {
      expect(text).toMatch(/^[A-Z0-9].*\.$/)
      expect(text).not.toMatch(/undefined|null|NaN| {2}|: \.|, \./)
    }
    expect(LOOKED_FOR[code]).toMatch(/^[a-z]/)
  })

  it('come most urgent first, and the latest of each kind first', () => {
    const list = [
      finding('clock_skew', { id: 'a', severity: 'info' }),
      finding('shared_limit', { id: 'b', toMs: 1000 }),
      finding('shared_limit', { id: 'c', toMs: 3000 }),
    ]
    expect(groupFindings(list).map(({ title, findings }) => [title, findings.map(({ id }) => id)])).toEqual([
      ['Worth looking into', ['c', 'b']],
      ['Good to know', ['a']],
    ])
  })

  it('lead to records only where records show them', () => {
    expect(hasRecords(finding('order_names_missing_profile'))).toBe(false)
    expect(hasRecords(finding('clock_skew', { figures: { fileMs: 1 } }))).toBe(false)
    expect(hasRecords(finding('shared_limit'))).toBe(true)
  })
})
