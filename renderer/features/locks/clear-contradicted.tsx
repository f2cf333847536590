import { Button } from 'react-aria-components/Button'
import { useLockDialog } from './lock-store.ts'
import styles from './clear-contradicted.module.css'

interface ClearContradictedProps {
  readonly agentId: string
  readonly profileIds: readonly string[]
}

/** Offers to clear a lock that has outlived its cause; it asks first. */
export function ClearContradicted({ agentId, profileIds }: ClearContradictedProps) {
  const open = useLockDialog((state) => state.open)
  return (
    <Button
      className={styles.clear ?? ''}
      onPress={() => open({ kind: 'clear', agentId, profileIds })}
      aria-label={`Clear the lock of ${profileIds.join(', ')}`}
    >
      Clear it…
    </Button>
  )
}
