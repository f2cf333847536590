import type { OrderRules } from '../policy/index.ts'
import { own } from '../record.ts'

/** The provider id in the spelling of a release: trimmed, lower case, known other spellings replaced. */
export function normalizeProvider(id: string, rules: Pick<OrderRules, 'providerSpellings'>): string {
  const provider = id.trim().toLowerCase()
  return own(rules.providerSpellings, provider) ?? provider
}

/** The provider whose profiles serve this one: itself, or the one its auth alias names. */
export function resolveAuthProvider(id: string, rules: Pick<OrderRules, 'providerSpellings' | 'authAliases'>): string {
  const provider = normalizeProvider(id, rules)
  return own(rules.authAliases, provider) ?? provider
}
