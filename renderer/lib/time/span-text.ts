import type { ClockText } from './clock-text.ts'

/**
 * Writes an instant that follows another one in the same text: where both are of one day, the day is not named again.
 *
 * @param afterMs the instant that stands before it; absent: none does
 */
export function followingText(
  clock: ClockText,
  { atMs, afterMs, nowMs }: { readonly atMs: number; readonly afterMs?: number | undefined; readonly nowMs: number },
  precision: 'minute' | 'second' = 'minute',
): string {
  const timeOnly = clock.at(atMs, atMs, precision)
  const isSameDay = afterMs !== undefined && clock.at(atMs, afterMs, precision) === timeOnly
  return isSameDay ? timeOnly : clock.at(atMs, nowMs, precision)
}
