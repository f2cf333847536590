import { Button } from '../../components/button.tsx'
import { useIsReadOnly } from '../../lib/state/use-host.ts'
import { LedgerList } from './ledger-list.tsx'
import { RecheckButton } from './lock-actions.tsx'
import { useLockDialog } from './lock-store.ts'
import { RecheckOutcome } from './recheck-outcome.tsx'
import styles from './account-locks.module.css'

const PAGE = 8

export interface AccountLocksProps {
  readonly agentId: string
  readonly profileId: string
  readonly isLocked: boolean
}

/** In the details of an account: what can be done about its locks, and what became of them. */
export function AccountLocks({ agentId, profileId, isLocked }: AccountLocksProps) {
  const isReadOnly = useIsReadOnly()
  const open = useLockDialog((state) => state.open)
  return (
    <section className={styles.locks} data-account-locks={profileId}>
      <h3 className={styles.title}>Locks</h3>
      {isReadOnly ? null : (
        <>
          <div className={styles.actions}>
            <RecheckButton agentId={agentId} profileId={profileId} />
            {isLocked ? (
              <Button look="quiet" onPress={() => open({ kind: 'clear', agentId, profileIds: [profileId] })}>
                Clear…
              </Button>
            ) : null}
            <Button look="quiet" onPress={() => open({ kind: 'snooze', agentId, profileIds: [profileId] })}>
              Snooze…
            </Button>
          </div>
          <RecheckOutcome agentId={agentId} profileId={profileId} />
        </>
      )}
      <h4 className={styles.past}>What happened to its locks</h4>
      <LedgerList agentId={agentId} profileId={profileId} pageSize={PAGE} />
    </section>
  )
}
