import type { Window } from '../../../shared/engine/index.ts'
import { formatLength } from '../time/duration.ts'
import { reasonWords } from './failure-reason.ts'
import { capitalize, count } from './text.ts'

/** Why a window is there: `Rate limit reached, 2 failures on record`. */
export function windowReason(window: Window): string {
  const reason = capitalize(reasonWords(window.reason))
  if (window.classification === 'wham_token_expired') return `${reason}: the ChatGPT sign-in has expired`
  if (window.classification === 'wham_account_dead') return `${reason}: the ChatGPT account no longer works`
  return window.failures > 1 ? `${reason}, ${count(window.failures, 'failure')} on record` : reason
}

/** Which models a window is for: `all models`, `gpt-5.5 only`. */
export function windowScope(window: Pick<Window, 'model'>): string {
  return window.model === null ? 'all models' : `${window.model} only`
}

/** Who says when it ends: `reset announced by OpenAI`, `of 5 h`, `end on record`. */
export function windowEndBasis(window: Window): string {
  if (window.kind === 'blocked') return window.announcedBy === null ? 'announced reset' : 'reset announced by OpenAI'
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
