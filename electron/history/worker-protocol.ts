import type {
  BundleOptions,
  BundlePreview,
  ChartsData,
  ChartsQuery,
  ExportedRows,
  ExportRowsInput,
  Finding,
  HistoryFacets,
  HistoryFilter,
  HistoryPage,
  HistoryState,
  LogSource,
  PageQuery,
  RunDetail,
  SaveBundleInput,
  SavedBundle,
  SavedView,
  SaveViewInput,
  TimelineData,
  TimelineQuery,
} from '../../shared/contract/history/index.ts'
import type { DirectoryFacts, PolicyId } from '../../shared/engine/index.ts'
import { StoreRefused } from '../store/index.ts'
import type { LogEvent } from '../logs/index.ts'
import type { BundleContext } from './bundle-source.ts'
import { HistoryRefused } from './history-refused.ts'
import type { Retention } from './retain.ts'
import type { TakenBundle } from './take-bundle.ts'

/** What the thread with the history can be asked. */
export interface WorkerApi {
  state(): HistoryState
  page(query: PageQuery): HistoryPage
  facets(filter: HistoryFilter): HistoryFacets
  run(runKey: string, policyId: PolicyId): RunDetail
  timeline(query: TimelineQuery): TimelineData
  charts(query: ChartsQuery): ChartsData
  findings(facts: DirectoryFacts | null, nowMs: number): readonly Finding[]
  import(paths: readonly string[]): HistoryState
  cancelImport(): void
  follow(path: string, withPast: boolean): void
  unfollow(source: number): void
  forget(source: number | null): void
  exportRows(input: ExportRowsInput): ExportedRows
  /** @param job tells it from others, for whoever wants to cancel it */
  bundlePreview(options: BundleOptions, context: BundleContext, job: number): BundlePreview
  bundleCancel(job: number): void
  bundleSave(input: SaveBundleInput): SavedBundle
  /** Stores what is in a bundle; for a history that is empty. */
  takeBundle(path: string): TakenBundle
  views(): readonly SavedView[]
  saveView(input: SaveViewInput): SavedView
  removeView(id: number): void
  record(kind: LogSource['kind'], name: string, events: readonly LogEvent[]): void
  knowProfiles(ids: readonly string[]): void
  retain(retention: Retention, nowMs: number): void
  close(): void
}

/** Told to the thread when it starts. */
export interface WorkerStart {
  readonly file: string
  /** Difference of the host's clock to the machine's, in ms. */
  readonly clockShiftMs: number
}

export interface WorkerRequest {
  readonly id: number
  readonly name: keyof WorkerApi
  readonly args: readonly unknown[]
}

export type WorkerMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly error: SentError }
  | { readonly kind: 'state'; readonly state: HistoryState }

/** An error between threads: what is meant for people, or the kind of a defect and where it happened. */
export type SentError =
  | { readonly kind: 'history'; readonly code: HistoryRefused['code']; readonly message: string; readonly hint: string }
  | {
      readonly kind: 'store'
      readonly code: StoreRefused['code']
      readonly message: string
      readonly hint: string
      readonly file: string
    }
  | { readonly kind: 'defect'; readonly text: string }

export function receivedError(error: SentError): Error {
  if (error.kind === 'history') return new HistoryRefused(error.code, error.message, error.hint)
  if (error.kind === 'store') return new StoreRefused(error.code, error.file, error.message, error.hint)
  return Object.assign(new Error('The history failed'), { stack: error.text })
}
