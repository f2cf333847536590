import { useNavigate } from '@tanstack/react-router'
import type { BundleInfo } from '../../../shared/contract/types.ts'
import { Button } from '../../components/button.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { DatedTime } from '../../components/times.tsx'
import { useHostAction } from '../../lib/state/use-host-action.ts'
import styles from './bundle-bar.module.css'

/** That all of this is a support bundle and as of when it was made, and the way back to what was open before. */
export function BundleBar({ bundle }: { readonly bundle: BundleInfo }) {
  const navigate = useNavigate()
  const close = useHostAction(async (client) => {
    await client.directory.close()
    // What an address names of the bundle means nothing elsewhere.
    await navigate({ to: '/', search: { agent: undefined } })
  })
  return (
    <section className={styles.place} aria-label="Open bundle" data-bundle={bundle.name}>
      <div className={styles.bar}>
        <p>
          <strong>
            Support bundle <span translate="no">{bundle.name}</span>
          </strong>
          , made <DatedTime atMs={bundle.createdMs} />, read-only.{' '}
          <span className={styles.quiet}>Everything is shown as of then.</span>
        </p>
        <Button onPress={() => void close.run(undefined)} isPending={close.isPending}>
          Close the bundle
        </Button>
      </div>
      {close.problem === null ? null : <ProblemNote problem={close.problem} />}
    </section>
  )
}
