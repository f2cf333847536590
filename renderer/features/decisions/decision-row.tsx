import { memo } from 'react'
import type { DecisionRow as Row } from '../../../shared/contract/history/index.ts'
import { HistoryDecisionMark } from '../../components/history-decision-mark.tsx'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { decisionMark, decisionWord, reasonPhrase, reasonShort } from '../../lib/history/decision-words.ts'
import { shortenMiddle } from '../../lib/words/shorten.ts'
import styles from './decision-row.module.css'
import { clockOf, dayOf } from './row-times.ts'
import { runHref } from './run-href.ts'

export interface DecisionRowProps {
  readonly id: string
  /** 0 is the newest. */
  readonly index: number
  /** undefined: not here yet */
  readonly row: Row | undefined
  readonly topPx: number
  readonly isActive: boolean
  /** Another day than the row above. */
  readonly isDayBreak: boolean
  /** Belongs to the same run as the row above, or below. */
  readonly joinsAbove: boolean
  readonly joinsBelow: boolean
}

/** One decision on one line. A row is drawn again only when it is another one. */
export const DecisionRow = memo(function DecisionRow(props: DecisionRowProps) {
  const { id, index, row, topPx, isActive, isDayBreak, joinsAbove, joinsBelow } = props
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isActive}
      aria-busy={row === undefined}
      className={styles.row}
      data-index={index}
      data-active={isActive}
      data-day-break={isDayBreak}
      data-joins-above={joinsAbove}
      data-joins-below={joinsBelow}
      style={{ transform: `translateY(${topPx}px)` }}
    >
      {row === undefined ? <Coming /> : <Cells row={row} isDayBreak={isDayBreak} />}
    </div>
  )
})

function Cells({ row, isDayBreak }: { readonly row: Row; readonly isDayBreak: boolean }) {
  const mark = decisionMark(row.decision)
  return (
    <>
      <span role="gridcell" className={styles.time}>
        {isDayBreak ? (
          <span className={styles.day}>{dayOf(row.atMs)} </span>
        ) : (
          <VisuallyHidden>{dayOf(row.atMs)} </VisuallyHidden>
        )}
        <time dateTime={new Date(row.atMs).toISOString()}>{clockOf(row.atMs)}</time>
      </span>
      <span role="gridcell" className={styles.who}>
        {row.agentId === null ? null : <span>{row.agentId} </span>}
        {row.sessionId === null ? null : <span className={styles.quiet}>{shortenMiddle(row.sessionId, 12)}</span>}
      </span>
      <span role="gridcell" className={styles.run}>
        <a href={runHref(row.runKey)} tabIndex={-1} data-run={row.runKey} aria-label={`Run ${row.runKey}`}>
          {shortenMiddle(row.runKey, 9)}
        </a>
      </span>
      <span role="gridcell" className={styles.model}>
        <strong>{row.model}</strong> <span className={styles.quiet}>{row.provider}</span>
      </span>
      <span role="gridcell" className={styles.account}>
        {row.profileId === null ? null : accountWords(row)}
      </span>
      <span role="gridcell" className={styles.decision} data-mark={mark}>
        <HistoryDecisionMark mark={mark} />
        <span>{decisionWord(row.decision)}</span>
        {row.suppressed === 0 ? null : <span className={styles.more}>+{row.suppressed}</span>}
      </span>
      <span
        role="gridcell"
        className={styles.reason}
        title={row.reason === null ? undefined : reasonPhrase(row.reason)}
      >
        {reasonShort(row.reason)}
      </span>
      <span role="gridcell" className={styles.status}>
        {row.status}
      </span>
      <span role="gridcell" className={styles.next}>
        {row.nextModel === null || mark === 'answered' ? null : (
          <>
            <span aria-hidden="true">→ </span>
            {row.nextModel}
            {row.nextProvider === row.provider ? null : <span className={styles.quiet}> {row.nextProvider}</span>}
          </>
        )}
      </span>
      <span role="gridcell" className={styles.error}>
        {row.errorPreview}
      </span>
    </>
  )
}

/** The account without its provider, which stands beside it. */
function accountWords({ profileId, provider }: Row): string {
  const prefix = `${provider}:`
  return profileId?.startsWith(prefix) === true ? profileId.slice(prefix.length) : (profileId ?? '')
}

/** The shape of a row that is on its way. */
function Coming() {
  return (
    <span role="gridcell" className={styles.coming} aria-label="On its way">
      <span className={styles.bar} />
    </span>
  )
}
