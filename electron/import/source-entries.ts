import { isCredentialDocument, own } from '../../shared/engine/index.ts'
import { isRecord, valueAt } from '../openclaw/raw-values.ts'
import { coerceCredential, type CoercedEntry, type CoercionContext } from './coerce-credential.ts'
import { carriesMaterial } from './raw-entry.ts'
import { IMPORT_SOURCE_KINDS, type ImportRules, type ImportSource } from './types.ts'

/** One entry of one source. */
export interface Candidate {
  readonly sourceId: string
  readonly id: string
  readonly isFromConfig: boolean
  readonly entry: CoercedEntry
}

/** Fields of a credential document that hold no credential. */
const DOCUMENT_FIELDS: ReadonlySet<string> = new Set(['version', 'order', 'lastGood', 'usageStats'])
const PERSONAL_ACCOUNT = /^personal:[^:]+:[0-9a-f]{8}-[0-9a-f-]{27}$/i

/** Sources in the order in which they count; of one kind, the order in which they were given. */
export function byPrecedence(sources: readonly ImportSource[]): readonly ImportSource[] {
  return [...sources].sort((a, b) => IMPORT_SOURCE_KINDS.indexOf(a.kind) - IMPORT_SOURCE_KINDS.indexOf(b.kind))
}

/** Every entry of a source, in the order of the document. */
export function candidatesOf(source: ImportSource, rules: ImportRules): readonly Candidate[] {
  const isFromConfig = source.kind === 'config'
  return entriesOf(source, rules).map(({ id, value, context }) => ({
    sourceId: source.id,
    id,
    isFromConfig,
    entry: refusedById(id) ?? coerceCredential(value, context),
  }))
}

interface RawEntry {
  readonly id: string
  readonly value: unknown
  readonly context: CoercionContext
}

function entriesOf({ kind, credentials }: ImportSource, rules: ImportRules): RawEntry[] {
  if (!isRecord(credentials)) return []
  if (kind === 'config') {
    const context: CoercionContext = { rules, infersType: true, isConfig: true }
    return Object.entries(recordAt(credentials, 'auth', 'profiles'))
      .filter(([, value]) => carriesMaterial(value))
      .map(([id, value]) => ({ id, value, context }))
  }
  if (kind === 'oauth') return flatEntries(credentials, { rules, impliedType: 'oauth' })
  if (isCredentialDocument(credentials)) {
    return Object.entries(recordAt(credentials, 'profiles')).map(([id, value]) => ({ id, value, context: { rules } }))
  }
  return flatEntries(credentials, { rules, infersType: true })
}

function flatEntries(document: Readonly<Record<string, unknown>>, context: CoercionContext): RawEntry[] {
  return Object.entries(document)
    .filter(([key, value]) => !DOCUMENT_FIELDS.has(key) || carriesMaterial(value))
    .map(([key, value]) => ({
      id: key.trim() === '' ? '' : `${key.trim()}:default`,
      value,
      context: { ...context, providerFromKey: key },
    }))
}

function recordAt(value: unknown, ...keys: readonly string[]): Readonly<Record<string, unknown>> {
  const found = valueAt(value, ...keys)
  return isRecord(found) ? found : {}
}

function refusedById(id: string): CoercedEntry | null {
  if (id.trim() === '') return { kind: 'refused', why: 'no_id', provider: null }
  return PERSONAL_ACCOUNT.test(id) ? { kind: 'refused', why: 'personal_account', provider: null } : null
}

/** The documents of a source that hold routing state, the one that counts more first. */
export function routingDocumentsOf({ kind, credentials, state }: ImportSource): readonly unknown[] {
  const isStore = kind !== 'config' && kind !== 'oauth' && kind !== 'auth_flat'
  const embedded =
    isStore && isRecord(credentials) && [...DOCUMENT_FIELDS].some((field) => isRecord(own(credentials, field)))
  return [...(state === undefined ? [] : [state]), ...(embedded ? [credentials] : [])]
}
