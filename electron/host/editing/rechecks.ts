import type { CallReport, ProfilesInput, RecheckReceipt } from '../../../shared/contract/types.ts'
import type { UsageStats } from '../../../shared/engine/index.ts'
import { usageOf } from '../../openclaw/index.ts'
import { createSingleFlightMap, effectOfRecheck } from '../../providers/index.ts'
import { ledgerEntriesOf } from '../../store/index.ts'
import { Refusal } from '../refusal.ts'
import { doEdit, type EditContext } from './edit-context.ts'
import { applyEffects } from './locks.ts'
import type { CallWith, MadeCall } from './provider-calls.ts'
import { ledgerOwner, storeFileOf, usageRecordsOf, type UsageRecordPlace } from './usage-places.ts'

/** As many at once as do not look like an attack to a provider. */
const PARALLEL_CALLS = 3

/**
 * Asks providers whether what is locked still has to be. One call for an account at a time, whoever asks; a success ends
 * the windows, and no failure ever makes one longer.
 */
export function createRechecks(
  context: EditContext,
  call: CallWith,
): (input: ProfilesInput) => Promise<RecheckReceipt> {
  const running = createSingleFlightMap<CallReport & { readonly files: readonly string[] }>()

  async function recheck(agentId: string, profileId: string): Promise<CallReport & { files: readonly string[] }> {
    const places = await usageRecordsOf(context, agentId, profileId)
    const stats = await deciding(places)
    const made = await call({ agentId, profileId }, stats)
    if (made.conclusion === null) return { ...made.report, files: [] }
    return await record(agentId, places, made)
  }

  /** The record that counts: the agent's own wins over an inherited one. */
  async function deciding(places: readonly UsageRecordPlace[]): Promise<UsageStats | null> {
    const place = places.at(-1)
    if (place === undefined) {
      throw new Refusal('NOT_FOUND', 'This account is not there any more.', { hint: 'Look at the accounts again.' })
    }
    return usageOf((await context.editor.readStore(place.owner)).state, place.profileId)
  }

  async function record(
    agentId: string,
    places: readonly UsageRecordPlace[],
    { report, conclusion }: MadeCall,
  ): Promise<CallReport & { files: readonly string[] }> {
    const changes: CallReport['changes'][number][] = []
    const files: string[] = []
    for (const place of places) {
      const [applied] = await applyEffects(context, place.owner, [place], (stats, about) => {
        const effect = conclusion === null ? null : effectOfRecheck(stats, conclusion, about)
        const isLocked = effect?.windows.some(({ action }) => action === 'cleared' || action === 'kept') ?? false
        // Nothing was locked: a test is no use, so nothing is noted either.
        return effect !== null && isLocked ? effect : { stats, ignored: null, windows: [], counters: null, times: [] }
      })
      if (applied === undefined || applied.effect.stats === applied.before) continue
      const { profileId, provider } = place
      const about = { atMs: context.clock.now(), agentId, owner: ledgerOwner(place.owner), provider, profileId }
      context.store.ledger.append(ledgerEntriesOf(applied.effect, { ...about, cause: 'recheck' }))
      changes.push(...applied.effect.windows)
      const file = storeFileOf(context, place.owner)
      if (file !== null) files.push(file)
    }
    return { ...report, changes, files }
  }

  return async ({ agentId, profileIds }) => {
    const { receipt, result } = await doEdit(context, async () => {
      const done = await inParallel([...new Set(profileIds)], (profileId) =>
        running.run([agentId, profileId], () => recheck(agentId, profileId)),
      )
      const files = done.flatMap((report) => report.files)
      const reports = done.map(({ files: _files, ...report }): CallReport => report)
      return { what: files.length > 0 ? ('windows' as const) : null, files, backup: null, result: reports }
    })
    return { reports: result, receipt: receipt.files.length > 0 ? receipt : null }
  }
}

async function inParallel<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  async function work(): Promise<void> {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index]
      if (item !== undefined) results[index] = await task(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(PARALLEL_CALLS, items.length) }, work))
  return results
}
