import type { Instant } from '../types.ts'
import { addDays, weekdayOf, type CivilTime } from './calendar.ts'
import { civilInZone, instantInZone, UTC, zoneOf, type Zone } from './zone.ts'

/** A point in time that a text names. */
export interface MomentAt {
  readonly atMs: number
  /** The zone, the day or the time of day had to be assumed. */
  readonly isEstimate: boolean
}

interface Parts {
  readonly year?: number
  readonly month?: number
  readonly day?: number
  readonly weekday?: number
  /** Days from today. */
  readonly inDays?: number
  readonly time?: { readonly hour: number; readonly minute: number; readonly second: number }
  readonly zone: Zone | null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?'
const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})/
const MONTH_DAY = new RegExp(`^${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4})(?!:))?`)
const DAY_MONTH = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[ -]${MONTH}(?:[ ,-]{1,2}(\\d{4})(?!:))?`)
const WEEKDAY = /^(sun|mon|tue|wed|thu|fri|sat)(?:[a-z]{0,6})\b/
const CLOCK = /^(\d{1,2})(?::(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)? ?([ap])\.?m\b\.?/
const CLOCK_24 = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?/
const ZONE =
  /^ ?\(?((?:utc|gmt) ?[+-]\d{1,2}(?::?\d{2})?|[+-]\d{2}:?\d{2}|[a-z]{1,32}(?:\/[a-z_+-]{1,32}){1,2}|[a-z]{1,4})\b\)?/i
const BETWEEN = /^(?:,? (?:at |on )?|t|,|-)/

/**
 * Reads the moment that a text starts with: `3pm (Europe/London)`, `2026-03-01 at 00:00 UTC`, `Apr 16th, 2026 12:04 AM`,
 * `Mon 9am`, `tomorrow`, `1770000060`. What a text leaves out is the next time that fits.
 *
 * @param text at most a line
 */
export function momentAt(text: string, instant: Instant): MomentAt | null {
  const epoch = /^(\d{10}|\d{13})(?!\d)/.exec(text)
  if (epoch) return { atMs: Number(epoch[1]) * (epoch[1]?.length === 10 ? 1000 : 1), isEstimate: false }
  const parts = readParts(text)
  if (!parts) return null
  const zone = parts.zone ?? (instant.timeZone === undefined ? UTC : (zoneOf(instant.timeZone) ?? UTC))
  const atMs = resolve(parts, zone, instant.nowMs)
  return atMs === null ? null : { atMs, isEstimate: parts.zone === null || !parts.time }
}

function readParts(original: string): Parts | null {
  const text = original.toLowerCase()
  const day = readDay(text)
  let at = day ? day.length : 0
  const between = day ? BETWEEN.exec(text.slice(at)) : null
  const time = readTime(text.slice(at + (between?.[0].length ?? 0)))
  if (time) at += (between?.[0].length ?? 0) + time.length
  if (!day && !time) return null
  const zone = time ? ZONE.exec(original.slice(at)) : null
  return { ...day?.parts, ...(time ? { time: time.time } : {}), zone: zone ? zoneOf(zone[1] ?? '') : null }
}

function readDay(text: string): { parts: Omit<Parts, 'zone' | 'time'>; length: number } | null {
  const iso = ISO.exec(text)
  if (iso) return { parts: { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }, length: iso[0].length }
  const monthDay = MONTH_DAY.exec(text)
  if (monthDay) return { parts: dayOfMonth(monthDay[1], monthDay[2], monthDay[3]), length: monthDay[0].length }
  const dayMonth = DAY_MONTH.exec(text)
  if (dayMonth) return { parts: dayOfMonth(dayMonth[2], dayMonth[1], dayMonth[3]), length: dayMonth[0].length }
  for (const [word, inDays] of [
    ['tomorrow', 1],
    ['today', 0],
    ['明天', 1],
    ['今天', 0],
  ] as const)
    if (text.startsWith(word)) return { parts: { inDays }, length: word.length }
  const weekday = WEEKDAY.exec(text)
  if (!weekday) return null
  // A weekday in front of a date only decorates it.
  const rest = /^,? /.exec(text.slice(weekday[0].length))
  const dated = rest ? readDay(text.slice(weekday[0].length + rest[0].length)) : null
  if (rest && dated && dated.parts.day !== undefined)
    return { parts: dated.parts, length: weekday[0].length + rest[0].length + dated.length }
  return { parts: { weekday: WEEKDAYS.indexOf(weekday[1] ?? '') }, length: weekday[0].length }
}

function dayOfMonth(month = '', day = '', year?: string): Omit<Parts, 'zone' | 'time'> {
  const parts = { month: MONTHS.indexOf(month) + 1, day: Number(day) }
  return year === undefined ? parts : { ...parts, year: Number(year) }
}

function readTime(text: string): { time: NonNullable<Parts['time']>; length: number } | null {
  for (const [word, hour] of [
    ['midnight', 0],
    ['noon', 12],
  ] as const)
    if (text.startsWith(word)) return { time: { hour, minute: 0, second: 0 }, length: word.length }
  const clock = CLOCK.exec(text)
  const match = clock ?? CLOCK_24.exec(text)
  if (!match) return null
  let hour = Number(match[1])
  if (clock) {
    if (hour < 1 || hour > 12) return null
    hour = (hour % 12) + (clock[4] === 'p' ? 12 : 0)
  }
  return { time: { hour, minute: Number(match[2] ?? 0), second: Number(match[3] ?? 0) }, length: match[0].length }
}

/** The next time that fits; a date with its year is that date, whether past or not. */
function resolve(parts: Parts, zone: Zone, nowMs: number): number | null {
  const now = civilInZone(nowMs, zone)
  const time = parts.time ?? { hour: 0, minute: 0, second: 0 }
  const at = (civil: CivilTime): number | null => instantInZone({ ...civil, ...time }, zone)
  if (parts.month !== undefined && parts.day !== undefined) {
    const date = { ...now, month: parts.month, day: parts.day }
    if (parts.year !== undefined) return at({ ...date, year: parts.year })
    const thisYear = at(date)
    return thisYear !== null && thisYear >= nowMs ? thisYear : at({ ...date, year: now.year + 1 })
  }
  if (parts.inDays !== undefined) return at(addDays(now, parts.inDays))
  if (parts.weekday !== undefined) {
    const ahead = (parts.weekday - weekdayOf(now) + 7) % 7
    const next = at(addDays(now, ahead))
    return next !== null && next >= nowMs ? next : at(addDays(now, ahead + 7))
  }
  const today = at(now)
  return today !== null && today >= nowMs ? today : at(addDays(now, 1))
}
