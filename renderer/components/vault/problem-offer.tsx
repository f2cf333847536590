import { lazy, Suspense, useState } from 'react'
import type { ActionProblem } from '../../lib/state/use-host-action.ts'
import { Button } from '../button.tsx'
import { ProblemNote } from '../problem-note.tsx'
import styles from './problem-offer.module.css'

const UnlockDialog = lazy(async () => ({ default: (await import('./unlock-dialog.tsx')).UnlockDialog }))

interface ProblemOfferProps {
  readonly problem: ActionProblem
  /** Called when what stood in the way is gone. */
  readonly onSolved?: () => void
}

/** Why something did not happen; where the vault is locked, with the way to unlock it. */
export function ProblemOffer({ problem, onSolved }: ProblemOfferProps) {
  const [isUnlocking, setUnlocking] = useState(false)
  return (
    <div className={styles.offer}>
      <ProblemNote problem={problem} />
      {problem.code === 'VAULT_LOCKED' ? <Button onPress={() => setUnlocking(true)}>Unlock the vault…</Button> : null}
      {isUnlocking ? (
        <Suspense fallback={null}>
          <UnlockDialog
            onClose={(wasUnlocked) => {
              setUnlocking(false)
              if (wasUnlocked) onSolved?.()
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
