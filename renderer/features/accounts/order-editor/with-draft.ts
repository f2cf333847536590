import {
  createRotation,
  effectiveStore,
  EMPTY_AUTH_STORE,
  inheritedStore,
  policyOf,
  resolveAuthProvider,
  resolveOrder,
  type DirectoryFacts,
  type ProfileOrder,
  type Rotation,
  type UsageStats,
} from '../../../../shared/engine/index.ts'
import type { OrderList, OrderTarget } from '../../../../shared/contract/types.ts'
import { keysOf } from './order-sources.ts'

/** An order that is not written yet. */
export interface DraftOrder {
  /** The provider of a lane, as the engine spells it. */
  readonly provider: string
  readonly target: OrderTarget
  readonly ids: OrderList
}

/**
 * The directory as it would be with the draft written: what the engine makes of it is what will happen. An empty stored
 * order counts as none (8.2 of the store's rules); in the configuration it selects nothing.
 */
export function withDraft(facts: DirectoryFacts, agentId: string, draft: DraftOrder): DirectoryFacts {
  if (draft.target === 'config') {
    return { ...facts, config: { ...facts.config, order: replaced(facts, facts.config.order, draft) } }
  }
  const ids = draft.ids?.length === 0 ? null : draft.ids
  return {
    ...facts,
    agents: facts.agents.map((agent) => {
      if (agent.id !== agentId) return agent
      const store = agent.store ?? EMPTY_AUTH_STORE
      return { ...agent, store: { ...store, order: replaced(facts, store.order, { ...draft, ids }) } }
    }),
  }
}

/** One agent's accounts, own and inherited; null: there is no such agent. */
export function rotationOf(facts: DirectoryFacts, agentId: string): Rotation | null {
  const agent = facts.agents.find(({ id }) => id === agentId)
  if (agent === undefined) return null
  const policy = policyOf(facts)
  return createRotation(policy, facts.config, effectiveStore(inheritedStore(facts, agent), agent.store, policy.order))
}

/** The order in which accounts would be tried if nothing were locked: what an order that is written first starts from. */
export function unlockedOrder(facts: DirectoryFacts, agentId: string, provider: string, nowMs: number): ProfileOrder {
  const rotation = rotationOf(facts, agentId)
  if (rotation === null) throw new Error(`There is no agent ${agentId}`)
  const usageStats = Object.fromEntries(
    Object.entries(rotation.store.usageStats).map(([id, stats]) => [id, withoutWindows(stats)]),
  )
  const unlocked = createRotation(rotation.policy, rotation.config, { ...rotation.store, usageStats })
  return resolveOrder(unlocked, { provider, nowMs })
}

function withoutWindows(stats: UsageStats): UsageStats {
  return { ...stats, cooldownUntilMs: null, disabledUntilMs: null, blockedUntilMs: null }
}

/** The entry that counts keeps its spelling and its place; to remove it means to remove all that could count instead. */
function replaced(
  facts: DirectoryFacts,
  orders: Readonly<Record<string, readonly string[]>>,
  { provider, ids }: DraftOrder,
): Readonly<Record<string, readonly string[]>> {
  const entries = Object.entries(orders)
  const keys = keysOf(facts, orders, provider)
  const [known] = keys
  if (ids === null) return Object.fromEntries(entries.filter(([key]) => !keys.includes(key)))
  if (known !== undefined) return Object.fromEntries(entries.map(([key, value]) => [key, key === known ? ids : value]))
  return Object.fromEntries([...entries, [resolveAuthProvider(provider, policyOf(facts).order), ids]])
}
