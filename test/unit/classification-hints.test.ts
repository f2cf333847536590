import { describe, expect, test } from 'vitest'
import { findRetryHint, MAX_HINT_MS, type RetryHint } from '../../shared/engine/index.ts'
import { bugCase } from '../support/bug-case.ts'
import { classify } from '../support/classify.ts'

const NOW_MS = Date.parse('2026-06-01T15:00:00Z')
const at = (iso: string): number => Date.parse(iso)

function hintOf(text: string, timeZone?: string): RetryHint | null {
  const places = { headers: {}, bodies: [], texts: [text], isRateLimit: true }
  return findRetryHint(places, { nowMs: NOW_MS, ...(timeZone === undefined ? {} : { timeZone }) })
}

function headerMs(headers: Readonly<Record<string, string>>, nowMs = NOW_MS): number | null {
  return findRetryHint({ headers, bodies: [], texts: [], isRateLimit: true }, { nowMs })?.delayMs ?? null
}

describe('spans in sentences', () => {
  test.each([
    ['Please try again in 5h34m.', 20_040_000],
    ['Please try again in 18.642s. Visit https://example.com', 18_642],
    ['please retry in 36.429760048s', 36_430],
    ['try again in 7.5s', 7500],
    ['usage limit reached, retry after 30s', 30_000],
    ['retry after 30', 30_000],
    ['Retry-After: 120', 120_000],
    ['{"detail": "retry_after": 5', null],
    ['Resets in 3h 12min.', 11_520_000],
    ['Try again in ~ 90 min.', 5_400_000],
    ['resets in 2 hours and 5 minutes', 7_500_000],
    ['You can retry after 3 minutes and 20 seconds', 200_000],
    ['try again in an hour', 3_600_000],
    ['try again in 120000ms', 120_000],
    ['Please wait 20 seconds before trying again', 20_000],
    ['try again in 1d2h', 93_600_000],
    ['请在 30 秒后重试', 30_000],
    ['请5分钟后再试', 300_000],
    ['try again in a few minutes', null],
    ['try again later', null],
    ['try again in 5 monkeys', null],
    ['Your quota will reset when the current 7-day window ends', null],
    ['try again in 40 days', null],
    ['30秒重置', 30_000],
    ['明天再试', null],
    ['reset in 5m and in 6h', 300_000],
    ['retry in 2 weeks', 1_209_600_000],
    ['', null],
  ])('%s', (text, delayMs) => {
    expect(hintOf(text)?.delayMs ?? null).toBe(delayMs)
  })
})

describe('moments in sentences', () => {
  test.each([
    ['resets 3pm (Europe/London)', '2026-06-02T14:00:00Z', false],
    ['resets 5pm (Europe/London)', '2026-06-01T16:00:00Z', false],
    ['resets 3pm (Australia/Melbourne)', '2026-06-02T05:00:00Z', false],
    ['resets 8:30 PM (Asia/Kolkata)', '2026-06-01T15:00:00Z', false],
    ['resets Jun 12, 3pm (America/New_York)', '2026-06-12T19:00:00Z', false],
    ['available again at 6pm PST', '2026-06-02T01:00:00Z', false],
    ['resets at 15:30 UTC+2', '2026-06-02T13:30:00Z', false],
    ['limit resets at 15:30 UTC', '2026-06-01T15:30:00Z', false],
    ['You will regain access on 2026-06-20 at 00:00 UTC.', '2026-06-20T00:00:00Z', false],
    ['please retry after 2026-06-01T16:00:00Z', '2026-06-01T16:00:00Z', false],
    ['please retry after 2026-06-01T16:00:00+02:00', null, false],
    ['Claude AI usage limit reached|1780350000', '2026-06-01T21:40:00Z', false],
    ['Your limit will reset at 2026-06-06 22:19:54 (request_id: 2)', '2026-06-06T22:19:54Z', true],
    ['您的限额将在 2026-06-02 17:39:49 重置', '2026-06-02T17:39:49Z', true],
    ['resets Mon 9am', '2026-06-08T09:00:00Z', true],
    ['resets tomorrow', '2026-06-02T00:00:00Z', true],
    ['resets at noon', '2026-06-02T12:00:00Z', true],
    ['resets on 1st July', '2026-07-01T00:00:00Z', true],
    ['resets at 13pm', null, false],
    ['resets at 25:00', null, false],
    ['resets at 10:75', null, false],
    ['resets Feb 29, 2027 10:00 UTC', null, false],
    ['resets 12 June 2026 15:00 GMT', '2026-06-12T15:00:00Z', false],
    ['resets Fri, Jun 5, 2026 at 9:00 AM UTC', '2026-06-05T09:00:00Z', false],
    ['resets Sunday at midnight UTC', '2026-06-07T00:00:00Z', false],
    ['resets today at 5pm UTC+99', '2026-06-01T17:00:00Z', true],
    ['resets at 4pm (Nowhere/Atall)', '2026-06-01T16:00:00Z', true],
    ['resets at 4pm -08:00', '2026-06-02T00:00:00Z', false],
    ['try again at 1780350000000', '2026-06-01T21:40:00Z', false],
    ['resets on Feb 30', null, false],
    ['resets 2025-01-01 00:00 UTC', null, false],
    ['resets 2027-01-01 00:00 UTC', null, false],
  ])('%s', (text, iso, isEstimate) => {
    const hint = hintOf(text)
    expect(hint?.atMs ?? null).toBe(iso === null ? null : at(iso))
    if (hint) expect(hint).toMatchObject({ isEstimate, source: 'text', delayMs: hint.atMs - NOW_MS })
  })

  test('a clock time without a zone is read in the given one', () => {
    expect(hintOf('resets 9pm', 'America/New_York')).toMatchObject({
      atMs: at('2026-06-02T01:00:00Z'),
      isEstimate: true,
    })
    expect(hintOf('resets 9pm', 'Nowhere/Atall')?.atMs).toBe(at('2026-06-01T21:00:00Z'))
  })

  test('a span is believed before a moment without a zone, and after one with it', () => {
    expect(hintOf('resets in 2h (at 3pm)')?.delayMs).toBe(7_200_000)
    expect(hintOf('resets in 2h, at 3pm (Europe/London)')?.atMs).toBe(at('2026-06-02T14:00:00Z'))
  })

  test('times that a zone skips or shows twice', () => {
    const spring = at('2026-03-29T00:00:00Z')
    const texts = { headers: {}, bodies: [], isRateLimit: true }
    const skipped = findRetryHint({ ...texts, texts: ['resets 1:30am (Europe/London)'] }, { nowMs: spring })
    expect(skipped?.atMs).toBe(at('2026-03-29T01:30:00Z'))
    const twice = findRetryHint(
      { ...texts, texts: ['resets 1:30am (Europe/London)'] },
      { nowMs: at('2026-10-25T00:00:00Z') },
    )
    expect(twice?.atMs).toBe(at('2026-10-25T00:30:00Z'))
  })
})

describe('headers and bodies', () => {
  test.each([
    [{ 'retry-after': 'Mon, 01 Jun 2026 15:10:00 GMT' }, 600_000],
    [{ 'retry-after': 'Monday, 01-Jun-26 15:10:00 GMT' }, 600_000],
    [{ 'retry-after': 'Mon Jun  1 15:10:00 2026' }, 600_000],
    [{ 'retry-after': '2026-06-01T15:10:00Z' }, 600_000],
    [{ 'retry-after': 'x'.repeat(100) }, null],
    [{ 'x-ratelimit-reset': 'x'.repeat(100) }, null],
    [{ 'x-ratelimit-reset': 'soon' }, null],
    [{ 'retry-after': String(MAX_HINT_MS / 1000 + 1) }, null],
    [{ 'x-ratelimit-reset-requests': '1s', 'x-ratelimit-reset-tokens': '6m0s' }, 360_000],
    [
      { 'x-ratelimit-reset-requests': '1s', 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-tokens': '6m0s' },
      1000,
    ],
  ])('%j', (headers, delayMs) => {
    expect(headerMs(headers)).toBe(delayMs)
  })

  test('limit headers are believed of a rate limit only', () => {
    const headers = { 'x-ratelimit-reset': '60' }
    expect(classify({ status: 500, headers }).retryHint).toBeNull()
    expect(classify({ status: 429, headers }).retryHint?.source).toBe('rate-limit-header')
  })

  test('headers of the error itself, whatever their case and kind', () => {
    expect(classify({ error: { status: 429, headers: { 'Retry-After': '7' } } }).retryHint?.delayMs).toBe(7000)
    expect(classify({ error: { status: 429, headers: new Map([['retry-after', '7']]) } }).retryHint?.delayMs).toBe(7000)
    expect(classify({ error: { response: { headers: new Headers({ 'retry-after': '7' }) } } }).retryHint?.delayMs).toBe(
      7000,
    )
  })

  test.each([
    [{ error: { resets_in_seconds: 90 } }, 90_000],
    [{ error: { resets_at: 1_770_000_090 } }, 90_000],
    [{ retry_after_ms: 1500 }, 1500],
    [{ retryAfter: '2.5' }, 2500],
    [{ error: { metadata: { headers: { 'X-RateLimit-Reset': '1770000090000' } } } }, 90_000],
    [{ retry_after: -5 }, null],
    [{ retry_after: 'soon' }, null],
    [{ details: [{ note: 1 }, { retryDelay: '45s' }] }, 45_000],
    [{ reset_time: '2026-02-02T02:41:30Z' }, 90_000],
    [{ resets_at: {} }, null],
  ])('%j', (body, delayMs) => {
    expect(classify(`429 ${JSON.stringify(body)}`).retryHint?.delayMs ?? null).toBe(delayMs)
    expect(classify({ error: { status: 429, message: 'no', body } }).retryHint?.delayMs ?? null).toBe(delayMs)
  })

  test('without a clock there is no hint', () => {
    const places = { headers: { 'retry-after': '5' }, bodies: [], texts: [], isRateLimit: true }
    expect(findRetryHint(places, { nowMs: Number.NaN })).toBeNull()
  })

  test('a better place whose hint cannot be used gives way to the next', () => {
    expect(
      classify({ message: 'try again in 5s', status: 429, headers: { 'retry-after': 'garbage' } }).retryHint,
    ).toMatchObject({
      delayMs: 5000,
      source: 'text',
      from: 'again in 5s',
    })
  })
})

describe('reported faults with times', () => {
  const variants = (id: string): { headers: readonly Record<string, string>[]; ms: unknown } => {
    const { input, expected } = bugCase<
      { variants?: readonly Record<string, string>[]; headers?: Record<string, string> },
      { ms: unknown }
    >(id)
    return { headers: input.variants ?? [input.headers ?? {}], ms: expected.ms }
  }

  test('TM-04: 12am is midnight, and without a zone it is an estimate', () => {
    const { input } = bugCase<{ message: string }, unknown>('TM-04')
    expect(hintOf(input.message, 'America/New_York')).toMatchObject({
      atMs: at('2026-06-02T04:00:00Z'),
      isEstimate: true,
    })
    expect(hintOf(input.message.replace('12am', '12pm'), 'UTC')?.atMs).toBe(at('2026-06-02T12:00:00Z'))
  })

  test('TM-05: the clock of the named zone counts, on the day of the reset', () => {
    const texts = ['resets 1pm (Australia/Melbourne)']
    for (const [now, reset] of [
      ['2026-04-04T03:00:00Z', '2026-04-05T03:00:00Z'],
      ['2026-10-03T04:00:00Z', '2026-10-04T02:00:00Z'],
    ] as const)
      expect(findRetryHint({ headers: {}, bodies: [], texts, isRateLimit: true }, { nowMs: at(now) })?.atMs).toBe(
        at(reset),
      )
  })

  test('TM-07: an ordinal day in host time; what is past or too far is rejected', () => {
    const { input } = bugCase<{ message: string; now: string }, unknown>('TM-07')
    const read = (now: string): RetryHint | null =>
      classify(input.message, 'docs-2026.7', { nowMs: at(now), timeZone: 'Europe/Berlin' }).retryHint
    expect(read(input.now)).toMatchObject({ atMs: at('2026-04-15T22:04:00Z'), isEstimate: true })
    expect(read('2026-04-17T00:00:00Z')).toBeNull()
    expect(read('2026-03-01T00:00:00Z')).toBeNull()
  })

  test('TM-09: milliseconds where they are usable, else the other header', () => {
    const { headers, ms } = variants('TM-09')
    expect(headers.map((header) => headerMs(header))).toEqual(ms)
  })

  test('TM-11: a malformed date is no hint', () => {
    expect(headerMs(variants('TM-11').headers[0] ?? {})).toBeNull()
  })

  test('TM-12: negative numbers are ignored, past dates mean now', () => {
    const { headers, ms } = variants('TM-12')
    expect(headers.map((header) => headerMs(header) ?? 'ignored')).toEqual(ms)
  })

  test('TM-13: nine decimals, rounded up', () => {
    const { input } = bugCase<{ items: readonly { message: string; status: number }[] }, unknown>('TM-13')
    expect(input.items.map((item) => classify(item).retryHint?.delayMs)).toEqual([45_838])
  })

  test('TM-16: the moment with its zone wins over the days in front of it', () => {
    const { input, expected } = bugCase<{ message: string; now: string }, { resetAt: string }>('TM-16')
    expect(classify(input.message, 'docs-2026.7', { nowMs: at(input.now) }).retryHint).toMatchObject({
      atMs: at(expected.resetAt),
      isEstimate: false,
    })
  })

  test('TM-19: five encodings of one header family', () => {
    const { headers, ms } = variants('TM-19')
    expect(headers.map((header) => headerMs(header, at('2026-02-02T02:40:00Z')))).toEqual(ms)
  })
})
