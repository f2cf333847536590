import { useNavigate } from '@tanstack/react-router'
import { OpenAnother } from '../features/open-directory/open-another.tsx'
import { useDirectory, useHostInfo } from '../lib/state/use-host.ts'

export function DirectoryRoute() {
  const directory = useDirectory()
  const info = useHostInfo()
  const navigate = useNavigate()
  if (directory === null || info === undefined) return null
  return <OpenAnother directory={directory} info={info} onOpened={() => void navigate({ to: '/', search: {} })} />
}
