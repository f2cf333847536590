import { useNavigate, useSearch } from '@tanstack/react-router'
import { DecisionsPage } from '../features/decisions/decisions-page.tsx'
import { toHistorySearch } from '../lib/history/filter-params.ts'
import { useSelection } from '../lib/history/use-selection.ts'
import { useDirectory } from '../lib/state/use-host.ts'

export function DecisionsRoute() {
  const directory = useDirectory()
  const navigate = useNavigate({ from: '/decisions' })
  const { selection, filter } = useSelection(useSearch({ from: '/decisions' }))
  if (directory === null) return null
  return (
    <DecisionsPage
      key={directory.path}
      selection={selection}
      filter={filter}
      onSelection={(next) =>
        void navigate({ search: (old) => ({ agent: old.agent, ...toHistorySearch(next) }), replace: true })
      }
      onOpenRun={(key) => void navigate({ to: '/run', search: (old) => ({ agent: old.agent, key }) })}
    />
  )
}
