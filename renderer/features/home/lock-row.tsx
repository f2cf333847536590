import { Link } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import type { Lock, Window } from '../../../shared/engine/index.ts'
import { ProfileId } from '../../components/profile-id.tsx'
import { ProvenanceLine } from '../../components/provenance-line.tsx'
import { StateMark } from '../../components/state-mark.tsx'
import { Countdown, EndTime } from '../../components/times.tsx'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { WindowBar } from '../../components/window-bar.tsx'
import { WindowEmblem } from '../../components/window-emblem.tsx'
import { windowWord } from '../../lib/words/state-words.ts'
import { windowEndBasis, windowReason } from '../../lib/words/window-words.ts'
import styles from './lock-row.module.css'

interface LockRowProps {
  readonly lock: Lock
  readonly flipName: string
  readonly actions: ReactNode
  /** Under the lock, such as what the last action came to; null: nothing. */
  readonly note: ReactNode
}

/** One lock: what it is by shape, whose it is, why, when it ends, by countdown and clock, and what can be done about it. */
export function LockRow({ lock, flipName, actions, note }: LockRowProps) {
  const { window, profileId, provider } = lock
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <li className={styles.row} data-flip={flipName} data-lock={profileId} data-kind={window.kind}>
      <WindowEmblem window={window} />
      <div className={styles.body}>
        <div className={styles.head}>
          <Link
            to="/accounts"
            search={{ profile: profileId, provider: undefined }}
            className={styles.link}
            aria-label={`${profileId}, ${provider}: show on Accounts`}
          >
            <ProfileId id={profileId} />
          </Link>
          <p className={styles.when}>
            <span className={styles.left}>
              <Countdown untilMs={window.untilMs} />
            </span>
            <span className={styles.clock}>
              until <EndTime atMs={window.untilMs} />
            </span>
          </p>
        </div>
        <div className={styles.foot}>
          <StateMark state={window.kind}>{windowWord(window)}</StateMark>
          <Why window={window} isOpen={isOpen} provenanceId={id} onToggle={() => setIsOpen(!isOpen)} />
          {actions}
        </div>
        {isOpen ? (
          <p id={id} className={styles.provenance} data-provenance>
            <ProvenanceLine window={window} />
          </p>
        ) : null}
        {window.kind === 'disabled' ? (
          <div className={styles.bar}>
            <WindowBar kind="disabled" startMs={window.startMs} untilMs={window.untilMs} />
          </div>
        ) : null}
        {note}
      </div>
    </li>
  )
}

interface WhyProps {
  readonly window: Window
  readonly isOpen: boolean
  /** The element in which it is told where the lock comes from. */
  readonly provenanceId: string
  readonly onToggle: () => void
}

/** The reason on a line; behind it where the lock comes from: which failure, when, by which rule and step. */
function Why({ window, isOpen, provenanceId, onToggle }: WhyProps) {
  return (
    <div className={styles.why}>
      <Button
        className={styles.reason ?? ''}
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': provenanceId } : {})}
        onPress={onToggle}
      >
        {windowReason(window)}
        {window.model === null ? null : <span className={styles.scope}>, for {window.model} only</span>}
        <span className={styles.scope}>
          , <span className={styles.basis}>{windowEndBasis(window)}</span>
        </span>
        <VisuallyHidden>: where this lock comes from</VisuallyHidden>
      </Button>
    </div>
  )
}
