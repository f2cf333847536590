import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChartsPage } from '../features/charts/charts-page.tsx'
import { searchOfFilter, toHistorySearch } from '../lib/history/filter-params.ts'
import { useSelection } from '../lib/history/use-selection.ts'
import { useDirectory } from '../lib/state/use-host.ts'
import { InsightsTabs } from './insights-tabs.tsx'

export function ChartsRoute() {
  const directory = useDirectory()
  const navigate = useNavigate({ from: '/charts' })
  const { selection, filter } = useSelection(useSearch({ from: '/charts' }))
  if (directory === null) return null
  return (
    <ChartsPage
      key={directory.path}
      tabs={<InsightsTabs />}
      selection={selection}
      filter={filter}
      onSelection={(next) =>
        void navigate({
          search: (old) => ({ agent: old.agent, ...toHistorySearch(next) }),
          replace: true,
          resetScroll: false,
        })
      }
      onOpenDecisions={(wanted) =>
        void navigate({ to: '/decisions', search: (old) => ({ agent: old.agent, ...searchOfFilter(wanted) }) })
      }
    />
  )
}
