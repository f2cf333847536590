import type { StoreApi } from 'zustand'
import { hasEnded, recheckKey, type EndedRecheck, type RecheckState } from './recheck-state.ts'

/** How many accounts are called at the same time: enough to be quick, few enough to look at. */
const AT_ONCE = 3

/** Re-checks of accounts, each at most once at a time. */
export interface RecheckFlow {
  /** Calls one account; null: that was under way already, and ends for whoever asked first. */
  one(agentId: string, profileId: string): Promise<EndedRecheck | null>
  /** Calls several, a few at a time; what became of each is noted as it ends. */
  several(agentId: string, profileIds: readonly string[]): Promise<void>
  forgetOne(agentId: string, profileId: string): void
  /** Forgets the batch with what came of it. */
  forgetBatch(): void
}

/**
 * Runs re-checks and notes in a store what becomes of them.
 *
 * @param ask makes the call of one account; never rejects
 */
export function createRecheckFlow(
  store: Pick<StoreApi<RecheckState>, 'getState' | 'setState'>,
  ask: (agentId: string, profileId: string) => Promise<EndedRecheck>,
): RecheckFlow {
  const note = (entries: RecheckState['byKey']): void =>
    store.setState(({ byKey }) => ({ byKey: { ...byKey, ...entries } }))
  const isRunning = (key: string): boolean => store.getState().byKey[key]?.state === 'running'

  async function one(agentId: string, profileId: string): Promise<EndedRecheck | null> {
    const key = recheckKey(agentId, profileId)
    if (isRunning(key)) return null
    note({ [key]: { state: 'running' } })
    const ended = await ask(agentId, profileId)
    note({ [key]: ended })
    return ended
  }

  return {
    one,
    async several(agentId, profileIds) {
      const idle = profileIds.map((id) => recheckKey(agentId, id)).filter((key) => !isRunning(key))
      note(Object.fromEntries(idle.map((key) => [key, { state: 'waiting' }])))
      store.setState({ batch: { agentId, profileIds } })
      const waiting = [...profileIds]
      const work = async (): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await one(agentId, next)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    },
    forgetOne: (agentId, profileId) =>
      store.setState(({ byKey }) => {
        const { [recheckKey(agentId, profileId)]: _, ...rest } = byKey
        return { byKey: rest }
      }),
    forgetBatch: () =>
      store.setState(({ byKey, batch }) => {
        const told = new Set(batch?.profileIds.map((id) => recheckKey(batch.agentId, id)))
        const rest = Object.entries(byKey).filter(([key, recheck]) => !told.has(key) || !hasEnded(recheck))
        return { byKey: Object.fromEntries(rest), batch: null }
      }),
  }
}
