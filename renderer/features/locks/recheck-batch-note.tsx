import { Button } from '../../components/button.tsx'
import { count } from '../../lib/words/text.ts'
import { OutcomeText } from './outcome-text.tsx'
import { batchSummary } from './recheck-summary.ts'
import { hasEnded, recheckKey, type RecheckBatch } from './recheck-state.ts'
import { rechecks, useRechecks } from './rechecks.ts'
import styles from './lock-bench.module.css'

/** How far several re-checks are, then what came of them, with those that did not answer one by one. */
export function RecheckBatchNote({ batch }: { readonly batch: RecheckBatch }) {
  const byKey = useRechecks((state) => state.byKey)
  const { ended, total, isRunning, text, left } = batchSummary(batch, byKey)
  return (
    <div className={styles.bar} data-recheck-batch={isRunning ? 'running' : 'done'}>
      <output className={styles.grow}>{isRunning ? `Re-checking ${count(total, 'account')}` : text}</output>
      {isRunning ? (
        <>
          <span>
            {ended} of {total}
          </span>
          <progress className={styles.progress} value={ended} max={total} aria-label="Re-checks that have ended" />
        </>
      ) : (
        <Button look="quiet" onPress={rechecks.forgetBatch}>
          Dismiss
        </Button>
      )}
      {left.length === 0 ? null : (
        <ul className={styles.left}>
          {left.map((profileId) => {
            const recheck = byKey[recheckKey(batch.agentId, profileId)]
            return hasEnded(recheck) ? (
              <li key={profileId}>
                <OutcomeText profileId={profileId} recheck={recheck} />
              </li>
            ) : null
          })}
        </ul>
      )}
    </div>
  )
}
