/**
 * What happened: decisions, attempts and windows, from logs and from our own engine. Times are epoch ms. No text here was
 * ever stored unredacted.
 */
export {
  DECISIONS,
  type Decision,
  type LoggedReason,
  type HistoryFilter,
  type RangePreset,
  type SavedView,
  type SaveViewInput,
} from './filter.ts'
export type {
  DecisionRow,
  HistoryPage,
  HistoryFacets,
  Facet,
  PageQuery,
  ExportRowsInput,
  ExportedRows,
} from './decisions.ts'
export type { RunOutcome, RunDetail, RunCandidate, CandidateLock, RunAttempt, WindowEvent, Evidence } from './runs.ts'
export type { TimelineQuery, TimelineData, TimelineLane, TimelineSpan, TimelineMark, TimelineFlag } from './timeline.ts'
export type { ChartsQuery, ChartsData } from './charts.ts'
export { FINDING_CODES, type FindingCode, type Finding } from './findings.ts'
export type { HistoryState, LogSource, LogCounts, ImportProgress, FollowInput } from './sources.ts'
export type {
  BundleInfo,
  BundleOptions,
  BundlePart,
  BundlePreview,
  BundleProgress,
  SaveBundleInput,
  SavedBundle,
} from './bundle.ts'
