import type { HistoryFilter, TimelineQuery } from '../../../shared/contract/history/index.ts'
import { HistoryFrame } from '../../components/history-frame.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { ZoneNote } from '../../components/zone-note.tsx'
import type { HistorySelection } from '../../lib/history/time-range.ts'
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
  return (
    <div data-screen="timeline">
      <PageHead title="Timeline" aside={<ZoneNote />} />
      <HistoryFrame
        selection={selection}
        filter={filter}
        onSelection={onSelection}
        purpose="The timeline draws what logs tell."
      >
        {(state) => (
          <TimelineBoard
            state={state}
            selection={selection}
            filter={filter}
            onSelection={onSelection}
            lanes={lanes}
            onLanes={onLanes}
          />
        )}
      </HistoryFrame>
    </div>
  )
}
