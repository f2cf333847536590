const UNITS = ['kB', 'MB', 'GB', 'TB'] as const

/** `812 B`, `1.2 MB`, `3.7 GB`: with one digit behind the point below ten. */
export function bytesWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  let value = bytes / 1000
  let unit = 0
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit] ?? ''}`
}
