import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { timeOfRecord, timePrefix } from '../../electron/logs/record-time.ts'
import { FALLBACK_MS, scan } from '../support/log-lines.ts'

let zoneBefore: string | undefined
beforeEach(() => {
  zoneBefore = process.env['TZ']
  process.env['TZ'] = 'Australia/Melbourne'
})
afterEach(() => {
  if (zoneBefore === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneBefore
})

describe('the time of a record', () => {
  test.each([
    [{ time: '2026-02-03T04:05:06.789+01:00' }, '2026-02-03T03:05:06.789Z'],
    [{ time: '2026-02-03T04:05:06Z' }, '2026-02-03T04:05:06.000Z'],
    [{ time: 'soon', _meta: { date: '2026-02-03T04:05:06.789Z' } }, '2026-02-03T04:05:06.789Z'],
    [{ ts: 1_770_091_506_789 }, '2026-02-03T04:05:06.789Z'],
    [{ ts: 1_770_091_506.5 }, '2026-02-03T04:05:06.500Z'],
    [{ timestamp: '1770091506789' }, '2026-02-03T04:05:06.789Z'],
    [{ timestamp: 1_770_091_506_789_000 }, '2026-02-03T04:05:06.789Z'],
    [{ '@timestamp': 1_770_091_506_789_000_000 }, '2026-02-03T04:05:06.789Z'],
    [{ ts: 1 }, '1970-01-01T00:00:00.001Z'],
  ])('%j', (record, expected) => {
    expect(new Date(timeOfRecord(record) ?? Number.NaN).toISOString()).toBe(expected)
  })

  test.each([
    [{}],
    [{ time: -5 }],
    [{ time: Number.NaN }],
    [{ time: '2026-13-45T99:00:00.000Z' }],
    [{ time: '' }],
    [{ _meta: null }],
  ])('%j has none', (record) => {
    expect(timeOfRecord(record)).toBeNull()
  })
})

describe('the time before a line', () => {
  const near = Date.parse('2026-02-03T12:00:00+11:00')
  test.each([
    ['2026-02-03T04:05:06.789Z x', '2026-02-03T04:05:06.789Z'],
    ['2026-02-03 04:05:06,789 +0800 x', '2026-02-02T20:05:06.789Z'],
    ['2026-02-03T04:05 x', '2026-02-02T17:05:00.000Z'],
    ['2026-02-03T04:05:06.123456789Z x', '2026-02-03T04:05:06.123Z'],
    ['11:59:58 x', '2026-02-03T00:59:58.000Z'],
    ['11:59:58.5 x', '2026-02-03T00:59:58.500Z'],
    ['Feb  3 04:05:06 host x', '2026-02-02T17:05:06.000Z'],
    ['Dec 31 23:59:59 host x', '2025-12-31T12:59:59.000Z'],
  ])('%s', (line, expected) => {
    expect(new Date(timePrefix(line, near)?.atMs ?? Number.NaN).toISOString()).toBe(expected)
  })

  test('without a zone it is local time, with the offset of that day and not of today (TM-05)', () => {
    expect(timePrefix('2026-07-01 13:00:00 x', near)?.atMs).toBe(Date.parse('2026-07-01T13:00:00+10:00'))
    expect(timePrefix('2026-01-01 13:00:00 x', near)?.atMs).toBe(Date.parse('2026-01-01T13:00:00+11:00'))
  })

  test('a clock without a day goes through midnight', () => {
    const midnight = Date.parse('2026-02-03T00:00:10+11:00')
    expect(timePrefix('23:59:50 x', midnight)?.atMs).toBe(midnight - 20_000)
    expect(timePrefix('00:00:10 x', midnight - 20_000)?.atMs).toBe(midnight)
  })

  test.each(['99:99 x', '1:2:3', 'x', '', '2026-02-30T25:61:61Z', '12:34:56:78'])('%j has none', (line) => {
    expect(timePrefix(line, near)).toBeNull()
  })
})

test('a record without a time has that of the one before it, or of its file', () => {
  const bare = '{"event":"model_fallback_decision","decision":"skip_candidate"}'
  const timed = '{"ts":1770000000000,"decision":"skip_candidate"}'
  expect(scan(`${bare}\n${timed}\n${bare}\n`).events).toMatchObject([
    { atMs: FALLBACK_MS, isTimed: false },
    { atMs: 1_770_000_000_000, isTimed: true },
    { atMs: 1_770_000_000_000, isTimed: false },
  ])
})
