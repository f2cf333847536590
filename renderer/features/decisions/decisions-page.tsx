import { useState, useSyncExternalStore } from 'react'
import { Button } from '../../components/button.tsx'
import { HistoryFilterBar } from '../../components/history-filter-bar.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { SupportBundleLink } from '../../components/support-bundle-link.tsx'
import { ZoneNote } from '../../components/zone-note.tsx'
import { withField } from '../../lib/history/filter-fields.ts'
import type { HistorySelection } from '../../lib/history/time-range.ts'
import { useHistoryState } from '../../lib/history/use-history-state.ts'
import { useConnection } from '../../lib/state/connection-store.ts'
import { useIsReadOnly } from '../../lib/state/use-host.ts'
import type { HistoryFilter } from '../../../shared/contract/history/index.ts'
import { useTitle } from '../../lib/use-title.ts'

import { CountLine } from './count-line.tsx'
import { DecisionGrid } from './decision-grid.tsx'
import styles from './decisions-page.module.css'
import { EmptyHistory } from './empty-history.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { ImportProgressNote } from './import-progress-note.tsx'
import { NothingMatches } from './nothing-matches.tsx'
import { SavedViews } from './saved-views.tsx'
import { SourcesDrawer } from './sources-drawer.tsx'
import { useRowPages } from './use-row-pages.ts'

interface DecisionsPageProps {
  readonly selection: HistorySelection
  /** The selection as of now. */
  readonly filter: HistoryFilter
  readonly onSelection: (selection: HistorySelection) => void
  readonly onOpenRun: (runKey: string) => void
}

/** Every decision that is on record, and how records get here. */
export function DecisionsPage({ selection, filter, onSelection, onOpenRun }: DecisionsPageProps) {
  useTitle('Decisions')
  const { state, problem, retry } = useHistoryState()
  const isReadOnly = useIsReadOnly()
  const isLost = useConnection((connection) => connection.phase !== 'live')
  const pages = useRowPages({ selection, filter, state })
  const facts = useSyncExternalStore(pages.subscribe, pages.facts)
  const [isShowingSources, setShowingSources] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const isEmpty = state !== null && state.count === 0 && facts.count !== null && facts.count === 0
  const list = JSON.stringify(selection)
  const only = (field: 'runs' | 'sessions', value: string) =>
    onSelection({ ...selection, filter: withField(selection.filter, field, [value]) })

  return (
    <div className={styles.page} data-screen="decisions">
      <PageHead title="Decisions" aside={<ZoneNote />} />
      {problem === null ? null : (
        <div className={styles.problem}>
          <ProblemNote problem={problem} />
          <Button onPress={retry}>Try again</Button>
        </div>
      )}
      <ImportProgressNote state={state} />
      {isEmpty ? (
        <EmptyHistory
          isReadOnly={isReadOnly}
          isImporting={state.importing?.isDone === false}
          followed={state.sources.filter(({ isFollowed }) => isFollowed).map(({ name }) => name)}
          onShowLogs={() => setShowingSources(true)}
        />
      ) : (
        <>
          <HistoryFilterBar selection={selection} filter={filter} onSelection={onSelection} />
          <CountLine facts={facts} state={state} isStale={isLost}>
            {isReadOnly ? null : <SavedViews selection={selection} onSelection={onSelection} />}
            <Button look="quiet" onPress={() => setExporting(true)} isDisabled={facts.count === null}>
              Export…
            </Button>
            <Button look="quiet" onPress={() => setShowingSources(true)}>
              Logs…
            </Button>
            <SupportBundleLink />
          </CountLine>
          {facts.problem === null || isLost ? null : (
            <div className={styles.problem}>
              <ProblemNote problem={facts.problem} />
              <Button onPress={() => pages.changed()}>Try again</Button>
            </div>
          )}
          {facts.count === 0 && facts.newRows === 0 ? (
            <NothingMatches selection={selection} lastMs={facts.lastMs} onSelection={onSelection} />
          ) : (
            <div className={styles.rows} data-stale={isLost}>
              <DecisionGrid
                key={list}
                list={list}
                pages={pages}
                onOpenRun={onOpenRun}
                onOnlyRun={(runKey) => only('runs', runKey)}
                onOnlySession={(sessionId) => only('sessions', sessionId)}
              />
            </div>
          )}
        </>
      )}
      {isShowingSources ? <SourcesDrawer state={state} onClose={() => setShowingSources(false)} /> : null}
      {isExporting ? (
        <ExportDialog filter={filter} count={facts.count ?? 0} onClose={() => setExporting(false)} />
      ) : null}
    </div>
  )
}
