import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PageHead } from '../components/page-head.tsx'
import { searchOfFilter } from '../lib/history/filter-params.ts'
import { useDirectory } from '../lib/state/use-host.ts'

const RunPage = lazy(async () => ({ default: (await import('../features/run/run-page.tsx')).RunPage }))

export interface RunSearch {
  /** Which run; absent: none, as after an incomplete link. */
  readonly key?: string | undefined
}

/** What of an address the screen of a run understands. The router reads `123` as a number. */
export function runSearch({ key }: Record<string, unknown>): RunSearch {
  if (typeof key === 'number') return { key: String(key) }
  return typeof key === 'string' && key !== '' ? { key } : {}
}

export function RunRoute() {
  const directory = useDirectory()
  const navigate = useNavigate({ from: '/run' })
  const { key = '' } = useSearch({ from: '/run' })
  if (directory === null) return null
  return (
    <Suspense fallback={<PageHead title="Run" />}>
      <RunPage
        key={`${directory.path} ${key}`}
        runKey={key}
        onOpenRun={(other) => void navigate({ search: (old) => ({ agent: old.agent, key: other }) })}
        onShowDecisions={(filter) =>
          void navigate({ to: '/decisions', search: (old) => ({ agent: old.agent, ...searchOfFilter(filter) }) })
        }
      />
    </Suspense>
  )
}
