import { useEffect, useState } from 'react'
import type { HistoryFilter, HistoryState } from '../../../shared/contract/history/index.ts'
import { historyVersion } from '../../lib/history/use-history-state.ts'
import type { HistorySelection } from '../../lib/history/time-range.ts'
import { useConnection } from '../../lib/state/connection-store.ts'
import { host } from '../../lib/state/host-session.ts'
import { actionProblem } from '../../lib/state/use-host-action.ts'
import { RowPages, type LoadPage } from './row-pages.ts'

interface Asked {
  readonly selection: HistorySelection
  /** The selection as of now. */
  readonly filter: HistoryFilter
  readonly state: HistoryState | null
}

/** The rows of a selection: another selection begins anew, anything else that changes is taken in where it stands. */
export function useRowPages({ selection, filter, state }: Asked): RowPages {
  const [held, setHeld] = useState(() => ({ selection, pages: new RowPages(loader(filter), actionProblem) }))
  if (held.selection !== selection) setHeld({ selection, pages: new RowPages(loader(filter), actionProblem) })
  const { pages } = held
  useEffect(() => pages.start(), [pages])
  const isLive = useConnection((connection) => connection.phase === 'live')
  // Records that an import puts between others are counted at once; when it is over, their places are right as well.
  const version = `${historyVersion(state)} ${state?.importing?.isDone ?? true} ${filter.fromMs ?? ''}`
  const isKnown = state !== null
  useEffect(() => {
    if (isLive && isKnown) pages.setVersion(version, loader(filter))
  }, [pages, filter, version, isLive, isKnown])
  return pages
}

function loader(filter: HistoryFilter): LoadPage {
  return (offset, limit) => host().history.page({ filter, offset, limit })
}
