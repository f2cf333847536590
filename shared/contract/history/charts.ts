import type { HistoryFilter } from './filter.ts'
import type { RunOutcome } from './runs.ts'

export interface ChartsQuery {
  readonly fromMs: number
  readonly toMs: number
  readonly filter: HistoryFilter
}

export interface ChartsData {
  readonly bucketMs: number
  readonly outcomes: readonly { readonly atMs: number; readonly counts: Readonly<Record<RunOutcome, number>> }[]
  readonly reasons: readonly { readonly provider: string; readonly reason: string; readonly count: number }[]
  readonly locked: readonly {
    readonly profileId: string
    readonly cooldownMs: number
    readonly disabledMs: number
    readonly blockedMs: number
  }[]
  /** How long each agent's or session's runs went to another model than asked. */
  readonly onFallback: readonly { readonly name: string; readonly fallbackMs: number; readonly totalMs: number }[]
  /** From falling back to the next answer of the requested model. */
  readonly recoveries: readonly {
    readonly model: string
    readonly medianMs: number
    readonly p90Ms: number
    readonly count: number
  }[]
}
