import type { AgentFacts } from '../../../shared/engine/index.ts'

/** The agent that a screen shows: the one asked for, else the default one, else the first; null: there is none. */
export function selectAgent(agents: readonly AgentFacts[], askedId: string | undefined): AgentFacts | null {
  return agents.find((agent) => agent.id === askedId) ?? agents.find((agent) => agent.isDefault) ?? agents[0] ?? null
}

export function agentName(agent: Pick<AgentFacts, 'id' | 'name'>): string {
  return agent.name ?? agent.id
}
