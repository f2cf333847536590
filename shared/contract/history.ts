import type { FailureReason } from '../engine/index.ts'

/**
 * What happened: decisions, attempts and windows, from logs and from our own engine. Times are epoch ms. No text here was
 * ever stored unredacted.
 */

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

export type RunOutcome =
  /** the requested model answered */
  | 'answered'
  /** another model of the chain answered */
  | 'fell_back'
  /** no candidate answered */
  | 'exhausted'
  /** ended before the chain did */
  | 'stopped'
  /** the log does not tell */
  | 'unknown'

/** One run: what was asked, every candidate with what was done about it, and how it ended. */
export interface RunDetail {
  readonly runKey: string
  readonly agentId: string | null
  readonly sessionId: string | null
  readonly lane: string | null
  /** The run or job that started it, where the log tells (LG-20). */
  readonly parent: string | null
  readonly startedMs: number
  readonly endedMs: number
  readonly requestedProvider: string
  readonly requestedModel: string
  readonly outcome: RunOutcome
  readonly answeredProvider: string | null
  readonly answeredModel: string | null
  /** Put together from other records because there was no decision record (LG-05). */
  readonly isInferred: boolean
  readonly candidates: readonly RunCandidate[]
  /** Why the chain stopped early. */
  readonly stopReason: string | null
  /** Files and lines the records come from. */
  readonly evidence: readonly Evidence[]
}

export interface RunCandidate {
  readonly provider: string
  readonly model: string
  readonly attempt: number
  readonly total: number
  readonly decision: Decision
  readonly atMs: number
  readonly reason: string | null
  readonly status: number | null
  readonly code: string | null
  readonly errorPreview: string | null
  readonly suppressed: number
  readonly profileCount: number | null
  readonly isProbe: boolean
  /** Of its provider's accounts, where it was skipped: what was known then, the one that ends first in front. */
  readonly locks: readonly CandidateLock[]
  /** What was tried inside it. */
  readonly attempts: readonly RunAttempt[]
}

/** The longest lock of an account that was running when a candidate was skipped. */
export interface CandidateLock {
  readonly profileId: string
  readonly kind: WindowEvent['kind']
  readonly reason: string | null
  readonly untilMs: number
}

/** One call inside a candidate. */
export interface RunAttempt {
  readonly atMs: number
  readonly profileId: string | null
  readonly stage: string | null
  /** What was done next: another profile, another model, giving up. */
  readonly decision: string
  readonly reason: string | null
  /** The reason that was recorded for the profile; null: nothing was. */
  readonly profileReason: string | null
  readonly status: number | null
  readonly errorPreview: string | null
  /** Id of the engine's rule that classifies this text today. */
  readonly ruleId: string | null
  readonly timedOut: boolean
  /** What it did to the profile. */
  readonly windows: readonly WindowEvent[]
}

/** A window that a run opened or kept. */
export interface WindowEvent {
  readonly atMs: number
  readonly profileId: string
  readonly provider: string
  readonly kind: 'cooldown' | 'disabled' | 'blocked'
  readonly reason: string | null
  readonly untilMs: number | null
  /** It was running already and stayed as it was. */
  readonly isKept: boolean
  readonly failures: number | null
}

export interface Evidence {
  readonly source: string
  /** 1-based; null: not from a text. */
  readonly line: number | null
}

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

export interface BundleProgress {
  readonly records: number
  readonly totalRecords: number
}

/** What a support bundle says about itself. */
export interface BundleInfo {
  /** That of the file. */
  readonly name: string
  readonly createdMs: number
  /** Of the format. */
  readonly version: number
  readonly consoleVersion: string
  /** Whether it tells of a state directory; else it has a history only. */
  readonly hasFacts: boolean
}

export interface BundleOptions {
  readonly fromMs: number | null
  readonly toMs: number | null
  /** Error texts as providers sent them, redacted; left out unless chosen. */
  readonly withErrorTexts: boolean
  /** Session ids as they are; otherwise stable aliases. */
  readonly withSessionIds: boolean
}

export interface BundlePart {
  readonly name: string
  readonly bytes: number
  readonly records: number | null
  /** The text, cut where it is long. */
  readonly preview: string
  readonly isCut: boolean
}

export interface BundlePreview {
  readonly id: string
  readonly parts: readonly BundlePart[]
  readonly aliasCount: number
}

/** Which rows of the table: `offset` 0 is the newest that matches. */
export interface PageQuery {
  readonly filter: HistoryFilter
  readonly offset: number
  /** At most 500. */
  readonly limit: number
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

export interface FollowInput {
  /** null: the log that OpenClaw writes by default. */
  readonly path: string | null
  /** Takes in what is there already, before what comes. */
  readonly withPast: boolean
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

export interface SaveBundleInput {
  readonly previewId: string
  readonly path: string
}

export interface SavedBundle {
  readonly path: string
  readonly bytes: number
}
