import { clockText } from '../../lib/time/time.ts'

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** No zone begins its day within one of these. */
const QUARTER_HOUR_MS = 900_000
const MOST_KEPT = 4000
const kept = new Map<number, string>()

/** The time of day, with seconds. */
export function clockOf(atMs: number): string {
  return clockText.time(atMs)
}

/** The day, with its year where that is not the present one: `Thu 28 May`, `28 May 2025`. */
export function dayOf(atMs: number): string {
  const quarter = Math.floor(atMs / QUARTER_HOUR_MS)
  const known = kept.get(quarter)
  if (known !== undefined) return known
  if (kept.size >= MOST_KEPT) kept.clear()
  const isThisYear = new Date(atMs).getFullYear() === new Date().getFullYear()
  const day = (isThisYear ? DAY : DAY_AND_YEAR).format(atMs).replace(',', '')
  kept.set(quarter, day)
  return day
}
