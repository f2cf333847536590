import { useNavigate } from '@tanstack/react-router'
import type { DirectoryState } from '../../../shared/contract/types.ts'
import { Button } from '../../components/button.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { DatedTime } from '../../components/times.tsx'
import { useHostAction } from '../../lib/state/use-host-action.ts'
import { folderName } from '../../lib/words/directory-name.ts'
import styles from './place-bar.module.css'

/** That a support bundle or a log is open in the place of a directory, and the way back to what was open before. */
export function PlaceBar({ directory: { kind, path, bundle } }: { readonly directory: DirectoryState }) {
  const navigate = useNavigate()
  const close = useHostAction(async (client) => {
    await client.directory.close()
    // What an address names of it means nothing elsewhere.
    await navigate({ to: '/', search: { agent: undefined } })
  })
  return (
    <section className={styles.place} aria-label={`Open ${kind}`} data-place={bundle?.name ?? path}>
      <div className={styles.bar}>
        {bundle === null ? (
          <p>
            <strong>
              Log <span translate="no">{folderName(path)}</span>
            </strong>{' '}
            by itself. <span className={styles.quiet}>What it tells is kept until you close it.</span>
          </p>
        ) : (
          <p>
            <strong>
              Support bundle <span translate="no">{bundle.name}</span>
            </strong>
            , made <DatedTime atMs={bundle.createdMs} />, read-only.{' '}
            <span className={styles.quiet}>Everything is shown as of then.</span>
          </p>
        )}
        <Button onPress={() => void close.run(undefined)} isPending={close.isPending}>
          Close the {kind}
        </Button>
      </div>
      {close.problem === null ? null : <ProblemNote problem={close.problem} />}
    </section>
  )
}
