import type { RunAttempt, RunCandidate, RunDetail } from '../../../shared/contract/history.ts'
import { Breakable } from '../../components/breakable.tsx'
import card from '../../components/card.module.css'
import { CodeHint } from '../../components/code-hint.tsx'
import { HistoryDecisionMark } from '../../components/history-decision-mark.tsx'
import { ClockTime } from '../../components/times.tsx'
import { decisionMark, decisionWord } from '../../lib/history/decision-words.ts'
import { clockText, useTick } from '../../lib/time/time.ts'
import { count } from '../../lib/words/text.ts'
import { AttemptItem } from './attempt-item.tsx'
import styles from './candidate-card.module.css'
import { ErrorText } from './error-text.tsx'
import { candidateSentence, nameOf } from './run-sentences.ts'
import { eligibleSentence } from './window-sentences.ts'

interface CandidateCardProps {
  readonly run: RunDetail
  readonly candidate: RunCandidate
}

/** One candidate: what was done with it and why, in sentences, with what shows it. */
export function CandidateCard({ run, candidate }: CandidateCardProps) {
  const mark = decisionMark(candidate.decision)
  const { atMs, attempts, errorPreview, reason, status, code, suppressed, isProbe } = candidate
  const isTold = attempts.some((attempt) => attempt.errorPreview === errorPreview)
  const codes = [candidate.decision, reason, status, code].filter((part) => part !== null).join(', ')
  return (
    <li className={`${card.card} ${styles.card}`} data-candidate={nameOf(candidate)} data-mark={mark}>
      <div className={styles.head}>
        <HistoryDecisionMark mark={mark} size={13} />
        <h3 className={styles.name}>
          <Breakable text={nameOf(candidate)} />
        </h3>
        <span className={styles.word} data-mark={mark}>
          <CodeHint code={codes}>{decisionWord(candidate.decision)}</CodeHint>
        </span>
        <span className={styles.time}>
          <ClockTime atMs={atMs} precision="second" />
        </span>
      </div>
      <div className={styles.body}>
        <p>{candidateSentence(candidate)}</p>
        {isProbe && mark !== 'probed' ? (
          <p>It was tried although a window was running, to see whether it works again.</p>
        ) : null}
        {mark === 'skipped' ? <Eligible run={run} candidate={candidate} /> : null}
        {suppressed === 0 ? null : <p>The log left out {count(suppressed, 'equal record')} before this one.</p>}
        {errorPreview === null || isTold ? null : <ErrorText text={errorPreview} />}
        <Attempts attempts={attempts} />
      </div>
    </li>
  )
}

function Eligible({ run, candidate }: CandidateCardProps) {
  return <p>{useTick((nowMs) => eligibleSentence(run, candidate, (atMs) => clockText.when(atMs, nowMs, 'second')))}</p>
}

function Attempts({ attempts }: { readonly attempts: readonly RunAttempt[] }) {
  if (attempts.length === 0) return null
  return (
    <ol className={styles.attempts} aria-label="Calls">
      {attempts.map((attempt, index) => (
        <AttemptItem
          key={`${attempt.atMs} ${attempt.profileId} ${attempt.stage} ${attempt.decision}`}
          attempt={attempt}
          place={index + 1}
        />
      ))}
    </ol>
  )
}
