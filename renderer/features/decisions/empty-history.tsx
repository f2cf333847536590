import { Link } from '@tanstack/react-router'
import { CalmNote } from '../../components/calm-note.tsx'
import card from '../../components/card.module.css'
import { Button } from '../../components/button.tsx'
import { listOf } from '../../lib/words/text.ts'
import { AddLogs } from './add-logs.tsx'
import styles from './empty-history.module.css'

interface EmptyHistoryProps {
  readonly isReadOnly: boolean
  readonly isImporting: boolean
  /** The names of the logs that are followed. */
  readonly followed: readonly string[]
  readonly onShowLogs: () => void
}

/** Nothing is on record yet: what there could be, and the ways to get it. */
export function EmptyHistory({ isReadOnly, isImporting, followed, onShowLogs }: EmptyHistoryProps) {
  if (isReadOnly) return <CalmNote title="There is no decision in this bundle." />
  if (isImporting) return <CalmNote title="No decision has been found yet." />
  if (followed.length > 0) return <Followed names={followed} onShowLogs={onShowLogs} />
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

/** A log that tells of nothing is good news: no model of a chain failed or was passed over. */
function Followed({ names, onShowLogs }: { readonly names: readonly string[]; readonly onShowLogs: () => void }) {
  return (
    <div className={styles.followed}>
      <CalmNote title="Nothing has been decided yet." isGood>
        {names.length === 1 ? 'The log' : 'The logs'} <span translate="no">{listOf(names)}</span>{' '}
        {names.length === 1 ? 'is' : 'are'} followed. {names.length === 1 ? 'It tells' : 'They tell'} of no decision so
        far; the next one appears here by itself.
      </CalmNote>
      <Button onPress={onShowLogs}>Logs…</Button>
    </div>
  )
}
