import type { OrderRules } from '../policy/index.ts'
import { own } from '../record.ts'
import { resolveAuthProvider } from '../rotation/provider-id.ts'
import { EMPTY_AUTH_STORE } from './auth-store.ts'
import type { AuthProfile, AuthStore } from './types.ts'

/** An agent's store together with what it inherits. Nothing is copied on disk: the agent reads through. */
export interface EffectiveStore extends Pick<AuthStore, 'profiles' | 'order' | 'usageStats'> {
  /** Ids that come from the shared store. */
  readonly inheritedIds: ReadonlySet<string>
  /** Whose the stored order of a provider is. */
  readonly orderLayers: ReadonlyMap<string, 'agent' | 'shared' | 'combined'>
}

/**
 * Merges an agent's own store over the one it inherits from. A profile of the agent wins over an inherited one of the
 * same id; whose profiles come first, which decides ties, and what becomes of an inherited order depend on the release.
 *
 * @param shared null: nothing to inherit
 * @param agent null: the agent has no store of its own
 */
export function effectiveStore(shared: AuthStore | null, agent: AuthStore | null, rules: OrderRules): EffectiveStore {
  const base = shared ?? EMPTY_AUTH_STORE
  const local = agent ?? EMPTY_AUTH_STORE
  const localIds = new Set(local.profiles.map((profile) => profile.id))
  const inherited = base.profiles.filter((profile) => !localIds.has(profile.id))
  return {
    profiles: mergeProfiles(base.profiles, local.profiles, inherited, rules.inheritedProfiles),
    usageStats: shared === null ? local.usageStats : { ...base.usageStats, ...local.usageStats },
    inheritedIds: new Set(inherited.map((profile) => profile.id)),
    ...mergeOrders(base, local, rules),
  }
}

function mergeProfiles(
  base: readonly AuthProfile[],
  local: readonly AuthProfile[],
  inherited: readonly AuthProfile[],
  position: OrderRules['inheritedProfiles'],
): readonly AuthProfile[] {
  if (position === 'after-own') return inherited.length === 0 ? local : [...local, ...inherited]
  const merged = new Map(base.map((profile) => [profile.id, profile]))
  for (const profile of local) merged.set(profile.id, profile)
  return [...merged.values()]
}

function mergeOrders(
  base: AuthStore,
  local: AuthStore,
  rules: OrderRules,
): Pick<EffectiveStore, 'order' | 'orderLayers'> {
  const order = new Map<string, readonly string[]>()
  const orderLayers = new Map<string, 'agent' | 'shared' | 'combined'>()
  for (const [provider, ids] of Object.entries(base.order)) {
    if (own(local.order, provider) !== undefined) continue
    const ownIds =
      rules.inheritedOrder === 'own-profiles-first'
        ? local.profiles.filter((profile) => resolveAuthProvider(profile.provider, rules) === provider)
        : []
    order.set(provider, [...new Set([...ownIds.map((profile) => profile.id), ...ids])])
    orderLayers.set(provider, ownIds.length > 0 ? 'combined' : 'shared')
  }
  for (const [provider, ids] of Object.entries(local.order)) {
    order.set(provider, ids)
    orderLayers.set(provider, 'agent')
  }
  return { order: Object.fromEntries(order), orderLayers }
}
