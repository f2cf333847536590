import { useMemo } from 'react'
import type { HistoryFilter } from '../../../shared/contract/history/index.ts'
import { useTick } from '../time/time.ts'
import { fromHistorySearch, toHistorySearch } from './filter-params.ts'
import { historySearch, type HistorySearch } from './history-search.ts'
import { presetStartMs, resolveSelection, type HistorySelection } from './time-range.ts'

export interface UsedSelection {
  readonly selection: HistorySelection
  /** To ask the host with; it keeps its identity while it means the same. */
  readonly filter: HistoryFilter
}

/** The selection that an address holds, and its filter as of now. */
export function useSelection(search: HistorySearch): UsedSelection {
  // What makes no sense in an address is in it still. It is a new object after every navigation, also where it is the same.
  const key = JSON.stringify(toHistorySearch(fromHistorySearch(historySearch({ ...search }))))
  const selection = useMemo(() => fromHistorySearch(JSON.parse(key) as HistorySearch), [key])
  const { preset } = selection
  const startMs = useTick((nowMs) => (preset === null ? null : presetStartMs(preset, nowMs)))
  const filter = useMemo(() => resolveSelection(selection, startMs), [selection, startMs])
  return { selection, filter }
}
