import { asText, type SessionFacts } from '../../../shared/engine/index.ts'

/** Sessions come newest first, and no more than this many: older ones say nothing about what serves now. */
export const MAX_SESSIONS = 20

/** The fields of a session entry that are looked at. Nothing else of it is ever read. */
export const SESSION_FIELDS = [
  'modelProvider',
  'model',
  'providerOverride',
  'modelOverride',
  'modelOverrideSource',
  'modelOverrideFallbackOriginProvider',
  'modelOverrideFallbackOriginModel',
  'authProfileOverride',
  'authProfileOverrideSource',
  'authProfileOverrideCompactionCount',
] as const
export type SessionField = (typeof SESSION_FIELDS)[number]

export function sessionFacts(
  key: string,
  updatedAtMs: number,
  fieldOf: (field: SessionField) => unknown,
): SessionFacts {
  const text = (field: SessionField): string | null => asText(fieldOf(field))
  const pinProfileId = text('authProfileOverride')
  return {
    key,
    updatedAtMs,
    lastProvider: text('modelProvider'),
    lastModel: text('model'),
    overrideProvider: text('providerOverride'),
    overrideModel: text('modelOverride'),
    overrideSource: overrideSource(text),
    originProvider: text('modelOverrideFallbackOriginProvider'),
    originModel: text('modelOverrideFallbackOriginModel'),
    pinProfileId,
    pinSource: pinProfileId === null ? null : pinSource(text, fieldOf('authProfileOverrideCompactionCount')),
  }
}

/** Entries of older releases name no source; one that names the model it stands in for was made by a fallback. */
function overrideSource(text: (field: SessionField) => string | null): SessionFacts['overrideSource'] {
  const source = text('modelOverrideSource')
  if (source === 'user' || source === 'auto' || source === 'default') return source
  const isOverridden = text('modelOverride') !== null || text('providerOverride') !== null
  const hasOrigin =
    text('modelOverrideFallbackOriginProvider') !== null && text('modelOverrideFallbackOriginModel') !== null
  return isOverridden && hasOrigin ? 'auto' : null
}

/** Without a source, a compaction count tells a pin that was set by rotation. A linked account is the user's choice. */
function pinSource(
  text: (field: SessionField) => string | null,
  compactionCount: unknown,
): NonNullable<SessionFacts['pinSource']> {
  const source = text('authProfileOverrideSource')
  if (source === 'auto') return 'auto'
  if (source === 'user' || source === 'user-link') return 'user'
  return typeof compactionCount === 'number' ? 'auto' : 'user'
}
