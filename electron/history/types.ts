import type {
  BundleOptions,
  BundlePreview,
  ChartsData,
  ChartsQuery,
  ExportedRows,
  ExportRowsInput,
  Finding,
  FollowInput,
  HistoryFacets,
  HistoryFilter,
  HistoryPage,
  HistoryState,
  PageQuery,
  RunDetail,
  SaveBundleInput,
  SavedBundle,
  SavedView,
  SaveViewInput,
  TimelineData,
  TimelineQuery,
} from '../../shared/contract/types.ts'
import type { LogEvent } from '../logs/events.ts'

/** What the contract's `history` procedures ask of whatever is open. Paths are absolute. */
export interface HistoryReader {
  /** The present state, then each change of it, at most ten times a second, until `signal` aborts or the history closes. */
  watch(signal?: AbortSignal): AsyncIteratorObject<HistoryState, void, void>
  page(query: PageQuery): Promise<HistoryPage>
  facets(filter: HistoryFilter): Promise<HistoryFacets>
  /** @throws {HistoryRefused} `not_found` */
  run(runKey: string): Promise<RunDetail>
  timeline(query: TimelineQuery): Promise<TimelineData>
  charts(query: ChartsQuery): Promise<ChartsData>
  findings(): Promise<readonly Finding[]>
  exportRows(input: ExportRowsInput): Promise<ExportedRows>
  views(): Promise<readonly SavedView[]>
}

/** What they ask of an open directory, whose history grows. */
export interface HistoryApi extends HistoryReader {
  /** Starts; an import that runs goes on first. */
  import(paths: readonly string[]): Promise<HistoryState>
  cancelImport(): Promise<void>
  follow(input: FollowInput): Promise<void>
  unfollow(sourceId: number): Promise<void>
  /** Removes what only this source told of; null: everything. */
  forget(sourceId: number | null): Promise<void>
  /** Ends, refused, where `signal` aborts before it is made. */
  bundlePreview(options: BundleOptions, signal?: AbortSignal): Promise<BundlePreview>
  bundleSave(input: SaveBundleInput): Promise<SavedBundle>
  saveView(input: SaveViewInput): Promise<SavedView>
  removeView(id: number): Promise<void>
}

/** The history of one state directory. */
export interface History extends HistoryApi {
  /** Takes in what our own engine did. */
  record(events: readonly LogEvent[]): Promise<void>
  /** The profile ids of the directory: logs name them by a hash only. */
  knowProfiles(ids: readonly string[]): Promise<void>
  close(): Promise<void>
}
