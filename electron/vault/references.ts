import { readSecretRef, secretFacts } from '../../shared/engine/index.ts'
import type { Vault } from './vault.ts'

/**
 * How a credential names what lies in the vault. A key and a token have a reference field; an OAuth credential must not
 * carry references, so there a text stands in place of each secret that is of no use to anybody.
 */
type Raw = Readonly<Record<string, unknown>>

const PROVIDER = 'switchyard'
const MARKER = /^switchyard-vault:v1:(SY_[0-9A-F]{32})$/
const MARKER_PREFIX = 'switchyard-vault:v1:'
const ID = /^SY_[0-9A-F]{32}$/
const ANY_ID = /SY_[0-9A-F]{32}/g

/** The secret of a type that has a reference field, under every name it is read from. */
const REFERENCED = {
  api_key: { names: ['key', 'apiKey'], reference: 'keyRef' },
  token: { names: ['token'], reference: 'tokenRef' },
} as const
/** Everything that a credential of any release and spelling keeps a secret in. */
const SECRET_NAMES = ['key', 'apiKey', 'api_key', 'token', 'access', 'refresh', 'idToken', 'id_token'] as const

/**
 * Puts the secrets of a credential into the vault and leaves references. What is a reference or in the vault already stays,
 * as do the markers of a refresh, which are no secrets.
 *
 * @returns the credential itself where there was nothing to seal
 */
export function sealCredential(raw: Raw, vault: Pick<Vault, 'seal'>): Raw {
  const sealed = new Map(Object.entries(raw))
  const referenced = referencedOf(raw)
  const inline = referenced?.names.find((name) => isSecret(sealed.get(name)))
  if (referenced && inline !== undefined && readSecretRef(sealed.get(referenced.reference)) === null) {
    const id = vault.seal(textOf(sealed.get(inline)))
    sealed.delete(inline)
    sealed.set(referenced.reference, { source: 'store', provider: PROVIDER, id })
  }
  for (const name of SECRET_NAMES) {
    const value = sealed.get(name)
    if (isSecret(value)) sealed.set(name, `${MARKER_PREFIX}${vault.seal(textOf(value))}`)
  }
  return isUnchanged(raw, sealed) ? raw : Object.fromEntries(sealed)
}

/**
 * The credential with its secrets in it, for a call or a transfer. References to other places stay.
 *
 * @throws {VaultRefused} `locked`, `not_found`, `tampered`
 */
export function openCredential(raw: Raw, vault: Pick<Vault, 'open'>): Raw {
  const opened = new Map(Object.entries(raw))
  for (const { names, reference } of Object.values(REFERENCED)) {
    const id = vaultIdOf(opened.get(reference))
    if (id === null) continue
    opened.set(names[0], vault.open(id))
    opened.delete(reference)
  }
  for (const [name, value] of opened) {
    const id = typeof value === 'string' ? MARKER.exec(value)?.[1] : undefined
    if (id !== undefined) opened.set(name, vault.open(id))
  }
  return isUnchanged(raw, opened) ? raw : Object.fromEntries(opened)
}

/** The id of the secret that a reference or a marker names; null: it names none of the vault. */
export function vaultIdOf(value: unknown): string | null {
  if (typeof value === 'string') return MARKER.exec(value)?.[1] ?? null
  if (typeof value !== 'object' || value === null) return null
  const { source, provider, id } = value as Raw
  return source === 'store' && provider === PROVIDER && typeof id === 'string' && ID.test(id) ? id : null
}

/** Whether any secret of the credential lies in the vault. */
export function isInVault(raw: Raw): boolean {
  return Object.values(raw).some((value) => vaultIdOf(value) !== null)
}

/**
 * Every id of a secret that a document names, wherever it stands in it: rather one too many than one too few, as what is
 * not named is removed.
 */
export function referencedIds(document: unknown): ReadonlySet<string> {
  return new Set(JSON.stringify(document ?? null).match(ANY_ID) ?? [])
}

function referencedOf(raw: Raw): (typeof REFERENCED)['api_key' | 'token'] | null {
  const type = raw['type'] ?? raw['mode']
  if (type === 'api_key' || type === 'apiKey') return REFERENCED.api_key
  return type === 'token' ? REFERENCED.token : null
}

function isSecret(value: unknown): boolean {
  const facts = secretFacts(value)
  if (facts === null || facts.isInVault) return false
  return !facts.flaws.includes('refresh_pending') && !facts.flaws.includes('refresh_failed')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isUnchanged(raw: Raw, entries: ReadonlyMap<string, unknown>): boolean {
  const names = Object.keys(raw)
  return names.length === entries.size && names.every((name) => raw[name] === entries.get(name))
}
