import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PageHead } from '../components/page-head.tsx'
import { useDirectory, useHostInfo } from '../lib/state/use-host.ts'
import { useCurrentAgent } from './use-current-agent.ts'

const DirectoryPage = lazy(async () => ({
  default: (await import('../features/directory/directory-page.tsx')).DirectoryPage,
}))

export function DirectoryRoute() {
  const directory = useDirectory()
  const current = useCurrentAgent(directory)
  const info = useHostInfo()
  const navigate = useNavigate()
  if (directory === null || info === undefined) return null
  return (
    <Suspense fallback={<PageHead title="Directory" />}>
      <DirectoryPage
        directory={directory}
        info={info}
        currentAgentId={current?.agent.id ?? null}
        onOpened={() => void navigate({ to: '/', search: {} })}
      />
    </Suspense>
  )
}
