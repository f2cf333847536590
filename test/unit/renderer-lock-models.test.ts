import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { byDay } from '../../renderer/features/locks/ledger-days.ts'
import { nextBefore } from '../../renderer/features/locks/ledger-pages.ts'
import { LEDGER_RULES, ledgerSentence } from '../../renderer/features/locks/ledger-sentences.ts'
import { batchSummary } from '../../renderer/features/locks/recheck-summary.ts'
import { createRecheckFlow } from '../../renderer/features/locks/recheck-flow.ts'
import { recheckKey, type EndedRecheck, type RecheckState } from '../../renderer/features/locks/recheck-state.ts'
import { chosenAmong, lockedIds, toggled, toggledAll } from '../../renderer/features/locks/selection.ts'
import { fieldInstant, fieldText, snoozePresets, snoozeProblem } from '../../renderer/features/locks/snooze-times.ts'
import { createClockText } from '../../renderer/lib/time/clock-text.ts'
import { instantOf, wallTime } from '../../renderer/lib/time/wall-time.ts'
import { LOCK_REASONS } from '../../renderer/lib/words/failure-reason.ts'
import { LEDGER_CAUSES } from '../../shared/contract/editing.ts'
import type { LedgerEntry } from '../../shared/contract/types.ts'

const ZONE = 'Europe/Madrid'
const CLOCK = createClockText({ locale: 'en-GB', zone: ZONE })
const NOW_MS = Date.UTC(2026, 10, 30, 9, 8)
const when = (atMs: number): string => CLOCK.when(atMs, NOW_MS)
/** A sentence: a capital or an id first, a full stop last, nothing that is not a word. */
const SENTENCE = /^[\dA-Za-z].*\.$/
const NO_CODE = /undefined|null|NaN|_| {2}|\.\./

describe('the ledger', () => {
  const entry: LedgerEntry = {
    id: 1,
    atMs: Date.UTC(2026, 10, 30, 9, 3),
    agentId: 'main',
    provider: 'alpha',
    profileId: 'alpha:work',
    windowKind: 'cooldown',
    action: 'opened',
    cause: 'failure',
    rule: 'cooldown_ladder',
    reason: 'rate_limit',
    rung: 3,
    failures: 3,
    untilBeforeMs: null,
    untilAfterMs: Date.UTC(2026, 10, 30, 9, 8),
    model: null,
    basis: 'console',
  }
  const ACTIONS = ['opened', 'extended', 'kept', 'cleared', 'expired'] as const

  it.each([
    [{}, 'Cooling until 10:08', 'Third rate limit in a row: third step of the ladder, 5 m.'],
    [
      { windowKind: 'disabled', cause: 'snooze', rule: 'snooze', reason: null, rung: null, failures: null },
      'Disabled until 10:08',
      'Snoozed here: until the time that was chosen.',
    ],
    [
      { action: 'extended', untilBeforeMs: Date.UTC(2026, 10, 30, 9, 4), model: 'big', rule: null },
      'Locked for longer for big only: until 10:08, not 10:04',
      'Third rate limit in a row.',
    ],
    [{ action: 'kept', cause: 'recheck', rule: null }, 'Stayed locked until 10:08', 'A re-check was refused.'],
    [
      { action: 'cleared', cause: 'recheck', rule: 'success', untilBeforeMs: Date.UTC(2026, 10, 30, 10) },
      'Unlocked, before 11:00',
      'A re-check was answered: an answer ends every lock.',
    ],
    [
      { action: 'cleared', cause: 'healed', rule: 'contradicted' },
      'Unlocked',
      'Healed, as a fresher signal contradicted the lock.',
    ],
    [{ action: 'expired', cause: 'expired', rule: 'expired' }, 'Ready again', 'Its time was over.'],
    [
      { cause: 'outside', rule: null, basis: 'recorded', untilAfterMs: null },
      'Cooling until a time that is not on record',
      'Third rate limit in a row (read from the records).',
    ],
    [
      { rung: null, basis: 'recorded' },
      'Cooling until 10:08',
      'Third rate limit in a row: by the ladder (read from the records).',
    ],
  ] satisfies [Partial<LedgerEntry>, string, string][])('%o', (details, happened, why) => {
    const sentence = ledgerSentence({ ...entry, ...details }, when)
    expect(sentence).toMatchObject({ happened, why })
  })

  it('every cause, action and rule has words', () => {
    for (const cause of LEDGER_CAUSES) {
      for (const action of ACTIONS) {
        for (const rule of [...LEDGER_RULES, null, 'a_rule_of_tomorrow']) {
          for (const model of [null, 'big']) {
            const { happened, why } = ledgerSentence({ ...entry, cause, action, rule, model }, when)
            expect(why).toMatch(SENTENCE)
            expect(`${happened}. ${why}`).not.toMatch(NO_CODE)
          }
        }
      }
    }
  })

  it('every reason and none', () => {
    for (const reason of [...LOCK_REASONS, null])
      for (const failures of [null, 1, 4]) {
        const { why } = ledgerSentence({ ...entry, reason, failures }, when)
        expect(why).toMatch(/^[A-Z].*: third step of the ladder, 5 m\.$/)
      }
  })

  it('its days are those of the zone', () => {
    const at = (...parts: [number, number, number, number]) => ({ atMs: Date.UTC(2026, ...parts) })
    const entries = [at(10, 30, 8, 0), at(10, 29, 23, 30), at(10, 29, 22, 59), at(10, 28, 12, 0), at(0, 5, 1, 0)]
    const days = byDay([...entries, { atMs: Date.UTC(2025, 5, 5) }], NOW_MS, ZONE)
    expect(days.map(({ heading, entries: list }) => [heading, list.length])).toEqual([
      ['Today', 2],
      ['Yesterday', 1],
      ['Saturday 28 November', 1],
      ['Monday 5 January', 1],
      ['Thursday, 5 June 2025', 1],
    ])
  })

  it('an older page begins behind the last entry of a full one', () => {
    const page = [{ id: 9 }, { id: 7 }]
    expect(nextBefore(page, 2)).toBe(7)
    expect(nextBefore(page, 3)).toBeNull()
    expect(nextBefore([], 1)).toBeNull()
  })
})

describe('times to snooze until', () => {
  const untilOf = (nowMs: number): string[] =>
    snoozePresets(nowMs, ZONE).map(({ untilMs }) => new Date(untilMs).toISOString().slice(0, 16))

  it('an hour is an hour, and the morning is 08:00 by the clocks of that day', () => {
    expect(untilOf(Date.UTC(2026, 10, 30, 9, 8))).toEqual(['2026-11-30T09:23', '2026-11-30T10:08', '2026-12-01T07:00'])
  })

  it('over the nights in which clocks are set', () => {
    // Forward on 29 March 2026, back on 25 October 2026, both at 01:00 UTC.
    expect(untilOf(Date.UTC(2026, 2, 28, 22, 0))[2]).toBe('2026-03-29T06:00')
    expect(untilOf(Date.UTC(2026, 2, 29, 0, 45))[1]).toBe('2026-03-29T01:45')
    expect(untilOf(Date.UTC(2026, 9, 24, 21, 0))[2]).toBe('2026-10-25T07:00')
  })

  it('tomorrow is told by the zone, also over the end of a year', () => {
    expect(untilOf(Date.UTC(2026, 11, 31, 22, 59))[2]).toBe('2027-01-01T07:00')
    expect(untilOf(Date.UTC(2026, 11, 31, 23, 1))[2]).toBe('2027-01-02T07:00')
  })

  it('a time that clocks skip is later by as much, one that they show twice is the first', () => {
    const wall = { year: 2026, month: 3, day: 29, hour: 2, minute: 30 }
    expect(new Date(instantOf(wall, ZONE)).toISOString()).toBe('2026-03-29T01:30:00.000Z')
    expect(wallTime(instantOf(wall, ZONE), ZONE)).toMatchObject({ hour: 3, minute: 30 })
    const twice = { year: 2026, month: 10, day: 25, hour: 2, minute: 30 }
    expect(new Date(instantOf(twice, ZONE)).toISOString()).toBe('2026-10-25T00:30:00.000Z')
  })

  it('fields hold a time of the zone', () => {
    for (const zone of [ZONE, 'Asia/Kathmandu', 'America/St_Johns', 'UTC']) {
      expect(fieldInstant(fieldText(NOW_MS, zone), zone)).toBe(NOW_MS)
    }
    expect(fieldText(NOW_MS, ZONE)).toBe('2026-11-30T10:08')
    expect(fieldInstant('', ZONE)).toBeNull()
    expect(fieldInstant('tomorrow', ZONE)).toBeNull()
  })

  it('says what is wrong with one', () => {
    expect(snoozeProblem(null, NOW_MS)).toMatch(SENTENCE)
    expect(snoozeProblem(NOW_MS, NOW_MS)).toMatch(/still to come/)
    expect(snoozeProblem(NOW_MS + 1, NOW_MS)).toBeNull()
  })
})

describe('choosing several', () => {
  it('adds, takes away, and takes all or none', () => {
    const one = toggled(new Set(), 'a')
    expect(chosenAmong(one, ['b', 'a'])).toEqual(['a'])
    expect(chosenAmong(toggled(one, 'a'), ['a'])).toEqual([])
    const all = toggledAll(one, ['a', 'b'])
    expect(chosenAmong(all, ['a', 'b'])).toEqual(['a', 'b'])
    expect(chosenAmong(toggledAll(all, ['a', 'b']), ['a', 'b'])).toEqual([])
    expect(chosenAmong(null, ['a'])).toEqual([])
  })

  it('forgets what is no longer locked, and counts an account once', () => {
    expect(chosenAmong(new Set(['a', 'gone']), ['a', 'b'])).toEqual(['a'])
    expect(lockedIds([{ profileId: 'a' }, { profileId: 'b' }, { profileId: 'a' }])).toEqual(['a', 'b'])
  })
})

describe('re-checks', () => {
  function world() {
    const store = createStore<RecheckState>(() => ({ byKey: {}, batch: null }))
    const answers: { id: string; answer: (ended: EndedRecheck) => void }[] = []
    const flow = createRecheckFlow(
      store,
      (_, id) => new Promise<EndedRecheck>((answer) => answers.push({ id, answer })),
    )
    const problem = { code: null, message: 'Lost.', hint: null, conflict: null }
    const end = (id: string) => answers.find((asked) => asked.id === id)?.answer({ state: 'problem', problem })
    const stateOf = (id: string) => store.getState().byKey[recheckKey('main', id)]?.state
    return { flow, answers, end, stateOf, store }
  }

  it('an account is called once at a time', async () => {
    const { flow, answers, end, stateOf } = world()
    const first = flow.one('main', 'a')
    expect(await flow.one('main', 'a')).toBeNull()
    expect(stateOf('a')).toBe('running')
    end('a')
    expect(await first).toMatchObject({ state: 'problem' })
    expect([answers.length, stateOf('a')]).toEqual([1, 'problem'])
    flow.forgetOne('main', 'a')
    expect(stateOf('a')).toBeUndefined()
  })

  it('several are called a few at a time, one that runs already is not called again', async () => {
    const { flow, answers, end, stateOf, store } = world()
    const early = flow.one('main', 'b')
    const all = flow.several('main', ['a', 'b', 'c', 'd', 'e'])
    expect(['a', 'b', 'c', 'd', 'e'].map(stateOf)).toEqual(['running', 'running', 'running', 'waiting', 'waiting'])
    for (const id of ['a', 'b', 'c']) end(id)
    await early
    await expect.poll(() => answers.map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd', 'e'])
    for (const id of ['d', 'e']) end(id)
    await all
    expect(
      batchSummary({ agentId: 'main', profileIds: ['a', 'b', 'c', 'd', 'e'] }, store.getState().byKey),
    ).toMatchObject({
      isRunning: false,
      left: ['a', 'b', 'c', 'd', 'e'],
    })
    flow.forgetBatch()
    expect(store.getState()).toEqual({ byKey: {}, batch: null })
  })
})
