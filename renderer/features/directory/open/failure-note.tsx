import { StateGlyph } from '../../../components/state-glyph.tsx'
import styles from './failure-note.module.css'

interface FailureNoteProps {
  readonly path: string | null
  readonly message: string
  readonly hint: string | null
}

/** Which path, what is wrong with it, and what to do. */
export function FailureNote({ path, message, hint }: FailureNoteProps) {
  return (
    <div className={styles.note} role="alert">
      <span className={styles.glyph}>
        <StateGlyph state="disabled" size={12} />
      </span>
      <div>
        <p className={styles.title}>{message}</p>
        {path === null ? null : <p className={styles.path}>{path}</p>}
        {hint === null ? null : <p>{hint}</p>}
      </div>
    </div>
  )
}
