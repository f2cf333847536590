import type { RunAttempt, RunCandidate, RunDetail, WindowEvent } from '../../../shared/contract/history.ts'
import { reasonPhrase, windowKindWords } from '../../lib/history/decision-words.ts'
import { formatLength } from '../../lib/time/duration.ts'
import { endWords, type WriteWhen } from '../../lib/words/when.ts'
import { ordinal } from '../../lib/words/text.ts'

/** What a failure did to an account: which window, until when, and whether it was opened or was running already. */
export function windowSentence(window: WindowEvent, when: WriteWhen): string {
  const { kind, untilMs, isKept, failures, atMs, reason } = window
  const until = untilMs === null ? 'its end is not on record' : `until ${endWords(when(untilMs))}`
  const length = untilMs === null || untilMs <= atMs ? '' : `, ${formatLength(untilMs - atMs)} from then`
  const name = windowKindWords(kind)
  if (isKept) return `Its ${name} was running already and stayed as it was, ${until}.`
  const count = failures === null || failures < 2 ? '' : `, the ${ordinal(failures)} failure in a row`
  return `It opened a ${name} (${reasonPhrase(reason)}${count}), ${until}${length}.`
}

/** What an attempt left in the records of its account; the first of several is the attempt's own account. */
export function marksSentence(attempt: RunAttempt): string | null {
  if (attempt.windows.length > 0) return null
  if (attempt.profileId === null) return null
  return attempt.profileReason === null
    ? 'Nothing was recorded for the account: a failure like this says nothing about it.'
    : `For the account, “${reasonPhrase(attempt.profileReason)}” was recorded; whether that opened a window is not on record.`
}

/**
 * When a candidate that was not asked would have been eligible: when the first of its provider's windows that this run knows
 * of ends. Later windows of the same account replace earlier ones.
 *
 * @returns epoch ms; null: no window that was running then is on record
 */
export function eligibleAtMs(run: RunDetail, candidate: RunCandidate): number | null {
  const own = candidate.attempts.flatMap((attempt) => attempt.windows)
  const windows = own.length > 0 ? own : windowsBefore(run, candidate)
  const ends = new Map<string, number>()
  for (const { profileId, untilMs } of windows) if (untilMs !== null) ends.set(profileId, untilMs)
  const running = [...ends.values()].filter((untilMs) => untilMs > candidate.atMs)
  return running.length === 0 ? null : Math.min(...running)
}

function windowsBefore(run: RunDetail, { provider, atMs }: RunCandidate): readonly WindowEvent[] {
  return run.candidates
    .flatMap((other) => other.attempts)
    .flatMap((attempt) => attempt.windows)
    .filter((window) => window.provider === provider && window.atMs <= atMs)
    .sort((a, b) => a.atMs - b.atMs)
}

/** The same as a sentence. */
export function eligibleSentence(run: RunDetail, candidate: RunCandidate, when: WriteWhen): string {
  const atMs = eligibleAtMs(run, candidate)
  return atMs === null
    ? 'When it could be asked again is not on record in this run.'
    : `It could be asked again ${when(atMs)}, ${formatLength(atMs - candidate.atMs)} later.`
}
