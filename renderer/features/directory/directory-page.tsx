import { useState } from 'react'
import type { DirectoryState, HostInfo } from '../../../shared/contract/types.ts'
import { Button } from '../../components/button.tsx'
import card from '../../components/card.module.css'
import { PageHead } from '../../components/page-head.tsx'
import { Section } from '../../components/section.tsx'
import { hasFacts } from '../../lib/state/has-facts.ts'
import { useIsReadOnly } from '../../lib/state/use-host.ts'
import { useTitle } from '../../lib/use-title.ts'
import { BundleSection } from './bundle-section.tsx'
import { useRefreshKnown } from './directory-queries.ts'
import { ExportSection } from './export-section.tsx'
import { ImportSection } from './import-section.tsx'
import { KnownDirectories } from './known-directories.tsx'
import { LogSection } from './log-section.tsx'
import { NewBeside } from './new-beside.tsx'
import { NewDirectoryDialog } from './new-directory-dialog.tsx'
import { OpenNow } from './open-now.tsx'
import { OpenForm } from './open/open-form.tsx'
import { PlaintextSection } from './plaintext-section.tsx'
import { VaultSection } from './vault-section.tsx'
import styles from './directory-page.module.css'

const OPEN_WORDS: Readonly<Record<DirectoryState['kind'], string>> = {
  attached: 'The directory that is open',
  own: 'The directory that is open',
  example: 'The example',
  bundle: 'The bundle',
  log: 'The log',
}

interface DirectoryPageProps {
  readonly directory: DirectoryState
  readonly info: HostInfo
  /** The agent that the console shows; null: there is none. */
  readonly currentAgentId: string | null
  readonly onOpened: () => void
}

/** The directory that is open, its secrets, and the ways to another one. */
export function DirectoryPage({ directory, info, currentAgentId, onOpened }: DirectoryPageProps) {
  useTitle('Directory')
  const refreshKnown = useRefreshKnown()
  const [isMaking, setMaking] = useState(false)
  const isReadOnly = useIsReadOnly()
  const { kind, path, vault } = directory
  return (
    <>
      <PageHead title="Directory" aside={<Button onPress={() => setMaking(true)}>New directory…</Button>} />
      <div className={styles.parts}>
        <div className={styles.column}>
          <OpenNow directory={directory} />
          {vault === null ? null : <VaultSection vault={vault} />}
          {currentAgentId === null || isReadOnly ? null : (
            <ImportSection key={path} agents={directory.facts.agents} currentAgentId={currentAgentId} />
          )}
          {isReadOnly || !hasFacts(directory) ? null : (
            <>
              <ExportSection kind={kind} />
              <PlaintextSection key={`scan ${path}`} />
            </>
          )}
        </div>
        <div className={styles.column}>
          <KnownDirectories openPath={path} saysEmpty onOpened={onOpened} />
          <Section title="Open another directory">
            <div className={`${card.card} ${styles.card}`}>
              <p className={styles.now}>{OPEN_WORDS[kind]} stays open until the other one is.</p>
              <OpenForm
                info={info}
                openPath={path}
                isExampleOpen={kind === 'example'}
                failure={null}
                onOpened={() => {
                  refreshKnown()
                  onOpened()
                }}
              />
              {info.besideIn === null ? null : <NewBeside place={info.besideIn} />}
            </div>
          </Section>
          <BundleSection />
          <LogSection />
        </div>
      </div>
      {isMaking ? (
        <NewDirectoryDialog
          onOpened={() => {
            setMaking(false)
            onOpened()
          }}
          onClose={() => setMaking(false)}
        />
      ) : null}
    </>
  )
}
