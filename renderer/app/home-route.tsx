import { Navigate } from '@tanstack/react-router'
import type { AgentFacts, AgentStatus, Attention } from '../../shared/engine/index.ts'
import type { DirectoryState } from '../../shared/contract/types.ts'
import { HomePage } from '../features/home/home-page.tsx'
import { ClearContradicted } from '../features/locks/clear-contradicted.tsx'
import { useLockBench } from '../features/locks/lock-bench.tsx'
import { LockDialogs } from '../features/locks/lock-dialogs.tsx'
import { useAgentStatuses, useDirectory, useIsReadOnly } from '../lib/state/use-host.ts'
import { NoAgentScreen } from './screens/no-agent-screen.tsx'
import { useCurrentAgent } from './use-current-agent.ts'

export function HomeRoute() {
  const directory = useDirectory()
  const current = useCurrentAgent(directory)
  if (directory === null) return null
  if (directory.kind === 'log') return <Navigate to="/decisions" replace />
  if (current === null) return <NoAgentScreen title="Home" />
  // Another agent's locks are others: what was chosen among these does not count there.
  return <AgentHome key={current.agent.id} directory={directory} {...current} />
}

interface AgentHomeProps {
  readonly directory: DirectoryState
  readonly agent: AgentFacts
  readonly status: AgentStatus
}

function AgentHome({ directory, agent, status }: AgentHomeProps) {
  const statuses = useAgentStatuses()
  const locks = useLockBench(agent.id, status.locks)
  const isReadOnly = useIsReadOnly()
  const attentionAction = ({ code, profileIds }: Attention) =>
    !isReadOnly && code === 'lock_contradicted' ? (
      <ClearContradicted agentId={agent.id} profileIds={profileIds} />
    ) : null
  return (
    <>
      <HomePage
        directory={directory}
        agent={agent}
        status={status}
        statuses={statuses}
        slots={{ locks, attentionAction }}
      />
      <LockDialogs status={status} isGatewayRunning={directory.gateway.running !== null} />
    </>
  )
}
