import type { CandidateStatus, Serving } from '../../../shared/engine/index.ts'
import type { MarkState } from '../../lib/words/state-words.ts'
import { windowWord } from '../../lib/words/state-words.ts'
import { count, ordinal } from '../../lib/words/text.ts'

/** The state of an agent's line in one mark. */
export interface Verdict {
  readonly mark: MarkState
  readonly word: string
}

export function servingVerdict(serving: Serving): Verdict {
  if (serving.candidates.length === 0) return { mark: 'unusable', word: 'no model set' }
  if (serving.servingIndex === -1) return { mark: 'disabled', word: 'nothing can answer' }
  return serving.servingIndex === 0
    ? { mark: 'serving', word: 'on first choice' }
    : { mark: 'cooldown', word: 'on fallback' }
}

/** Where the serving model stands in the chain: `first choice of three`, `the only choice`. */
export function choiceWords(serving: Serving): string {
  const total = serving.candidates.length
  if (total === 1) return serving.isStrict ? 'the only choice: this agent has no fallback' : 'the only choice'
  return `${ordinal(serving.servingIndex + 1)} choice of ${numberWord(total)}`
}

function numberWord(quantity: number): string {
  return ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'][quantity] ?? String(quantity)
}

/** The mark and word of one candidate in the chain. */
export function candidateVerdict(candidate: CandidateStatus): Verdict {
  switch (candidate.state) {
    case 'serving':
      return { mark: 'serving', word: 'serving' }
    case 'ready':
      return { mark: 'ready', word: 'ready' }
    case 'provider_key':
      return { mark: 'ready', word: 'ready' }
    case 'locked':
      return candidate.lock === null
        ? { mark: 'cooldown', word: 'locked' }
        : { mark: candidate.lock.kind, word: windowWord(candidate.lock) }
    case 'no_profile':
      return { mark: 'unusable', word: 'no account' }
    case 'no_eligible_profile':
      return { mark: 'unusable', word: 'no usable account' }
  }
}

/** What stands behind one candidate; what becomes of it in time is told by its clock. */
export function candidateEvidence(candidate: CandidateStatus): string {
  switch (candidate.state) {
    case 'serving':
    case 'ready':
      return candidate.usableProfileIds.length === 0
        ? 'its own key'
        : count(candidate.usableProfileIds.length, 'account')
    case 'provider_key':
      return 'its own key'
    case 'locked':
      return 'every account locked'
    case 'no_profile':
      return 'neither an account nor a key'
    case 'no_eligible_profile':
      return 'none of its accounts may be used'
  }
}
