import { useState } from 'react'
import type { BundleInfo } from '../../../shared/contract/history/index.ts'
import { Button } from '../../components/button.tsx'
import { CalmNote } from '../../components/calm-note.tsx'
import { OpenFileDialog } from '../../components/open-file-dialog.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { ZoneNote } from '../../components/zone-note.tsx'
import { useHistoryState } from '../../lib/history/use-history-state.ts'
import { useTitle } from '../../lib/use-title.ts'
import styles from './bundle-page.module.css'
import { MakeBundle } from './make-bundle.tsx'
import { ShownBundle } from './shown-bundle.tsx'

interface BundlePageProps {
  /** The bundle that is open; null: a directory is. */
  readonly bundle: BundleInfo | null
  /** Another bundle is open now. */
  readonly onOpened: () => void
}

/** One file that tells a helper what happened without telling to whom: made here, and opened here. */
export function BundlePage({ bundle, onOpened }: BundlePageProps) {
  useTitle('Support bundle')
  const { state, problem, retry } = useHistoryState()
  const [isOpening, setOpening] = useState(false)
  return (
    <div className={styles.page} data-screen="bundle" data-shown={bundle !== null}>
      <PageHead
        title="Support bundle"
        aside={
          <span className={styles.aside}>
            <ZoneNote />
            <Button onPress={() => setOpening(true)}>Open a bundle…</Button>
          </span>
        }
      />
      <p className={styles.intro}>
        A support bundle is one file that tells what was decided about models and accounts, and why. Accounts, people,
        agents and machines have made-up names in it; keys, prompts and answers are never in it.
      </p>
      {problem === null ? null : (
        <div className={styles.problem}>
          <ProblemNote problem={problem} />
          <Button onPress={retry}>Try again</Button>
        </div>
      )}
      {state === null ? (
        problem === null ? (
          <CalmNote title="Looking at what is on record…" />
        ) : null
      ) : bundle === null ? (
        <MakeBundle state={state} />
      ) : (
        <ShownBundle bundle={bundle} state={state} />
      )}
      {isOpening ? <OpenFileDialog what="bundle" onOpened={onOpened} onClose={() => setOpening(false)} /> : null}
    </div>
  )
}
