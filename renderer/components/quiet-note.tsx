import type { ReactNode } from 'react'
import styles from './quiet-note.module.css'

interface QuietNoteProps {
  /** `warn`: something to be aware of before going on. */
  readonly tone?: 'plain' | 'warn'
  readonly children: ReactNode
}

/** A few words beside the fields of a form: what will be, and why. */
export function QuietNote({ tone = 'plain', children }: QuietNoteProps) {
  return (
    <div className={styles.note} data-tone={tone}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" focusable="false">
        {tone === 'warn' ? (
          <path
            d="M8 2.2l6.2 11.3H1.8zM8 6.5v3M8 11.6v.1"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ) : (
          <path
            d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 7.4v3.4M8 5.1v.1"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinecap="round"
          />
        )}
      </svg>
      <div className={styles.text}>{children}</div>
    </div>
  )
}
