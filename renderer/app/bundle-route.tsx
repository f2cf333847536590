import { useNavigate } from '@tanstack/react-router'
import { BundlePage } from '../features/bundle/bundle-page.tsx'
import { useDirectory } from '../lib/state/use-host.ts'

export function BundleRoute() {
  const directory = useDirectory()
  const navigate = useNavigate()
  if (directory === null) return null
  return (
    <BundlePage
      key={directory.path}
      bundle={directory.bundle}
      onOpened={() => void navigate({ to: '/', search: { agent: undefined } })}
    />
  )
}
