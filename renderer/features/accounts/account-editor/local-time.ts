/** The value of a date and time field (`2027-01-31T18:00`, the reader's zone) as epoch ms; null: none, or no time. */
export function parseLocalTime(text: string): number | null {
  if (!/^\d{4,6}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(text)) return null
  const atMs = new Date(text).getTime()
  return Number.isFinite(atMs) ? atMs : null
}

/** The same the other way; empty where there is no valid time. Seconds are left out: nobody enters them. */
export function formatLocalTime(atMs: number | null): string {
  if (atMs === null || atMs <= 0) return ''
  const at = new Date(atMs)
  const year = String(at.getFullYear()).padStart(4, '0')
  return `${year}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
