import type { ReactNode } from 'react'
import type { RunDetail, RunOutcome } from '../../../shared/contract/history/index.ts'
import { Breakable } from '../../components/breakable.tsx'
import card from '../../components/card.module.css'
import { CodeHint } from '../../components/code-hint.tsx'
import { QuietNote } from '../../components/quiet-note.tsx'
import { StateMark } from '../../components/state-mark.tsx'
import { ClockTime, RelativeTime } from '../../components/times.tsx'
import { OUTCOME_WORDS } from '../../lib/history/decision-words.ts'
import type { MarkState } from '../../lib/words/state-words.ts'
import styles from './run-answer.module.css'
import { requestedName, runHeadline } from './run-sentences.ts'
import { spanWords } from './waterfall-model.ts'

const OUTCOME_MARKS: Readonly<Record<RunOutcome, MarkState>> = {
  answered: 'serving',
  fell_back: 'cooldown',
  exhausted: 'disabled',
  stopped: 'excluded',
  unknown: 'ready',
}

/** The answer in one sentence, and the facts of the run under it. */
export function RunAnswer({ run }: { readonly run: RunDetail }) {
  const { startedMs, endedMs, agentId, sessionId, lane, parent, runKey, outcome, isInferred, stopReason } = run
  const { word } = OUTCOME_WORDS[outcome]
  return (
    <section className={`${card.card} ${styles.answer}`} aria-label="Why this model">
      <p className={styles.mark}>
        <StateMark state={OUTCOME_MARKS[outcome]}>{word}</StateMark>
      </p>
      <h2 className={styles.headline}>
        <Breakable text={runHeadline(run)} />
      </h2>
      {stopReason === null ? null : (
        <p className={styles.stop}>
          <CodeHint code={stopReason}>What the log calls the reason for stopping</CodeHint>
        </p>
      )}
      {isInferred ? (
        <QuietNote tone="warn">
          <p>
            <strong>Inferred.</strong> There is no decision record of this run. It was put together from other records,
            so models that were tried in between, and why, may be missing.
          </p>
        </QuietNote>
      ) : null}
      <dl className={styles.facts}>
        <Fact name="Began">
          <ClockTime atMs={startedMs} precision="second" />{' '}
          <span className={styles.quiet}>
            (<RelativeTime atMs={startedMs} />)
          </span>
        </Fact>
        <Fact name="Took">{endedMs > startedMs ? spanWords(endedMs - startedMs) : 'less than 1 ms on record'}</Fact>
        <Fact name="Requested">
          <Breakable text={requestedName(run)} />
        </Fact>
        {agentId === null ? null : <Fact name="Agent">{agentId}</Fact>}
        {sessionId === null ? null : (
          <Fact name="Session">
            <code>
              <Breakable text={sessionId} />
            </code>
          </Fact>
        )}
        {lane === null ? null : <Fact name="Lane">{lane}</Fact>}
        {parent === null ? null : (
          <Fact name="Started by">
            <code>
              <Breakable text={parent} />
            </code>
          </Fact>
        )}
        <Fact name="Run">
          <code>
            <Breakable text={runKey} />
          </code>
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
