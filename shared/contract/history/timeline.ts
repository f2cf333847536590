import type { HistoryFilter } from './filter.ts'

/** What the timeline draws of a span of time. */
export interface TimelineQuery {
  readonly fromMs: number
  readonly toMs: number
  readonly lanes: 'profiles' | 'models'
  /** Into how many columns the span is divided; events of one column and kind are one mark with a count. */
  readonly columns: number
  readonly filter: HistoryFilter
}

export interface TimelineData {
  readonly fromMs: number
  readonly toMs: number
  readonly lanes: readonly TimelineLane[]
  /** Flags over all lanes: fell back, came back, order edits, clears. */
  readonly flags: readonly TimelineFlag[]
  /** Records in each column, for the overview. */
  readonly density: readonly number[]
}

export interface TimelineLane {
  readonly id: string
  readonly provider: string
  readonly label: string
  readonly spans: readonly TimelineSpan[]
  readonly marks: readonly TimelineMark[]
}

export interface TimelineSpan {
  readonly kind: 'cooldown' | 'disabled' | 'blocked'
  readonly fromMs: number
  readonly toMs: number
  readonly reason: string | null
  /** Several that are too close to be told apart. */
  readonly count: number
}

export interface TimelineMark {
  readonly kind: 'answered' | 'failed' | 'skipped' | 'probed'
  readonly atMs: number
  readonly count: number
  /** Where it is one: what it belongs to. */
  readonly runKey: string | null
  readonly reason: string | null
}

export interface TimelineFlag {
  readonly kind: 'fell_back' | 'came_back' | 'order_edited' | 'cleared' | 'log_gap'
  readonly atMs: number
  readonly count: number
  readonly runKey: string | null
  readonly label: string | null
}
