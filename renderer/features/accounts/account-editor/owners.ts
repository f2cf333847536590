import {
  inheritedStore,
  type AgentFacts,
  type AuthStore,
  type DirectoryFacts,
} from '../../../../shared/engine/index.ts'
import { agentName } from '../../../lib/state/selected-agent.ts'
import { count, listOf } from '../../../lib/words/text.ts'

export type Owner = 'own' | 'shared'

export interface OwnerChoice {
  readonly id: Owner
  readonly name: string
  readonly note: string
}

/** Whose a new account can be, the likeliest first, each with who may use it then. */
export function ownerChoices(facts: DirectoryFacts, agent: AgentFacts): readonly OwnerChoice[] {
  const others = facts.agents.filter(({ id }) => id !== agent.id).map(agentName)
  const inherited = inheritedStore(facts, agent)
  if (inherited === null && facts.sharedStore === null && agent.id === 'main') {
    const heirs =
      others.length === 0
        ? 'No other agent is there.'
        : `${listOf(others)} inherit${others.length === 1 ? 's' : ''} it.`
    return [{ id: 'own', name: `Agent ${agentName(agent)}`, note: heirs }]
  }
  return [
    {
      id: 'own',
      name: `Only ${agentName(agent)}`,
      note: 'It lies in the store of this agent; no other agent sees it.',
    },
    {
      id: 'shared',
      name: 'Shared',
      note: `It lies in the store that agents inherit from: ${count(facts.agents.length, 'agent')} can use it, but for those that have an account of the same id.`,
    },
  ]
}

/** The ids that a store holds, those included that cannot be used: none of them may be taken again. */
export function idsOf(store: AuthStore | null): ReadonlySet<string> {
  return new Set(store === null ? [] : [...store.profiles, ...store.rejected].map(({ id }) => id))
}

/** The store that a new account would go to. */
export function storeOf(facts: DirectoryFacts, agent: AgentFacts, owner: Owner): AuthStore | null {
  return owner === 'own' ? agent.store : inheritedStore(facts, agent)
}
