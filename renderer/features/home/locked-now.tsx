import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Lock } from '../../../shared/engine/index.ts'
import card from '../../components/card.module.css'
import { CalmNote } from '../../components/calm-note.tsx'
import { Section } from '../../components/section.tsx'
import { useFlip } from '../../lib/use-flip.ts'
import { count } from '../../lib/words/text.ts'
import { LockRow } from './lock-row.tsx'
import styles from './locked-now.module.css'

/** As many as the screen holds without scrolling. */
const SHOWN = 5

/** What can be done about locks; another feature's. */
export interface LockSlots {
  readonly lockActions: (lock: Lock) => ReactNode
  /** Under one lock: what came of it. */
  readonly lockNote: (lock: Lock) => ReactNode
  /** Beside the title: for all of them. */
  readonly tools: ReactNode
  /** Above the list. */
  readonly bar: ReactNode
  /** Some are being chosen: then all of them are shown. */
  readonly isChoosing: boolean
}

interface LockedNowProps {
  readonly locks: readonly Lock[]
  readonly slots: LockSlots
}

/** Question 2: what is locked, why, and until when; the soonest first. */
export function LockedNow({ locks, slots }: LockedNowProps) {
  const { lockActions, lockNote, tools, bar, isChoosing } = slots
  const shown = isChoosing ? locks : locks.slice(0, SHOWN)
  const list = useFlip<HTMLUListElement>(shown.map(lockKey).join(' '))
  if (locks.length === 0) {
    return (
      <Section title="Locked" tools={tools}>
        {bar}
        <CalmNote isGood title="Nothing is locked.">
          Every account that may be used can be used.
        </CalmNote>
      </Section>
    )
  }
  return (
    <Section title="Locked" count={locks.length} note="soonest first" tools={tools}>
      {bar}
      <div className={card.card}>
        <ul ref={list} className={card.rows}>
          {shown.map((lock) => (
            <LockRow
              key={lockKey(lock)}
              lock={lock}
              flipName={lockKey(lock)}
              actions={lockActions(lock)}
              note={lockNote(lock)}
            />
          ))}
        </ul>
        {locks.length > shown.length ? (
          <p className={styles.more}>
            <Link to="/accounts">{count(locks.length - shown.length, 'more lock')} on Accounts</Link>
          </p>
        ) : null}
      </div>
    </Section>
  )
}

function lockKey({ profileId, window }: Lock): string {
  return `${profileId} ${window.kind}`
}
