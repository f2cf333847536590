import type { CallReport } from '../../../shared/contract/types.ts'
import type { ActionProblem } from '../../lib/state/use-host-action.ts'

/** The last re-check of one account. */
export type Recheck =
  /** `waiting`: its turn comes in a batch. */
  | { readonly state: 'waiting' | 'running' }
  | { readonly state: 'done'; readonly report: CallReport }
  | { readonly state: 'problem'; readonly problem: ActionProblem }

export type EndedRecheck = Exclude<Recheck, { readonly state: 'waiting' | 'running' }>

/** Several accounts that were re-checked together. */
export interface RecheckBatch {
  readonly agentId: string
  readonly profileIds: readonly string[]
}

export interface RecheckState {
  /** By agent and profile, see `recheckKey`. */
  readonly byKey: Readonly<Record<string, Recheck>>
  readonly batch: RecheckBatch | null
}

export function recheckKey(agentId: string, profileId: string): string {
  return `${agentId}\n${profileId}`
}

export function hasEnded(last: Recheck | undefined): last is EndedRecheck {
  return last?.state === 'done' || last?.state === 'problem'
}
