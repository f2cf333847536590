import { describe, expect, it } from 'vitest'
import {
  fallbackRows,
  lengthUnit,
  lockedRows,
  narrowed,
  outcomeBuckets,
  outcomeTotals,
  recoveryRows,
  reasonRows,
} from '../../renderer/features/charts/chart-models.ts'
import {
  fallbackSentence,
  lockedSentence,
  outcomesSentence,
  percent,
  reasonsSentence,
  recoveriesSentence,
} from '../../renderer/features/charts/chart-sentences.ts'
import { unbroken } from '../../renderer/lib/words/unbroken.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const runs = (more = {}) => ({ answered: 0, fell_back: 0, exhausted: 0, stopped: 0, unknown: 0, ...more })

describe('outcomes over time', () => {
  const at = (index: number, more = {}) => ({ atMs: index * MINUTE, counts: runs(more) })

  it('are put together where they are too many to draw, and none is lost', () => {
    const outcomes = Array.from({ length: 5000 }, (_, index) => at(index, { answered: 1, fell_back: index % 2 }))
    const buckets = outcomeBuckets({ bucketMs: MINUTE, outcomes })
    expect(buckets.length).toBeLessThanOrEqual(180)
    expect(buckets.length * 5).toBeLessThanOrEqual(2000)
    expect(outcomeTotals(buckets)).toEqual(runs({ answered: 5000, fell_back: 2500 }))
    expect(buckets[0]?.lengthMs).toBe(28 * MINUTE)
  })

  it('show a pause as a pause', () => {
    const buckets = outcomeBuckets({ bucketMs: MINUTE, outcomes: [at(0, { answered: 1 }), at(3, { exhausted: 2 })] })
    expect(buckets.map(({ counts }) => counts.answered + counts.exhausted)).toEqual([1, 0, 0, 2])
    expect(outcomeBuckets({ bucketMs: MINUTE, outcomes: [] })).toEqual([])
  })

  it('keep their buckets apart where those begin between milliseconds', () => {
    const bucketMs = 13_440_000.7
    const outcomes = Array.from({ length: 90 }, (_, index) => ({
      atMs: 17 + index * bucketMs,
      counts: runs({ answered: 1 }),
    }))
    expect(outcomeBuckets({ bucketMs, outcomes }).map(({ counts }) => counts.answered)).toEqual(
      Array.from({ length: 90 }, () => 1),
    )
  })
})

describe('what charts found', () => {
  it('is said of outcomes', () => {
    expect(outcomesSentence(runs())).toBe('No run is on record in this span.')
    expect(outcomesSentence(runs({ answered: 1 }))).toBe('The one run was answered by the model it asked for.')
    expect(outcomesSentence(runs({ answered: 1204 }))).toBe('All 1,204 runs were answered by the model they asked for.')
    expect(outcomesSentence(runs({ answered: 92, fell_back: 5, exhausted: 2, stopped: 1 }))).toBe(
      'The requested model answered 92 % of 100 runs; 5 fell back, 2 got no answer and 1 was stopped.',
    )
  })

  it('is said of reasons', () => {
    const rows = reasonRows([
      { provider: 'beta', reason: 'timeout', count: 92 },
      { provider: 'alpha', reason: 'rate_limit', count: 310 },
      { provider: 'beta', reason: 'billing', count: 0 },
    ])
    expect(rows).toHaveLength(2)
    expect(reasonsSentence(rows)).toBe('Most frequent is “rate limit reached” at alpha: 310 of 402 failures.')
    expect(reasonsSentence(rows.slice(0, 1))).toBe('Most frequent is “rate limit reached” at alpha: all 310 failures.')
    expect(reasonsSentence([])).toBe('Nothing failed in this span.')
  })

  it('is said of locks', () => {
    const locked = (profileId: string, cooldownMs: number, disabledMs: number) => ({
      profileId,
      cooldownMs,
      disabledMs,
      blockedMs: 0,
    })
    const rows = lockedRows([locked('a', HOUR, 0), locked('b', HOUR, 5 * HOUR), locked('c', 0, 0)])
    expect(rows.map(({ profileId }) => profileId)).toEqual(['b', 'a'])
    expect(lockedSentence(rows)).toBe('b was locked longest: 6 h, most of it disabled.')
    expect(lockedSentence(rows.slice(1))).toBe('a was locked longest: 1 h, all of it in cooldown.')
    expect(lockedSentence([])).toBe('No account was locked in this span.')
  })

  it('is said of fallbacks', () => {
    const rows = fallbackRows([
      { name: 'ops', fallbackMs: 0, totalMs: HOUR },
      { name: 'main', fallbackMs: 2 * HOUR, totalMs: 6 * HOUR },
    ])
    expect(fallbackSentence(rows)).toBe('main spent 33 % of its time on another model than asked: 2 h of 6 h.')
    expect(fallbackSentence([])).toBe('No time was spent on a fallback model in this span.')
  })

  it('is said of recoveries', () => {
    const rows = recoveryRows([
      { model: 'beta/small', medianMs: MINUTE, p90Ms: 2 * MINUTE, count: 1 },
      { model: 'alpha/big', medianMs: 4 * MINUTE, p90Ms: 31 * MINUTE, count: 57 },
    ])
    expect(recoveriesSentence(rows)).toBe(
      'alpha/big takes longest to come back: in half of 57 cases within 4 m, in nine of ten within 31 m.',
    )
    expect(recoveriesSentence(rows.slice(1))).toBe('beta/small came back once, after 1 m.')
    expect(recoveriesSentence([])).toBe('No return to a requested model is on record in this span.')
  })

  it('never says all or nothing of what is only nearly that', () => {
    expect([0, 0.001, 0.5, 0.999, 1].map(percent)).toEqual(['0 %', 'less than 1 %', '50 %', 'more than 99 %', '100 %'])
  })

  it('keeps numbers and their units on one line', () => {
    expect(unbroken('2 h 5 m of 6 days, 34 % of 3 models')).toBe('2\u00a0h 5\u00a0m of 6 days, 34\u00a0% of 3 models')
  })
})

describe('axes and links', () => {
  it('count in a unit that can be read', () => {
    expect([HOUR, 5 * HOUR, 100 * HOUR].map((ms) => lengthUnit(ms).name)).toEqual(['minutes', 'hours', 'days'])
  })

  it('lead to what a bar stands for, within the span and the filter of the screen', () => {
    const filter = { agents: ['main'], reasons: ['billing', 'auth'] }
    expect(narrowed(filter, { fromMs: 1, toMs: 9 }, { reasons: ['auth'], fromMs: 3 })).toEqual({
      agents: ['main'],
      reasons: ['auth'],
      fromMs: 3,
      toMs: 9,
    })
  })
})
