import { PRESET_FACTS, type HistorySelection } from './time-range.ts'

/** The span of time in words: `the last hour`, `28 May, 20:26 to 21:00`; null: all of it. */
export function rangeWords({ filter, preset }: HistorySelection, write: (atMs: number) => string): string | null {
  if (preset !== null) return PRESET_FACTS[preset].words
  const { fromMs, toMs } = filter
  if (fromMs === undefined) return toMs === undefined ? null : `before ${write(toMs)}`
  return toMs === undefined ? `since ${write(fromMs)}` : `${write(fromMs)} to ${write(toMs)}`
}
