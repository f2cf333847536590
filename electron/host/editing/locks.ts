import type {
  LedgerCause,
  LedgerEntry,
  LedgerQuery,
  LockChange,
  LocksReceipt,
  ProfilesInput,
  SnoozeInput,
} from '../../../shared/contract/types.ts'
import {
  clearWindows,
  contradictedLocks,
  endContradicted,
  snooze,
  type UsageStats,
  type WindowContext,
  type WindowEffect,
} from '../../../shared/engine/index.ts'
import { usageOf, withUsage, type StoreOwner } from '../../openclaw/index.ts'
import { ledgerEntriesOf } from '../../store/index.ts'
import { Refusal } from '../refusal.ts'
import { agentOf, doEdit, policyOfDirectory, type EditContext, type Written } from './edit-context.ts'
import { ledgerOwner, storeFileOf, usageRecordsOf, type UsageRecordPlace } from './usage-places.ts'

/** Ending, setting and looking back at locks. */
export interface Locks {
  clear(input: ProfilesInput): Promise<LocksReceipt>
  snooze(input: SnoozeInput): Promise<LocksReceipt>
  history(query: LedgerQuery): readonly LedgerEntry[]
  /** Ends the locks of a directory of our own that a fresher signal contradicts. */
  heal(): Promise<void>
}

type Change = (stats: UsageStats | null, context: WindowContext) => WindowEffect

export function createLocks(context: EditContext): Locks {
  const { directory, store, clock } = context

  function change(input: ProfilesInput, cause: LedgerCause, effectOf: Change): Promise<LocksReceipt> {
    return doEdit(context, () => write(input, cause, effectOf)).then(({ receipt, result }) => ({
      ...receipt,
      changes: result,
    }))
  }

  async function write(
    { agentId, profileIds }: ProfilesInput,
    cause: LedgerCause,
    effectOf: Change,
  ): Promise<Written<LockChange[]>> {
    agentOf(context, agentId)
    const places = new Map<string, UsageRecordPlace[]>()
    for (const profileId of new Set(profileIds)) {
      const found = await usageRecordsOf(context, agentId, profileId)
      if (found.length === 0) {
        throw new Refusal('NOT_FOUND', 'One of these accounts is not there any more.', {
          hint: 'Nothing was changed. Look at the accounts again.',
        })
      }
      for (const place of found) {
        const name = ledgerOwner(place.owner)
        places.set(name, [...(places.get(name) ?? []), place])
      }
    }
    const changes = new Map<string, LockChange>()
    const files: string[] = []
    for (const group of places.values()) {
      const [first] = group
      if (first === undefined) continue
      const effects = await applyEffects(context, first.owner, group, effectOf)
      for (const { place, effect } of effects) {
        const { profileId, provider } = place
        store.ledger.append(
          ledgerEntriesOf(effect, {
            atMs: clock.now(),
            agentId,
            owner: ledgerOwner(place.owner),
            provider,
            profileId,
            cause,
          }),
        )
        const known = changes.get(profileId)
        const windows = [...(known?.changes ?? []), ...effect.windows]
        changes.set(profileId, { profileId, changes: windows, ignored: windows.length > 0 ? null : effect.ignored })
      }
      const isWritten = effects.some(({ effect, before }) => effect.stats !== before)
      const file = storeFileOf(context, first.owner)
      if (isWritten && file !== null) files.push(file)
    }
    return { what: files.length > 0 ? 'windows' : null, files, backup: null, result: [...changes.values()] }
  }

  return {
    clear: (input) => change(input, 'manual_clear', (stats, about) => clearWindows(stats, endingAll(about))),
    snooze: ({ untilMs, ...input }) =>
      change(input, 'snooze', (stats, about) => {
        if (untilMs > about.nowMs) return snooze(stats, untilMs, about)
        throw new Refusal('INVALID_INPUT', 'A lock can only end in the future.', { hint: 'Choose a later time.' })
      }),
    history: (query) => store.ledger.list(query),
    async heal() {
      const { facts, kind } = directory.state
      if (kind !== 'own') return
      for (const { id: agentId } of facts.agents) {
        for (const { profileId, elsewhere } of contradictedLocks(facts, agentId, clock.now())) {
          const input = { agentId, profileIds: [profileId] }
          await change(input, 'healed', (stats, about) => endContradicted(stats, { ...about, elsewhere }))
        }
      }
    },
  }
}

export interface AppliedEffect {
  readonly place: UsageRecordPlace
  readonly before: UsageStats | null
  readonly effect: WindowEffect
}

/** Changes the records of several profiles of one store in one step. */
export function applyEffects(
  context: EditContext,
  owner: StoreOwner,
  places: readonly UsageRecordPlace[],
  effectOf: Change,
): Promise<readonly AppliedEffect[]> {
  const policy = policyOfDirectory(context)
  const nowMs = context.clock.now()
  return context.editor.updateStore(owner, (documents) => {
    let { state } = documents
    const result: AppliedEffect[] = []
    for (const place of places) {
      const before = usageOf(state, place.profileId)
      const effect = effectOf(before, { policy, provider: place.provider, nowMs })
      if (effect.stats !== before) state = withUsage(state, place.profileId, effect.stats)
      result.push({ place, before, effect })
    }
    return { documents: { ...documents, state }, result }
  })
}

/**
 * Whoever clears a lock here means all of it. Some releases leave parts standing when they are asked to clear one, which is
 * how they behave and not what a person wants.
 */
export function endingAll(context: WindowContext): WindowContext {
  const { policy } = context
  return { ...context, policy: { ...policy, windows: { ...policy.windows, clears: 'everything' } } }
}
