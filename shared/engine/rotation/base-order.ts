import { serves } from './eligibility.ts'
import { memberOf, type Member } from './member.ts'
import type { Rotation } from './rotation.ts'
import type { Exclusion, OrderSource } from './types.ts'

/** The list of a provider before the time is known, and where it comes from. */
export interface BaseOrder {
  /** Each id once, the first place counting. */
  readonly members: readonly Member[]
  readonly source: OrderSource
  /** The provider key under which an explicit order was found; otherwise the auth provider. */
  readonly key: string
  readonly isExplicit: boolean
  /** What is used instead when no member may be used; null: nothing, the list stands. */
  readonly repair: readonly Member[] | null
  /** Stored profiles of the provider that the list leaves out. */
  readonly leftOut: readonly Exclusion[]
}

/** The provider's list, worked out at the first request. */
export function baseOrder(rotation: Rotation, provider: string, authProvider: string): BaseOrder {
  const cacheKey = `${authProvider} ${provider}`
  const known = rotation.bases.get(cacheKey)
  if (known) return known
  const base = settleBase(rotation, provider, authProvider)
  rotation.bases.set(cacheKey, base)
  return base
}

function settleBase(rotation: Rotation, provider: string, authProvider: string): BaseOrder {
  const list = listOf(rotation, provider, authProvider)
  const membersOf = (ids: readonly string[]): Member[] => ids.map((id) => memberOf(rotation, authProvider, id))
  const members = membersOf([...new Set(list.ids)])
  const stored = (rotation.storedByProvider.get(authProvider) ?? []).map(({ id }) => id)
  return {
    members,
    source: list.source,
    key: list.key,
    isExplicit: list.isExplicit,
    repair: isStale(rotation, authProvider, list) ? membersOf(stored) : null,
    leftOut: leftOut(list, stored),
  }
}

interface List extends Pick<BaseOrder, 'source' | 'key' | 'isExplicit'> {
  readonly ids: readonly string[]
}

/**
 * Explicit order first: stored before configured, the auth provider's key before the requested one; then the configured
 * profiles; then all stored ones (R16). An order in the configuration may be empty and then selects nothing.
 */
function listOf(rotation: Rotation, provider: string, authProvider: string): List {
  const configured = (rotation.configuredByProvider.get(authProvider) ?? []).map(({ id }) => id)
  const explicit = explicitOrder(rotation, provider, authProvider) ?? codexOrder(rotation, authProvider, configured)
  if (explicit) return explicit
  if (configured.length > 0) return { ids: configured, source: 'configured', key: authProvider, isExplicit: false }
  const stored = (rotation.storedByProvider.get(authProvider) ?? []).map(({ id }) => id)
  return { ids: stored, source: 'derived', key: authProvider, isExplicit: false }
}

function explicitOrder(rotation: Rotation, provider: string, authProvider: string): List | null {
  const keys = provider === authProvider ? [authProvider] : [authProvider, provider]
  const layers = [
    ['stored', rotation.storedOrder],
    ['config', rotation.configOrder],
  ] as const
  for (const [source, orders] of layers) {
    for (const key of keys) {
      const ids = orders.get(key)
      if (ids) return { ids, source, key, isExplicit: true }
    }
  }
  return null
}

/**
 * Without an order of its own, `openai-codex` of 2026.5 takes the one of `openai`, merged with its own profiles: the
 * order leads if it names one of them, otherwise they lead.
 */
function codexOrder(rotation: Rotation, authProvider: string, configured: readonly string[]): List | null {
  const rules = rotation.policy.order
  if (!rules.codexUsesOpenaiKeys || authProvider !== 'openai-codex') return null
  const alias = explicitOrder(rotation, 'openai', 'openai')
  if (!alias) return null
  const native =
    configured.length > 0 ? configured : (rotation.storedByProvider.get(authProvider) ?? []).map(({ id }) => id)
  const usable = alias.ids.filter((id) => {
    const profile = rotation.profileById.get(id)
    return profile !== undefined && serves(rules, authProvider, profile)
  })
  const leads = usable.some((id) => native.includes(id))
  return { ...alias, ids: leads ? [...usable, ...native] : [...native, ...usable] }
}

/** None of the named ids is stored any more, in a release that then falls back to what is stored. */
function isStale(rotation: Rotation, authProvider: string, { ids, source }: List): boolean {
  const mayRepair =
    rotation.configuredByProvider.has(authProvider) ||
    (rotation.policy.order.repair === 'configured-and-stored-by-rotation' && source === 'stored')
  return mayRepair && ids.length > 0 && ids.every((id) => !rotation.profileById.has(id))
}

function leftOut({ ids, source, isExplicit }: List, stored: readonly string[]): readonly Exclusion[] {
  if (source === 'derived') return []
  const named = new Set(ids)
  const code = isExplicit ? 'excluded_by_order' : 'not_configured'
  return stored.flatMap((profileId) => (named.has(profileId) ? [] : [{ profileId, code }]))
}
