import { asRecord, asTextList, own } from '../record.ts'
import type { OrderRules } from '../policy/index.ts'
import { readCredential } from './credential.ts'
import type { AuthProfile, AuthStore, RejectedEntry, StatsFlaw, UsageStats } from './types.ts'
import { readUsageStats } from './usage-stats.ts'

type Raw = Readonly<Record<string, unknown>>
type ReadingRules = Pick<OrderRules, 'readsCamelCaseType' | 'providerSpellings'>

export const EMPTY_AUTH_STORE: AuthStore = {
  profiles: [],
  rejected: [],
  order: {},
  lastGood: {},
  usageStats: {},
  statsFlaws: [],
}

/** Whether a parsed document is a credential document at all: an object whose `profiles` is an object. */
export function isCredentialDocument(value: unknown): boolean {
  const document = asRecord(value)
  return document !== null && asRecord(own(document, 'profiles')) !== null
}

/**
 * Reads the two documents of a store (R12, R14, R33). Secrets are reduced to facts here and do not go any further.
 *
 * @param credentials the parsed credential document (`store_json`, `auth-profiles.json`); it may carry routing state itself
 * @param state the parsed routing state (`state_json`, `auth-state.json`), whose entries win; undefined: there is none
 * @param rules how the release reads spellings
 */
export function readAuthStore(credentials: unknown, state: unknown, rules: ReadingRules): AuthStore {
  const document = asRecord(credentials) ?? {}
  const profiles: AuthProfile[] = []
  const rejected: RejectedEntry[] = []
  for (const [id, entry] of Object.entries(asRecord(own(document, 'profiles')) ?? {})) {
    const result = readCredential(id, entry, rules)
    if ('profile' in result) profiles.push(result.profile)
    else rejected.push(result.rejected)
  }
  return { profiles, rejected, ...readRoutingState([document, asRecord(state) ?? {}], rules) }
}

/**
 * Reads a flat document, `auth.json` or the old form of `auth-profiles.json`: provider to credential, each under the id
 * `<provider>:default`.
 */
export function readFlatAuthStore(document: unknown, rules: ReadingRules): AuthStore {
  const profiles: AuthProfile[] = []
  const rejected: RejectedEntry[] = []
  for (const [provider, entry] of Object.entries(asRecord(document) ?? {})) {
    const typed = inferType(entry)
    const result = readCredential(`${provider}:default`, typed, { ...rules, providerFromKey: provider })
    if ('profile' in result) profiles.push(result.profile)
    else rejected.push(result.rejected)
  }
  return { ...EMPTY_AUTH_STORE, profiles, rejected }
}

function inferType(value: unknown): unknown {
  const entry = asRecord(value)
  if (!entry || own(entry, 'type') !== undefined || own(entry, 'mode') !== undefined) return value
  const has = (...fields: string[]): boolean => fields.some((field) => own(entry, field) !== undefined)
  if (has('key', 'apiKey', 'keyRef')) return { ...entry, type: 'api_key' }
  if (has('token', 'tokenRef')) return { ...entry, type: 'token' }
  return has('access') && has('refresh') ? { ...entry, type: 'oauth' } : value
}

/** Later documents win, key by key. */
function readRoutingState(
  documents: readonly Raw[],
  rules: ReadingRules,
): Pick<AuthStore, 'order' | 'lastGood' | 'usageStats' | 'statsFlaws'> {
  const order = new Map<string, readonly string[]>()
  const lastGood = new Map<string, string>()
  const usageStats = new Map<string, UsageStats>()
  const statsFlaws: StatsFlaw[] = []
  const providerKey = (key: string): string => {
    const provider = key.trim().toLowerCase()
    return own(rules.providerSpellings, provider) ?? provider
  }
  for (const document of documents) {
    for (const [provider, ids] of entriesOf(document, 'order')) {
      const list = asTextList(ids)
      // A stored order is never empty: it cannot mean "use none".
      if (list !== null && list.length > 0) order.set(providerKey(provider), list)
    }
    for (const [provider, id] of entriesOf(document, 'lastGood')) {
      if (typeof id === 'string' && id.trim() !== '') lastGood.set(providerKey(provider), id)
    }
    for (const [id, entry] of entriesOf(document, 'usageStats')) {
      const stats = readUsageStats(id, entry, statsFlaws)
      if (stats) usageStats.set(id, stats)
    }
  }
  return {
    order: Object.fromEntries(order),
    lastGood: Object.fromEntries(lastGood),
    usageStats: Object.fromEntries(usageStats),
    statsFlaws,
  }
}

function entriesOf(document: Raw, key: string): [string, unknown][] {
  return Object.entries(asRecord(own(document, key)) ?? {})
}
