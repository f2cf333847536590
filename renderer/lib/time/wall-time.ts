const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A date and a time as clocks on the wall show it. */
export interface WallTime {
  readonly year: number
  /** 1 to 12 */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one takes longer than writing a hundred times with it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/** What the clocks of a zone show at an instant. */
export function wallTime(atMs: number, zone: string): WallTime {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return { year, month, day, hour, minute }
}

/**
 * The instant at which the clocks of a zone show a time. Where they show it twice, the first; where they skip it, as much
 * later as they are set forward. A day beyond the end of a month is one of the next.
 */
export function instantOf(wall: WallTime, zone: string): number {
  const asUtcMs = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute)
  const offsets = [offsetMs(asUtcMs - DAY_MS, zone), offsetMs(asUtcMs + DAY_MS, zone)]
  const fitting = offsets.map((offset) => asUtcMs - offset).filter((atMs) => offsetMs(atMs, zone) === asUtcMs - atMs)
  return fitting.length > 0 ? Math.min(...fitting) : asUtcMs - Math.min(...offsets)
}

function offsetMs(atMs: number, zone: string): number {
  const { year, month, day, hour, minute } = wallTime(atMs, zone)
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(atMs / MINUTE_MS) * MINUTE_MS
}
