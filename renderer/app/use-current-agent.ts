import { useSearch } from '@tanstack/react-router'
import type { AgentFacts, AgentStatus } from '../../shared/engine/index.ts'
import type { DirectoryState } from '../../shared/contract/types.ts'
import { selectAgent } from '../lib/state/selected-agent.ts'
import { useAgentStatus } from '../lib/state/use-host.ts'

/** The agent that the address names, or the default one, with its status now. */
export function useCurrentAgent(directory: DirectoryState | null): { agent: AgentFacts; status: AgentStatus } | null {
  const askedId = useSearch({ strict: false, select: (search) => search.agent })
  const agent = selectAgent(directory?.facts.agents ?? [], askedId)
  const status = useAgentStatus(agent?.id ?? null)
  return agent === null || status === null ? null : { agent, status }
}
