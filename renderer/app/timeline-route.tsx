import { useNavigate, useSearch } from '@tanstack/react-router'
import { TimelinePage } from '../features/timeline/timeline-page.tsx'
import { toHistorySearch } from '../lib/history/filter-params.ts'
import { useSelection } from '../lib/history/use-selection.ts'
import { useDirectory } from '../lib/state/use-host.ts'
import { timelineSearch } from './timeline-search.ts'

export function TimelineRoute() {
  const directory = useDirectory()
  const navigate = useNavigate({ from: '/timeline' })
  const search = useSearch({ from: '/timeline' })
  const { selection, filter } = useSelection(search)
  if (directory === null) return null
  return (
    <TimelinePage
      key={directory.path}
      selection={selection}
      filter={filter}
      onSelection={(next) =>
        void navigate({
          search: (old) => ({ agent: old.agent, lanes: old.lanes, ...toHistorySearch(next) }),
          replace: true,
          resetScroll: false,
        })
      }
      lanes={timelineSearch({ ...search }).lanes ?? 'profiles'}
      onLanes={(lanes) =>
        void navigate({
          search: (old) => ({ ...old, lanes: lanes === 'models' ? 'models' : undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
