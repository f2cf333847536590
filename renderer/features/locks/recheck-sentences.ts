import type { CallReport } from '../../../shared/contract/types.ts'
import type { ActionProblem } from '../../lib/state/use-host-action.ts'
import { callReasonWords } from '../../lib/words/call-reason.ts'
import { latencyWords } from '../../lib/words/call-report-words.ts'
import type { WriteWhen } from '../../lib/words/when.ts'

export interface RecheckSentence {
  readonly tone: 'good' | 'bad' | 'plain'
  readonly text: string
}

/** What a re-check showed, in one sentence. It never makes a lock longer. */
export function recheckSentence(report: CallReport, when: WriteWhen): RecheckSentence {
  const { profileId, outcome, latencyMs, changes } = report
  if (outcome === 'not_called')
    return {
      tone: 'plain',
      text: `${profileId} was not called: ${lowerFirst(sentence(report.message ?? 'it cannot be'))}`,
    }
  if (outcome === 'failed') return { tone: 'bad', text: refusedWords(report, when) }
  const answered = `${profileId} answered${latencyMs === null ? '' : ` in ${latencyWords(latencyMs)}`}`
  const isUnlocked = changes.some(({ action }) => action === 'cleared')
  return { tone: 'good', text: isUnlocked ? `${answered} and is unlocked.` : `${answered}.` }
}

function refusedWords({ profileId, reason, status, retryAtMs }: CallReport, when: WriteWhen): string {
  const why = callReasonWords(reason)
  const code = status === null ? '' : ` (${status})`
  const retry = retryAtMs === null ? '' : `; the provider says to try again ${when(retryAtMs)}`
  return `${profileId} is still refused: ${why}${code}${retry}. Its lock stays as it was.`
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** The message of an error as the end of another sentence; names such as OpenClaw and abbreviations keep their letters. */
function lowerFirst(text: string): string {
  return /^[A-Z][a-z]+ /.test(text) && !text.startsWith('OpenClaw')
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text
}

/** What a re-check that could not be asked for came to. */
export function recheckProblemSentence(profileId: string, problem: ActionProblem): string {
  return `${profileId} was not re-checked: ${problem.message}${problem.hint === null ? '' : ` ${problem.hint}`}`
}

/** What several re-checks came to: `3 of 5 answered; 2 are still locked.` */
export function batchSentence(answered: number, total: number): string {
  if (answered === total) return `${total === 1 ? 'It' : `All ${total}`} answered.`
  const left = total - answered
  return answered === 0 ? `None of ${total} answered.` : `${answered} of ${total} answered; ${left} did not.`
}
