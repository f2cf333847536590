import type { ReactNode } from 'react'
import card from './card.module.css'
import styles from './calm-note.module.css'

interface CalmNoteProps {
  readonly title: string
  readonly children?: ReactNode
  /** Good news gets a green tick; an empty place does not. */
  readonly isGood?: boolean
}

/** What stands where there is nothing to list. */
export function CalmNote({ title, children, isGood = false }: CalmNoteProps) {
  return (
    <div className={`${card.card} ${styles.note}`}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false" data-good={isGood}>
        {isGood ? (
          <path
            d="M3 8.5l3.2 3.2L13 5"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ) : (
          <circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.4 2.4" />
        )}
      </svg>
      <p>
        <strong>{title}</strong>
        {children === undefined ? null : <> {children}</>}
      </p>
    </div>
  )
}
