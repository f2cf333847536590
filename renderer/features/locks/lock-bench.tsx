import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Lock } from '../../../shared/engine/index.ts'
import { Button } from '../../components/button.tsx'
import { useIsReadOnly } from '../../lib/state/use-host.ts'
import { LockButtons } from './lock-actions.tsx'
import { useLockDialog } from './lock-store.ts'
import { LockChoice } from './lock-choice.tsx'
import { RecheckOutcome } from './recheck-outcome.tsx'
import { rechecks, useRechecks } from './rechecks.ts'
import { chosenAmong, lockedIds, toggled, toggledAll, type Selection } from './selection.ts'
import styles from './lock-bench.module.css'

const ChosenBar = lazy(async () => ({ default: (await import('./chosen-bar.tsx')).ChosenBar }))
const RecheckBatchNote = lazy(async () => ({ default: (await import('./recheck-batch-note.tsx')).RecheckBatchNote }))

/** What this feature puts on a list of locks. */
export interface LockBench {
  /** Beside the title: for all of them. */
  readonly tools: ReactNode
  /** Above the list: what is chosen, or what came of it; null: nothing. */
  readonly bar: ReactNode
  /** Whether some are being chosen: then the list is shown whole. */
  readonly isChoosing: boolean
  readonly lockActions: (lock: Lock) => ReactNode
  /** Under one lock: what its last re-check came to. */
  readonly lockNote: (lock: Lock) => ReactNode
}

const nothing = () => null

/** Everything that can be done about the locks of one agent, one by one or together. */
export function useLockBench(agentId: string, locks: readonly Lock[]): LockBench {
  const isReadOnly = useIsReadOnly()
  const [selection, setSelection] = useState<Selection>(null)
  const open = useLockDialog((state) => state.open)
  const batch = useRechecks((state) => state.batch)
  const ids = lockedIds(locks)
  const chosen = chosenAmong(selection, ids)
  const isChoosing = selection !== null && ids.length > 0
  const changes = (
    <Button look="quiet" onPress={() => open({ kind: 'changes', agentId })}>
      All changes
    </Button>
  )
  if (isReadOnly) return { isChoosing: false, lockActions: nothing, lockNote: nothing, bar: null, tools: changes }
  return {
    isChoosing,
    lockActions: (lock) =>
      isChoosing ? (
        <LockChoice
          profileId={lock.profileId}
          isChosen={selection.has(lock.profileId)}
          onToggle={() => setSelection(toggled(selection, lock.profileId))}
        />
      ) : (
        <LockButtons agentId={agentId} profileId={lock.profileId} />
      ),
    lockNote: ({ profileId }) => <RecheckOutcome agentId={agentId} profileId={profileId} />,
    tools: (
      <div className={styles.tools}>
        {ids.length > 1 && !isChoosing ? (
          <>
            <Button look="quiet" onPress={() => void rechecks.several(agentId, ids)}>
              Re-check all
            </Button>
            <Button look="quiet" onPress={() => setSelection(new Set())}>
              Choose several
            </Button>
          </>
        ) : null}
        {changes}
      </div>
    ),
    bar: (
      <Suspense fallback={null}>
        {isChoosing ? (
          <ChosenBar
            agentId={agentId}
            chosen={chosen}
            total={ids.length}
            onToggleAll={() => setSelection(toggledAll(selection, ids))}
            onDone={() => setSelection(null)}
          />
        ) : null}
        {batch?.agentId === agentId ? <RecheckBatchNote batch={batch} /> : null}
      </Suspense>
    ),
  }
}
