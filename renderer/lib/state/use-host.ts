import { skipToken, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { AgentStatus } from '../../../shared/engine/index.ts'
import type { DirectoryState, HostInfo, HostState } from '../../../shared/contract/types.ts'
import { agentStatuses, HOST_INFO_KEY, HOST_STATE_KEY } from './host-session.ts'

/** The host's state as last pushed; undefined: not known yet. The subscription fills it, so nothing is ever fetched. */
export function useHostState(): HostState | undefined {
  return useQuery<HostState>({ queryKey: HOST_STATE_KEY, queryFn: skipToken }).data
}

export function useHostInfo(): HostInfo | undefined {
  return useQuery<HostInfo>({ queryKey: HOST_INFO_KEY, queryFn: skipToken }).data
}

/** The open directory, or null. */
export function useDirectory(): DirectoryState | null {
  const state = useHostState()
  return state?.kind === 'open' ? state.directory : null
}

/** Whether what is open can only be read: then no screen offers to change anything. */
export function useIsReadOnly(): boolean {
  const directory = useDirectory()
  return directory !== null && directory.bundle !== null
}

/** Every agent's status, true at every instant. */
export function useAgentStatuses(): readonly AgentStatus[] {
  return useSyncExternalStore(agentStatuses.subscribe, agentStatuses.all)
}

export function useAgentStatus(agentId: string | null): AgentStatus | null {
  return useSyncExternalStore(agentStatuses.subscribe, () => (agentId === null ? null : agentStatuses.of(agentId)))
}
