import { civilOfUtcMs, utcMs, type CivilTime } from './calendar.ts'

/** A zone by its IANA name, or a fixed distance from UTC. */
export type Zone = { readonly name: string } | { readonly offsetMs: number }

export const UTC: Zone = { offsetMs: 0 }

const HOUR_MS = 3_600_000
/** Abbreviations that mean one place. Those of daylight saving time mean the place too, as texts mix them up. */
const ABBREVIATIONS: Readonly<Record<string, Zone>> = {
  utc: UTC,
  gmt: UTC,
  z: UTC,
  ...named('America/New_York', 'et', 'est', 'edt'),
  ...named('America/Chicago', 'ct', 'cdt'),
  ...named('America/Denver', 'mt', 'mst', 'mdt'),
  ...named('America/Los_Angeles', 'pt', 'pst', 'pdt'),
  ...named('Europe/Berlin', 'cet', 'cest'),
  ...named('Europe/London', 'bst'),
  ...named('Asia/Tokyo', 'jst'),
  ...named('Australia/Sydney', 'aest', 'aedt'),
}

/** Formatters are costly to make and hold nothing but their zone. */
const formatters = new Map<string, Intl.DateTimeFormat | null>()

/** The zone that a word names: IANA name, abbreviation, `UTC+8`, `+02:00`; null: none. */
export function zoneOf(word: string): Zone | null {
  const text = word.trim()
  const known = Object.hasOwn(ABBREVIATIONS, text.toLowerCase()) ? ABBREVIATIONS[text.toLowerCase()] : undefined
  if (known) return known
  const offset = /^(?:utc|gmt)? ?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(text)
  if (offset) {
    const hours = Number(offset[2]) + Number(offset[3] ?? 0) / 60
    return hours <= 14 ? { offsetMs: (offset[1] === '-' ? -hours : hours) * HOUR_MS } : null
  }
  return text.includes('/') && text.length <= 64 && formatterOf(text) ? { name: text } : null
}

/** The clock of a zone at an instant. */
export function civilInZone(atMs: number, zone: Zone): CivilTime {
  return civilOfUtcMs(atMs + offsetMs(atMs, zone))
}

/**
 * The instant at which the clock of a zone shows a civil time. A time that the clock skips is the one as much later; of
 * a time that it shows twice, the first.
 */
export function instantInZone(civil: CivilTime, zone: Zone): number | null {
  const asUtc = utcMs(civil)
  if (asUtc === null) return null
  const earlier = asUtc - offsetMs(asUtc - 24 * HOUR_MS, zone)
  const later = asUtc - offsetMs(asUtc + 24 * HOUR_MS, zone)
  if (earlier === later) return earlier
  const matches = [earlier, later].filter((atMs) => atMs + offsetMs(atMs, zone) === asUtc)
  return matches.length > 0 ? Math.min(...matches) : Math.max(earlier, later)
}

function offsetMs(atMs: number, zone: Zone): number {
  if ('offsetMs' in zone) return zone.offsetMs
  const formatter = formatterOf(zone.name)
  if (!formatter) return 0
  const parts: Record<string, number> = {}
  for (const { type, value } of formatter.formatToParts(atMs)) parts[type] = Number(value)
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return (utcMs({ year, month, day, hour, minute, second }) ?? atMs) - Math.floor(atMs / 1000) * 1000
}

function formatterOf(name: string): Intl.DateTimeFormat | null {
  const known = formatters.get(name)
  if (known !== undefined) return known
  const formatter = createFormatter(name)
  // Names that exist are few; names that do not are not remembered.
  if (formatter) formatters.set(name, formatter)
  return formatter
}

function createFormatter(timeZone: string): Intl.DateTimeFormat | null {
  const number = 'numeric'
  const fields = { year: number, month: number, day: number, hour: number, minute: number, second: number } as const
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...fields,
      timeZone,
      hourCycle: 'h23',
      calendar: 'gregory',
      era: undefined,
    })
  } catch {
    return null
  }
}

function named(name: string, ...abbreviations: string[]): Record<string, Zone> {
  return Object.fromEntries(abbreviations.map((abbreviation) => [abbreviation, { name }]))
}
