import { asRecord, asText, asTextList, own } from '../record.ts'
import { readSecretRef } from '../store/secret-ref.ts'
import { normalizeAgentId } from './agent-id.ts'
import type {
  AuthMode,
  ConfiguredAgent,
  ConfiguredProfile,
  ConfiguredProvider,
  CooldownSettings,
  FailoverConfig,
  ModelChoice,
  NamedModels,
} from './types.ts'

type Raw = Readonly<Record<string, unknown>>

const MODES: ReadonlySet<string> = new Set<AuthMode>(['api_key', 'oauth', 'token', 'aws-sdk'])
const EMPTY: Raw = {}
const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::|\/|$)/i

/**
 * The part of a parsed `openclaw.json` that decides about failover. Never fails: what has the wrong shape is left out.
 * No secret is kept, not even of an embedded provider key.
 *
 * @param value the parsed document, includes merged; anything that is not an object gives the empty configuration
 */
export function readFailoverConfig(value: unknown): FailoverConfig {
  const root = asRecord(value) ?? EMPTY
  const auth = section(root, 'auth')
  const agents = section(root, 'agents')
  const defaults = section(agents, 'defaults')
  return {
    profiles: Object.entries(section(auth, 'profiles')).flatMap(([id, entry]) => configuredProfile(id, entry)),
    order: Object.fromEntries(
      Object.entries(section(auth, 'order')).flatMap(([provider, ids]) => {
        const list = asTextList(ids)
        return list === null ? [] : [[provider, list]]
      }),
    ),
    cooldowns: cooldownSettings(section(auth, 'cooldowns')),
    providers: Object.entries(section(section(root, 'models'), 'providers')).flatMap(([id, entry]) =>
      configuredProvider(id, entry),
    ),
    defaults: {
      model: modelChoice(own(defaults, 'model')),
      subagentModel: modelChoice(own(section(defaults, 'subagents'), 'model')),
      imageModel: modelChoice(own(defaults, 'imageModel')),
      allowedModels: asTextList(own(section(defaults, 'modelPolicy'), 'allow')),
      ...namedModels(section(defaults, 'models')),
    },
    agents: configuredAgents(agents),
    lastTouchedVersion: asText(own(section(root, 'meta'), 'lastTouchedVersion')),
  }
}

function section(record: Raw, key: string): Raw {
  return asRecord(own(record, key)) ?? EMPTY
}

function configuredProfile(id: string, value: unknown): ConfiguredProfile[] {
  const entry = asRecord(value)
  const provider = entry && asText(own(entry, 'provider'))
  if (!entry || !provider) return []
  const mode = own(entry, 'mode')
  return [
    {
      id,
      provider: provider.trim().toLowerCase(),
      mode: typeof mode === 'string' && MODES.has(mode) ? (mode as AuthMode) : null,
      email: asText(own(entry, 'email')),
      displayName: asText(own(entry, 'displayName')),
    },
  ]
}

function configuredProvider(id: string, value: unknown): ConfiguredProvider[] {
  const entry = asRecord(value)
  if (!entry) return []
  const models = own(entry, 'models')
  const baseUrl = asText(own(entry, 'baseUrl'))
  return [
    {
      id: id.trim().toLowerCase(),
      auth: asText(own(entry, 'auth')),
      modelIds: Array.isArray(models)
        ? models.flatMap((model) => asText(own(asRecord(model) ?? EMPTY, 'id'))?.trim() ?? [])
        : [],
      apiKey: providerKey(own(entry, 'apiKey')),
      isLocal: baseUrl !== null && LOOPBACK.test(baseUrl.trim()),
    },
  ]
}

function providerKey(value: unknown): ConfiguredProvider['apiKey'] {
  const ref = readSecretRef(value)
  if (ref) return { kind: 'ref', ref }
  return asText(value) === null ? null : { kind: 'inline' }
}

function modelChoice(value: unknown): ModelChoice | null {
  const text = asText(value)
  if (text !== null) return { primary: text.trim(), fallbacks: null }
  const entry = asRecord(value)
  if (!entry) return null
  const primary = asText(own(entry, 'primary'))?.trim() ?? null
  const fallbacks = asTextList(own(entry, 'fallbacks'))
  return primary === null && fallbacks === null ? null : { primary, fallbacks }
}

function namedModels(models: Raw): NamedModels {
  const written = Object.entries(models).map(([reference, entry]) => {
    const alias = own(asRecord(entry) ?? EMPTY, 'alias')
    return { reference, alias: typeof alias === 'string' ? alias.trim().toLowerCase() : null }
  })
  return {
    aliases: Object.fromEntries(
      written.flatMap(({ reference, alias }) => (alias === null || alias === '' ? [] : [[alias, reference]])),
    ),
    unaliased: written.flatMap(({ reference, alias }) => (alias === '' ? [reference] : [])),
    modelRefs: written.map(({ reference }) => reference),
  }
}

/** Releases before 2026.9 list agents; later ones key them by id. Both are read, the keyed form wins. */
function configuredAgents(agents: Raw): ConfiguredAgent[] {
  const list = own(agents, 'list')
  const byId = new Map<string, ConfiguredAgent>()
  for (const item of Array.isArray(list) ? list : []) {
    const entry = asRecord(item)
    if (entry && asText(own(entry, 'id')) !== null) addAgent(byId, own(entry, 'id'), entry)
  }
  for (const [id, item] of Object.entries(section(agents, 'entries'))) {
    const entry = asRecord(item)
    if (entry) addAgent(byId, id, entry)
  }
  return [...byId.values()]
}

function addAgent(byId: Map<string, ConfiguredAgent>, rawId: unknown, entry: Raw): void {
  const id = normalizeAgentId(rawId)
  byId.set(id, {
    id,
    name: asText(own(entry, 'name')),
    isDefault: own(entry, 'default') === true,
    agentDir: asText(own(entry, 'agentDir')),
    model: modelChoice(own(entry, 'model')),
    subagentModel: modelChoice(own(section(entry, 'subagents'), 'model')),
    ...namedModels(section(entry, 'models')),
  })
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
] as const satisfies readonly (keyof CooldownSettings)[]

function cooldownSettings(cooldowns: Raw): CooldownSettings {
  const numbers = COOLDOWN_NUMBERS.flatMap((key) => {
    const value = own(cooldowns, key)
    return typeof value === 'number' && Number.isFinite(value) ? [[key, value] as const] : []
  })
  const byProvider = Object.entries(section(cooldowns, 'billingBackoffHoursByProvider')).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && Number.isFinite(entry[1]),
  )
  return {
    ...Object.fromEntries(numbers),
    ...(byProvider.length > 0 ? { billingBackoffHoursByProvider: Object.fromEntries(byProvider) } : {}),
  }
}
