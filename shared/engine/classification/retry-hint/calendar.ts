/** A date and time of day as people write it, without a zone. Months and days count from 1. */
export interface CivilTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

const DAY_MS = 86_400_000

/** Epoch milliseconds of a civil time in UTC; null: there is no such day or time. */
export function utcMs({ year, month, day, hour, minute, second }: CivilTime): number | null {
  if (month < 1 || month > 12 || day < 1 || day > daysOfMonth(year, month)) return null
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second >= 61) return null
  const ms = daysSinceEpoch(year, month, day) * DAY_MS + hour * 3_600_000 + minute * 60_000 + Math.floor(second * 1000)
  return Number.isFinite(ms) ? ms : null
}

export function civilOfUtcMs(ms: number): CivilTime {
  const days = Math.floor(ms / DAY_MS)
  const rest = ms - days * DAY_MS
  return {
    ...civilOfDays(days),
    hour: Math.floor(rest / 3_600_000),
    minute: Math.floor(rest / 60_000) % 60,
    second: Math.floor(rest / 1000) % 60,
  }
}

/** The same time of day, whole days later. */
export function addDays(civil: CivilTime, days: number): CivilTime {
  return { ...civil, ...civilOfDays(daysSinceEpoch(civil.year, civil.month, civil.day) + days) }
}

/** 0 is Sunday. */
export function weekdayOf({ year, month, day }: CivilTime): number {
  return (((daysSinceEpoch(year, month, day) + 4) % 7) + 7) % 7
}

function daysOfMonth(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 ? (isLeap ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Counts years from March, so that the leap day is the last of them (proleptic Gregorian calendar). */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function civilOfDays(days: number): Pick<CivilTime, 'year' | 'month' | 'day'> {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  }
}
