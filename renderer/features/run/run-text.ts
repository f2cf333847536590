import type { Evidence, RunAttempt, RunCandidate, RunDetail } from '../../../shared/contract/history/index.ts'
import { decisionWord, OUTCOME_WORDS } from '../../lib/history/decision-words.ts'
import { answeredName, nameOf, nextWords, requestedName, runHeadline } from './run-sentences.ts'
import { spanWords } from './waterfall-model.ts'
import { eligibleSentence, lockWords, windowSentence } from './window-sentences.ts'

/** A run as plain text for a ticket: everything that the screen shows, with times in UTC. */
export function runAsText(run: RunDetail): string {
  return [
    runHeadline(run),
    '',
    fact('Run', run.runKey),
    fact('Requested', requestedName(run)),
    fact('Answered', answeredName(run) ?? 'none on record'),
    fact('Outcome', OUTCOME_WORDS[run.outcome].word),
    fact('Began', utc(run.startedMs)),
    fact('Ended', `${utc(run.endedMs)} (${spanWords(run.endedMs - run.startedMs)})`),
    fact('Agent', run.agentId),
    fact('Session', run.sessionId),
    fact('Lane', run.lane),
    fact('Started by', run.parent),
    fact('Stopped', run.stopReason),
    run.isInferred ? 'Put together from other records: there was no decision record.' : null,
    '',
    ...run.candidates.flatMap((candidate) => [...candidateLines(candidate), '']),
    'Evidence',
    ...(run.evidence.length === 0 ? ['  none on record'] : run.evidence.map((item) => `  ${evidenceWords(item)}`)),
  ]
    .filter((line) => line !== null)
    .join('\n')
}

/** `openclaw-2026-05-28.log, line 1,204`. */
export function evidenceWords({ source, line }: Evidence): string {
  return line === null ? source : `${source}, line ${line.toLocaleString('en')}`
}

function candidateLines(candidate: RunCandidate): readonly string[] {
  const { attempt, total, atMs, decision, errorPreview, suppressed, locks, attempts } = candidate
  const isSkipped = decision === 'skip_candidate'
  return [
    `${attempt}/${total}  ${nameOf(candidate)}  ${decisionWord(decision)}${codes(candidate)}  ${utc(atMs)}`,
    errorPreview === null ? null : `  error: ${JSON.stringify(errorPreview)}`,
    suppressed === 0 ? null : `  ${suppressed} equal records left out by the log`,
    ...(isSkipped ? [`  ${eligibleSentence(candidate, untilUtc)}`] : []),
    ...locks.map((lock) => `  - ${lock.profileId}: ${lockWords(lock, untilUtc)}`),
    ...attempts.flatMap(attemptLines),
  ].filter((line) => line !== null)
}

function attemptLines(attempt: RunAttempt): readonly string[] {
  const { atMs, profileId, errorPreview, ruleId, decision, windows, timedOut } = attempt
  return [
    `  - ${utc(atMs)}  ${profileId ?? 'no account on record'}${codes(attempt)}${timedOut ? '  timed out' : ''}`,
    errorPreview === null ? null : `    error: ${JSON.stringify(errorPreview)}`,
    ruleId === null ? null : `    rule: ${ruleId}`,
    ...windows.map((window) => `    ${window.profileId}: ${windowSentence(window, untilUtc)}`),
    `    ${nextWords(decision)}`,
  ].filter((line) => line !== null)
}

function codes({ reason, status }: { readonly reason: string | null; readonly status: number | null }): string {
  const known = [reason, status].filter((code) => code !== null)
  return known.length === 0 ? '' : ` (${known.join(', ')})`
}

function fact(name: string, value: string | null): string | null {
  return value === null ? null : `${`${name}:`.padEnd(12)}${value}`
}

function utc(atMs: number): string {
  return new Date(atMs).toISOString()
}

function untilUtc(atMs: number): string {
  return `at ${utc(atMs)}`
}
