import { FindingsPage } from '../features/findings/findings-page.tsx'
import { useDirectory } from '../lib/state/use-host.ts'
import { InsightsTabs } from './insights-tabs.tsx'

export function FindingsRoute() {
  const directory = useDirectory()
  return directory === null ? null : <FindingsPage key={directory.path} tabs={<InsightsTabs />} />
}
