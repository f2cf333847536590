import type { ReactNode } from 'react'
import type { HistoryFilter, HistoryState } from '../../shared/contract/history/index.ts'
import type { HistorySelection } from '../lib/history/time-range.ts'
import { useHistoryState } from '../lib/history/use-history-state.ts'
import { Button } from './button.tsx'
import { CalmNote } from './calm-note.tsx'
import { HistoryFilterBar } from './history-filter-bar.tsx'
import { NoDecisions } from './no-decisions.tsx'
import { ProblemNote } from './problem-note.tsx'

interface HistoryFrameProps {
  readonly selection: HistorySelection
  /** The selection as of now. */
  readonly filter: HistoryFilter
  readonly onSelection: (selection: HistorySelection) => void
  /** What the screen makes of logs, for where there are none yet. */
  readonly purpose: string
  readonly children: (state: HistoryState) => ReactNode
}

/** What shows the history, below its filter; until there is something to show, why there is not. */
export function HistoryFrame({ selection, filter, onSelection, purpose, children }: HistoryFrameProps) {
  const { state, problem, retry } = useHistoryState()
  return (
    <>
      {problem === null ? null : (
        <>
          <ProblemNote problem={problem} />
          <Button onPress={retry}>Try again</Button>
        </>
      )}
      {state === null ? (
        problem === null ? (
          <CalmNote title="Reading the history…" />
        ) : null
      ) : state.count === 0 ? (
        <NoDecisions>{purpose}</NoDecisions>
      ) : (
        <>
          <HistoryFilterBar selection={selection} filter={filter} onSelection={onSelection} />
          {children(state)}
        </>
      )}
    </>
  )
}
