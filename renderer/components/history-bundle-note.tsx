import type { BundleInfo } from '../../shared/contract/history.ts'
import { useHostAction } from '../lib/state/use-host-action.ts'
import { Button } from './button.tsx'
import styles from './history-bundle-note.module.css'
import { ProblemNote } from './problem-note.tsx'
import { ClockTime } from './times.tsx'

/** Says that the screen shows a bundle in place of the directory's own history; null: it does not. */
export function HistoryBundleNote({ bundle }: { readonly bundle: BundleInfo | null }) {
  const close = useHostAction((client) => client.history.bundleClose())
  if (bundle === null) return null
  return (
    <>
      <div className={styles.note}>
        <p>
          <strong>You are looking at the bundle {bundle.name}.</strong> It was made{' '}
          <ClockTime atMs={bundle.createdMs} /> and is only read: nothing of it is mixed with this directory’s own
          history.
        </p>
        <Button onPress={() => void close.run(undefined)} isPending={close.isPending}>
          Close the bundle
        </Button>
      </div>
      {close.problem === null ? null : <ProblemNote problem={close.problem} />}
    </>
  )
}
