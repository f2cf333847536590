import type { FailureReason } from '../../engine/index.ts'

/** What a decision record says about a candidate. */
export const DECISIONS = [
  'candidate_failed',
  'candidate_succeeded',
  'skip_candidate',
  'probe_cooldown_candidate',
] as const

export type Decision = (typeof DECISIONS)[number]

/** Reasons as logs name them: those of the engine, and some that only runs have. */
export type LoggedReason = FailureReason | 'server_error' | 'tls_certificate' | 'context_overflow'

/** Which records are looked at; an absent field does not restrict. Several values of one field: any of them. */
export interface HistoryFilter {
  readonly fromMs?: number
  /** Not included. */
  readonly toMs?: number
  readonly agents?: readonly string[]
  readonly sessions?: readonly string[]
  readonly runs?: readonly string[]
  readonly providers?: readonly string[]
  /** `provider/model` */
  readonly models?: readonly string[]
  /** Profile ids, or `sha256:…` where the id is not known here. */
  readonly profiles?: readonly string[]
  readonly decisions?: readonly Decision[]
  readonly reasons?: readonly string[]
  readonly statuses?: readonly number[]
  /** Words that all occur in ids, models, reasons or error texts, in any case. */
  readonly text?: string
}

/** A span that ends now and moves along with it. */
export type RangePreset = '1h' | '24h' | '7d' | '30d'

/** A filter under a name. */
export interface SavedView {
  readonly id: number
  readonly name: string
  /** With a preset it has no times. */
  readonly filter: HistoryFilter
  /** null: the times of the filter, if it has some, stand. */
  readonly preset: RangePreset | null
}

export interface SaveViewInput {
  readonly name: string
  /** Its times count only without a preset. */
  readonly filter: HistoryFilter
  readonly preset: RangePreset | null
}
