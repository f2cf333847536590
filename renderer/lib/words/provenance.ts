import type { Window } from '../../../shared/engine/index.ts'
import { formatLength } from '../time/duration.ts'
import { reasonNoun } from './reason-noun.ts'
import { capitalize, ordinal } from './text.ts'
import type { WriteWhen } from './when.ts'
import { announcerWords } from './window-words.ts'

/**
 * Where a lock comes from: which failure opened it, when, and which step of which rule gave its length; without a full stop.
 * What the records do not tell is said to be unknown.
 */
export function provenance(window: Window, when: WriteWhen): string {
  if (window.kind === 'disabled' && window.reason === null) return chosenWords(window, when)
  if (window.kind === 'blocked') return blockedWords(window, when)
  const failure = failureWords(window)
  const { startMs, startBasis } = window
  if (startMs === null || startBasis === 'unknown') return `${failure}; which failure opened the lock is not on record`
  switch (startBasis) {
    case 'failure':
      return `${failure} ${when(startMs)}${stepWords(window)}`
    case 'ladder':
      return `${failure}; the one that opened the lock is not on record; counted back from its end, it opened ${when(startMs)}${stepWords(window)}`
    case 'last_failure':
      return `${failure}; the last one on record was ${when(startMs)}, and no step of a rule is as long as the lock`
  }
}

/** `: the ladder’s third step, 5 m`; empty where no step is known. */
function stepWords({ kind, rung, lengthMs }: Window): string {
  if (rung === null || lengthMs === null) return ''
  const ladder = kind === 'cooldown' ? 'the ladder' : 'the long ladder'
  return `: ${ladder}’s ${ordinal(rung)} step, ${formatLength(lengthMs)}`
}

/** `Third rate limit in a row`. */
function failureWords({ failures, reason, classification }: Window): string {
  if (classification === 'wham_token_expired') return 'The ChatGPT usage page said that the sign-in has expired'
  if (classification === 'wham_account_dead') return 'The ChatGPT usage page said that the account no longer works'
  const noun = reasonNoun(reason)
  return failures > 1 ? capitalize(`${ordinal(failures)} ${noun} in a row`) : capitalize(noun)
}

function blockedWords({ announcedBy, startMs }: Window, when: WriteWhen): string {
  const who = announcedBy === null ? 'Its end was announced, by whom is not on record' : announcedWords(announcedBy)
  if (startMs === null) return `${who}; when is not on record`
  return `${who}; the last failure on record was ${when(startMs)}`
}

function announcedWords(announcedBy: NonNullable<Window['announcedBy']>): string {
  return `Its end was announced by ${announcerWords(announcedBy)}`
}

/** A lock by hand leaves an end and nothing else. */
function chosenWords({ startBasis, startMs }: Window, when: WriteWhen): string {
  const last = startMs === null || startBasis === 'unknown' ? '' : `; the last failure on record was ${when(startMs)}`
  return `No reason is on record, as with a lock that a person chose${last}`
}
