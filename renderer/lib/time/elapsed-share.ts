/** How much of a span has passed, 0 to 1 in thousandths, so that a picture of it changes no more often than it can show. */
export function elapsedShare(startMs: number, untilMs: number, nowMs: number): number {
  if (untilMs <= startMs) return 1
  const share = (nowMs - startMs) / (untilMs - startMs)
  return Math.round(Math.min(1, Math.max(0, share)) * 1000) / 1000
}
