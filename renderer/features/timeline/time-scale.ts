/** A span of time that is on the screen, epoch ms; `toMs` is its right edge. */
export interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
}

/** Nobody reads logs closer than this. */
export const SHORTEST_MS = 5000
/** How much more than everything can be on the screen. */
const ROOM = 1.25

export function lengthMs({ fromMs, toMs }: TimeSpan): number {
  return toMs - fromMs
}

/** Where an instant lies, in pixels from the left edge. */
export function xOf(span: TimeSpan, widthPx: number, atMs: number): number {
  return ((atMs - span.fromMs) / lengthMs(span)) * widthPx
}

/** Which instant lies at a pixel. */
export function instantAt(span: TimeSpan, widthPx: number, x: number): number {
  return span.fromMs + (x / widthPx) * lengthMs(span)
}

/** The span moved by a length of time; to the future where it is positive. */
export function pan(span: TimeSpan, byMs: number): TimeSpan {
  return { fromMs: span.fromMs + byMs, toMs: span.toMs + byMs }
}

/**
 * The span made longer (`factor` above 1) or shorter around an instant, which stays where it is on the screen.
 *
 * @param whole everything there is: no more than somewhat longer than that
 */
export function zoom(span: TimeSpan, atMs: number, factor: number, whole: TimeSpan): TimeSpan {
  const before = lengthMs(span)
  const after = Math.min(longestMs(whole), Math.max(SHORTEST_MS, before * factor))
  const ratio = after / before
  const fromMs = atMs - (atMs - span.fromMs) * ratio
  return { fromMs, toMs: fromMs + after }
}

function longestMs(whole: TimeSpan): number {
  return Math.max(lengthMs(whole) * ROOM, 60_000)
}

/** The nearest span of the same length whose middle lies where something can be. */
export function within(span: TimeSpan, whole: TimeSpan): TimeSpan {
  const length = Math.min(lengthMs(span), longestMs(whole))
  const middle = (span.fromMs + span.toMs) / 2
  const allowed = Math.min(whole.toMs, Math.max(whole.fromMs, middle))
  return middle === allowed && length === lengthMs(span)
    ? span
    : { fromMs: allowed - length / 2, toMs: allowed + length / 2 }
}

/** The span with a little room at both ends, so that nothing sits on an edge. */
export function padded({ fromMs, toMs }: TimeSpan, share = 0.02): TimeSpan {
  const room = Math.max(SHORTEST_MS / 2, (toMs - fromMs) * share)
  return { fromMs: fromMs - room, toMs: toMs + room }
}

/** In the right order, and not too short to be seen. */
export function ordered(aMs: number, bMs: number): TimeSpan {
  const [fromMs, toMs] = aMs < bMs ? [aMs, bMs] : [bMs, aMs]
  const missing = Math.max(0, SHORTEST_MS - (toMs - fromMs)) / 2
  return { fromMs: fromMs - missing, toMs: toMs + missing }
}

export function isSameSpan(a: TimeSpan, b: TimeSpan): boolean {
  return a.fromMs === b.fromMs && a.toMs === b.toMs
}
