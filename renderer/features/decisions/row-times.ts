import { clockText } from '../../lib/time/time.ts'

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** The time of day, with seconds. */
export function clockOf(atMs: number): string {
  return clockText.at(atMs, atMs, 'second')
}

/** The day, with its year where that is not the present one: `Thu 28 May`, `28 May 2025`. */
export function dayOf(atMs: number): string {
  const isThisYear = new Date(atMs).getFullYear() === new Date().getFullYear()
  return (isThisYear ? DAY : DAY_AND_YEAR).format(atMs).replace(',', '')
}
