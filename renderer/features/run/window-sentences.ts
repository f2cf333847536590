import type { CandidateLock, RunAttempt, RunCandidate, WindowEvent } from '../../../shared/contract/history/index.ts'
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
 * When a candidate that was not asked would have been eligible, by what was known then: when the lock of the first of its
 * provider's accounts ends. Where more accounts were locked than are known, one of the others may have come before.
 */
export function eligibleSentence({ locks, profileCount, atMs }: RunCandidate, when: WriteWhen): string {
  const [first] = locks
  if (first === undefined) return 'When it could be asked again is not on record.'
  const limit = profileCount !== null && profileCount > locks.length ? ' at the latest' : ''
  return `It could be asked again ${when(first.untilMs)}${limit}, ${formatLength(first.untilMs - atMs)} later, when the lock of ${first.profileId} ended.`
}

/** What stands behind the name of a locked account: `cooldown (rate limit reached) until 02:41:21`. */
export function lockWords({ kind, reason, untilMs }: CandidateLock, when: WriteWhen): string {
  const why = reason === null ? '' : ` (${reasonPhrase(reason)})`
  return `${windowKindWords(kind)}${why} until ${endWords(when(untilMs))}`
}
