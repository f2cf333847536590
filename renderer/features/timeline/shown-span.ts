import type { HistoryState, RangePreset } from '../../../shared/contract/history/index.ts'
import { PRESET_FACTS, RANGE_PRESETS, type HistorySelection } from '../../lib/history/time-range.ts'
import { lengthMs, padded, type TimeSpan } from './time-scale.ts'

/** Room after now: for windows that are still open. */
const FUTURE_SHARE = 0.06
const HOUR_MS = 3_600_000

type Times = Pick<HistoryState, 'firstMs' | 'lastMs'>

/** Everything that there can be to see: what is on record, up to now where that is not long after it. */
export function wholeSpan({ firstMs, lastMs }: Times, nowMs: number): TimeSpan {
  if (firstMs === null || lastMs === null) return { fromMs: nowMs - HOUR_MS, toMs: nowMs }
  const toMs = isRecent(lastMs, nowMs) ? Math.max(nowMs, lastMs) : lastMs
  return { fromMs: Math.min(firstMs, toMs - 1), toMs }
}

/** As far as somebody may go: to now in any case. */
export function reachableSpan(times: Times, nowMs: number): TimeSpan {
  const { fromMs, toMs } = wholeSpan(times, nowMs)
  return { fromMs, toMs: Math.max(toMs, nowMs) }
}

function isRecent(lastMs: number, nowMs: number): boolean {
  return nowMs - lastMs < 24 * HOUR_MS
}

/** What a selection shows. */
export function shownSpan({ filter, preset }: HistorySelection, times: Times, nowMs: number): TimeSpan {
  if (preset !== null) return liveSpan(preset, nowMs)
  const whole = padded(wholeSpan(times, nowMs))
  const { fromMs = whole.fromMs, toMs = whole.toMs } = filter
  // A span of which only one end is chosen, and which lies beyond everything.
  return toMs > fromMs ? { fromMs, toMs } : padded({ fromMs, toMs: fromMs + HOUR_MS })
}

/** The span of a preset: it ends a little after now. */
export function liveSpan(preset: RangePreset, nowMs: number): TimeSpan {
  const length = PRESET_FACTS[preset].lengthMs
  return { fromMs: nowMs - length, toMs: nowMs + length * FUTURE_SHARE }
}

/** The preset that shows about as much as a span does. */
export function nearestPreset(span: TimeSpan): RangePreset {
  const wanted = Math.log(lengthMs(span))
  const distance = (preset: RangePreset) => Math.abs(Math.log(PRESET_FACTS[preset].lengthMs) - wanted)
  return RANGE_PRESETS.reduce((best, preset) => (distance(preset) < distance(best) ? preset : best))
}

/** How far now moves before the picture of a live span is another one: about a pixel, at least a second. */
export function liveStepMs(span: TimeSpan, widthPx: number): number {
  return Math.max(1000, lengthMs(span) / Math.max(1, widthPx))
}
