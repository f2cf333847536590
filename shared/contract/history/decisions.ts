import type { Decision, HistoryFilter } from './filter.ts'

/** One `model_fallback_decision` as the table shows it. */
export interface DecisionRow {
  readonly id: number
  readonly atMs: number
  readonly agentId: string | null
  readonly sessionId: string | null
  /** Names the run; made up from session and time where a log has no run id. */
  readonly runKey: string
  readonly decision: Decision
  readonly provider: string
  readonly model: string
  readonly requestedProvider: string
  readonly requestedModel: string
  /** The profile of the last attempt at this candidate, where the log tells. */
  readonly profileId: string | null
  /** 1-based, of the chain. */
  readonly attempt: number
  readonly total: number
  readonly reason: string | null
  readonly status: number | null
  readonly code: string | null
  readonly errorPreview: string | null
  readonly nextProvider: string | null
  readonly nextModel: string | null
  /** Equal records that the producer left out before this one. */
  readonly suppressed: number
}

export interface HistoryPage {
  /** Newest first. */
  readonly rows: readonly DecisionRow[]
  /** How many match the filter in all. */
  readonly count: number
  /** Of all that is stored, whatever the filter; null: nothing is. */
  readonly firstMs: number | null
  readonly lastMs: number | null
}

/** The values a filter can have, most frequent first. */
export interface HistoryFacets {
  readonly agents: readonly Facet[]
  readonly sessions: readonly Facet[]
  readonly providers: readonly Facet[]
  readonly models: readonly Facet[]
  readonly profiles: readonly Facet[]
  readonly decisions: readonly Facet[]
  readonly reasons: readonly Facet[]
  readonly statuses: readonly Facet[]
}

export interface Facet {
  readonly value: string
  readonly count: number
}

/** Which rows of the table: `offset` 0 is the newest that matches. */
export interface PageQuery {
  readonly filter: HistoryFilter
  readonly offset: number
  /** At most 500. */
  readonly limit: number
}

export interface ExportRowsInput {
  readonly filter: HistoryFilter
  /** `json`: one object a line. */
  readonly format: 'csv' | 'json'
  /** A file that is not there yet. */
  readonly path: string
}

export interface ExportedRows {
  readonly path: string
  readonly rows: number
}
