import type { ReactNode } from 'react'
import type { OrderEntry, ProfileStatus } from '../../../shared/engine/index.ts'
import { Button } from '../../components/button.tsx'
import { CodeHint } from '../../components/code-hint.tsx'
import { ProfileId } from '../../components/profile-id.tsx'
import { StateMark } from '../../components/state-mark.tsx'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { profileMark, profileWord } from '../../lib/words/state-words.ts'
import { AccountMenu } from './account-actions/account-menu.tsx'
import { placementSentence } from './placement-sentences.ts'
import { ProfileFacts } from './profile-facts.tsx'
import { WindowLine } from './window-line.tsx'
import styles from './profile-row.module.css'

interface ProfileRowProps {
  readonly status: ProfileStatus
  readonly entries: readonly OrderEntry[]
  readonly isServing: boolean
  readonly isMarked: boolean
  readonly showsOrigin: boolean
  readonly lockActions: (status: ProfileStatus) => ReactNode
  readonly onOpen: (profileId: string) => void
}

/** One account in its place: who it is, why it stands there, how its sign-in is, and what locks it. */
export function ProfileRow(props: ProfileRowProps) {
  const { status, entries, isServing, isMarked, showsOrigin, lockActions, onOpen } = props
  const { profileId, position, placement, windows } = status
  const mark = profileMark(status, isServing)
  return (
    <li
      className={styles.row}
      data-flip={profileId}
      data-profile={profileId}
      data-state={mark}
      data-marked={isMarked}
      tabIndex={-1}
    >
      <span className={styles.place}>
        <VisuallyHidden>Place </VisuallyHidden>
        {position}
      </span>
      <div className={styles.body}>
        <div className={styles.top}>
          <ProfileId id={profileId} />
          <StateMark state={mark}>{profileWord(status, isServing)}</StateMark>
        </div>
        <ProfileFacts status={status} showsOrigin={showsOrigin} />
        <p className={styles.reason}>
          <CodeHint code={placement === null ? 'unknown' : `rule: ${placement.rule}`}>
            {placementSentence(entries, (position ?? 1) - 1)}
          </CodeHint>
        </p>
        {windows.length === 0 ? null : (
          <div className={styles.locked}>
            <ul className={styles.windows}>
              {windows.map((window) => (
                <WindowLine key={`${window.kind} ${window.model}`} window={window} />
              ))}
            </ul>
            {lockActions(status)}
          </div>
        )}
      </div>
      <div className={styles.actions}>
        <Button look="quiet" onPress={() => onOpen(profileId)} aria-label={`Details of ${profileId}`}>
          Details
        </Button>
        <AccountMenu status={status} />
      </div>
    </li>
  )
}
