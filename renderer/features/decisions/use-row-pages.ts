import { useEffect, useMemo, useRef } from 'react'
import type { HistoryFilter, HistoryState } from '../../../shared/contract/history.ts'
import { historyVersion } from '../../lib/history/use-history-state.ts'
import type { HistorySelection } from '../../lib/history/time-range.ts'
import { useConnection } from '../../lib/state/connection-store.ts'
import { host } from '../../lib/state/host-session.ts'
import { RowPages, type LoadPage } from './row-pages.ts'

interface Asked {
  readonly selection: HistorySelection
  /** The selection as of now. */
  readonly filter: HistoryFilter
  readonly state: HistoryState | null
}

/** The rows of a selection: another selection begins anew, anything else that changes is taken in where it stands. */
export function useRowPages({ selection, filter, state }: Asked): RowPages {
  const first = useRef(filter)
  first.current = filter
  const pages = useMemo(() => {
    // The selection is what the rows are of; the filter is only how it is asked for first.
    void selection
    return new RowPages(loader(first.current))
  }, [selection])
  useEffect(() => pages.start(), [pages])
  const version = historyVersion(state)
  const isImporting = state?.importing?.isDone === false
  const isLive = useConnection((connection) => connection.phase === 'live')
  const isFirst = useRef<RowPages | null>(null)
  useEffect(() => {
    // The rows have just been asked for.
    if (isFirst.current !== pages) {
      isFirst.current = pages
      return
    }
    if (isLive) pages.changed(loader(filter))
  }, [pages, filter, version, isImporting, isLive])
  return pages
}

function loader(filter: HistoryFilter): LoadPage {
  return (offset, limit) => host().history.page({ filter, offset, limit })
}
