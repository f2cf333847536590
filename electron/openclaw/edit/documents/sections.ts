import { isRecord } from '../../raw-values.ts'
import { EditRefused, type JsonRecord } from '../types.ts'

/** The parts of a routing state. */
export const STATE_SECTIONS = ['order', 'lastGood', 'usageStats'] as const
export type StateSection = (typeof STATE_SECTIONS)[number]

const NO_ENTRIES: JsonRecord = {}

/**
 * The entries of a section; none where it is missing.
 *
 * @throws {EditRefused} something else stands in its place, which is not overwritten
 */
export function sectionOf(document: JsonRecord | null, name: StateSection | 'profiles'): JsonRecord {
  if (document === null || !Object.hasOwn(document, name)) return NO_ENTRIES
  const section = document[name]
  if (isRecord(section)) return section
  throw new EditRefused(
    'unreadable',
    `The stored record has something else where "${name}" belongs.`,
    'Let "openclaw doctor --fix" look at it, or restore a backup.',
  )
}

/** The document with other entries in a section; a section without entries is left out. */
export function withSection(document: JsonRecord | null, name: StateSection, entries: JsonRecord): JsonRecord | null {
  if (Object.keys(entries).length > 0) return { ...(document ?? { version: 1 }), [name]: entries }
  return document === null ? null : without(document, name)
}

export function without(record: JsonRecord, key: string): JsonRecord {
  return Object.hasOwn(record, key)
    ? Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
    : record
}
