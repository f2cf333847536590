import type { ChartsData, RunOutcome } from '../../../shared/contract/history/index.ts'
import { reasonPhrase } from '../../lib/history/decision-words.ts'
import { formatLength } from '../../lib/time/duration.ts'
import { count, listOf } from '../../lib/words/text.ts'
import { RUN_OUTCOMES } from './chart-types.ts'
import type { FallbackRow, LockedRow } from './chart-models.ts'

/** What each chart found, as the sentence that stands over it. */

export function outcomesSentence(totals: Readonly<Record<RunOutcome, number>>): string {
  const all = RUN_OUTCOMES.reduce((sum, outcome) => sum + totals[outcome], 0)
  if (all === 0) return 'No run is on record in this span.'
  const rest = [
    totals.fell_back === 0 ? null : `${totals.fell_back.toLocaleString('en')} fell back`,
    totals.exhausted === 0 ? null : `${totals.exhausted.toLocaleString('en')} got no answer`,
    totals.stopped === 0
      ? null
      : `${totals.stopped.toLocaleString('en')} ${totals.stopped === 1 ? 'was' : 'were'} stopped`,
    totals.unknown === 0 ? null : `of ${totals.unknown.toLocaleString('en')} the log does not tell`,
  ].filter((part) => part !== null)
  if (rest.length === 0)
    return all === 1
      ? 'The one run was answered by the model it asked for.'
      : `All ${count(all, 'run')} were answered by the model they asked for.`
  return `The requested model answered ${percent(totals.answered / all)} of ${count(all, 'run')}; ${listOf(rest, rest.length)}.`
}

export function reasonsSentence(rows: ChartsData['reasons']): string {
  const first = rows[0]
  if (first === undefined) return 'Nothing failed in this span.'
  const all = rows.reduce((sum, row) => sum + row.count, 0)
  const share =
    all === first.count
      ? `all ${count(all, 'failure')}`
      : `${first.count.toLocaleString('en')} of ${count(all, 'failure')}`
  return `Most frequent is “${reasonPhrase(first.reason)}” at ${first.provider}: ${share}.`
}

const LOCK_WORDS = {
  cooldownMs: 'in cooldown',
  disabledMs: 'disabled',
  blockedMs: 'blocked until an announced time',
} as const

export function lockedSentence(rows: readonly LockedRow[]): string {
  const first = rows[0]
  if (first === undefined) return 'No account was locked in this span.'
  const kinds = (['cooldownMs', 'disabledMs', 'blockedMs'] as const).filter((kind) => first[kind] > 0)
  const longest = kinds.toSorted((a, b) => first[b] - first[a])[0] ?? 'cooldownMs'
  const part = kinds.length === 1 ? `all of it ${LOCK_WORDS[longest]}` : `most of it ${LOCK_WORDS[longest]}`
  return `${first.profileId} was locked longest: ${formatLength(first.allMs)}, ${part}.`
}

export function fallbackSentence(rows: readonly FallbackRow[]): string {
  const first = rows[0]
  if (first === undefined) return 'No time was spent on a fallback model in this span.'
  return `${first.name} spent ${percent(first.share)} of its time on another model than asked: ${formatLength(first.fallbackMs)} of ${formatLength(first.totalMs)}.`
}

export function recoveriesSentence(rows: ChartsData['recoveries']): string {
  const first = rows[0]
  if (first === undefined) return 'No return to a requested model is on record in this span.'
  const times = first.count === 1 ? 'once' : `in half of ${count(first.count, 'case')} within`
  if (first.count === 1) return `${first.model} came back ${times}, after ${formatLength(first.medianMs)}.`
  return `${first.model} takes longest to come back: ${times} ${formatLength(first.medianMs)}, in nine of ten within ${formatLength(first.p90Ms)}.`
}

/** `34 %`; never 0 or 100 for what is not quite. */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return 'less than 1 %'
  if (share < 1 && share > 0.99) return 'more than 99 %'
  return `${Math.round(share * 100)} %`
}
