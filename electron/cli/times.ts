const SECOND_MS = 1000
const UNITS = [
  { name: 'd', ms: 86_400 * SECOND_MS },
  { name: 'h', ms: 3600 * SECOND_MS },
  { name: 'min', ms: 60 * SECOND_MS },
  { name: 's', ms: SECOND_MS },
] as const

/** Keeps what belongs together on one line; `wrap` turns it into a space. */
export const TIE = '\u00A0'

/** A span in its two largest units: `2 d 5 h`, `40 s`. Rounded up, so that nothing is promised too early. */
export function spanText(spanMs: number): string {
  let restMs = Math.max(Math.ceil(spanMs / SECOND_MS), 0) * SECOND_MS
  const first = UNITS.findIndex(({ ms }) => restMs >= ms)
  if (first === -1) return `0${TIE}s`
  const parts = UNITS.slice(first, first + 2).flatMap(({ name, ms }) => {
    const count = Math.floor(restMs / ms)
    restMs -= count * ms
    return count === 0 ? [] : [`${count}${TIE}${name}`]
  })
  return parts.join(TIE)
}

/** How long ago, in the largest unit: `6 min ago`. */
export function agoText(spanMs: number): string {
  const unit = UNITS.find(({ ms }) => spanMs >= ms) ?? UNITS[UNITS.length - 1]
  return unit === undefined || spanMs < SECOND_MS
    ? 'just now'
    : `${Math.floor(spanMs / unit.ms)}${TIE}${unit.name}${TIE}ago`
}

/** Clock time with its zone, and with the date where it is another day than `nowMs`. */
export function clockText(atMs: number, nowMs: number): string {
  const isToday = dayText(atMs) === dayText(nowMs)
  const time = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(atMs)
  return (isToday ? time : `${dayText(atMs)} ${time}`).replaceAll(' ', TIE)
}

/** `in 40 s (14:03:20 CET)` or `3 min ago (…)`. */
export function whenText(atMs: number, nowMs: number): string {
  const relative = atMs >= nowMs ? `in${TIE}${spanText(atMs - nowMs)}` : agoText(nowMs - atMs)
  return `${relative} (${clockText(atMs, nowMs)})`
}

/** The date in the zone of the machine. */
export function dayText(atMs: number): string {
  const date = new Date(atMs)
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
