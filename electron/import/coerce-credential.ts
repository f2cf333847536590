import {
  cleanSecret,
  asText,
  own,
  readSecretRef,
  secretFacts,
  type CredentialType,
  type SecretRef,
} from '../../shared/engine/index.ts'
import type { JsonRecord } from '../openclaw/edit/types.ts'
import { isRecord } from '../openclaw/raw-values.ts'
import { isInVault } from '../vault/references.ts'
import { isFilled } from './secret-text.ts'
import type { ImportNote, ImportWhy, ImportRules, SecretKind } from './types.ts'

/** One entry of a source in the form in which it is stored, or why it cannot be. */
export type CoercedEntry =
  | { readonly kind: 'credential'; readonly credential: CoercedCredential }
  | { readonly kind: 'refused'; readonly why: ImportWhy; readonly provider: string | null }

export interface CoercedCredential {
  /** As it is written to a store, secrets included. */
  readonly raw: JsonRecord
  readonly type: CredentialType
  readonly provider: string
  readonly notes: readonly ImportNote[]
  readonly secretKinds: readonly SecretKind[]
  /** Every secret in it, to recognise it elsewhere. */
  readonly secrets: readonly string[]
}

export interface CoercionContext {
  readonly rules: ImportRules
  /** In flat files the key of an entry is its provider. */
  readonly providerFromKey?: string
  /** `oauth.json` holds nothing but sign-ins. */
  readonly impliedType?: CredentialType
  /** Flat files and the configuration may leave the type to the fields. */
  readonly infersType?: boolean
  /** The configuration may name environment variables inside of texts. */
  readonly isConfig?: boolean
}

const TEXT_FIELDS: Readonly<Record<CredentialType, readonly string[]>> = {
  api_key: [],
  token: [],
  oauth: [
    'clientId',
    'enterpriseUrl',
    'projectId',
    'accountId',
    'chatgptPlanType',
    'subscriptionType',
    'rateLimitTier',
    'tokenEndpoint',
    'deviceAuthorizationEndpoint',
    'issuer',
    'authFlow',
  ],
}
const READ_FIELDS: Readonly<Record<CredentialType, readonly string[]>> = {
  api_key: ['key', 'apiKey', 'api_key', 'keyRef', 'metadata'],
  token: ['token', 'tokenRef', 'expires'],
  oauth: ['access', 'refresh', 'idToken', 'expires', 'oauthRef', ...TEXT_FIELDS.oauth],
}
const COMMON_FIELDS = ['type', 'mode', 'provider', 'email', 'displayName', 'copyToAgents']
/** Ten digits are seconds of this century; fewer are no time at all. */
const SECONDS = { min: 1e9, max: 1e11 }
const REFERENCE_FIELDS = ['key', 'keyRef', 'token', 'tokenRef', 'access', 'refresh']

/**
 * Brings one entry into the form of a store: `mode` for `type`, `apiKey` or `api_key` for `key`, references in place of
 * inline values, `expires` as a time in milliseconds, known fields only.
 */
export function coerceCredential(value: unknown, context: CoercionContext): CoercedEntry {
  if (!isRecord(value)) return { kind: 'refused', why: 'not_an_object', provider: null }
  const notes = new Set<ImportNote>()
  const provider = providerOf(value, context)
  const type = typeOf(value, context, notes)
  if (type === 'aws-sdk') return { kind: 'refused', why: 'aws_sdk_marker', provider }
  if (type === null) return { kind: 'refused', why: 'unknown_type', provider }
  if (provider === null) return { kind: 'refused', why: 'no_provider', provider }
  if (isRecord(value['setup']) && own(value['setup'], 'replacement') === true)
    return { kind: 'refused', why: 'setup_inactive', provider }

  if (isInVault(value)) return { kind: 'refused', why: 'sealed_elsewhere', provider }

  const material = materialOf(value, type, context, notes)
  const refusal = refusalOf(material)
  if (refusal !== null) return { kind: 'refused', why: refusal, provider }
  if (Object.keys(value).some((field) => !COMMON_FIELDS.includes(field) && !READ_FIELDS[type].includes(field)))
    notes.add('unknown_fields')
  return {
    kind: 'credential',
    credential: {
      raw: { type, provider, ...material.fields, ...expiryOf(value, type, notes), ...descriptionOf(value, type) },
      type,
      provider,
      notes: [...notes],
      secretKinds: material.kinds,
      secrets: material.secrets,
    },
  }
}

interface Material {
  readonly fields: JsonRecord
  readonly kinds: readonly SecretKind[]
  readonly secrets: readonly string[]
}

function materialOf(
  entry: JsonRecord,
  type: CredentialType,
  context: CoercionContext,
  notes: Set<ImportNote>,
): Material {
  if (type === 'oauth') return signInOf(entry, notes)
  const field = type === 'api_key' ? 'key' : 'token'
  const inline = type === 'api_key' ? keyOf(entry, notes) : own(entry, 'token')
  const reference =
    readSecretRef(own(entry, `${field}Ref`)) ??
    (typeof inline === 'string' ? variableOf(inline, context, notes) : readSecretRef(inline))
  const metadata = type === 'api_key' ? metadataOf(own(entry, 'metadata')) : {}
  if (reference !== null) {
    if (asText(inline) !== null && !notes.has('env_reference')) notes.add('reference_wins')
    return { fields: { [`${field}Ref`]: asStored(reference), ...metadata }, kinds: ['reference'], secrets: [] }
  }
  const secret = secretOf(inline, notes)
  if (secret === null) return { fields: metadata, kinds: [], secrets: [] }
  if (readSecretRef(secret) !== null) notes.add('looks_like_reference')
  return { fields: { [field]: secret, ...metadata }, kinds: [field], secrets: [secret] }
}

function signInOf(entry: JsonRecord, notes: Set<ImportNote>): Material {
  const isReference = (field: string): boolean => {
    const value = own(entry, field)
    return typeof value === 'object' && value !== null && readSecretRef(value) !== null
  }
  if (REFERENCE_FIELDS.some(isReference)) notes.add('reference_in_oauth')
  const found = (['access', 'refresh', 'idToken'] as const).flatMap((field) => {
    const secret = secretOf(own(entry, field), notes)
    return secret === null ? [] : [{ field, secret }]
  })
  const fields: JsonRecord = Object.fromEntries(found.map(({ field, secret }) => [field, secret]))
  const kinds = found.map(({ field }): SecretKind => (field === 'idToken' ? 'id_token' : field))
  const secrets = found.filter(({ field }) => field !== 'idToken').map(({ secret }) => secret)
  const sidecar = own(entry, 'oauthRef')
  if (!isLegacySidecar(sidecar)) return { fields, kinds, secrets }
  if (secrets.length === 0) notes.add('unresolved_reference')
  return { fields: { ...fields, oauthRef: sidecar }, kinds: [...kinds, 'reference'], secrets }
}

function refusalOf({ kinds, secrets }: Material): ImportWhy | null {
  if (!kinds.some((kind) => kind !== 'id_token')) return 'no_material'
  const flaws = secrets.flatMap((secret) => secretFacts(secret)?.flaws ?? [])
  if (flaws.includes('refresh_failed')) return 'refresh_failed'
  if (flaws.includes('refresh_pending')) return 'refresh_in_progress'
  return flaws.includes('command_line') ? 'command_line_key' : null
}

function typeOf(
  entry: JsonRecord,
  { rules, impliedType, infersType }: CoercionContext,
  notes: Set<ImportNote>,
): CredentialType | 'aws-sdk' | null {
  if (impliedType !== undefined) return impliedType
  const written = own(entry, 'type')
  const type = written ?? own(entry, 'mode')
  if (type === undefined) {
    const inferred = infersType === true ? typeOfFields(entry) : null
    if (inferred !== null) notes.add('type_inferred')
    return inferred
  }
  if (written === undefined) notes.add('alias_spelling')
  if (type === 'api_key' || type === 'token' || type === 'oauth' || type === 'aws-sdk') return type
  if (type !== 'apiKey' || !rules.readsCamelCaseType) return null
  notes.add('alias_spelling')
  return 'api_key'
}

function typeOfFields(entry: JsonRecord): CredentialType | null {
  const has = (...fields: string[]): boolean => fields.some((field) => isFilled(own(entry, field)))
  if (has('key', 'apiKey', 'api_key', 'keyRef')) return 'api_key'
  if (has('token', 'tokenRef')) return 'token'
  return has('access') && has('refresh') ? 'oauth' : null
}

function providerOf(entry: JsonRecord, { rules, providerFromKey }: CoercionContext): string | null {
  const provider = (asText(own(entry, 'provider')) ?? providerFromKey ?? '').trim().toLowerCase()
  return provider === '' ? null : (own(rules.providerSpellings, provider) ?? provider)
}

function keyOf(entry: JsonRecord, notes: Set<ImportNote>): unknown {
  if (isFilled(own(entry, 'key'))) return own(entry, 'key')
  if (isFilled(own(entry, 'apiKey'))) {
    notes.add('alias_spelling')
    return own(entry, 'apiKey')
  }
  if (isFilled(own(entry, 'api_key'))) {
    notes.add('key_under_unread_field')
    return own(entry, 'api_key')
  }
  return undefined
}

function variableOf(text: string, { isConfig }: CoercionContext, notes: Set<ImportNote>): SecretRef | null {
  const reference = isConfig === true ? readSecretRef(text) : null
  if (reference !== null) notes.add('env_reference')
  return reference
}

function secretOf(value: unknown, notes: Set<ImportNote>): string | null {
  const text = asText(value)
  if (text === null) return null
  const cleaned = cleanSecret(text)
  if (cleaned !== text) notes.add('secret_cleaned')
  return cleaned === '' ? null : cleaned
}

function expiryOf(entry: JsonRecord, type: CredentialType, notes: Set<ImportNote>): JsonRecord {
  const value = own(entry, 'expires')
  if (type === 'api_key' || value === undefined) return {}
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) {
    notes.add('expires_invalid')
    return { expires: 0 }
  }
  if (value >= SECONDS.min && value < SECONDS.max) {
    notes.add('expires_in_seconds')
    return { expires: value * 1000 }
  }
  if (value < SECONDS.min) notes.add('expires_implausible')
  return { expires: value }
}

function descriptionOf(entry: JsonRecord, type: CredentialType): JsonRecord {
  const texts = ['email', 'displayName', ...TEXT_FIELDS[type]].flatMap((field) => {
    const text = asText(own(entry, field))
    return text === null ? [] : [[field, text] as const]
  })
  const copy = own(entry, 'copyToAgents')
  return { ...Object.fromEntries(texts), ...(typeof copy === 'boolean' ? { copyToAgents: copy } : {}) }
}

function metadataOf(value: unknown): JsonRecord {
  if (!isRecord(value)) return {}
  const texts = Object.entries(value).filter(([, text]) => typeof text === 'string')
  return texts.length === 0 ? {} : { metadata: Object.fromEntries(texts) }
}

function asStored({ source, provider, id }: SecretRef): JsonRecord {
  return { source, provider, id }
}

function isLegacySidecar(value: unknown): boolean {
  return (
    isRecord(value) &&
    own(value, 'source') === 'openclaw-credentials' &&
    own(value, 'provider') === 'openai-codex' &&
    /^[0-9a-f]{32}$/.test(asText(own(value, 'id')) ?? '')
  )
}
