import { Link } from '@tanstack/react-router'
import type { Lock } from '../../../shared/engine/index.ts'
import { ProfileId } from '../../components/profile-id.tsx'
import { StateMark } from '../../components/state-mark.tsx'
import { Countdown, EndTime } from '../../components/times.tsx'
import { WindowBar } from '../../components/window-bar.tsx'
import { WindowEmblem } from '../../components/window-emblem.tsx'
import { windowWord } from '../../lib/words/state-words.ts'
import { windowEndBasis, windowReason } from '../../lib/words/window-words.ts'
import styles from './lock-row.module.css'

interface LockRowProps {
  readonly lock: Lock
  readonly flipName: string
}

/** One lock: what it is by shape, whose it is, why, and when it ends, by countdown and clock. */
export function LockRow({ lock, flipName }: LockRowProps) {
  const { window, profileId, provider } = lock
  return (
    <li className={styles.row} data-flip={flipName}>
      <WindowEmblem window={window} />
      <div className={styles.what}>
        <p className={styles.who}>
          <Link
            to="/accounts"
            search={{ profile: profileId, provider: undefined }}
            className={styles.link}
            aria-label={`${profileId}, ${provider}: show on Accounts`}
          >
            <ProfileId id={profileId} />
          </Link>
          <StateMark state={window.kind}>{windowWord(window)}</StateMark>
        </p>
        <p className={styles.why}>
          {windowReason(window)}
          {window.model === null ? null : <span className={styles.scope}>, for {window.model} only</span>}
        </p>
        {window.kind === 'disabled' ? (
          <WindowBar kind="disabled" startMs={window.startMs} untilMs={window.untilMs} />
        ) : null}
      </div>
      <p className={styles.when}>
        <span className={styles.left}>
          <Countdown untilMs={window.untilMs} />
        </span>
        <span className={styles.clock}>
          until <EndTime atMs={window.untilMs} />
        </span>
        <span className={styles.basis}>{windowEndBasis(window)}</span>
      </p>
    </li>
  )
}
