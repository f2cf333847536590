import type { HistoryFilter, TimelineQuery } from '../../../shared/contract/history/index.ts'
import { Button } from '../../components/button.tsx'
import { CalmNote } from '../../components/calm-note.tsx'
import { HistoryFilterBar } from '../../components/history-filter-bar.tsx'
import { NoDecisions } from '../../components/no-decisions.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { ZoneNote } from '../../components/zone-note.tsx'
import type { HistorySelection } from '../../lib/history/time-range.ts'
import { useHistoryState } from '../../lib/history/use-history-state.ts'
import { useTitle } from '../../lib/use-title.ts'
import { TimelineBoard } from './timeline-board.tsx'

interface TimelinePageProps {
  readonly selection: HistorySelection
  /** The selection as of now. */
  readonly filter: HistoryFilter
  readonly onSelection: (selection: HistorySelection) => void
  readonly lanes: TimelineQuery['lanes']
  readonly onLanes: (lanes: TimelineQuery['lanes']) => void
}

/** What happened when: a lane for each account or model. */
export function TimelinePage({ selection, filter, onSelection, lanes, onLanes }: TimelinePageProps) {
  useTitle('Timeline')
  const { state, problem, retry } = useHistoryState()
  return (
    <div data-screen="timeline">
      <PageHead title="Timeline" aside={<ZoneNote />} />
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
        <NoDecisions>The timeline draws what logs tell.</NoDecisions>
      ) : (
        <>
          <HistoryFilterBar selection={selection} filter={filter} onSelection={onSelection} />
          <TimelineBoard
            state={state}
            selection={selection}
            filter={filter}
            onSelection={onSelection}
            lanes={lanes}
            onLanes={onLanes}
          />
        </>
      )}
    </div>
  )
}
