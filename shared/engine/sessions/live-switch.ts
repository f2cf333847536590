import type { SessionEntry } from './entry.ts'

/** How often a turn starts again on a model that was switched to, after the first try. */
export const MAX_SWITCH_RESTARTS = 2

export interface RunningModel {
  readonly provider: string
  readonly model: string
  readonly profileId: string | null
  readonly pinSource: SessionEntry['pinSource']
}

/** What becomes of a switch that the user asked for while a turn runs (R45). Only the user ever asks for one. */
export interface SwitchDecision {
  readonly action:
    /** nothing is pending, or nothing to switch to is named */
    | 'none'
    /** the turn runs what was selected already */
    | 'done'
    /** the turn starts again on the selected model */
    | 'restart'
    /** the turn cannot start again at this point; the next one switches */
    | 'later'
  /** The flag of the session is taken down. */
  readonly clearsPending: boolean
  readonly provider: string | null
  readonly model: string | null
}

/** @param canRestart nothing of the turn was shown or done yet */
export function switchDecision(entry: SessionEntry, running: RunningModel, canRestart: boolean): SwitchDecision {
  const { overrideProvider: provider, overrideModel: model } = entry
  const decide = (action: SwitchDecision['action']): SwitchDecision => ({
    action,
    clearsPending: action === 'done' || action === 'restart',
    provider,
    model,
  })
  if (!entry.isSwitchPending || provider === null || model === null) return decide('none')
  const isSame =
    provider === running.provider &&
    model === running.model &&
    entry.pinProfileId === running.profileId &&
    entry.pinSource === running.pinSource
  if (isSame) return decide('done')
  return decide(canRestart ? 'restart' : 'later')
}
