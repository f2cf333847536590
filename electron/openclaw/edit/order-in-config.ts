import {
  normalizeProvider,
  resolveAuthProvider,
  type AuthMode,
  type FailoverConfig,
  type OrderRules,
} from '../../../shared/engine/index.ts'
import type { ConfigEdit } from './types.ts'

type ProviderRules = Pick<OrderRules, 'providerSpellings' | 'authAliases'>
/** `auth.order` as it was read: keys as they are written. */
type WrittenOrders = Readonly<Record<string, readonly string[]>>

/** What `auth.profiles` holds about a profile. */
export interface ProfileEntry {
  readonly provider: string
  readonly mode: AuthMode
  readonly email?: string
  readonly displayName?: string
}

/**
 * The list in `auth.order` that counts for a provider: the one under the provider whose credentials are used, else the one
 * under its own id; of several spellings of a key the first (R16). null: none, which is not the same as an empty one.
 */
export function writtenOrderOf(
  orders: WrittenOrders,
  provider: string,
  rules: ProviderRules,
): readonly string[] | null {
  const [key] = keysOf(orders, provider, rules)
  return key === undefined ? null : (orders[key] ?? null)
}

/**
 * Edits that give a provider a list, under the key that counts now, in its spelling; a new key is that of the provider
 * whose credentials are used. Keys of other aliases stay: as soon as that key exists they count for nobody.
 *
 * @param profileIds null: no list, so every key goes that could count instead
 */
export function orderEdits(
  orders: WrittenOrders,
  provider: string,
  profileIds: readonly string[] | null,
  rules: ProviderRules,
): readonly ConfigEdit[] {
  const keys = keysOf(orders, provider, rules)
  if (profileIds === null) return keys.map((key) => ({ kind: 'remove', path: ['auth', 'order', key] }))
  const key = keys[0] ?? resolveAuthProvider(provider, rules)
  return [{ kind: 'set', path: ['auth', 'order', key], value: [...profileIds] }]
}

/** The keys that can hold a provider's list, the one that counts first. */
function keysOf(orders: WrittenOrders, provider: string, rules: ProviderRules): readonly string[] {
  const written = Object.keys(orders)
  const wanted = new Set([resolveAuthProvider(provider, rules), normalizeProvider(provider, rules)])
  return [...wanted].flatMap((id) => written.filter((key) => normalizeProvider(key, rules) === id))
}

/** Edits that make a profile known to the configuration, as a login of OpenClaw does. */
export function addProfileEdits(profileId: string, entry: ProfileEntry): readonly ConfigEdit[] {
  const { provider, mode, email, displayName } = entry
  const value = {
    provider,
    mode,
    ...(email === undefined ? {} : { email }),
    ...(displayName === undefined ? {} : { displayName }),
  }
  return [{ kind: 'set', path: ['auth', 'profiles', profileId], value }]
}

/**
 * Edits that change the name shown for a profile. None where the configuration does not know it: an entry of a name alone
 * would not be valid.
 *
 * @param displayName null: no name
 */
export function labelProfileEdits(
  config: Pick<FailoverConfig, 'profiles'>,
  profileId: string,
  displayName: string | null,
): readonly ConfigEdit[] {
  if (!config.profiles.some(({ id }) => id === profileId)) return []
  const path = ['auth', 'profiles', profileId, 'displayName']
  return [displayName === null ? { kind: 'remove', path } : { kind: 'set', path, value: displayName }]
}

/**
 * Edits that take a profile out of the configuration, as a logout of OpenClaw does: out of every list as well. A list that
 * becomes empty goes; one that was left empty on purpose stays.
 */
export function removeProfileEdits(config: Pick<FailoverConfig, 'order'>, profileId: string): readonly ConfigEdit[] {
  const lists = Object.entries(config.order).flatMap(([key, ids]): ConfigEdit[] => {
    const path = ['auth', 'order', key]
    const others = ids.filter((id) => id !== profileId)
    if (others.length === ids.length) return []
    return [others.length === 0 ? { kind: 'remove', path } : { kind: 'set', path, value: others }]
  })
  return [{ kind: 'remove', path: ['auth', 'profiles', profileId] }, ...lists]
}
