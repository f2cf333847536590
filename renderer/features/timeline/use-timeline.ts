import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { HistoryFilter, HistoryState, TimelineQuery } from '../../../shared/contract/history/index.ts'
import { withTimes } from '../../lib/history/filter-fields.ts'
import { historyVersion } from '../../lib/history/use-history-state.ts'
import { host } from '../../lib/state/host-session.ts'
import { actionProblem, type ActionProblem } from '../../lib/state/use-host-action.ts'
import { useDirectory } from '../../lib/state/use-host.ts'
import { useCalm } from '../../lib/use-calm.ts'
import { isOutgrown, planFor, type LoadPlan } from './load-plan.ts'
import { prepareTimeline, type PreparedTimeline } from './prepared.ts'
import type { TimeSpan } from './time-scale.ts'
import type { ViewStore } from './view-store.ts'

/** However much comes in, the lanes are asked for no more often than this. */
const CALM_MS = 1000
/** While somebody moves fast, this long passes between two looks at whether what is known still does. */
const LOOK_MS = 120

interface TimelineOptions {
  readonly view: ViewStore
  readonly widthPx: number
  readonly lanes: TimelineQuery['lanes']
  readonly filter: HistoryFilter
  readonly state: HistoryState
}

interface Loaded {
  /** null: not here yet */
  readonly timeline: PreparedTimeline | null
  readonly isLoading: boolean
  readonly problem: ActionProblem | null
  readonly retry: () => void
}

/** The lanes around what is shown; asked for again when that is about to leave them, or when there is more to tell. */
export function useTimeline({ view, widthPx, lanes, filter, state }: TimelineOptions): Loaded {
  const path = useDirectory()?.path ?? null
  const version = useCalm(historyVersion(state), CALM_MS)
  const plan = useLoadPlan(view, widthPx)
  const fields = useMemo(() => withTimes(filter, null, null), [filter])
  const query = useQuery({
    queryKey: ['history', 'timeline', path, version, lanes, fields, plan],
    queryFn: async () => {
      const { span, columns } = plan
      const data = await host().history.timeline({ ...span, lanes, columns, filter: fields })
      return prepareTimeline(data, columns)
    },
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  return {
    timeline: query.data ?? null,
    isLoading: query.isFetching,
    problem: query.isError ? actionProblem(query.error) : null,
    retry: () => void query.refetch(),
  }
}

function useLoadPlan(view: ViewStore, widthPx: number): LoadPlan {
  const [plan, setPlan] = useState(() => planFor(view.span(), widthPx))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      setPlan((known) => (isOutgrown(known, view.span(), widthPx) ? planFor(view.span(), widthPx) : known))
    }
    look()
    const stop = view.onMove(() => {
      timer ??= setTimeout(look, LOOK_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [view, widthPx])
  return plan
}

const DENSITY_COLUMNS = 300

interface Density {
  readonly span: TimeSpan
  /** Records in each part of it, from its beginning to its end. */
  readonly density: readonly number[]
}

/** How many records there are when, over everything there is. */
export function useDensity(
  whole: TimeSpan,
  { filter, state, lanes }: Pick<TimelineOptions, 'filter' | 'state' | 'lanes'>,
): Density {
  const path = useDirectory()?.path ?? null
  const version = useCalm(historyVersion(state), 3 * CALM_MS)
  const fields = useMemo(() => withTimes(filter, null, null), [filter])
  const span = rounded(whole)
  const query = useQuery({
    queryKey: ['history', 'density', path, version, lanes, fields, span],
    queryFn: async (): Promise<Density> => {
      const question = { ...span, lanes, columns: DENSITY_COLUMNS, filter: fields }
      return { span, density: (await host().history.timeline(question)).density }
    },
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  return query.data ?? { span, density: [] }
}

/** The span up to the end of a column: while now moves, it stays the same for as long as nobody could see a difference. */
function rounded({ fromMs, toMs }: TimeSpan): TimeSpan {
  const column = 2 ** Math.ceil(Math.log2(Math.max(1000, (toMs - fromMs) / DENSITY_COLUMNS)))
  return { fromMs: Math.max(0, Math.floor(fromMs)), toMs: Math.ceil(toMs / column) * column }
}
