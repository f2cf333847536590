import type { BundleProgress } from './bundle.ts'

/** What the stored history looks like, whenever it changes. */
export interface HistoryState {
  readonly count: number
  readonly firstMs: number | null
  readonly lastMs: number | null
  readonly newestId: number
  readonly sources: readonly LogSource[]
  readonly importing: ImportProgress | null
  /** How far the preview of a bundle is that is being made; null: none is. */
  readonly bundling: BundleProgress | null
}

/** Where records came from, and what was found there besides them. */
export interface LogSource {
  readonly id: number
  readonly kind: 'file' | 'archive' | 'stdin' | 'live' | 'engine' | 'bundle'
  readonly name: string
  readonly bytes: number
  readonly counts: LogCounts
  readonly firstMs: number | null
  readonly lastMs: number | null
  readonly isFollowed: boolean
}

export interface LogCounts {
  readonly lines: number
  readonly records: number
  /** Records that were stored already. */
  readonly known: number
  /** Lines about other things. */
  readonly unrelated: number
  readonly torn: number
  /** Records that shared a line with another one. */
  readonly welded: number
  /** Lines that were too long to be a record. */
  readonly giant: number
  readonly malformed: number
  /** Places where the log itself says that it left something out, or was cut (LG-01, LG-09). */
  readonly gaps: number
}

export interface ImportProgress {
  readonly isDone: boolean
  readonly source: string
  readonly bytesRead: number
  /** null: not known, as with a pipe. */
  readonly bytesTotal: number | null
  readonly counts: LogCounts
  /** What could not be read, in one sentence each. */
  readonly problems: readonly string[]
}

export interface FollowInput {
  /** null: the log that OpenClaw writes by default. */
  readonly path: string | null
  /** Takes in what is there already, before what comes. */
  readonly withPast: boolean
}
