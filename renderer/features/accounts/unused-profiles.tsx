import type { ProfileStatus } from '../../../shared/engine/index.ts'
import { Button } from '../../components/button.tsx'
import { CodeHint } from '../../components/code-hint.tsx'
import { ProfileId } from '../../components/profile-id.tsx'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { useViewState } from '../../lib/state/view-state.ts'
import { AccountMenu } from './account-actions/account-menu.tsx'
import { exclusionWords } from './order-sentences.ts'
import { ProfileFacts } from './profile-facts.tsx'
import styles from './unused-profiles.module.css'

const FEW = 4

interface UnusedProfilesProps {
  readonly name: string
  readonly profiles: readonly ProfileStatus[]
  readonly markedProfileId: string | null
  readonly showsOrigin: boolean
  readonly onOpen: (profileId: string) => void
}

/** The accounts that are off the line, each with why. */
export function UnusedProfiles({ name, profiles, markedProfileId, showsOrigin, onOpen }: UnusedProfilesProps) {
  const isAsked = useViewState((view) => view.openUnused[name] ?? false)
  const toggle = useViewState((view) => view.toggleUnused)
  if (profiles.length === 0) return null
  const isWhole = isAsked || profiles.slice(FEW).some((profile) => profile.profileId === markedProfileId)
  const visible = isWhole ? profiles : profiles.slice(0, FEW)
  return (
    <div className={styles.unused}>
      <h3 className={styles.title}>Not used</h3>
      <ul>
        {visible.map((profile) => (
          <UnusedRow
            key={profile.profileId}
            status={profile}
            isMarked={profile.profileId === markedProfileId}
            showsOrigin={showsOrigin}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {profiles.length > FEW ? (
        <Button look="quiet" onPress={() => toggle(name, !isWhole)} aria-expanded={isWhole}>
          {isWhole ? 'Show fewer' : `Show ${profiles.length - FEW} more that are not used`}
        </Button>
      ) : null}
    </div>
  )
}

interface UnusedRowProps {
  readonly status: ProfileStatus
  readonly isMarked: boolean
  readonly showsOrigin: boolean
  readonly onOpen: (profileId: string) => void
}

function UnusedRow({ status, isMarked, showsOrigin, onOpen }: UnusedRowProps) {
  const { profileId, exclusion } = status
  return (
    <li className={styles.row} data-flip={profileId} data-profile={profileId} data-marked={isMarked} tabIndex={-1}>
      <span className={styles.glyph}>
        <StateGlyph state="excluded" />
      </span>
      <div className={styles.body}>
        <p className={styles.top}>
          <span className={styles.id}>
            <ProfileId id={profileId} />
          </span>
          {exclusion === null ? null : (
            <span className={styles.reason}>
              <CodeHint code={exclusion.code}>{exclusionWords(exclusion.code)}</CodeHint>
            </span>
          )}
        </p>
        {exclusion?.code === 'profile_missing' ? null : <ProfileFacts status={status} showsOrigin={showsOrigin} />}
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
