import { isRecord } from '../../raw-values.ts'
import type { JsonRecord, StoreDocuments } from '../types.ts'
import { STATE_SECTIONS, type StateSection } from './sections.ts'

/**
 * The first releases kept routing state among the credentials, and later ones still read it there. An edit sees it as
 * part of the state; when it is written back, every entry goes to where it was.
 */
export function joinState(stored: StoreDocuments): StoreDocuments {
  const { credentials: before, state: separate } = stored
  const names: readonly string[] = embeddedSections(before)
  if (before === null || names.length === 0) return stored
  const credentials = Object.fromEntries(Object.entries(before).filter(([key]) => !names.includes(key)))
  // Where both speak of the same key, the separate document wins.
  const sections = STATE_SECTIONS.filter((name) => names.includes(name) && isAbsentOrRecord(separate, name)).map(
    (name) => [name, joinEntries(recordOf(before, name), recordOf(separate, name))] as const,
  )
  const state = { ...(separate ?? { version: 1 }), ...Object.fromEntries(sections) }
  return { credentials, state }
}

/** The separate ones come last as well: of several spellings of a provider, the last one counts. */
function joinEntries(embedded: JsonRecord, separate: JsonRecord): JsonRecord {
  const own = Object.entries(embedded).filter(([key]) => !Object.hasOwn(separate, key))
  return { ...Object.fromEntries(own), ...separate }
}

/**
 * Takes apart what `joinState` has joined.
 *
 * @param stored as it stands there
 * @param joined what the change was given
 * @param changed what it made of it
 */
export function splitState(stored: StoreDocuments, joined: StoreDocuments, changed: StoreDocuments): StoreDocuments {
  const names = embeddedSections(stored.credentials)
  if (names.length === 0 || stored.credentials === null || changed.credentials === null) return changed
  if (changed.state === joined.state) {
    const unchanged = names.map((name) => [name, recordOf(stored.credentials, name)] as const)
    return {
      credentials: withEmbedded(stored.credentials, changed.credentials, new Map(unchanged)),
      state: stored.state,
    }
  }
  const embedded = new Map<string, JsonRecord>()
  const separate = new Map<string, JsonRecord>()
  // A release that knows no second document would not see what is put into one.
  const { credentials } = stored
  for (const name of stored.state === null
    ? STATE_SECTIONS.filter((key) => isAbsentOrRecord(credentials, key))
    : names) {
    const before = recordOf(stored.credentials, name)
    const isReadable = isAbsentOrRecord(changed.state, name)
    const [here, there] = isReadable
      ? deal(recordOf(changed.state, name), before, recordOf(stored.state, name))
      : [before, null]
    embedded.set(name, here)
    if (there !== null) separate.set(name, there)
  }
  return {
    credentials: withEmbedded(stored.credentials, changed.credentials, embedded),
    state: withSections(changed.state, separate, stored.state === null),
  }
}

/** Entries go to where they were; new ones to the separate document if that has this section as well. */
function deal(
  entries: JsonRecord,
  embedded: JsonRecord,
  separate: JsonRecord,
): readonly [here: JsonRecord, there: JsonRecord] {
  const here: [string, unknown][] = []
  const there: [string, unknown][] = []
  const hasSeparate = Object.keys(separate).length > 0
  for (const [key, value] of Object.entries(entries)) {
    const isEmbedded = Object.hasOwn(embedded, key)
    const isSeparate = Object.hasOwn(separate, key) || (hasSeparate && !isEmbedded)
    if (isSeparate) there.push([key, value])
    if (!isSeparate) here.push([key, value])
    else if (isEmbedded) here.push([key, embedded[key]])
  }
  return [Object.fromEntries(here), Object.fromEntries(there)]
}

/** The state with other sections, of which empty ones go. A document that is new and holds nothing is none. */
function withSections(
  state: JsonRecord | null,
  sections: ReadonlyMap<string, JsonRecord>,
  isNew: boolean,
): JsonRecord | null {
  if (state === null) return null
  const entries = Object.entries(state).flatMap(([key, value]): [string, unknown][] => {
    const section = sections.get(key)
    if (section === undefined) return [[key, value]]
    return Object.keys(section).length > 0 ? [[key, section]] : []
  })
  return isNew && entries.every(([key]) => key === 'version') ? null : Object.fromEntries(entries)
}

/** The changed credentials with the sections where they stood; one that has become empty goes, new ones come last. */
function withEmbedded(stored: JsonRecord, changed: JsonRecord, embedded: ReadonlyMap<string, JsonRecord>): JsonRecord {
  const entries = Object.entries(stored).flatMap(([key, value]): [string, unknown][] => {
    const section = embedded.get(key)
    if (section === undefined) return Object.hasOwn(changed, key) ? [[key, changed[key]]] : []
    const hasBecomeEmpty = Object.keys(section).length === 0 && isRecord(value) && Object.keys(value).length > 0
    return hasBecomeEmpty ? [] : [[key, section]]
  })
  const added = [...embedded].filter(
    ([name, section]) => !Object.hasOwn(stored, name) && Object.keys(section).length > 0,
  )
  return { ...Object.fromEntries(entries), ...changed, ...Object.fromEntries(added) }
}

function embeddedSections(credentials: JsonRecord | null): readonly StateSection[] {
  return credentials === null
    ? []
    : STATE_SECTIONS.filter((name) => Object.hasOwn(credentials, name) && isRecord(credentials[name]))
}

function recordOf(document: JsonRecord | null, name: StateSection): JsonRecord {
  const value = document !== null && Object.hasOwn(document, name) ? document[name] : undefined
  return isRecord(value) ? value : {}
}

function isAbsentOrRecord(document: JsonRecord | null, name: StateSection): boolean {
  return document === null || !Object.hasOwn(document, name) || isRecord(document[name])
}
