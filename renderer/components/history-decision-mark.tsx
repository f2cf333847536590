import type { ReactNode } from 'react'
import type { DecisionMark } from '../lib/history/decision-words.ts'
import styles from './history-decision-mark.module.css'

/** Drawn, not typed, so that each system shows the same shape. */
const SHAPES: Readonly<Record<DecisionMark, ReactNode>> = {
  answered: <circle cx="6" cy="6" r="4.5" fill="currentColor" />,
  failed: <path d="M2.5 2.5l7 7m0-7l-7 7" fill="none" stroke="currentColor" strokeWidth="1.9" strokeLinecap="round" />,
  skipped: <path d="M2.25 6h7.5" fill="none" stroke="currentColor" strokeWidth="1.9" strokeLinecap="round" />,
  probed: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.5 1.7" />,
}

interface HistoryDecisionMarkProps {
  readonly mark: DecisionMark
  readonly size?: number
}

/** What was done with a candidate, by shape and colour; a word stands beside it. */
export function HistoryDecisionMark({ mark, size = 11 }: HistoryDecisionMarkProps) {
  return (
    <svg
      className={styles.mark}
      data-mark={mark}
      viewBox="0 0 12 12"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      {SHAPES[mark]}
    </svg>
  )
}
