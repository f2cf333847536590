import {
  inheritedStore,
  type AgentFacts,
  type DirectoryFacts,
  type ProfileStatus,
} from '../../../../shared/engine/index.ts'
import { agentName } from '../../../lib/state/selected-agent.ts'
import { capitalize, count, listOf } from '../../../lib/words/text.ts'

/** What removing an account does, in one sentence: whose it is, what goes with it, who else loses it. */
export function removalSentence(facts: DirectoryFacts, agent: AgentFacts, status: ProfileStatus): string {
  const { profileId } = status
  const places = ['its credential', 'its windows and counters', ...orderPlaces(facts, agent, profileId)]
  const losers = losersOf(facts, agent, status)
  const effect = losers.length === 0 ? '' : `, and ${listOf(losers)} can no longer use it either`
  const store = status.origin === 'inherited' ? 'the shared store' : `the store of ${agentName(agent)}`
  return `${capitalize(listOf(places, places.length))} are removed from ${store}${effect}.`
}

/** The orders that name it and lose it. */
function orderPlaces(facts: DirectoryFacts, agent: AgentFacts, profileId: string): readonly string[] {
  const stores = [agent.store, inheritedStore(facts, agent)]
  const stored = stores.flatMap((store) => Object.entries(store?.order ?? {}))
  const names = (ids: readonly string[] | undefined): boolean => ids?.includes(profileId) ?? false
  const storedProviders = new Set(stored.flatMap(([provider, ids]) => (names(ids) ? [provider] : [])))
  const configured = Object.entries(facts.config.order).flatMap(([provider, ids]) => (names(ids) ? [provider] : []))
  return [
    ...(storedProviders.size === 0 ? [] : [`its place in the stored order of ${listOf([...storedProviders])}`]),
    ...(configured.length === 0 ? [] : [`its place in auth.order of ${listOf(configured)}`]),
  ]
}

/** Other agents that read through to the store and have no account of that id themselves. */
function losersOf(facts: DirectoryFacts, agent: AgentFacts, status: ProfileStatus): readonly string[] {
  const isShared = status.origin === 'inherited' || (agent.id === 'main' && facts.sharedStore === null)
  if (!isShared) return []
  const heirs = facts.agents.filter(
    (other) =>
      other.id !== agent.id &&
      inheritedStore(facts, other) !== null &&
      !(other.store?.profiles.some(({ id }) => id === status.profileId) ?? false),
  )
  const owner =
    status.origin === 'inherited' && facts.sharedStore === null ? facts.agents.find(({ id }) => id === 'main') : null
  const names = [...(owner == null ? [] : [agentName(owner)]), ...heirs.map(agentName)]
  return names.length > 4 ? [count(names.length, 'other agent')] : names
}
