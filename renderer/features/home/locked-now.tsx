import { Link } from '@tanstack/react-router'
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

/** Question 2: what is locked, why, and until when; the soonest first. */
export function LockedNow({ locks }: { readonly locks: readonly Lock[] }) {
  const shown = locks.slice(0, SHOWN)
  const list = useFlip<HTMLUListElement>(shown.map(lockKey).join(' '))
  if (locks.length === 0) {
    return (
      <Section title="Locked">
        <CalmNote isGood title="Nothing is locked.">
          Every account that may be used can be used.
        </CalmNote>
      </Section>
    )
  }
  return (
    <Section title="Locked" count={locks.length} note="soonest first">
      <div className={card.card}>
        <ul ref={list} className={card.rows}>
          {shown.map((lock) => (
            <LockRow key={lockKey(lock)} lock={lock} flipName={lockKey(lock)} />
          ))}
        </ul>
        {locks.length > SHOWN ? (
          <p className={styles.more}>
            <Link to="/accounts">{count(locks.length - SHOWN, 'more lock')} on Accounts</Link>
          </p>
        ) : null}
      </div>
    </Section>
  )
}

function lockKey({ profileId, window }: Lock): string {
  return `${profileId} ${window.kind}`
}
