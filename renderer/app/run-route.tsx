import { useNavigate, useSearch } from '@tanstack/react-router'
import { RunPage } from '../features/run/run-page.tsx'
import { searchOfFilter } from '../lib/history/filter-params.ts'
import { useDirectory } from '../lib/state/use-host.ts'
import { runSearch } from './run-search.ts'

export function RunRoute() {
  const directory = useDirectory()
  const navigate = useNavigate({ from: '/run' })
  const { key = '' } = runSearch({ ...useSearch({ from: '/run' }) })
  if (directory === null) return null
  return (
    <RunPage
      key={`${directory.path} ${key}`}
      runKey={key}
      onOpenRun={(other) => void navigate({ search: (old) => ({ agent: old.agent, key: other }) })}
      onShowDecisions={(filter) =>
        void navigate({ to: '/decisions', search: (old) => ({ agent: old.agent, ...searchOfFilter(filter) }) })
      }
    />
  )
}
