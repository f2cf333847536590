import { ProblemsPage } from '../features/problems/problems-page.tsx'
import { useDirectory } from '../lib/state/use-host.ts'

export function ProblemsRoute() {
  const directory = useDirectory()
  return directory === null ? null : <ProblemsPage directory={directory} />
}
