import { instantOf, wallTime } from '../../lib/time/wall-time.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MORNING_HOUR = 8

export interface SnoozePreset {
  readonly id: 'quarter' | 'hour' | 'morning'
  readonly label: string
  readonly untilMs: number
}

/** The usual choices. The morning is that of tomorrow by the reader's calendar, however long the night is. */
export function snoozePresets(nowMs: number, zone: string): readonly SnoozePreset[] {
  const { year, month, day } = wallTime(nowMs, zone)
  const morning = { year, month, day: day + 1, hour: MORNING_HOUR, minute: 0 }
  return [
    { id: 'quarter', label: '15 minutes', untilMs: nowMs + 15 * MINUTE_MS },
    { id: 'hour', label: '1 hour', untilMs: nowMs + HOUR_MS },
    { id: 'morning', label: 'Until 08:00 tomorrow', untilMs: instantOf(morning, zone) },
  ]
}

/** The value of a date and time field for an instant: `2026-11-30T10:03`. */
export function fieldText(atMs: number, zone: string): string {
  const { year, month, day, hour, minute } = wallTime(atMs, zone)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

/** The instant that a date and time field names in a zone; null: it names none. */
export function fieldInstant(text: string, zone: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/.exec(text)
  if (match === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number)
  return instantOf({ year, month, day, hour, minute }, zone)
}

/** Why a snooze cannot end then, in a sentence; null: it can. */
export function snoozeProblem(untilMs: number | null, nowMs: number): string | null {
  if (untilMs === null) return 'Choose a date and a time.'
  return untilMs <= nowMs ? 'Choose a time that is still to come.' : null
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
