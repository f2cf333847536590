import { memo } from 'react'
import { HistoryDecisionMark } from '../../components/history-decision-mark.tsx'
import { decisionMark, decisionWord, reasonShort } from '../../lib/history/decision-words.ts'
import { shortenMiddle } from '../../lib/words/shorten.ts'
import styles from './decision-card.module.css'
import type { DecisionRowProps } from './decision-row.tsx'
import { clockOf, dayOf } from './row-times.ts'
import { runHref } from './run-href.ts'

/** One decision on a narrow screen: the same facts, four lines of them. */
export const DecisionCard = memo(function DecisionCard(props: DecisionRowProps) {
  const { id, index, row, topPx, isActive, isDayBreak } = props
  const mark = row === undefined ? null : decisionMark(row.decision)
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isActive}
      aria-busy={row === undefined}
      className={styles.card}
      data-index={index}
      data-active={isActive}
      data-day-break={isDayBreak && index > 0}
      style={{ transform: `translateY(${topPx}px)` }}
    >
      {row === undefined || mark === null ? (
        <span role="gridcell" className={styles.coming} aria-label="On its way" />
      ) : (
        <div role="gridcell" className={styles.cell}>
          <p className={styles.line}>
            <HistoryDecisionMark mark={mark} />
            <strong className={styles.model}>
              <span className={styles.quiet}>{row.provider}/</span>
              {row.model}
            </strong>
            <time className={styles.time} dateTime={new Date(row.atMs).toISOString()}>
              {isDayBreak ? `${dayOf(row.atMs)}, ` : ''}
              {clockOf(row.atMs)}
            </time>
          </p>
          <p className={styles.line}>
            <span className={styles.words}>
              {decisionWord(row.decision)}
              {row.reason === null ? null : `: ${reasonShort(row.reason)}`}
              {row.status === null ? null : ` ${row.status}`}
              {row.suppressed === 0 ? null : ` +${row.suppressed}`}
              {row.nextModel === null || mark === 'answered' ? null : ` → ${row.nextModel}`}
            </span>
          </p>
          <p className={styles.line}>
            <span className={styles.quietWords}>
              {[row.agentId, row.sessionId === null ? null : shortenMiddle(row.sessionId, 16), row.profileId]
                .filter((fact) => fact !== null)
                .join(' · ')}
            </span>
            <a className={styles.run} href={runHref(row.runKey)} tabIndex={-1} data-run={row.runKey}>
              run {shortenMiddle(row.runKey, 9)}
            </a>
          </p>
          <p className={styles.error}>{row.errorPreview}</p>
        </div>
      )}
    </div>
  )
})
