/** When a record was written, from the many ways in which logs say so. Epoch ms. */

const LATEST_MS = 8.64e15
const DAY_MS = 86_400_000
/** Below this a number counts seconds (or is made up, as 1 is); above it nanoseconds are possible. */
const FIRST_MS = 1e11
const FIRST_SECONDS = 1e9
const FIRST_MICROSECONDS = 1e14
const FIRST_NANOSECONDS = 1e17
const TIME_FIELDS = ['time', 'ts', 'timestamp', '@timestamp', 'date', 'atMs', 'at'] as const

const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?/
const USUAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|[+-]\d\d:\d\d)$/
const CLOCK = /^(\d\d):(\d\d):(\d\d)(?:[.,](\d{1,3}))?(?![\d:])/
const SYSLOG = /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d)\b/
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Of a JSON record; null: it does not say. */
export function timeOfRecord(record: Readonly<Record<string, unknown>>): number | null {
  for (const name of TIME_FIELDS) {
    const time = timeOf(record[name])
    if (time !== null) return time
  }
  const meta = record['_meta']
  return typeof meta === 'object' && meta !== null ? timeOf((meta as Record<string, unknown>)['date']) : null
}

/** In the form in which OpenClaw's logger writes it. */
export function isUsualTime(text: string): boolean {
  return USUAL.test(text)
}

function timeOf(value: unknown): number | null {
  if (typeof value === 'number') return timeOfNumber(value)
  if (typeof value !== 'string') return null
  if (isUsualTime(value)) return msOf(value)
  if (/^\d{1,19}(?:\.\d+)?$/.test(value)) return timeOfNumber(Number(value))
  const iso = ISO.exec(value)?.[0]
  return iso === undefined ? null : timeOfIso(iso)
}

function timeOfNumber(value: number): number | null {
  const ms =
    value >= FIRST_NANOSECONDS
      ? value / 1e6
      : value >= FIRST_MICROSECONDS
        ? value / 1e3
        : value >= FIRST_SECONDS && value < FIRST_MS
          ? value * 1000
          : value
  return Number.isFinite(ms) && ms >= 0 && ms <= LATEST_MS ? Math.floor(ms) : null
}

/** A time of a record's field that is epoch ms already. */
export function epochMs(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= LATEST_MS && value > 0
    ? Math.floor(value)
    : null
}

/** Without a zone it is the local time of this machine, which is the best guess there is. */
function timeOfIso(text: string): number | null {
  const zoned = text
    .replace(',', '.')
    .replace(' UTC', 'Z')
    .replace(/^(\S+) (?=\d)/, '$1T')
    .replace(/ (?=[+Z-])/, '')
    .replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
  return msOf(zoned)
}

function msOf(iso: string): number | null {
  const ms = Date.parse(iso)
  return Number.isNaN(ms) ? null : ms
}

export interface TimePrefix {
  readonly atMs: number
  readonly length: number
  /** 1 with a fraction of a second, 1000 with seconds, else 60000. */
  readonly precisionMs: number
}

const SECOND_MS = 1000
const MINUTE_MS = 60_000
const FRACTION = /\d[.,]\d/
const SECONDS = /\d:\d\d:\d/

function precisionOf(written: string): number {
  if (FRACTION.test(written)) return 1
  return SECONDS.test(written) ? SECOND_MS : MINUTE_MS
}

/**
 * The time at the beginning of a line of text; null: there is none.
 *
 * @param nearMs a time that the line was written close to: tells the day or the year where the line does not
 */
export function timePrefix(text: string, nearMs: number): TimePrefix | null {
  const iso = ISO.exec(text)?.[0]
  if (iso !== undefined) {
    const atMs = timeOfIso(iso)
    return atMs === null ? null : { atMs, length: iso.length, precisionMs: precisionOf(iso) }
  }
  const clock = CLOCK.exec(text)
  if (clock) {
    const [all, hours, minutes, seconds, fraction = '0'] = clock
    const day = new Date(nearMs)
    day.setHours(Number(hours), Number(minutes), Number(seconds), Number(fraction.padEnd(3, '0')))
    // The day that puts it closest to its neighbour: a log runs through midnight.
    const off = day.getTime() - nearMs
    if (off > DAY_MS / 2) day.setDate(day.getDate() - 1)
    if (off < -DAY_MS / 2) day.setDate(day.getDate() + 1)
    return usable(day, all)
  }
  const syslog = SYSLOG.exec(text)
  if (!syslog) return null
  const [all, month = '', date, hours, minutes, seconds] = syslog
  const near = new Date(nearMs)
  const at = (year: number): Date =>
    new Date(year, MONTHS.indexOf(month), Number(date), Number(hours), Number(minutes), Number(seconds))
  const thisYear = at(near.getFullYear())
  return usable(thisYear.getTime() - nearMs > DAY_MS ? at(near.getFullYear() - 1) : thisYear, all)
}

function usable(date: Date, written: string): TimePrefix | null {
  const atMs = date.getTime()
  return Number.isNaN(atMs) ? null : { atMs, length: written.length, precisionMs: precisionOf(written) }
}
