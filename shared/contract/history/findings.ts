import type { HistoryFilter } from './filter.ts'

export const FINDING_CODES = [
  'flapping_profile',
  'lock_longer_than_cause',
  'fallback_never_returned',
  'order_names_missing_profile',
  'provider_wide_outage',
  'rate_limit_misread_as_billing',
  'clock_skew',
  'shared_limit',
] as const

export type FindingCode = (typeof FINDING_CODES)[number]

/** Something in the data that a person should look at, with what shows it. */
export interface Finding {
  readonly id: string
  readonly code: FindingCode
  readonly severity: 'error' | 'warning' | 'info'
  readonly fromMs: number
  readonly toMs: number
  readonly provider: string | null
  readonly profileIds: readonly string[]
  readonly models: readonly string[]
  readonly sessions: readonly string[]
  /** Numbers of the sentence, by name. */
  readonly figures: Readonly<Record<string, number>>
  /** Leads to the records. */
  readonly filter: HistoryFilter
  readonly runKeys: readonly string[]
}
