import path from 'node:path'
import type {
  AgentFacts,
  AuthProfile,
  AuthStore,
  ConfiguredAgent,
  ConfiguredProfile,
  ConfiguredProvider,
  DirectoryFacts,
  FailoverConfig,
  ModelChoice,
  NamedModels,
  SecretFacts,
  SecretRef,
  SessionFacts,
  UsageStats,
} from '../../shared/engine/index.ts'
import type { Cleaning } from './cleaning.ts'
import { versionOf } from './plain-names.ts'

/**
 * What a directory says, without whose it is. Every field is named here: what is not, does not get in. Of secrets, only
 * whether there is one is told, and not how it ends.
 */
export function cleanFacts(facts: DirectoryFacts, cleaning: Cleaning): DirectoryFacts {
  return {
    era: facts.era,
    openclawVersion: versionOf(facts.openclawVersion),
    policyId: facts.policyId,
    config: cleanConfig(facts.config, cleaning),
    sharedStore: given(facts.sharedStore, (store) => cleanStore(store, cleaning)),
    sharedStoreFile: given(facts.sharedStoreFile, fileName),
    agents: facts.agents.map((agent) => cleanAgent(agent, cleaning)),
  }
}

const given = <T, R>(value: T | null, clean: (value: T) => R): R | null => (value === null ? null : clean(value))

/** The stores have names of their own everywhere; anything else is not told. */
function fileName(file: string): string {
  const name = path.posix.basename(file)
  return /^[a-z-]{1,40}\.(?:json|sqlite)$/.test(name) ? name : 'store'
}

function cleanAgent(agent: AgentFacts, cleaning: Cleaning): AgentFacts {
  const { aliases } = cleaning
  return {
    id: aliases.agent(agent.id),
    name: given(agent.name, (name) => aliases.other('name', name)),
    isDefault: agent.isDefault,
    hasFolder: agent.hasFolder,
    storeFile: given(agent.storeFile, fileName),
    storeState: agent.storeState,
    store: given(agent.store, (store) => cleanStore(store, cleaning)),
    sessions: agent.sessions.map((session) => cleanSession(session, cleaning)),
  }
}

function cleanSession(session: SessionFacts, cleaning: Cleaning): SessionFacts {
  const { aliases } = cleaning
  return {
    key: cleaning.session(session.key),
    updatedAtMs: session.updatedAtMs,
    lastProvider: given(session.lastProvider, aliases.provider),
    lastModel: given(session.lastModel, aliases.model),
    overrideProvider: given(session.overrideProvider, aliases.provider),
    overrideModel: given(session.overrideModel, aliases.model),
    overrideSource: session.overrideSource,
    originProvider: given(session.originProvider, aliases.provider),
    originModel: given(session.originModel, aliases.model),
    pinProfileId: given(session.pinProfileId, (id) => aliases.profile(id, session.overrideProvider)),
    pinSource: session.pinSource,
  }
}

function cleanStore(store: AuthStore, cleaning: Cleaning): AuthStore {
  const { aliases } = cleaning
  const providers = new Map(store.profiles.map(({ id, provider }) => [id, provider]))
  const aliasOf = (id: string): string => aliases.profile(id, providers.get(id) ?? null)
  return {
    profiles: store.profiles.map((profile) => cleanProfile(profile, cleaning)),
    rejected: store.rejected.map(({ id, reason }) => ({ id: aliasOf(id), reason })),
    order: cleanOrder(store.order, cleaning),
    lastGood: fromEntries(
      Object.entries(store.lastGood).map(([provider, id]) => [
        aliases.provider(provider),
        aliases.profile(id, provider),
      ]),
    ),
    usageStats: fromEntries(
      Object.entries(store.usageStats).map(([id, stats]) => [aliasOf(id), cleanStats(stats, cleaning)]),
    ),
    statsFlaws: store.statsFlaws.map(({ profileId, field, flaw }) => ({
      profileId: aliasOf(profileId),
      field: STATS_FIELDS.has(field) ? field : 'other',
      flaw,
    })),
  }
}

const STATS_FIELDS: ReadonlySet<string> = new Set(
  `lastUsed cooldownUntil cooldownReason cooldownModel disabledUntil disabledReason blockedUntil blockedReason blockedSource
  blockedModel blockedScope errorCount failureCounts lastFailureAt lastProbeAt`.split(/\s+/),
)

/** Without a prototype: `__proto__` is a key like any other. */
function fromEntries<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries(entries) as Record<string, T>
}

function cleanProfile(profile: AuthProfile, cleaning: Cleaning): AuthProfile {
  const { aliases, word } = cleaning
  const ref = (value: SecretRef | null): SecretRef | null => given(value, (found) => cleanRef(found, cleaning))
  return {
    id: aliases.profile(profile.id, profile.provider),
    type: profile.type,
    provider: aliases.provider(profile.provider),
    key: given(profile.key, cleanSecret),
    keyRef: ref(profile.keyRef),
    token: given(profile.token, cleanSecret),
    tokenRef: ref(profile.tokenRef),
    access: given(profile.access, cleanSecret),
    refresh: given(profile.refresh, cleanSecret),
    hasLegacyOauthRef: profile.hasLegacyOauthRef,
    expiresMs: profile.expiresMs,
    email: given(profile.email, (email) => aliases.other('person', email.toLowerCase())),
    displayName: given(profile.displayName, (name) => aliases.other('name', name)),
    accountId: given(profile.accountId, (id) => aliases.other('identity', id)),
    plan: given(profile.plan, word),
    copyToAgents: profile.copyToAgents,
    isSetupReplacement: profile.isSetupReplacement,
    notes: profile.notes,
  }
}

function cleanSecret({ isInVault, flaws }: SecretFacts): SecretFacts {
  return { tail: null, isInVault, flaws }
}

function cleanRef({ source, provider, id }: SecretRef, { aliases }: Cleaning): SecretRef {
  return { source, provider: provider === 'default' ? provider : 'other', id: aliases.other('reference', id) }
}

function cleanStats(stats: UsageStats, { aliases }: Cleaning): UsageStats {
  return {
    lastUsedMs: stats.lastUsedMs,
    cooldownUntilMs: stats.cooldownUntilMs,
    cooldownReason: stats.cooldownReason,
    cooldownModel: given(stats.cooldownModel, aliases.model),
    cooldownClassification: stats.cooldownClassification,
    disabledUntilMs: stats.disabledUntilMs,
    disabledReason: stats.disabledReason,
    blockedUntilMs: stats.blockedUntilMs,
    blockedReason: stats.blockedReason,
    blockedSource: stats.blockedSource,
    blockedModel: given(stats.blockedModel, aliases.model),
    blockedScope: stats.blockedScope,
    errorCount: stats.errorCount,
    failureCounts: stats.failureCounts,
    lastFailureAtMs: stats.lastFailureAtMs,
    lastProbeAtMs: stats.lastProbeAtMs,
  }
}

function cleanOrder(
  order: Readonly<Record<string, readonly string[]>>,
  { aliases }: Cleaning,
): Record<string, string[]> {
  return fromEntries(
    Object.entries(order).map(([provider, ids]) => [
      aliases.provider(provider.trim().toLowerCase()),
      ids.map((id) => aliases.profile(id, provider)),
    ]),
  )
}

function cleanConfig(config: FailoverConfig, cleaning: Cleaning): FailoverConfig {
  const { aliases } = cleaning
  const { defaults, cooldowns } = config
  const choice = (model: ModelChoice | null): ModelChoice | null =>
    given(model, (found) => cleanChoice(found, cleaning))
  return {
    profiles: config.profiles.map((profile) => cleanConfiguredProfile(profile, cleaning)),
    order: cleanOrder(config.order, cleaning),
    cooldowns: {
      ...numbersOf(cooldowns, COOLDOWN_NUMBERS),
      ...(cooldowns.billingBackoffHoursByProvider
        ? {
            billingBackoffHoursByProvider: fromEntries(
              Object.entries(cooldowns.billingBackoffHoursByProvider).map(([provider, hours]) => [
                aliases.provider(provider),
                hours,
              ]),
            ),
          }
        : {}),
    },
    providers: config.providers.map((provider) => cleanConfiguredProvider(provider, cleaning)),
    defaults: {
      model: choice(defaults.model),
      subagentModel: choice(defaults.subagentModel),
      imageModel: choice(defaults.imageModel),
      allowedModels: given(defaults.allowedModels, (refs) => refs.map(aliases.modelRef)),
      ...cleanNamed(defaults, cleaning),
    },
    agents: config.agents.map((agent) => cleanConfiguredAgent(agent, cleaning)),
    lastTouchedVersion: versionOf(config.lastTouchedVersion),
  }
}

const COOLDOWN_NUMBERS = [
  'billingBackoffHours',
  'billingMaxHours',
  'authPermanentBackoffMinutes',
  'authPermanentMaxMinutes',
  'failureWindowHours',
  'overloadedProfileRotations',
  'overloadedBackoffMs',
  'rateLimitedProfileRotations',
] as const

function numbersOf<K extends string>(
  record: Readonly<Partial<Record<K, number>>>,
  keys: readonly K[],
): Partial<Record<K, number>> {
  const numbers: Partial<Record<K, number>> = {}
  for (const key of keys) if (record[key] !== undefined) numbers[key] = record[key]
  return numbers
}

function cleanConfiguredProfile(profile: ConfiguredProfile, { aliases }: Cleaning): ConfiguredProfile {
  return {
    id: aliases.profile(profile.id, profile.provider),
    provider: aliases.provider(profile.provider),
    mode: profile.mode,
    email: given(profile.email, (email) => aliases.other('person', email.toLowerCase())),
    displayName: given(profile.displayName, (name) => aliases.other('name', name)),
  }
}

function cleanConfiguredProvider(provider: ConfiguredProvider, cleaning: Cleaning): ConfiguredProvider {
  const { aliases, wordOrNull } = cleaning
  return {
    id: aliases.provider(provider.id),
    auth: wordOrNull(provider.auth),
    modelIds: provider.modelIds.map(aliases.model),
    isLocal: provider.isLocal,
    apiKey: given(provider.apiKey, (key) =>
      key.kind === 'inline' ? { kind: 'inline' } : { kind: 'ref', ref: cleanRef(key.ref, cleaning) },
    ),
  }
}

function cleanConfiguredAgent(agent: ConfiguredAgent, cleaning: Cleaning): ConfiguredAgent {
  const { aliases } = cleaning
  return {
    id: aliases.agent(agent.id),
    name: given(agent.name, (name) => aliases.other('name', name)),
    isDefault: agent.isDefault,
    agentDir: null,
    model: given(agent.model, (model) => cleanChoice(model, cleaning)),
    subagentModel: given(agent.subagentModel, (model) => cleanChoice(model, cleaning)),
    ...cleanNamed(agent, cleaning),
  }
}

function cleanChoice({ primary, fallbacks }: ModelChoice, { aliases }: Cleaning): ModelChoice {
  return {
    primary: given(primary, aliases.modelRef),
    fallbacks: given(fallbacks, (refs) => refs.map(aliases.modelRef)),
  }
}

function cleanNamed({ aliases: named, unaliased, modelRefs }: NamedModels, { aliases }: Cleaning): NamedModels {
  return {
    aliases: fromEntries(
      Object.entries(named).map(([name, ref]) => [
        aliases.other('model-alias', name.toLowerCase()),
        aliases.modelRef(ref),
      ]),
    ),
    unaliased: unaliased.map(aliases.modelRef),
    modelRefs: modelRefs.map(aliases.modelRef),
  }
}
