import type { EditAccountInput, SecretInput } from '../../../shared/contract/types.ts'
import { cleanSecret, readSecretRef } from '../../../shared/engine/index.ts'
import type { JsonRecord } from '../../openclaw/index.ts'
import { Refusal } from '../refusal.ts'

const FIELDS = {
  api_key: { inline: 'key', reference: 'keyRef' },
  token: { inline: 'token', reference: 'tokenRef' },
} as const
/** Other spellings of the same that a new secret replaces. */
export const SECRET_FIELDS = ['key', 'apiKey', 'keyRef', 'token', 'tokenRef'] as const

/** What an edit does to the fields of a credential. */
export interface ChangedFields {
  readonly plain: JsonRecord
  readonly removed: readonly string[]
  /** The fields of a new secret; null: it stays. */
  readonly secret: JsonRecord | null
}

/** @throws {Refusal} the secret is one that nobody types, or cannot be used */
export function changedFields(current: JsonRecord, input: EditAccountInput): ChangedFields {
  const plain: JsonRecord = {}
  const removed: string[] = []
  const set = (name: string, value: string | number | null | undefined): void => {
    if (value === undefined) return
    if (value === null || value === '') removed.push(name)
    else plain[name] = value
  }
  set('email', input.email?.trim() ?? input.email)
  set('displayName', input.displayName?.trim() ?? input.displayName)
  const type = current['type'] ?? current['mode']
  if (type === 'token') set('expires', input.expiresMs)
  if (input.secret === undefined) return { plain, removed, secret: null }
  if (type !== 'api_key' && type !== 'token') {
    throw new Refusal('NOT_EDITABLE', 'A sign-in cannot be typed in.', {
      hint: 'Sign in with OpenClaw, or import the sign-in from where it is.',
    })
  }
  return { plain, removed, secret: secretFields(type, input.secret) }
}

/**
 * The fields that hold a secret or say where it lies. What a paste brings along is taken off (OR-14).
 *
 * @throws {Refusal} `INVALID_INPUT`: nothing of it can be used
 */
export function secretFields(type: keyof typeof FIELDS, secret: SecretInput): JsonRecord {
  const { inline, reference } = FIELDS[type]
  if (secret.kind === 'reference') {
    const ref = readSecretRef(secret.ref)
    if (ref !== null && ref.source !== 'store') return { [reference]: { ...ref } }
    throw new Refusal('INVALID_INPUT', 'This reference cannot be used.', {
      hint: 'Name an environment variable, a file or a command.',
    })
  }
  const text = cleanSecret(secret.value)
  if (text !== '') return { [inline]: text }
  throw new Refusal('INVALID_INPUT', 'There is no usable secret in what was entered.', {
    hint: 'Paste the key or token itself.',
  })
}

/** Names that were entered; an empty one is none. */
export function nameFields(names: { email: string | null; displayName: string | null }): {
  email?: string
  displayName?: string
} {
  const email = names.email?.trim() ?? ''
  const displayName = names.displayName?.trim() ?? ''
  return { ...(email === '' ? {} : { email }), ...(displayName === '' ? {} : { displayName }) }
}
