import type { RunRules } from '../policy/index.ts'
import type { SessionEntry } from './entry.ts'
import { selectionKind } from './selection-kind.ts'

const NO_OVERRIDE = {
  overrideProvider: null,
  overrideModel: null,
  overrideSource: null,
  isOverrideResolved: false,
  originProvider: null,
  originModel: null,
} as const
const NO_PIN = { pinProfileId: null, pinSource: null, pinCompactionCount: null } as const
/** What a new selection outdates: what answered last, and what was said about it. */
const NOTHING_SHOWN = { lastProvider: null, lastModel: null, notice: null } as const

export interface UserSelection {
  readonly provider: string
  readonly model: string
  /** The profile of an `@profile` suffix; null: none is named. */
  readonly profileId: string | null
  /** The pin of the session belongs to the provider of the model. */
  readonly keepsPin: boolean
  /** A turn may be running, which then switches (R45). */
  readonly isRunActive: boolean
}

/** The session after the user selected a model: exact from now on (R07). */
export function selectModel(entry: SessionEntry, selection: UserSelection): SessionEntry {
  const { provider, model, profileId, keepsPin } = selection
  const pin =
    profileId === null
      ? keepsPin
        ? {}
        : NO_PIN
      : ({ pinProfileId: profileId, pinSource: 'user', pinCompactionCount: null } as const)
  return {
    ...entry,
    ...NO_OVERRIDE,
    ...NOTHING_SHOWN,
    overrideProvider: provider,
    overrideModel: model,
    overrideSource: 'user',
    isOverrideResolved: true,
    ...pin,
    isSwitchPending: selection.isRunActive,
  }
}

/** The session after the user chose "Default": what is configured counts, and its fallbacks with it. */
export function selectDefault(entry: SessionEntry, keepsPin: boolean, rules: RunRules): SessionEntry {
  return {
    ...entry,
    ...NO_OVERRIDE,
    ...NOTHING_SHOWN,
    overrideSource: rules.selection.marksDefault ? 'default' : null,
    ...(keepsPin ? {} : NO_PIN),
    isSwitchPending: false,
  }
}

/** The session after `/new`, `/reset` or `sessions.reset`: what the user chose stays, what failover chose goes (R06). */
export function resetSession(entry: SessionEntry, rules: RunRules): SessionEntry {
  const isAutomatic = selectionKind(entry, rules.selection) === 'auto'
  const isUserPin = entry.pinSource === null ? entry.pinCompactionCount === null : entry.pinSource !== 'auto'
  return {
    ...entry,
    ...(isAutomatic ? NO_OVERRIDE : {}),
    ...(isUserPin ? {} : NO_PIN),
    ...NOTHING_SHOWN,
    compactionCount: 0,
    isSwitchPending: false,
  }
}

/**
 * What a session that another one spawned takes over of its model: nothing where the parent only fell back to it, or
 * where the child chose "Default". What is taken over from a configuration is nobody's choice.
 */
export function inheritedSelection(parent: SessionEntry, child: SessionEntry, rules: RunRules): SessionEntry {
  const kind = selectionKind(parent, rules.selection)
  if (child.overrideSource === 'default' || (kind !== 'user' && kind !== 'legacy')) return child
  return {
    ...child,
    overrideProvider: parent.overrideProvider,
    overrideModel: parent.overrideModel,
    overrideSource: parent.overrideSource,
    isOverrideResolved: parent.isOverrideResolved,
  }
}

/** A spawned session under the model that the configuration gives it: nobody's choice, so that its fallbacks count. */
export function spawnedSelection(
  child: SessionEntry,
  { provider, model }: { readonly provider: string; readonly model: string },
): SessionEntry {
  return { ...child, ...NO_OVERRIDE, overrideProvider: provider, overrideModel: model, overrideSource: 'auto' }
}
