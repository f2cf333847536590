import { normalizeProvider, resolveAuthProvider, type OrderRules } from '../../../../shared/engine/index.ts'
import type { JsonRecord } from '../types.ts'
import { sectionOf, withSection } from './sections.ts'

export type ProviderRules = Pick<OrderRules, 'providerSpellings' | 'authAliases'>

/**
 * Sets the stored order of a provider. It stands under the provider whose credentials are used; keys of its other
 * spellings and aliases go. The ids are stored as given, inherited ones too (OR-09), trimmed and each once.
 *
 * @param profileIds null or empty: removes the entry, because a stored order cannot mean "none"
 */
export function withStoredOrder(
  state: JsonRecord | null,
  provider: string,
  profileIds: readonly string[] | null,
  rules: ProviderRules,
): JsonRecord | null {
  const orders = sectionOf(state, 'order')
  const key = resolveAuthProvider(provider, rules)
  const ids = tidy(profileIds ?? [])
  const kept = Object.entries(orders).filter(([name]) => name === key || resolveAuthProvider(name, rules) !== key)
  if (ids.length === 0) return settle(state, orders, Object.fromEntries(kept.filter(([name]) => name !== key)))
  return settle(state, orders, { ...Object.fromEntries(kept), [key]: ids })
}

/** The stored order that the rules find for a provider; null: none. */
export function storedOrderOf(
  state: JsonRecord | null,
  provider: string,
  rules: ProviderRules,
): readonly string[] | null {
  const lists = new Map<string, readonly string[]>()
  for (const [key, value] of Object.entries(sectionOf(state, 'order'))) {
    const ids = Array.isArray(value) ? value.flatMap((id) => (isText(id) ? [id.trim()] : [])) : []
    if (ids.length > 0) lists.set(normalizeProvider(key, rules), ids)
  }
  return lists.get(resolveAuthProvider(provider, rules)) ?? lists.get(normalizeProvider(provider, rules)) ?? null
}

function settle(state: JsonRecord | null, before: JsonRecord, after: JsonRecord): JsonRecord | null {
  return JSON.stringify(before) === JSON.stringify(after) ? state : withSection(state, 'order', after)
}

function tidy(profileIds: readonly string[]): string[] {
  return [...new Set(profileIds.map((id) => id.trim()).filter((id) => id !== ''))]
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
