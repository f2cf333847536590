import type { ActionProblem } from '../lib/state/use-host-action.ts'
import styles from './problem-note.module.css'

/** Why something that was asked for did not happen, and what to do about it; spoken at once. */
export function ProblemNote({ problem }: { readonly problem: ActionProblem }) {
  return (
    <div className={styles.note} role="alert">
      <p>
        <strong>{problem.message}</strong>
      </p>
      {problem.hint === null ? null : <p className={styles.hint}>{problem.hint}</p>}
    </div>
  )
}
