import { Button } from '../../components/button.tsx'
import { useLockDialog } from './lock-store.ts'
import { rechecks } from './rechecks.ts'
import styles from './lock-bench.module.css'

interface ChosenBarProps {
  readonly agentId: string
  readonly chosen: readonly string[]
  readonly total: number
  readonly onToggleAll: () => void
  readonly onDone: () => void
}

/** What can be done about the accounts that were chosen. */
export function ChosenBar({ agentId, chosen, total, onToggleAll, onDone }: ChosenBarProps) {
  const open = useLockDialog((state) => state.open)
  const isNone = chosen.length === 0
  return (
    <div className={styles.bar} role="group" aria-label="The chosen locks">
      <output className={styles.grow}>
        {chosen.length} of {total} chosen
      </output>
      <Button look="quiet" onPress={onToggleAll}>
        {chosen.length === total ? 'Choose none' : 'Choose all'}
      </Button>
      <Button
        look="quiet"
        isDisabled={isNone}
        onPress={() => {
          void rechecks.several(agentId, chosen)
          onDone()
        }}
      >
        Re-check
      </Button>
      <Button look="quiet" isDisabled={isNone} onPress={() => open({ kind: 'clear', agentId, profileIds: chosen })}>
        Clear…
      </Button>
      <Button look="quiet" isDisabled={isNone} onPress={() => open({ kind: 'snooze', agentId, profileIds: chosen })}>
        Snooze…
      </Button>
      <Button look="quiet" onPress={onDone}>
        Done
      </Button>
    </div>
  )
}
