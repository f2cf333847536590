import {
  inheritedStore,
  normalizeProvider,
  own,
  policyOf,
  resolveAuthProvider,
  type AgentFacts,
  type DirectoryFacts,
} from '../../../../shared/engine/index.ts'
import type { OrderList, OrderTarget } from '../../../../shared/contract/types.ts'

/** What the places where an order can be written hold for one provider of one agent, and which of them counts. */
export interface OrderSources extends Readonly<Record<OrderTarget, OrderList>> {
  /** The order of the store that the agent inherits from; it stands between the two. */
  readonly inherited: OrderList
  /** null: none is written, the accounts rotate by themselves. */
  readonly winner: OrderTarget | 'inherited' | null
}

/**
 * A stored order wins over `auth.order`, the agent's own over an inherited one (R16).
 *
 * @param provider the provider of a lane, as the engine spells it
 */
export function orderSources(facts: DirectoryFacts, agentId: string, provider: string): OrderSources {
  const agent = facts.agents.find(({ id }) => id === agentId)
  const stored = entryOf(facts, agent?.store?.order ?? {}, provider)
  const inherited = agent === undefined ? null : inheritedOrder(facts, agent, provider)
  const config = entryOf(facts, facts.config.order, provider)
  const winner =
    stored !== null ? 'stored' : inherited !== null ? 'inherited' : config !== null ? ('config' as const) : null
  return { stored, inherited, config, winner }
}

/**
 * Provider keys of other spellings that lead to this provider's accounts and have an order in the same place. Such an order
 * counts only for requests that use that key, and only where this provider has none (8.2 of the store's rules).
 */
export function aliasKeys(facts: DirectoryFacts, provider: string): readonly string[] {
  const rules = policyOf(facts).order
  return Object.keys(facts.config.order).filter((key) => own(rules.authAliases, keyOf(facts, key)) === provider)
}

/** The entry that counts for this provider; of several spellings the first. */
function entryOf(
  facts: DirectoryFacts,
  orders: Readonly<Record<string, readonly string[]>>,
  provider: string,
): OrderList {
  const [key] = keysOf(facts, orders, provider)
  return key === undefined ? null : (own(orders, key) ?? null)
}

/**
 * The keys that can hold a provider's order, the one that counts first: that of the provider whose accounts serve it, then
 * its own, each in the spellings of the directory's release.
 */
export function keysOf(
  facts: DirectoryFacts,
  orders: Readonly<Record<string, readonly string[]>>,
  provider: string,
): readonly string[] {
  const wanted = new Set([resolveAuthProvider(provider, policyOf(facts).order), keyOf(facts, provider)])
  return [...wanted].flatMap((id) => Object.keys(orders).filter((key) => keyOf(facts, key) === id))
}

/** A provider key as the release of the directory spells it. */
function keyOf(facts: DirectoryFacts, key: string): string {
  return normalizeProvider(key, policyOf(facts).order)
}

function inheritedOrder(facts: DirectoryFacts, agent: AgentFacts, provider: string): OrderList {
  return entryOf(facts, inheritedStore(facts, agent)?.order ?? {}, provider)
}
