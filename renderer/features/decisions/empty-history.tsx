import { Link } from '@tanstack/react-router'
import { CalmNote } from '../../components/calm-note.tsx'
import card from '../../components/card.module.css'
import { AddLogs } from './add-logs.tsx'
import styles from './empty-history.module.css'

interface EmptyHistoryProps {
  readonly isReadOnly: boolean
  readonly isImporting: boolean
}

/** Nothing is on record yet: what there could be, and the ways to get it. */
export function EmptyHistory({ isReadOnly, isImporting }: EmptyHistoryProps) {
  if (isReadOnly) return <CalmNote title="There is no decision in this bundle." />
  if (isImporting) return <CalmNote title="No decision has been found yet." />
  return (
    <section className={`${card.card} ${styles.frame}`} aria-label="How to get decisions">
      <div className={styles.words}>
        <h2>No decision is on record yet</h2>
        <p>
          OpenClaw writes a line into its log whenever a model of a chain fails, is skipped, is tried during a lock, or
          answers in place of another one. Read from there, each of those lines becomes a decision here, and each
          request a story of why this model answered and the others did not.
        </p>
        <p className={styles.quiet}>Logs are only read. Secrets in them are made unreadable before anything is kept.</p>
        <p className={styles.quiet}>
          A bundle that somebody sent is opened under <Link to="/bundle">Support bundle</Link>.
        </p>
      </div>
      <AddLogs />
    </section>
  )
}
