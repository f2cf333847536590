/** Writes instants as clock times in one zone, naming the day where it is not today. */
export interface ClockText {
  readonly zone: string
  /** `18:52`, `tomorrow 09:00`, `yesterday 23:10`, `Wed 3 Dec, 09:00`. */
  at(atMs: number, nowMs: number, precision?: 'minute' | 'second'): string
  /** The same as part of a sentence: `at 18:52`, `tomorrow at 09:00`, `on Wed 3 Dec at 09:00`. */
  when(atMs: number, nowMs: number, precision?: 'minute' | 'second'): string
  /** The time of day alone, with seconds: `18:52:07`. Cheap enough for every row of a table. */
  time(atMs: number): string
  /** The day with its year and the time, whatever now is: `30 Nov 2026, 02:32`. */
  dated(atMs: number): string
  /** The day and the time in full, for people who want to be certain. */
  full(atMs: number): string
}

export interface ClockTextOptions {
  /** Language tag for day and month names and for the hour cycle. */
  readonly locale?: string | undefined
  /** IANA zone; absent: the one of the system. */
  readonly zone?: string | undefined
}

const NEAR_DAYS: ReadonlyMap<number, string> = new Map([
  [1, 'tomorrow'],
  [-1, 'yesterday'],
])
/** From here on the year matters more than the hour. */
const FAR_DAYS = 180

/** The console speaks English: a foreign system keeps its hour cycle and gets English names. */
function pickLocale(): { locale: string; hourCycle: Intl.LocaleHourCycleKey } {
  const system = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
  const locale = system.locale.startsWith('en') ? system.locale : 'en-GB'
  return { locale, hourCycle: system.hourCycle ?? 'h23' }
}

export function createClockText(options: ClockTextOptions = {}): ClockText {
  const picked = options.locale === undefined ? pickLocale() : { locale: options.locale, hourCycle: undefined }
  const base: Intl.DateTimeFormatOptions = {}
  if (options.zone !== undefined) base.timeZone = options.zone
  const cycle: Intl.DateTimeFormatOptions = picked.hourCycle === undefined ? {} : { hourCycle: picked.hourCycle }
  const format = (shape: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(picked.locale, { ...base, ...shape })

  const minute = format({ ...cycle, hour: '2-digit', minute: '2-digit' })
  const second = format({ ...cycle, hour: '2-digit', minute: '2-digit', second: '2-digit' })
  const day = format({ weekday: 'short', day: 'numeric', month: 'short' })
  const dayAndYear = format({ day: 'numeric', month: 'short', year: 'numeric' })
  const full = format({ ...cycle, dateStyle: 'full', timeStyle: 'long' })
  const dayKey = format({ year: 'numeric', month: '2-digit', day: '2-digit' })

  const dayNumber = (atMs: number) => {
    const parts = Object.fromEntries(dayKey.formatToParts(atMs).map((part) => [part.type, Number(part.value)]))
    return Date.UTC(parts['year'] ?? 0, (parts['month'] ?? 1) - 1, parts['day'] ?? 1) / 86_400_000
  }

  const timeOf = (atMs: number, precision: 'minute' | 'second') =>
    (precision === 'second' ? second : minute).format(atMs)

  return {
    zone: minute.resolvedOptions().timeZone,
    at(atMs, nowMs, precision = 'minute') {
      const days = dayNumber(atMs) - dayNumber(nowMs)
      const time = timeOf(atMs, precision)
      if (days === 0) return time
      const near = NEAR_DAYS.get(days)
      if (near !== undefined) return `${near} ${time}`
      return Math.abs(days) < FAR_DAYS ? `${day.format(atMs)}, ${time}` : dayAndYear.format(atMs)
    },
    when(atMs, nowMs, precision = 'minute') {
      const days = dayNumber(atMs) - dayNumber(nowMs)
      const time = timeOf(atMs, precision)
      if (days === 0) return `at ${time}`
      const near = NEAR_DAYS.get(days)
      if (near !== undefined) return `${near} at ${time}`
      return Math.abs(days) < FAR_DAYS ? `on ${day.format(atMs)} at ${time}` : `on ${dayAndYear.format(atMs)}`
    },
    dated: (atMs) => `${dayAndYear.format(atMs)}, ${minute.format(atMs)}`,
    time: (atMs) => second.format(atMs),
    full: (atMs) => full.format(atMs),
  }
}
