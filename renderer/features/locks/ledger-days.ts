import { wallTime } from '../../lib/time/wall-time.ts'

/** Entries of one day, with the day as a heading. */
export interface LedgerDay<Entry> {
  /** `Today`, `Yesterday`, `Monday 30 November`, with the year where it is another one. */
  readonly heading: string
  readonly entries: readonly Entry[]
}

/** Groups what comes newest first by the calendar days of a zone. */
export function byDay<Entry extends { readonly atMs: number }>(
  entries: readonly Entry[],
  nowMs: number,
  zone: string,
): readonly LedgerDay<Entry>[] {
  const days = new Map<number, Entry[]>()
  for (const entry of entries) {
    const day = dayOf(entry.atMs, zone)
    const known = days.get(day)
    if (known === undefined) days.set(day, [entry])
    else known.push(entry)
  }
  const today = dayOf(nowMs, zone)
  return [...days].map(([day, list]) => ({ heading: headingOf(day, today), entries: list }))
}

/** The day of an instant in a zone, as that day's start in UTC, where each day has 24 hours. */
function dayOf(atMs: number, zone: string): number {
  const { year, month, day } = wallTime(atMs, zone)
  return Date.UTC(year, month - 1, day)
}

function headingOf(day: number, today: number): string {
  const daysAgo = (today - day) / 86_400_000
  if (daysAgo === 0) return 'Today'
  if (daysAgo === 1) return 'Yesterday'
  const isSameYear = new Date(day).getUTCFullYear() === new Date(today).getUTCFullYear()
  const shape: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }
  return new Intl.DateTimeFormat('en-GB', isSameYear ? shape : { ...shape, year: 'numeric' }).format(day)
}
