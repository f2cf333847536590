import { create } from 'zustand'
import { host, queryClient } from '../../lib/state/host-session.ts'
import { actionProblem } from '../../lib/state/use-host-action.ts'
import { LEDGER_KEY } from './ledger-key.ts'
import { createRecheckFlow } from './recheck-flow.ts'
import type { EndedRecheck, RecheckState } from './recheck-state.ts'

export const useRechecks = create<RecheckState>(() => ({ byKey: {}, batch: null }))

/** The re-checks of this page. */
export const rechecks = createRecheckFlow(useRechecks, async (agentId, profileId) => {
  const ended = await ask(agentId, profileId)
  void queryClient.invalidateQueries({ queryKey: LEDGER_KEY })
  return ended
})

async function ask(agentId: string, profileId: string): Promise<EndedRecheck> {
  try {
    const { reports } = await host().locks.recheck({ agentId, profileIds: [profileId] })
    const report = reports.find((one) => one.profileId === profileId)
    if (report !== undefined) return { state: 'done', report }
    return { state: 'problem', problem: actionProblem(new Error('The host did not report about it.')) }
  } catch (error) {
    return { state: 'problem', problem: actionProblem(error) }
  }
}
