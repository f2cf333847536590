import type { DirectoryState, HostInfo } from '../../../shared/contract/types.ts'
import card from '../../components/card.module.css'
import { PageHead } from '../../components/page-head.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { OpenForm } from './open-form.tsx'
import styles from './open-another.module.css'

interface OpenAnotherProps {
  readonly directory: DirectoryState
  readonly info: HostInfo
  readonly onOpened: () => void
}

/** Another directory in place of the open one, which stays until the other one is open. */
export function OpenAnother({ directory, info, onOpened }: OpenAnotherProps) {
  useTitle('Open another directory')
  const isExample = directory.kind === 'example'
  return (
    <>
      <PageHead title="Open another directory" />
      <div className={`${card.card} ${styles.card}`}>
        <p className={styles.now}>
          Open now: {isExample ? 'the example' : <code>{directory.path}</code>}. It stays open until the other one is.
        </p>
        <OpenForm info={info} openPath={directory.path} isExampleOpen={isExample} failure={null} onOpened={onOpened} />
      </div>
    </>
  )
}
