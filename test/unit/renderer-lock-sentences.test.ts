import { describe, expect, it } from 'vitest'
import { attentionSentence } from '../../renderer/features/home/attention-sentences.ts'
import {
  accountsWords,
  clearSentence,
  GATEWAY_CONSEQUENCE,
  IGNORE_RULES,
  receiptSentence,
  snoozeSentence,
} from '../../renderer/features/locks/dialog-sentences.ts'
import {
  batchSentence,
  recheckProblemSentence,
  recheckSentence,
} from '../../renderer/features/locks/recheck-sentences.ts'
import { batchSummary } from '../../renderer/features/locks/recheck-summary.ts'
import { recheckKey, type Recheck } from '../../renderer/features/locks/recheck-state.ts'
import { runningUntil } from '../../renderer/features/locks/running-until.ts'
import { createClockText } from '../../renderer/lib/time/clock-text.ts'
import { callReasonWords } from '../../renderer/lib/words/call-reason.ts'
import { LOCK_REASONS } from '../../renderer/lib/words/failure-reason.ts'
import { provenance } from '../../renderer/lib/words/provenance.ts'
import { reasonNoun } from '../../renderer/lib/words/reason-noun.ts'
import type { CallReport } from '../../shared/contract/types.ts'
import { FAILOVER_REASONS } from '../../shared/engine/classification/failover-reason.ts'
import { CONTRADICTION_CODES, type Window } from '../../shared/engine/index.ts'

const ZONE = 'Europe/Madrid'
const CLOCK = createClockText({ locale: 'en-GB', zone: ZONE })
const NOW_MS = Date.UTC(2026, 10, 30, 9, 8)
const MINUTE_MS = 60_000
const when = (atMs: number): string => CLOCK.when(atMs, NOW_MS)
const NO_CODE = /undefined|null|NaN|_| {2}|\.\./

function window(details: Partial<Window>): Window {
  return {
    kind: 'cooldown',
    untilMs: NOW_MS + MINUTE_MS,
    startMs: Date.UTC(2026, 10, 30, 9, 3),
    startBasis: 'failure',
    reason: 'rate_limit',
    model: null,
    rung: 3,
    lengthMs: 5 * MINUTE_MS,
    failures: 3,
    announcedBy: null,
    classification: null,
    ...details,
  }
}

describe('where a lock comes from', () => {
  it.each([
    [{}, 'Third rate limit in a row at 10:03: the ladder’s third step, 5 m'],
    [{ failures: 1, rung: 1, lengthMs: MINUTE_MS }, 'Rate limit at 10:03: the ladder’s first step, 1 m'],
    [
      { kind: 'disabled', reason: 'billing', failures: 2, rung: 2, lengthMs: 600 * MINUTE_MS },
      'Second lack of credit in a row at 10:03: the long ladder’s second step, 10 h',
    ],
    [
      { startBasis: 'ladder', failures: 2, rung: 2 },
      'Second rate limit in a row; the one that opened the lock is not on record; counted back from its end, it opened at 10:03: the ladder’s second step, 5 m',
    ],
    [
      { startBasis: 'last_failure', rung: null },
      'Third rate limit in a row; the last one on record was at 10:03, and no step of a rule is as long as the lock',
    ],
    [
      { startBasis: 'unknown', startMs: null, rung: null, failures: 0, reason: null },
      'Failure; which failure opened the lock is not on record',
    ],
    [
      { kind: 'blocked', startBasis: 'last_failure', announcedBy: 'wham', reason: 'subscription_limit' },
      'Its end was announced by the provider’s usage page; the last failure on record was at 10:03',
    ],
    [
      { kind: 'blocked', startBasis: 'unknown', startMs: null, announcedBy: 'codex_rate_limits' },
      'Its end was announced by the provider, with an answer; when is not on record',
    ],
    [
      { kind: 'blocked', startBasis: 'unknown', startMs: null },
      'Its end was announced, by whom is not on record; when is not on record',
    ],
    [
      { kind: 'disabled', reason: null, startBasis: 'last_failure' },
      'No reason is on record, as with a lock that a person chose; the last failure on record was at 10:03',
    ],
    [
      { kind: 'disabled', reason: null, startBasis: 'unknown', startMs: null },
      'No reason is on record, as with a lock that a person chose',
    ],
    [
      { classification: 'wham_token_expired', rung: null, startBasis: 'last_failure' },
      'The ChatGPT usage page said that the sign-in has expired; the last one on record was at 10:03, and no step of a rule is as long as the lock',
    ],
    [
      { classification: 'wham_account_dead', rung: null, startBasis: 'unknown', startMs: null },
      'The ChatGPT usage page said that the account no longer works; which failure opened the lock is not on record',
    ],
  ] satisfies [Partial<Window>, string][])('%o', (details, words) => {
    expect(provenance(window(details), when)).toBe(words)
  })

  it('every reason can be counted', () => {
    for (const reason of LOCK_REASONS) expect(`third ${reasonNoun(reason)} in a row`).not.toMatch(NO_CODE)
  })

  it.each([...CONTRADICTION_CODES, null])('what contradicts it: %s', (code) => {
    const contradiction = code === null ? null : { code, failedAtMs: 1, signalAtMs: 2 }
    const attention = {
      id: 'i',
      severity: 'warning',
      code: 'lock_contradicted',
      provider: 'alpha',
      profileIds: ['alpha:a'],
      model: null,
      untilMs: 1,
      contradiction,
    } as const
    const { title, advice } = attentionSentence(attention, 'at 18:52')
    expect(title).toBe('The lock of alpha:a has outlived its cause.')
    expect(advice).toMatch(/, and the lock would run until 18:52\.$/)
  })
})

describe('what will happen', () => {
  it('clearing, for one and several', () => {
    expect(clearSentence(['alpha:work'])).toBe(
      'alpha:work is used again at once, and its failures are counted from zero; if the cause is still there, the next failure locks it again.',
    )
    expect(clearSentence(['a', 'b', 'c'])).toBe(
      '3 accounts are used again at once, and their failures are counted from zero; if a cause is still there, the next failure locks them again.',
    )
    expect(GATEWAY_CONSEQUENCE).toMatch(/^OpenClaw .*keeps using its own copy until it reloads.*\.$/)
    expect(accountsWords(['a', 'b'])).toBe('a and b')
  })

  it.each([
    [null, 'a is not used before tomorrow at 08:00 (Europe/Madrid); then it is ready again by itself.'],
    [NOW_MS + 10 * MINUTE_MS, 'a is not used before tomorrow at 08:00 (Europe/Madrid), instead of 10:18.'],
    [
      Date.UTC(2026, 11, 4, 9),
      'Nothing changes before Fri 4 Dec at 10:00: a is locked until then, and a snooze never ends a lock sooner.',
    ],
  ])('snoozing one that is locked until %s', (runningUntilMs, words) => {
    const untilMs = Date.UTC(2026, 11, 1, 7)
    expect(snoozeSentence({ profileIds: ['a'], untilMs, runningUntilMs, zone: ZONE }, when)).toBe(words)
  })

  it('snoozing several', () => {
    const asked = { profileIds: ['a', 'b', 'c'], untilMs: NOW_MS + 15 * MINUTE_MS, runningUntilMs: null, zone: ZONE }
    expect(snoozeSentence(asked, when)).toBe(
      '3 accounts are not used before 10:23 (Europe/Madrid); those that are locked for longer stay locked for longer.',
    )
  })

  it('the longest running lock of the one account counts', () => {
    const lock = (profileId: string, untilMs: number) => ({
      profileId,
      provider: 'alpha',
      window: window({ untilMs }),
      label: null,
      credentialType: null,
    })
    const locks = [lock('a', 5), lock('a', 9), lock('b', 20)]
    expect(runningUntil({ locks }, ['a'])).toBe(9)
    expect(runningUntil({ locks }, ['c'])).toBeNull()
    expect(runningUntil({ locks }, ['a', 'b'])).toBeNull()
    expect(runningUntil({ locks }, [])).toBeNull()
  })
})

describe('what happened', () => {
  const report: CallReport = {
    profileId: 'alpha:work',
    provider: 'alpha',
    model: 'big',
    outcome: 'ok',
    status: 200,
    latencyMs: 420,
    reason: null,
    ruleId: null,
    retryAtMs: null,
    message: null,
    hint: null,
    changes: [],
  }
  const cleared = {
    kind: 'cooldown',
    rule: 'success',
    action: 'cleared',
    asked: null,
    scope: null,
    before: null,
    after: null,
  } as const

  it.each([
    [{ changes: [cleared] }, 'good', 'alpha:work answered in 420 ms and is unlocked.'],
    [{ latencyMs: null }, 'good', 'alpha:work answered.'],
    [
      { outcome: 'failed', status: 429, reason: 'rate_limit', retryAtMs: Date.UTC(2026, 10, 30, 9, 30) },
      'bad',
      'alpha:work is still refused: rate limit reached (429); the provider says to try again at 10:30. Its lock stays as it was.',
    ],
    [
      { outcome: 'failed', status: null, reason: null },
      'bad',
      'alpha:work is still refused: failed for an unknown reason. Its lock stays as it was.',
    ],
    [
      { outcome: 'not_called', message: 'The vault is locked' },
      'plain',
      'alpha:work was not called: the vault is locked.',
    ],
    [{ outcome: 'not_called' }, 'plain', 'alpha:work was not called: it cannot be.'],
    [
      { outcome: 'not_called', message: 'OpenClaw signs this account in.' },
      'plain',
      'alpha:work was not called: OpenClaw signs this account in.',
    ],
  ] satisfies [Partial<CallReport>, string, string][])('a re-check: %o', (details, tone, text) => {
    expect(recheckSentence({ ...report, ...details }, when)).toEqual({ tone, text })
  })

  it('every reason of a call has words', () => {
    for (const reason of FAILOVER_REASONS) expect(callReasonWords(reason)).not.toMatch(NO_CODE)
  })

  it('a re-check that could not be asked for', () => {
    const problem = { code: null, message: 'The connection was lost.', hint: null, conflict: null }
    expect(recheckProblemSentence('a', problem)).toBe('a was not re-checked: The connection was lost.')
    expect(recheckProblemSentence('a', { ...problem, hint: 'Try again.' })).toMatch(/lost\. Try again\.$/)
  })

  it.each([
    [1, 1, 'It answered.'],
    [5, 5, 'All 5 answered.'],
    [3, 5, '3 of 5 answered; 2 did not.'],
    [0, 2, 'None of 2 answered.'],
  ])('%d of %d re-checks', (answered, total, words) => expect(batchSentence(answered, total)).toBe(words))

  it('several re-checks: how far they are, and who is left', () => {
    const batch = { agentId: 'main', profileIds: ['a', 'b', 'c', 'd'] }
    const at = (states: Record<string, Recheck>) =>
      batchSummary(
        batch,
        Object.fromEntries(Object.entries(states).map(([id, recheck]) => [recheckKey('main', id), recheck])),
      )
    const done: Recheck = { state: 'done', report }
    const problem = { code: null, message: 'Lost.', hint: null, conflict: null }
    expect(at({ a: done, b: { state: 'running' }, c: { state: 'waiting' }, d: { state: 'waiting' } })).toMatchObject({
      ended: 1,
      total: 4,
      isRunning: true,
      left: [],
    })
    const refused: Recheck = { state: 'done', report: { ...report, outcome: 'failed' } }
    expect(at({ a: done, b: refused, c: { state: 'problem', problem } })).toEqual({
      ended: 4,
      total: 4,
      isRunning: false,
      text: '1 of 4 answered; 3 did not.',
      left: ['b', 'c'],
    })
  })

  it('what clearing and snoozing did, and to whom not', () => {
    const done = { profileId: 'a', changes: [cleared], ignored: null }
    expect(receiptSentence('cleared', { changes: [done] })).toEqual({ tone: 'good', message: 'a is unlocked.' })
    expect(receiptSentence('snoozed', { changes: [done, { ...done, profileId: 'b' }] }).message).toBe(
      'a and b are snoozed.',
    )
    expect(receiptSentence('snoozed', { changes: [{ ...done, changes: [] }] })).toEqual({
      tone: 'plain',
      message: 'a could not be snoozed.',
    })
    for (const ignored of IGNORE_RULES) {
      const { tone, message } = receiptSentence('cleared', {
        changes: [done, { profileId: 'b', changes: [], ignored }],
      })
      expect(tone).toBe('plain')
      expect(message).toMatch(/^a is unlocked\. b had no lock to clear: .*\.$/)
      expect(message).not.toMatch(NO_CODE)
    }
  })
})
