import { cleanSecret, asText, own, secretFacts } from '../../shared/engine/index.ts'
import type { JsonRecord } from '../openclaw/edit/types.ts'
import { isRecord } from '../openclaw/raw-values.ts'
import { isFilled } from './secret-text.ts'

/** Whether an entry of the configuration carries a credential, and not only describes one. */
export function carriesMaterial(entry: unknown): boolean {
  if (!isRecord(entry)) return false
  const isPresent = (field: string): boolean => {
    const value = own(entry, field)
    return asText(value) !== null || isRecord(value)
  }
  return ['key', 'apiKey', 'api_key', 'keyRef', 'token', 'tokenRef', 'access', 'refresh'].some(isPresent)
}

/**
 * Whether a stored entry has anything to sign in with. `unreadable`: it has a form that is not known here, which is no
 * reason to replace it.
 */
export function materialState(entry: unknown): 'usable' | 'none' | 'unreadable' {
  if (!isRecord(entry)) return 'unreadable'
  const type = own(entry, 'type') ?? own(entry, 'mode')
  if (type !== 'api_key' && type !== 'apiKey' && type !== 'token' && type !== 'oauth') return 'unreadable'
  const fields = type === 'token' ? ['token'] : type === 'oauth' ? ['access', 'refresh'] : ['key', 'apiKey', 'api_key']
  const isUsable =
    fields.some((field) => asText(own(entry, field)) !== null || isRecord(own(entry, field))) ||
    Object.keys(entry).some((field) => field.endsWith('Ref') && isFilled(entry[field]))
  return isUsable ? 'usable' : 'none'
}

/** The fields of an entry that hold secrets or stand for them. */
export function withoutMaterial(entry: JsonRecord): JsonRecord {
  const material = new Set(['mode', 'key', 'apiKey', 'api_key', 'token', 'access', 'refresh', 'idToken', 'expires'])
  return Object.fromEntries(Object.entries(entry).filter(([field]) => !material.has(field) && !field.endsWith('Ref')))
}

/** The secret that a field of a stored entry holds; null: none, or only a text that stands in for one. */
export function inlineSecret(entry: JsonRecord, field: string): string | null {
  const text = asText(own(entry, field))
  if (text === null) return null
  const facts = secretFacts(text)
  const standsIn = facts?.isInVault === true || facts?.flaws.some((flaw) => flaw.startsWith('refresh_')) === true
  return standsIn ? null : cleanSecret(text)
}

/** Secrets that stand inline in a stored entry. */
export function inlineSecrets(entry: unknown): readonly string[] {
  if (!isRecord(entry)) return []
  const fields = ['key', 'apiKey', 'api_key', 'token', 'access', 'refresh']
  return fields.map((field) => inlineSecret(entry, field)).filter((secret) => secret !== null)
}
