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
  if (isInBatch || !hasEnded(recheck)) return null
  return (
    <div className={styles.outcome} data-recheck={recheck.state === 'done' ? recheck.report.outcome : 'problem'}>
      <Suspense fallback={<div className={styles.text} />}>
        <OutcomeText profileId={profileId} recheck={recheck} />
      </Suspense>
      <Button
        look="quiet"
        onPress={() => rechecks.forgetOne(agentId, profileId)}
        aria-label={`Dismiss the re-check of ${profileId}`}
      >
        Dismiss
      </Button>
    </div>
  )
}
