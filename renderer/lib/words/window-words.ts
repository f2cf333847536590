import type { Window } from '../../../shared/engine/index.ts'
import { formatLength } from '../time/duration.ts'
import { reasonWords } from './failure-reason.ts'
import { capitalize, count } from './text.ts'

/** Why a window is there, and how many failures of that kind are on record: `Rate limit reached, 2 failures`. */
export function windowReason(window: Window): string {
  if (window.kind === 'disabled' && window.reason === null) return 'Snoozed, or no reason on record'
  const reason = capitalize(reasonWords(window.reason))
  if (window.classification === 'wham_token_expired') return `${reason}: the ChatGPT sign-in has expired`
  if (window.classification === 'wham_account_dead') return `${reason}: the ChatGPT account no longer works`
  return window.failures > 1 ? `${reason}, ${count(window.failures, 'failure')}` : reason
}

/** Which models a window is for: `all models`, `gpt-5.5 only`. */
export function windowScope(window: Pick<Window, 'model'>): string {
  return window.model === null ? 'all models' : `${window.model} only`
}

/** What its end rests on: `announced reset`, `of 5 h`, `end on record`. */
export function windowEndBasis(window: Window): string {
  if (window.kind === 'blocked') return 'announced reset'
  return window.lengthMs === null ? 'end on record' : `of ${formatLength(window.lengthMs)}`
}

/** How certain the start is, for the details. */
export function windowStartBasis(window: Pick<Window, 'startBasis'>): string {
  switch (window.startBasis) {
    case 'failure':
      return 'since the failure on record'
    case 'ladder':
      return 'counted back from the end'
    case 'last_failure':
      return 'since the last failure on record'
    case 'unknown':
      return 'start not on record'
  }
}

const ANNOUNCERS: Readonly<Record<NonNullable<Window['announcedBy']>, string>> = {
  codex_rate_limits: 'the provider, with an answer',
  wham: 'the provider’s usage page',
}

/** Who announced the end of a block. */
export function announcerWords(announcedBy: NonNullable<Window['announcedBy']>): string {
  return ANNOUNCERS[announcedBy]
}
