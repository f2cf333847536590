import type { CandidateLock, RunAttempt, RunCandidate } from '../../../shared/contract/history/index.ts'
import { Breakable } from '../../components/breakable.tsx'
import card from '../../components/card.module.css'
import { CodeHint } from '../../components/code-hint.tsx'
import { HistoryDecisionMark } from '../../components/history-decision-mark.tsx'
import { ProfileId } from '../../components/profile-id.tsx'
import { ClockTime } from '../../components/times.tsx'
import { decisionMark, decisionWord } from '../../lib/history/decision-words.ts'
import { clockText, useTick } from '../../lib/time/time.ts'
import { count } from '../../lib/words/text.ts'
import { AttemptItem } from './attempt-item.tsx'
import styles from './candidate-card.module.css'
import { ErrorText } from './error-text.tsx'
import { candidateSentence, nameOf } from './run-sentences.ts'
import { WindowLine } from './window-line.tsx'
import { eligibleSentence, lockWords } from './window-sentences.ts'

/** An outage can lock hundreds of accounts; those that return first are what counts. */
const MOST_LOCKS = 6

interface CandidateCardProps {
  readonly candidate: RunCandidate
}

/** One candidate: what was done with it and why, in sentences, with what shows it. */
export function CandidateCard({ candidate }: CandidateCardProps) {
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
        {mark === 'skipped' ? <Eligible candidate={candidate} /> : null}
        {suppressed === 0 ? null : <p>The log left out {count(suppressed, 'equal record')} before this one.</p>}
        {errorPreview === null || isTold ? null : <ErrorText text={errorPreview} />}
        <Attempts attempts={attempts} />
      </div>
    </li>
  )
}

/** When it would have been its turn again, and the locks that this is read from. */
function Eligible({ candidate }: CandidateCardProps) {
  const { locks } = candidate
  const left = locks.length - MOST_LOCKS
  return (
    <>
      <p>{useTick((nowMs) => eligibleSentence(candidate, (atMs) => clockText.when(atMs, nowMs, 'second')))}</p>
      {locks.length < 2 ? null : (
        <ul className={styles.locks} aria-label="Locks at that moment">
          {locks.slice(0, MOST_LOCKS).map((lock) => (
            <LockLine key={lock.profileId} lock={lock} />
          ))}
          {left > 0 ? <li>and {count(left, 'more account')}</li> : null}
        </ul>
      )}
    </>
  )
}

function LockLine({ lock }: { readonly lock: CandidateLock }) {
  const text = useTick((nowMs) => lockWords(lock, (atMs) => clockText.when(atMs, nowMs, 'second')))
  return (
    <li>
      <WindowLine kind={lock.kind}>
        <ProfileId id={lock.profileId} />: {text}
      </WindowLine>
    </li>
  )
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
