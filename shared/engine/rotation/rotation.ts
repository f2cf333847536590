import type { ConfiguredProfile, FailoverConfig } from '../config/types.ts'
import type { Policy } from '../policy/index.ts'
import type { EffectiveStore } from '../store/effective-store.ts'
import type { AuthProfile } from '../store/types.ts'
import type { BaseOrder } from './base-order.ts'
import type { MemberSource } from './member.ts'
import { normalizeProvider, resolveAuthProvider } from './provider-id.ts'

/**
 * A store and a configuration, indexed under one policy, so that orders can be asked for many times. Whatever does not
 * depend on the time is settled once.
 */
export interface Rotation extends MemberSource {
  readonly config: FailoverConfig
  /** Auth provider to its stored profiles, in store order. */
  readonly storedByProvider: ReadonlyMap<string, readonly AuthProfile[]>
  /** Auth provider to its configured profiles, in file order. */
  readonly configuredByProvider: ReadonlyMap<string, readonly ConfiguredProfile[]>
  /** Normalised provider key to `auth.order`; of several spellings the first counts. */
  readonly configOrder: ReadonlyMap<string, readonly string[]>
  readonly storedOrder: ReadonlyMap<string, readonly string[]>
  /** What each provider's list is before the time is known; filled as providers are asked for. */
  readonly bases: Map<string, BaseOrder>
}

export function createRotation(policy: Policy, config: FailoverConfig, store: EffectiveStore): Rotation {
  const rules = policy.order
  const providerAuth = new Map(config.providers.map(({ id, auth }) => [normalizeProvider(id, rules), auth]))
  return {
    policy,
    store,
    config,
    profileById: new Map(store.profiles.map((profile) => [profile.id, profile])),
    storedByProvider: groupBy(store.profiles, ({ provider }) => resolveAuthProvider(provider, rules)),
    configuredById: new Map(config.profiles.map((profile) => [profile.id, profile])),
    configuredByProvider: groupBy(config.profiles, ({ provider }) => resolveAuthProvider(provider, rules)),
    configOrder: firstByKey(config.order, (key) => normalizeProvider(key, rules)),
    storedOrder: firstByKey(store.order, (key) => normalizeProvider(key, rules)),
    bases: new Map(),
    // A profile of the mode `aws-sdk` lives in the configuration alone: the machine's own AWS credentials are used.
    isConfigOnly(authProvider, configured) {
      if (configured?.mode !== 'aws-sdk' || rules.awsSdk === 'unknown') return false
      if (resolveAuthProvider(configured.provider, rules) !== authProvider) return false
      const declared = providerAuth.get(normalizeProvider(configured.provider, rules)) ?? null
      const isAssumed = rules.awsSdk === 'assumed-for-bedrock' && authProvider === 'amazon-bedrock'
      return declared === 'aws-sdk' || (declared === null && isAssumed)
    },
  }
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

function firstByKey<T>(record: Readonly<Record<string, T>>, keyOf: (key: string) => string): Map<string, T> {
  const map = new Map<string, T>()
  for (const [key, value] of Object.entries(record)) {
    const normalised = keyOf(key)
    if (!map.has(normalised)) map.set(normalised, value)
  }
  return map
}
