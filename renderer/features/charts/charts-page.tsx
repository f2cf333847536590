import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { HistoryFilter, HistoryState } from '../../../shared/contract/history/index.ts'
import { Button } from '../../components/button.tsx'
import { CalmNote } from '../../components/calm-note.tsx'
import { HistoryFrame } from '../../components/history-frame.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { ProblemNote } from '../../components/problem-note.tsx'
import { ZoneNote } from '../../components/zone-note.tsx'
import { withTimes } from '../../lib/history/filter-fields.ts'
import type { HistorySelection } from '../../lib/history/time-range.ts'
import { historyVersion } from '../../lib/history/use-history-state.ts'
import { host } from '../../lib/state/host-session.ts'
import { useDirectory } from '../../lib/state/use-host.ts'
import { actionProblem } from '../../lib/state/use-host-action.ts'
import { clockText, hostClock } from '../../lib/time/time.ts'
import { useCalm } from '../../lib/use-calm.ts'
import { NARROW_SCREEN, useMedia } from '../../lib/use-media.ts'
import { useTitle } from '../../lib/use-title.ts'
import styles from './charts-page.module.css'
import { FallbackChart, LockedChart, ReasonsChart, RecoveriesChart } from './name-charts.tsx'
import { OutcomesChart } from './outcomes-chart.tsx'

const CALM_MS = 3000

interface ChartsPageProps {
  /** To the other screen under this name. */
  readonly tabs: ReactNode
  readonly selection: HistorySelection
  /** The selection as of now. */
  readonly filter: HistoryFilter
  readonly onSelection: (selection: HistorySelection) => void
  readonly onOpenDecisions: (filter: HistoryFilter) => void
}

/** The history in figures; each chart says what it found, and leads to the records. */
export function ChartsPage({ tabs, selection, filter, onSelection, onOpenDecisions }: ChartsPageProps) {
  useTitle('Charts', 'Insights')
  return (
    <div data-screen="charts">
      <PageHead title="Insights" aside={<ZoneNote />} />
      {tabs}
      <HistoryFrame
        selection={selection}
        filter={filter}
        onSelection={onSelection}
        purpose="Charts are made from what logs tell."
      >
        {(state) => <Charts state={state} filter={filter} onOpenDecisions={onOpenDecisions} />}
      </HistoryFrame>
    </div>
  )
}

interface ChartsProps {
  readonly state: HistoryState
  readonly filter: HistoryFilter
  readonly onOpenDecisions: (filter: HistoryFilter) => void
}

function Charts({ state, filter, onOpenDecisions }: ChartsProps) {
  const path = useDirectory()?.path ?? null
  const isNarrow = useMedia(NARROW_SCREEN)
  const version = useCalm(historyVersion(state), CALM_MS)
  const span = spanOf(filter, state)
  const fields = withTimes(filter, null, null)
  const query = useQuery({
    queryKey: ['history', 'charts', path, version, span.fromMs, span.toMs, fields],
    queryFn: async () => ({ span, data: await host().history.charts({ ...span, filter: fields }) }),
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  if (query.isError)
    return (
      <>
        <ProblemNote problem={actionProblem(query.error)} />
        <Button onPress={() => void query.refetch()}>Try again</Button>
      </>
    )
  if (query.data === undefined) return <CalmNote title="Counting…" />
  const nowMs = hostClock.nowMs()
  const chart = {
    data: query.data.data,
    filter: fields,
    span: query.data.span,
    onOpen: onOpenDecisions,
    write: (atMs: number) => clockText.at(atMs, nowMs),
    writeTick: tickText(query.data.span),
    isNarrow,
  }
  return (
    <div className={styles.charts} data-stale={query.isPlaceholderData}>
      <div className={styles.wide}>
        <OutcomesChart {...chart} />
      </div>
      <ReasonsChart {...chart} />
      <LockedChart {...chart} />
      <FallbackChart {...chart} />
      <RecoveriesChart {...chart} />
    </div>
  )
}

const DAY_MS = 86_400_000

/** Times within a day or two, dates where there are more. */
function tickText({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): (atMs: number) => string {
  if (toMs - fromMs <= 2 * DAY_MS) return (atMs) => clockText.at(atMs, atMs)
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: clockText.zone, day: 'numeric', month: 'short' })
  return (atMs) => format.format(atMs)
}

/** What is asked for: the chosen span, or everything on record. */
function spanOf(filter: HistoryFilter, { firstMs, lastMs }: HistoryState): { fromMs: number; toMs: number } {
  const fromMs = filter.fromMs ?? firstMs ?? 0
  const toMs = filter.toMs ?? (lastMs ?? fromMs) + 1
  return { fromMs, toMs: Math.max(toMs, fromMs + 1) }
}
