import { isRecord } from '../../raw-values.ts'
import { EditRefused, type JsonRecord, type StoreDocuments } from '../types.ts'
import { sectionOf, withSection, without } from './sections.ts'

/** Adds a credential, or replaces the one with this id in its place. */
export function withProfile(credentials: JsonRecord | null, profileId: string, credential: JsonRecord): JsonRecord {
  const profiles = { ...sectionOf(credentials, 'profiles'), [profileId]: credential }
  return { ...(credentials ?? { version: 1 }), profiles }
}

/**
 * Removes a credential and what the routing state says about it. Pass the id as one that the change `removes`.
 *
 * An order that becomes empty goes as well: a stored order cannot mean "none".
 */
export function withoutProfile(documents: StoreDocuments, profileId: string): StoreDocuments {
  const { credentials, state } = documents
  const profiles = sectionOf(credentials, 'profiles')
  return {
    credentials:
      credentials === null || !Object.hasOwn(profiles, profileId)
        ? credentials
        : { ...credentials, profiles: without(profiles, profileId) },
    state: withoutState(state, profileId),
  }
}

/**
 * Sets the name that is shown for a credential.
 *
 * @param displayName null: removes it
 * @throws {EditRefused} `not_found`
 */
export function withProfileLabel(
  credentials: JsonRecord | null,
  profileId: string,
  displayName: string | null,
): JsonRecord {
  const profiles = sectionOf(credentials, 'profiles')
  const entry = Object.hasOwn(profiles, profileId) ? profiles[profileId] : undefined
  if (credentials === null || !isRecord(entry)) {
    throw new EditRefused('not_found', 'This account is no longer stored here.', 'Look at the list again.')
  }
  const named = displayName === null ? without(entry, 'displayName') : { ...entry, displayName }
  return { ...credentials, profiles: { ...profiles, [profileId]: named } }
}

function withoutState(state: JsonRecord | null, profileId: string): JsonRecord | null {
  const usage = sectionOf(state, 'usageStats')
  const lastGood = Object.entries(sectionOf(state, 'lastGood'))
  const orders = Object.entries(sectionOf(state, 'order'))
  let next = state
  if (Object.hasOwn(usage, profileId)) next = withSection(next, 'usageStats', without(usage, profileId))
  if (lastGood.some(([, id]) => id === profileId)) {
    next = withSection(next, 'lastGood', Object.fromEntries(lastGood.filter(([, id]) => id !== profileId)))
  }
  if (orders.some(([, ids]) => names(ids, profileId))) {
    const rest = orders.flatMap(([key, ids]): [string, unknown][] => {
      if (!names(ids, profileId)) return [[key, ids]]
      const others = (ids as readonly unknown[]).filter((id) => !isId(id, profileId))
      return others.length > 0 ? [[key, others]] : []
    })
    next = withSection(next, 'order', Object.fromEntries(rest))
  }
  return next
}

function names(ids: unknown, profileId: string): boolean {
  return Array.isArray(ids) && ids.some((id) => isId(id, profileId))
}

function isId(value: unknown, profileId: string): boolean {
  return value === profileId || (typeof value === 'string' && value.trim() === profileId)
}
