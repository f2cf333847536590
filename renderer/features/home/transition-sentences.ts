import type { Transition } from '../../../shared/engine/index.ts'
import { reasonWords } from '../../lib/words/failure-reason.ts'
import { windowWord } from '../../lib/words/state-words.ts'
import type { MarkState } from '../../lib/words/state-words.ts'

/** An event in words: what it is about, and what happened to it. */
export interface TransitionSentence {
  readonly mark: MarkState
  readonly subject: string
  readonly happened: string
}

/**
 * One thing that changed, in words.
 *
 * @param until the end of the window it mentions, already written as a clock time
 */
export function transitionSentence(transition: Transition, until: string | null): TransitionSentence {
  const { kind, profileId, provider, model } = transition
  const subject = profileId ?? provider ?? 'The agent'
  switch (kind) {
    case 'locked':
      return { mark: transition.windowKind ?? 'cooldown', subject, happened: lockedWords(transition, until) }
    case 'unlocked':
      return { mark: 'ready', subject, happened: `ready again${model === null ? '' : ` for ${model}`}` }
    case 'order_changed':
      return { mark: 'ready', subject: provider ?? 'A provider', happened: 'has a new order' }
    case 'profile_added':
      return { mark: 'ready', subject, happened: 'was added' }
    case 'profile_removed':
      return { mark: 'excluded', subject, happened: 'was removed' }
    case 'answered':
      return { mark: 'serving', subject, happened: 'was used last' }
    case 'credential_changed':
      return { mark: 'ready', subject, happened: 'has a new credential or expiry' }
    case 'serving_changed':
      return servingChanged(transition)
  }
}

function lockedWords({ windowKind, reason, model }: Transition, until: string | null): string {
  const word = windowKind === null ? 'locked' : windowWord({ kind: windowKind, reason })
  const only = model === null ? '' : ` for ${model} only`
  const why = reason === null || reason === 'billing' ? '' : `: ${reasonWords(reason)}`
  return `${word}${only}${until === null ? '' : ` until ${until}`}${why}`
}

function servingChanged({ from, to }: Transition): TransitionSentence {
  if (to === null)
    return {
      mark: 'disabled',
      subject: 'Nothing',
      happened: `can answer any more${from === null ? '' : `; before: ${from}`}`,
    }
  return { mark: 'serving', subject: to, happened: from === null ? 'answers again' : `answers now, instead of ${from}` }
}
