import type { RunAttempt, WindowEvent } from '../../../shared/contract/history/index.ts'
import { CodeHint } from '../../components/code-hint.tsx'
import { ProfileId } from '../../components/profile-id.tsx'
import { ClockTime } from '../../components/times.tsx'
import { reasonPhrase } from '../../lib/history/decision-words.ts'
import { clockText, useTick } from '../../lib/time/time.ts'
import { capitalize } from '../../lib/words/text.ts'
import styles from './attempt-item.module.css'
import { ErrorText } from './error-text.tsx'
import { nextWords, ruleSentence } from './run-sentences.ts'
import { WindowLine } from './window-line.tsx'
import { marksSentence, windowSentence } from './window-sentences.ts'

interface AttemptItemProps {
  readonly attempt: RunAttempt
  /** 1-based */
  readonly place: number
}

/** One call: with which account, what came back, which rule read it, and what that did. */
export function AttemptItem({ attempt, place }: AttemptItemProps) {
  const { atMs, profileId, reason, status, errorPreview, ruleId, decision, windows, timedOut, stage } = attempt
  const marks = marksSentence(attempt)
  const codes = [`reason ${reason ?? 'none'}`, stage === null ? null : `stage ${stage}`, `decision ${decision}`]
  return (
    <li className={styles.attempt}>
      <p className={styles.head}>
        <span className={styles.place}>{place}</span>
        {profileId === null ? <span>Account not on record</span> : <ProfileId id={profileId} />}
        <span className={styles.what}>
          <CodeHint code={codes.filter((code) => code !== null).join(', ')}>
            {capitalize(reasonPhrase(reason))}
            {status === null ? '' : `, status ${status}`}
          </CodeHint>
          {timedOut ? ' (timed out)' : ''}
        </span>
        <span className={styles.time}>
          <ClockTime atMs={atMs} precision="second" />
        </span>
      </p>
      {errorPreview === null ? null : <ErrorText text={errorPreview} />}
      <p>
        {ruleId === null ? (
          ruleSentence(ruleId, reason)
        ) : (
          <CodeHint code={`rule: ${ruleId}`}>{ruleSentence(ruleId, reason)}</CodeHint>
        )}
      </p>
      {windows.map((window) => (
        <Opened key={`${window.profileId} ${window.kind} ${window.atMs}`} window={window} ownId={profileId} />
      ))}
      {marks === null ? null : <p>{marks}</p>}
      <p>{nextWords(decision)}</p>
    </li>
  )
}

function Opened({ window, ownId }: { readonly window: WindowEvent; readonly ownId: string | null }) {
  const text = useTick((nowMs) => windowSentence(window, (atMs) => clockText.when(atMs, nowMs, 'second')))
  return (
    <p>
      <WindowLine kind={window.kind}>
        {window.profileId === ownId ? null : (
          <>
            <ProfileId id={window.profileId} />:{' '}
          </>
        )}
        {text}
      </WindowLine>
    </p>
  )
}
