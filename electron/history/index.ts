/** What happened in a state directory, from logs and from our own engine: stored, and answered from, in a thread. */
export { HistoryRefused, type HistoryRefusalCode } from './history-refused.ts'
export { importLogs } from './import-logs.ts'
export { openBundleHistory, type BundleHistory } from './open-bundle.ts'
export { openHistory, type HistoryOptions } from './open-history.ts'
export type { Retention } from './retain.ts'
export type { History, HistoryApi, HistoryReader } from './types.ts'
