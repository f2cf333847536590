import type { DirectoryFacts, WindowKind } from '../../shared/engine/index.ts'

/**
 * What a diagnosis looks at: plain data, in any order, small enough to be gathered from a million decisions with a few
 * queries. Times are epoch ms; models are `provider/model`; names of profiles are ids, or hashes where the id is not known.
 */
export interface DiagnosisInput {
  readonly nowMs: number
  /** What the state directory says; null: there is none beside the records, as with logs of somebody else. */
  readonly facts: DirectoryFacts | null
  readonly windows: readonly WindowRecord[]
  readonly answers: readonly AnswerRecord[]
  readonly minutes: readonly MinuteRecord[]
  readonly limits: readonly LimitRecord[]
  readonly texts: readonly TextRecord[]
  readonly clocks: readonly ClockRecord[]
}

/** A window that a failure opened or found running. */
export interface WindowRecord {
  readonly profileId: string
  readonly provider: string
  readonly kind: WindowKind
  readonly reason: string | null
  readonly atMs: number
  readonly untilMs: number
  /** It was running already and kept its end. */
  readonly isKept: boolean
  /** How many failures in a row there were; null: the record does not say. */
  readonly failures: number | null
  readonly runKey: string | null
  /** What the provider said, which may announce the end; null: not known. Only asked for where the window is long. */
  readonly causeText: string | null
}

/** Which model answered a run of a session. Runs that nothing answered are left out. */
export interface AnswerRecord {
  readonly sessionId: string
  readonly runKey: string
  readonly atMs: number
  readonly requested: string
  readonly answered: string
  /** What was done about the requested model in this run. */
  readonly requestedWas: 'answered' | 'failed' | 'skipped' | 'untried'
}

/** How many attempts of one minute ended alike. */
export interface MinuteRecord {
  /** Start of the minute. */
  readonly minuteMs: number
  readonly provider: string
  readonly model: string
  readonly profileId: string | null
  /** null: it answered. */
  readonly reason: string | null
  readonly status: number | null
  readonly count: number
}

/** One account that met a limit. */
export interface LimitRecord {
  readonly atMs: number
  readonly provider: string
  readonly profileId: string
  readonly runKey: string
}

/** How often a provider's error text was recorded as a failure of billing. */
export interface TextRecord {
  readonly provider: string
  readonly text: string
  readonly status: number | null
  readonly code: string | null
  readonly count: number
  readonly firstMs: number
  readonly lastMs: number
}

/** Something about the times of records that cannot be. */
export type ClockRecord =
  /** records that had not happened yet by this machine's clock */
  | { readonly kind: 'ahead'; readonly count: number; readonly firstMs: number; readonly lastMs: number }
  /** a file whose last record is younger than the file itself; the source's number */
  | { readonly kind: 'file'; readonly source: number; readonly lastMs: number; readonly modifiedMs: number }
