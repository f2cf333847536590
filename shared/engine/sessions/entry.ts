import { asRecord, asText, own } from '../record.ts'

/** Who selected a session's model. `default`: the user chose "Default"; null: not written. */
export type OverrideSource = 'user' | 'auto' | 'default'
/** Who pinned a session's profile. `user-link`: a personal account that was linked. */
export type PinSource = 'user' | 'user-link' | 'auto'

/** That a session answers from another model than the selected one, as it was announced (R11). */
export interface FallbackNotice {
  /** `provider/model` */
  readonly selected: string
  /** `provider/model` */
  readonly active: string
  readonly reason: string | null
}

/**
 * The fields of a session that failover reads and writes (R03, R46); nothing of its content. Absent fields are null.
 * `lastProvider` and `lastModel` record what answered last and select nothing.
 */
export interface SessionEntry {
  readonly overrideProvider: string | null
  readonly overrideModel: string | null
  readonly overrideSource: OverrideSource | null
  /** The pair is canonical and is not looked up among the aliases. */
  readonly isOverrideResolved: boolean
  /** The selected model that an automatic override stands in for. */
  readonly originProvider: string | null
  readonly originModel: string | null
  readonly pinProfileId: string | null
  readonly pinSource: PinSource | null
  /** How many compactions the session had when the profile was pinned. */
  readonly pinCompactionCount: number | null
  readonly compactionCount: number
  readonly lastProvider: string | null
  readonly lastModel: string | null
  readonly notice: FallbackNotice | null
  /** The user changed the model while a turn may be running (R45). */
  readonly isSwitchPending: boolean
  readonly isSelectionLocked: boolean
}

export const EMPTY_SESSION: SessionEntry = {
  overrideProvider: null,
  overrideModel: null,
  overrideSource: null,
  isOverrideResolved: false,
  originProvider: null,
  originModel: null,
  pinProfileId: null,
  pinSource: null,
  pinCompactionCount: null,
  compactionCount: 0,
  lastProvider: null,
  lastModel: null,
  notice: null,
  isSwitchPending: false,
  isSelectionLocked: false,
}

/** Reads an entry as OpenClaw stores it, of any era; a field of the wrong shape counts as absent. */
export function readSessionEntry(value: unknown): SessionEntry {
  const entry = asRecord(value) ?? {}
  const text = (field: string): string | null => asText(own(entry, field))?.trim() ?? null
  const count = own(entry, 'compactionCount')
  const pinCount = own(entry, 'authProfileOverrideCompactionCount')
  return {
    overrideProvider: text('providerOverride')?.toLowerCase() ?? null,
    overrideModel: text('modelOverride'),
    overrideSource: oneOf(own(entry, 'modelOverrideSource'), ['user', 'auto', 'default']),
    isOverrideResolved: own(entry, 'modelOverrideRouteResolution') === 'resolved',
    originProvider: text('modelOverrideFallbackOriginProvider')?.toLowerCase() ?? null,
    originModel: text('modelOverrideFallbackOriginModel'),
    pinProfileId: text('authProfileOverride'),
    pinSource: oneOf(own(entry, 'authProfileOverrideSource'), ['user', 'user-link', 'auto']),
    pinCompactionCount: typeof pinCount === 'number' && Number.isFinite(pinCount) ? pinCount : null,
    compactionCount: typeof count === 'number' && Number.isFinite(count) ? count : 0,
    lastProvider: text('modelProvider'),
    lastModel: text('model'),
    notice: readNotice(entry),
    isSwitchPending: own(entry, 'liveModelSwitchPending') === true,
    isSelectionLocked: own(entry, 'modelSelectionLocked') === true,
  }
}

/** Releases before 2026.9 keep the notice in flat fields. */
function readNotice(entry: Readonly<Record<string, unknown>>): FallbackNotice | null {
  const nested = asRecord(own(entry, 'fallbackNotice'))
  const selected = asText(nested ? own(nested, 'selectedModel') : own(entry, 'fallbackNoticeSelectedModel'))
  const active = asText(nested ? own(nested, 'activeModel') : own(entry, 'fallbackNoticeActiveModel'))
  if (selected === null || active === null) return null
  return { selected, active, reason: asText(nested ? own(nested, 'reason') : own(entry, 'fallbackNoticeReason')) }
}

function oneOf<const T extends string>(value: unknown, allowed: readonly T[]): T | null {
  return allowed.find((item) => item === value) ?? null
}
