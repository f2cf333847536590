import type { Exclusion, OrderSource, ProfileOrder } from '../../../shared/engine/index.ts'
import { count, listOf } from '../../lib/words/text.ts'
import type { OrderSources } from './order-editor/order-sources.ts'

/** Where a provider's order comes from: `Order from openclaw.json`. */
export function orderSourceWords({ source, layer }: Pick<ProfileOrder, 'source' | 'layer'>): string {
  return source === 'stored' ? STORED_WORDS[layer ?? 'agent'] : SOURCE_WORDS[source]
}

const SOURCE_WORDS: Readonly<Record<Exclude<OrderSource, 'stored'>, string>> = {
  config: 'Order from openclaw.json',
  configured: 'Accounts named in openclaw.json, by rotation',
  derived: 'By rotation',
}

const STORED_WORDS: Readonly<Record<NonNullable<ProfileOrder['layer']>, string>> = {
  agent: 'Order stored for this agent',
  shared: 'Order from the shared store',
  combined: 'This agent’s own accounts, then the shared order',
}

/** What the place that does not decide holds; null: there is nothing to say about it. */
export function otherOrderWords({ stored, inherited, config, winner }: OrderSources): string | null {
  switch (winner) {
    case 'stored':
    case 'inherited':
      if (config !== null) return 'It wins over the one in openclaw.json'
      return winner === 'stored' && inherited !== null ? 'It wins over the inherited one' : 'None in openclaw.json'
    case 'config':
      return stored === null ? 'None is stored for this agent' : null
    case null:
      return 'No order is stored or in openclaw.json'
  }
}

/** What is remarkable about an order, one sentence each. */
export function orderNotes(order: ProfileOrder): readonly string[] {
  const notes: string[] = []
  if (order.isRepaired) {
    notes.push(
      order.isExplicit
        ? 'None of the accounts it names exists, so those that are stored are used instead.'
        : 'None of the accounts that openclaw.json names is stored, so those that are stored are used instead.',
    )
  }
  if (order.missingIds.length > 0) {
    const isOne = order.missingIds.length === 1
    notes.push(
      `It names ${listOf(order.missingIds)}, which ${isOne ? 'does not exist and is' : 'do not exist and are'} passed over.`,
    )
  }
  if (order.authProvider !== order.provider) notes.push(`The accounts of ${order.authProvider} serve it.`)
  return notes
}

/** Why an account is not in the order, by code. */
const EXCLUSION_WORDS: Readonly<Record<Exclusion['code'], string>> = {
  profile_missing: 'No such account is stored',
  setup_inactive: 'A new sign-in that has not been made active yet',
  provider_mismatch: 'It belongs to another provider',
  mode_mismatch: 'It is stored as another type than openclaw.json says',
  malformed_api_key: 'What is stored is not an API key',
  missing_credential: 'Neither a key nor a token is stored',
  invalid_expires: 'Its expiry is not a valid time',
  expired: 'Its token has expired',
  unresolved_ref: 'What its reference points to cannot be used',
  excluded_by_order: 'The order does not name it',
  not_configured: 'openclaw.json names other accounts of this provider',
}

export const EXCLUSION_CODES = Object.keys(EXCLUSION_WORDS) as readonly Exclusion['code'][]

export function exclusionWords(code: Exclusion['code']): string {
  return EXCLUSION_WORDS[code]
}

/** `3 in use, 1 not used`. */
export function laneCount(used: number, unused: number): string {
  if (used === 0) return unused === 0 ? 'no accounts' : `none of ${count(unused, 'account')} in use`
  return unused === 0 ? count(used, 'account') : `${count(used, 'account')}, ${unused} not used`
}
