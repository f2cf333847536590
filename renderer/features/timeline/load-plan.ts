import type { TimeSpan } from './time-scale.ts'

/** What is asked for at once: the screen, and as much on either side. */
const SIDES = 1
/** A column for every few pixels: finer than any glyph. */
const COLUMN_PX = 6
const MOST_COLUMNS = 4096
/** How near the end of what is known may come to the edge of the screen, as a share of it. */
const NEAR = 0.25
/** From here on what is known is too coarse, or far more than is needed. */
const TOO_COARSE = 1.7
const TOO_FINE = 5

export interface LoadPlan {
  readonly span: TimeSpan
  readonly columns: number
}

/** What to ask the host for, to show a span. */
export function planFor({ fromMs, toMs }: TimeSpan, widthPx: number): LoadPlan {
  const length = toMs - fromMs
  const columns = Math.min(MOST_COLUMNS, Math.max(64, Math.round((widthPx * (1 + 2 * SIDES)) / COLUMN_PX)))
  return {
    span: {
      fromMs: Math.max(0, Math.floor(fromMs - SIDES * length)),
      toMs: Math.max(1, Math.ceil(toMs + SIDES * length)),
    },
    columns,
  }
}

/** Whether what is known no longer does for what is shown. */
export function isOutgrown(plan: LoadPlan, shown: TimeSpan, widthPx: number): boolean {
  const length = shown.toMs - shown.fromMs
  const { span, columns } = plan
  const isNearStart = span.fromMs > 0 && shown.fromMs - span.fromMs < NEAR * length
  if (isNearStart || span.toMs - shown.toMs < NEAR * length) return true
  const wanted = (length / widthPx) * COLUMN_PX
  const ratio = (span.toMs - span.fromMs) / columns / wanted
  return ratio > TOO_COARSE || ratio < 1 / TOO_FINE
}
