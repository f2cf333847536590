import type { CallReport } from '../../../shared/contract/types.ts'
import { isFailureReason, type FailoverReason, type Policy } from '../../../shared/engine/index.ts'
import { reasonWords } from './failure-reason.ts'
import { capitalize, count } from './text.ts'

/** `420 ms`, `1.3 s`. */
export function latencyWords(latencyMs: number): string {
  return latencyMs < 1000 ? `${Math.round(latencyMs)} ms` : `${(latencyMs / 1000).toFixed(1)} s`
}

/** What a call showed, in one sentence. */
export function callHeadline(report: CallReport): string {
  const took = report.latencyMs === null ? '' : ` in ${latencyWords(report.latencyMs)}`
  switch (report.outcome) {
    case 'ok':
      return `${report.model ?? report.provider} answered${took}.`
    case 'failed':
      return report.status === null
        ? `There was no answer${took === '' ? '' : ` after${took.slice(3)}`}.`
        : `${report.provider} refused it${took}.`
    case 'not_called':
      return 'No call was made.'
  }
}

/** What is only ever said of a call, never of an account. */
const CALL_WORDS = {
  server_error: 'the provider has an error of its own',
  tls_certificate: 'the certificate of the provider is not accepted',
  context_overflow: 'the request was too long',
} as const

function callReasonWords(reason: FailoverReason): string {
  return isFailureReason(reason) ? reasonWords(reason) : CALL_WORDS[reason]
}

/** What it means for the account in a run by these rules; null: nothing was concluded. */
export function conclusionSentence(reason: FailoverReason | null, windows: Policy['windows']): string | null {
  if (reason === null) return null
  const words = capitalize(callReasonWords(reason))
  const { neverMarked, timeouts } = windows.marking
  if (neverMarked.includes(reason) || (reason === 'timeout' && timeouts === 'never'))
    return `${words}: this says nothing about the account, so a run would not lock it.`
  return isFailureReason(reason) && windows.disablingReasons.includes(reason)
    ? `${words}: a run would disable the account for a while and go on with the next one.`
    : `${words}: a run would let the account cool down and go on with the next one.`
}

/** The facts of a call besides its outcome: `status 429, model gpt-5.5`. */
export function callFacts(report: CallReport): string | null {
  const facts = [
    report.outcome === 'failed' && report.status !== null ? `status ${report.status}` : null,
    report.outcome !== 'ok' && report.model !== null ? `model ${report.model}` : null,
  ].filter((fact) => fact !== null)
  return facts.length === 0 ? null : capitalize(facts.join(', '))
}

/** What became of the windows of the account; a test changes none. */
export function windowChangesSentence(report: CallReport): string {
  const ended = report.changes.filter((change) => change.action === 'cleared').length
  if (ended > 0) return `${capitalize(count(ended, 'window'))} ended with it.`
  return 'It was only a test: windows and counters are as they were.'
}
