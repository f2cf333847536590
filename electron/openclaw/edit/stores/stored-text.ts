import { findDuplicateKeys, parseJson } from '../../files/parse-json.ts'
import { isRecord } from '../../raw-values.ts'
import { refuseDuplicateKey, refuseUnreadable } from '../refusals.ts'
import type { JsonRecord } from '../types.ts'

/**
 * A document as a store keeps it. One that is there and broken is damage, never an empty store (ST-01).
 *
 * @param subject begins the sentence that says what is wrong
 * @throws {EditRefused} `unreadable`
 */
export function parseStored(text: string, subject: string): JsonRecord {
  const parsed = parseJson(text, 'json')
  if (parsed.kind === 'empty') throw refuseUnreadable(subject, 'has lost its content')
  if (parsed.kind !== 'value') throw refuseUnreadable(subject, 'is not valid JSON')
  if (!isRecord(parsed.value)) throw refuseUnreadable(subject, 'is no object')
  return parsed.value
}

/**
 * Asked before a document is written in the place of this text: of a key that stands in it twice only one would be left,
 * and with the other one a credential may go.
 *
 * @throws {EditRefused} `unreadable`
 */
export function assertNothingHidden(text: string | null, subject: string): void {
  if (text !== null && findDuplicateKeys(text) !== null) throw refuseDuplicateKey(subject)
}
