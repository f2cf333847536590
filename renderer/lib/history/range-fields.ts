import { instantOf, wallTime } from '../time/wall-time.ts'

const FIELD = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/

/** An instant as a field for a date and a time holds it: `2026-11-30T18:52`; empty where there is none. */
export function toField(atMs: number | null, zone: string): string {
  if (atMs === null) return ''
  const { year, month, day, hour, minute } = wallTime(atMs, zone)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** The instant that a field holds, epoch ms; null: it is empty, or not a date. */
export function instantOfField(text: string, zone: string): number | null {
  const parts = FIELD.exec(text)
  if (parts === null) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = parts.slice(1).map(Number)
  return Math.max(0, instantOf({ year, month, day, hour, minute }, zone))
}

/** What is wrong with a span as it was entered; null: nothing. */
export function rangeProblem(from: string, to: string, zone: string): string | null {
  const [fromMs, toMs] = [instantOfField(from, zone), instantOfField(to, zone)]
  if ((from !== '' && fromMs === null) || (to !== '' && toMs === null)) return 'This is not a date with a time.'
  if (fromMs === null && toMs === null) return 'Enter where it begins, where it ends, or both.'
  return fromMs !== null && toMs !== null && fromMs >= toMs ? 'It ends before it begins.' : null
}
