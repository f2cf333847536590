import { batchSentence } from './recheck-sentences.ts'
import { hasEnded, recheckKey, type EndedRecheck, type Recheck, type RecheckBatch } from './recheck-state.ts'

/** How far a batch of re-checks is, and what is to be said of it. */
export interface BatchSummary {
  readonly ended: number
  readonly total: number
  readonly isRunning: boolean
  /** Once it is over: `3 of 5 answered; 2 did not.` */
  readonly text: string
  /** Accounts that did not answer, in their order. */
  readonly left: readonly string[]
}

export function batchSummary(batch: RecheckBatch, byKey: Readonly<Record<string, Recheck>>): BatchSummary {
  const total = batch.profileIds.length
  const outcomes = batch.profileIds.map((id) => ({ id, recheck: byKey[recheckKey(batch.agentId, id)] }))
  // One that was dismissed has ended, too.
  const ended = outcomes.filter(({ recheck }) => recheck === undefined || hasEnded(recheck)).length
  const left = outcomes.filter(({ recheck }) => hasEnded(recheck) && !hasAnswered(recheck))
  const answered = outcomes.filter(({ recheck }) => hasEnded(recheck) && hasAnswered(recheck)).length
  return {
    ended,
    total,
    isRunning: ended < total,
    text: batchSentence(answered, total),
    left: left.map(({ id }) => id),
  }
}

function hasAnswered(recheck: EndedRecheck): boolean {
  return recheck.state === 'done' && recheck.report.outcome === 'ok'
}
