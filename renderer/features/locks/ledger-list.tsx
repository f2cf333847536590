import type { LedgerEntry } from '../../../shared/contract/types.ts'
import { Button } from '../../components/button.tsx'
import { CodeHint } from '../../components/code-hint.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { ProfileId } from '../../components/profile-id.tsx'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { useIsReadOnly } from '../../lib/state/use-host.ts'
import { clockText, hostClock, useTick } from '../../lib/time/time.ts'
import { byDay } from './ledger-days.ts'
import { ledgerSentence } from './ledger-sentences.ts'
import { useLedger } from './use-ledger.ts'
import styles from './ledger-list.module.css'

interface LedgerListProps {
  readonly agentId: string
  /** null: all accounts of the agent, each entry with its name. */
  readonly profileId: string | null
  readonly pageSize: number
}

/** What became of windows, the newest first, day by day. */
export function LedgerList({ agentId, profileId, pageSize }: LedgerListProps) {
  const isReadOnly = useIsReadOnly()
  const ledger = useLedger(agentId, profileId, pageSize)
  // The day turns while somebody reads: a number that changes then is enough to group again.
  const today = useTick((nowMs) => Math.floor(nowMs / 3_600_000))
  if (ledger.problem !== null && ledger.entries === null)
    return (
      <>
        <ProblemNote problem={ledger.problem} />
        <Button look="quiet" onPress={ledger.retry}>
          Try again
        </Button>
      </>
    )
  if (ledger.entries === null) return <p className={styles.none}>Reading…</p>
  if (ledger.entries.length === 0)
    return (
      <p className={styles.none}>
        {isReadOnly
          ? 'No change of a lock is in this bundle.'
          : `Nothing yet. What locks and unlocks ${profileId === null ? 'an account' : 'it'} from now on is kept here.`}
      </p>
    )
  const Day = profileId === null ? 'h3' : 'h4'
  const days = byDay(ledger.entries, Math.max(today * 3_600_000, hostClock.nowMs()), clockText.zone)
  return (
    <div className={styles.ledger} data-ledger={profileId ?? 'all'}>
      {days.map(({ heading, entries }) => (
        <section key={heading} aria-label={heading}>
          <Day className={styles.day}>{heading}</Day>
          <ol className={styles.list}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} namesProfile={profileId === null} />
            ))}
          </ol>
        </section>
      ))}
      {ledger.hasOlder ? (
        <Button look="quiet" isPending={ledger.isLoadingOlder} onPress={ledger.showOlder}>
          Show older
        </Button>
      ) : null}
    </div>
  )
}

function Entry({ entry, namesProfile }: { readonly entry: LedgerEntry; readonly namesProfile: boolean }) {
  // Written against its own day, which is the heading above: only other days are named.
  const { mark, happened, why } = ledgerSentence(entry, (atMs) => clockText.when(atMs, entry.atMs))
  const code = [entry.windowKind, entry.action, entry.cause, entry.rule, entry.reason].filter(Boolean).join(', ')
  return (
    <li className={styles.entry} data-cause={entry.cause}>
      <time className={styles.time} dateTime={new Date(entry.atMs).toISOString()} title={clockText.full(entry.atMs)}>
        {clockText.at(entry.atMs, entry.atMs, 'second')}
      </time>
      <StateGlyph state={mark} size={10} isTinted />
      <div className={styles.what}>
        {namesProfile ? <ProfileId id={entry.profileId} /> : null}
        <p>
          <strong>{happened}.</strong>
        </p>
        <p className={styles.why}>
          <CodeHint code={code}>{why}</CodeHint>
        </p>
      </div>
    </li>
  )
}
