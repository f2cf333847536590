import type { SessionEntry } from './entry.ts'

/** The fields of a session that a fallback may write, and no others (R02, R03). */
export const OVERRIDE_FIELDS = [
  'overrideProvider',
  'overrideModel',
  'overrideSource',
  'originProvider',
  'originModel',
  'pinProfileId',
  'pinSource',
  'pinCompactionCount',
] as const satisfies readonly (keyof SessionEntry)[]

export type OverrideFields = Pick<SessionEntry, (typeof OVERRIDE_FIELDS)[number]>

export function overrideFields(entry: OverrideFields): OverrideFields {
  return {
    overrideProvider: entry.overrideProvider,
    overrideModel: entry.overrideModel,
    overrideSource: entry.overrideSource,
    originProvider: entry.originProvider,
    originModel: entry.originModel,
    pinProfileId: entry.pinProfileId,
    pinSource: entry.pinSource,
    pinCompactionCount: entry.pinCompactionCount,
  }
}

export interface FallbackTarget {
  readonly provider: string
  readonly model: string
  /** The model of the run itself, which the fallback stands in for. */
  readonly runProvider: string
  readonly runModel: string
  /** The pinned profile belongs to the provider of the fallback and stays. */
  readonly keepsPin: boolean
}

/**
 * The fields with which a fallback is written to a session before it is tried (R06). An origin that is there already is
 * kept: it names the model that was selected, not the last fallback.
 */
export function fallbackFields(entry: SessionEntry, target: FallbackTarget): OverrideFields {
  const hasOrigin = entry.overrideSource === 'auto' && entry.originProvider !== null && entry.originModel !== null
  return {
    overrideProvider: target.provider,
    overrideModel: target.model,
    overrideSource: 'auto',
    originProvider: hasOrigin ? entry.originProvider : target.runProvider,
    originModel: hasOrigin ? entry.originModel : target.runModel,
    pinProfileId: target.keepsPin ? entry.pinProfileId : null,
    pinSource: target.keepsPin ? entry.pinSource : null,
    pinCompactionCount: null,
  }
}

/** Writes a fallback if the session still is as it was read; otherwise null: somebody else changed it. */
export function persistOverride(
  entry: SessionEntry,
  before: OverrideFields,
  after: OverrideFields,
): SessionEntry | null {
  return OVERRIDE_FIELDS.every((field) => entry[field] === before[field]) ? { ...entry, ...after } : null
}

/**
 * The narrow rollback (R02): each field goes back to what it was only where it still is what the fallback wrote, so that
 * a change somebody else made in between stays.
 */
export function rollBackOverride(entry: SessionEntry, before: OverrideFields, after: OverrideFields): SessionEntry {
  const restored = OVERRIDE_FIELDS.filter((field) => entry[field] === after[field])
  return { ...entry, ...Object.fromEntries(restored.map((field) => [field, before[field]])) }
}

/**
 * Ends an automatic override whose origin answered (R06): the model fields, the origin and the notice go; of the pin only
 * an automatic one does. Nothing changes where the override is not the one that was read.
 */
export function clearOverride(entry: SessionEntry, before: OverrideFields): SessionEntry {
  const isSame =
    entry.overrideProvider === before.overrideProvider &&
    entry.overrideModel === before.overrideModel &&
    entry.overrideSource === before.overrideSource
  if (!isSame) return entry
  const isUserPin = entry.pinSource === 'user' || entry.pinSource === 'user-link'
  return {
    ...entry,
    overrideProvider: null,
    overrideModel: null,
    overrideSource: null,
    isOverrideResolved: false,
    originProvider: null,
    originModel: null,
    notice: null,
    ...(isUserPin ? {} : { pinProfileId: null, pinSource: null, pinCompactionCount: null }),
  }
}
