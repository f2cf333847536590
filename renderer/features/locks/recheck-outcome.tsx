import { lazy, Suspense } from 'react'
import { Button } from '../../components/button.tsx'
import { hasEnded, recheckKey } from './recheck-state.ts'
import { rechecks, useRechecks } from './rechecks.ts'
import styles from './recheck-outcome.module.css'

const OutcomeText = lazy(async () => ({ default: (await import('./outcome-text.tsx')).OutcomeText }))

interface RecheckOutcomeProps {
  readonly agentId: string
  readonly profileId: string
}

/** What the last re-check of an account showed, until it is dismissed. */
export function RecheckOutcome({ agentId, profileId }: RecheckOutcomeProps) {
  const recheck = useRechecks(({ byKey }) => byKey[recheckKey(agentId, profileId)])
  // What came of several together is told in one place.
  const isInBatch = useRechecks(({ batch }) => batch?.agentId === agentId && batch.profileIds.includes(profileId))
  const ended = !isInBatch && hasEnded(recheck) ? recheck : null
  const outcome = ended === null ? {} : { 'data-recheck': ended.state === 'done' ? ended.report.outcome : 'problem' }
  return (
    <div className={styles.outcome} {...outcome}>
      {/* There before anything is said in it, so that it is read aloud. */}
      <div className={styles.told} aria-live="polite">
        {ended === null ? null : (
          <Suspense fallback={null}>
            <OutcomeText profileId={profileId} recheck={ended} />
          </Suspense>
        )}
      </div>
      {ended === null ? null : (
        <Button
          look="quiet"
          onPress={() => rechecks.forgetOne(agentId, profileId)}
          aria-label={`Dismiss the re-check of ${profileId}`}
        >
          Dismiss
        </Button>
      )}
    </div>
  )
}
