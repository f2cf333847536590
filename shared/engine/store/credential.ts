import { asRecord, asText, own } from '../record.ts'
import { secretFacts } from './secret-facts.ts'
import { readSecretRef } from './secret-ref.ts'
import type { AuthProfile, CredentialType, ProfileNote, RejectedEntry } from './types.ts'

type Raw = Readonly<Record<string, unknown>>

const SECOND_RANGE = { min: 1e9, max: 1e11 }

export interface CredentialReading {
  readonly readsCamelCaseType: boolean
  /** Other spellings of a provider id. */
  readonly providerSpellings: Readonly<Record<string, string>>
  /** In `auth.json` the map key is the provider. */
  readonly providerFromKey?: string | undefined
}

/**
 * Reduces one entry of a credential document to its facts, with the coercions of the runtime: `mode` for `type`, `apiKey`
 * for `key`, references in place of inline values, an `expires` that is present but invalid as 0.
 */
export function readCredential(
  id: string,
  value: unknown,
  reading: CredentialReading,
): { readonly profile: AuthProfile } | { readonly rejected: RejectedEntry } {
  const entry = asRecord(value)
  if (!entry) return { rejected: { id, reason: 'non_object' } }
  const notes = new Set<ProfileNote>()
  const type = credentialType(entry, reading.readsCamelCaseType, notes)
  if (!type) return { rejected: { id, reason: 'invalid_type' } }
  const provider = providerOf(entry, reading)
  if (provider === null) return { rejected: { id, reason: 'missing_provider' } }

  const inlineKey = own(entry, 'key') ?? own(entry, 'apiKey')
  if (own(entry, 'key') === undefined && own(entry, 'apiKey') !== undefined) notes.add('alias_spelling')
  const key = secretFacts(inlineKey)
  const keyRef =
    readSecretRef(own(entry, 'keyRef')) ?? (typeof inlineKey === 'string' ? null : readSecretRef(inlineKey))
  const inlineToken = own(entry, 'token')
  const tokenRef =
    readSecretRef(own(entry, 'tokenRef')) ?? (typeof inlineToken === 'string' ? null : readSecretRef(inlineToken))
  if (type === 'api_key' && !key && !keyRef && asText(own(entry, 'api_key'))) notes.add('key_under_unread_field')
  if (
    type === 'oauth' &&
    (keyRef || tokenRef || isReference(own(entry, 'access')) || isReference(own(entry, 'refresh')))
  )
    notes.add('reference_in_oauth')

  const expiresMs = expiryOf(own(entry, 'expires'), notes)
  return {
    profile: {
      id,
      type,
      provider,
      key: type === 'api_key' ? key : null,
      keyRef: type === 'api_key' ? keyRef : null,
      token: type === 'token' ? secretFacts(inlineToken) : null,
      tokenRef: type === 'token' ? tokenRef : null,
      access: type === 'oauth' ? secretFacts(own(entry, 'access')) : null,
      refresh: type === 'oauth' ? secretFacts(own(entry, 'refresh')) : null,
      hasLegacyOauthRef: type === 'oauth' && isLegacyOauthRef(own(entry, 'oauthRef')),
      expiresMs,
      email: asText(own(entry, 'email')),
      displayName: asText(own(entry, 'displayName')),
      accountId: asText(own(entry, 'accountId')),
      plan: asText(own(entry, 'chatgptPlanType')) ?? asText(own(entry, 'subscriptionType')),
      copyToAgents: typeof entry['copyToAgents'] === 'boolean' ? entry['copyToAgents'] : null,
      isSetupReplacement: own(asRecord(own(entry, 'setup')) ?? {}, 'replacement') === true,
      notes: [...notes],
    },
  }
}

function credentialType(entry: Raw, readsCamelCase: boolean, notes: Set<ProfileNote>): CredentialType | null {
  const written = own(entry, 'type')
  const type = written ?? own(entry, 'mode')
  if (written === undefined && type !== undefined) notes.add('alias_spelling')
  if (type === 'api_key' || type === 'token' || type === 'oauth') return type
  if (type !== 'apiKey' || !readsCamelCase) return null
  notes.add('alias_spelling')
  return 'api_key'
}

function providerOf(entry: Raw, { providerFromKey, providerSpellings }: CredentialReading): string | null {
  const provider = (asText(own(entry, 'provider')) ?? providerFromKey ?? '').trim().toLowerCase()
  return provider === '' ? null : (own(providerSpellings, provider) ?? provider)
}

function expiryOf(value: unknown, notes: Set<ProfileNote>): number | null {
  if (value === undefined) return null
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return 0
  // OpenClaw itself writes 1 beside the markers of a refresh that is under way.
  if (value !== 1 && value < SECOND_RANGE.max)
    notes.add(value < SECOND_RANGE.min ? 'expiry_implausible' : 'expiry_in_seconds')
  return value
}

function isReference(value: unknown): boolean {
  return typeof value === 'object' && readSecretRef(value) !== null
}

function isLegacyOauthRef(value: unknown): boolean {
  const ref = asRecord(value)
  return (
    ref !== null &&
    own(ref, 'source') === 'openclaw-credentials' &&
    own(ref, 'provider') === 'openai-codex' &&
    /^[0-9a-f]{32}$/.test(asText(own(ref, 'id')) ?? '')
  )
}
