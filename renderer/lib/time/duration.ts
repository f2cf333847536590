const SECOND_MS = 1000
const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

/** Whole seconds that are left, counting a begun one, so that zero is shown only when the time has come. */
export function secondsLeft(untilMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((untilMs - nowMs) / SECOND_MS))
}

/** What stands in a countdown: `0:41`, `12:05`, `4 h 48 m`, `2 d 4 h`. */
export function formatCountdown(untilMs: number, nowMs: number): string {
  const left = secondsLeft(untilMs, nowMs)
  if (left < HOUR_S) return `${Math.floor(left / MINUTE_S)}:${String(left % MINUTE_S).padStart(2, '0')}`
  return formatLength(left * SECOND_MS)
}

/** The same in at most four characters, for the inside of a ring: `0:41`, `4h`, `2d`. */
export function formatRingText(untilMs: number, nowMs: number): string {
  const left = secondsLeft(untilMs, nowMs)
  if (left < 10 * MINUTE_S) return `${Math.floor(left / MINUTE_S)}:${String(left % MINUTE_S).padStart(2, '0')}`
  if (left < HOUR_S) return `${Math.ceil(left / MINUTE_S)}m`
  if (left < DAY_S) return `${Math.round(left / HOUR_S)}h`
  return `${Math.round(left / DAY_S)}d`
}

/** A length of time in its two largest units: `45 s`, `1 m 30 s`, `4 h 48 m`, `2 d 4 h`. */
export function formatLength(lengthMs: number): string {
  const total = Math.max(0, Math.round(lengthMs / SECOND_MS))
  if (total < MINUTE_S) return `${total} s`
  if (total < HOUR_S) return join(Math.floor(total / MINUTE_S), 'm', total % MINUTE_S, 's')
  if (total < DAY_S) return join(Math.floor(total / HOUR_S), 'h', Math.floor((total % HOUR_S) / MINUTE_S), 'm')
  return join(Math.floor(total / DAY_S), 'd', Math.floor((total % DAY_S) / HOUR_S), 'h')
}

/** What is shown now was true a tick ago: so little ahead is now. */
const NOW_MS = 1500

/** How far an instant is from now in one unit: `in 3 h`, `5 m ago`, `just now`. */
export function formatRelative(atMs: number, nowMs: number): string {
  const distance = atMs - nowMs
  const text = roughLength(Math.abs(distance))
  if (text === null) return distance > NOW_MS ? 'in a few seconds' : 'just now'
  return distance > 0 ? `in ${text}` : `${text} ago`
}

function roughLength(lengthMs: number): string | null {
  const seconds = lengthMs / SECOND_MS
  if (seconds < 10) return null
  if (seconds < MINUTE_S) return `${Math.round(seconds)} s`
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} m`
  if (seconds < DAY_S) return `${Math.floor(seconds / HOUR_S)} h`
  const days = Math.floor(seconds / DAY_S)
  return days < 60 ? `${days} d` : `${Math.floor(days / 30)} months`
}

function join(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`
}
