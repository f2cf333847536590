import { HomePage } from '../features/home/home-page.tsx'
import { useAgentStatuses, useDirectory } from '../lib/state/use-host.ts'
import { NoAgentScreen } from './screens/no-agent-screen.tsx'
import { useCurrentAgent } from './use-current-agent.ts'

export function HomeRoute() {
  const directory = useDirectory()
  const statuses = useAgentStatuses()
  const current = useCurrentAgent(directory)
  if (directory === null) return null
  if (current === null) return <NoAgentScreen title="Home" />
  return <HomePage directory={directory} agent={current.agent} status={current.status} statuses={statuses} />
}
