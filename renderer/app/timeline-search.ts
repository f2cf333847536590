import { historySearch, type HistorySearch } from '../lib/history/history-search.ts'

export interface TimelineSearch extends HistorySearch {
  /** A lane for each model; absent: for each account. */
  readonly lanes?: 'models' | undefined
}

/** What of an address the timeline understands. */
export function timelineSearch(search: Record<string, unknown>): TimelineSearch {
  return { ...historySearch(search), ...(search['lanes'] === 'models' ? { lanes: 'models' } : {}) }
}
