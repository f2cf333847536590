import type { OpenFailure } from '../../../shared/contract/types.ts'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { failureTitle } from './sentences.ts'
import styles from './failure-note.module.css'

interface FailureNoteProps {
  readonly code?: OpenFailure['code']
  readonly path?: string
  readonly message: string
  readonly hint: string | null
}

/** Which path, what is wrong with it, and what to do. */
export function FailureNote({ code, path, message, hint }: FailureNoteProps) {
  return (
    <div className={styles.note} role="alert">
      <span className={styles.glyph}>
        <StateGlyph state="disabled" size={12} />
      </span>
      <div>
        <p className={styles.title}>{code === undefined ? message : failureTitle(code)}</p>
        {path === undefined ? null : <p className={styles.path}>{path}</p>}
        {code === undefined ? null : <p>{message}</p>}
        {hint === null ? null : <p>{hint}</p>}
      </div>
    </div>
  )
}
