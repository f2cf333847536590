import type { HistoryFilter, RangePreset } from '../../../shared/contract/history/index.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Spans that end now, from short to long. */
export const RANGE_PRESETS = ['1h', '24h', '7d', '30d'] as const satisfies readonly RangePreset[]

interface PresetFacts {
  /** On a button. */
  readonly label: string
  /** As part of a sentence. */
  readonly words: string
  readonly lengthMs: number
  /** How far its beginning moves at a time: what is shown is asked for again no more often than that. */
  readonly stepMs: number
}

export const PRESET_FACTS: Readonly<Record<RangePreset, PresetFacts>> = {
  '1h': { label: '1 h', words: 'the last hour', lengthMs: HOUR_MS, stepMs: MINUTE_MS },
  '24h': { label: '24 h', words: 'the last 24 hours', lengthMs: DAY_MS, stepMs: 10 * MINUTE_MS },
  '7d': { label: '7 d', words: 'the last 7 days', lengthMs: 7 * DAY_MS, stepMs: HOUR_MS },
  '30d': { label: '30 d', words: 'the last 30 days', lengthMs: 30 * DAY_MS, stepMs: HOUR_MS },
}

/** What a reader has chosen: fields, and a time that either moves along with now or stands. */
export interface HistorySelection {
  /** Its times count only without a preset. */
  readonly filter: HistoryFilter
  readonly preset: RangePreset | null
}

/** When a preset begins, epoch ms; it never covers less than its name says. */
export function presetStartMs(preset: RangePreset, nowMs: number): number {
  const { lengthMs, stepMs } = PRESET_FACTS[preset]
  return Math.max(0, Math.floor((nowMs - lengthMs) / stepMs) * stepMs)
}

/** The filter to ask the host with. */
export function resolveSelection({ filter, preset }: HistorySelection, startMs: number | null): HistoryFilter {
  if (preset === null || startMs === null) return filter
  const { fromMs: _from, toMs: _to, ...fields } = filter
  return { ...fields, fromMs: startMs }
}
