import { useQuery } from '@tanstack/react-query'
import type { RunDetail } from '../../../shared/contract/history/index.ts'
import { historyVersion, useHistoryState } from '../../lib/history/use-history-state.ts'
import { host } from '../../lib/state/host-session.ts'
import { actionProblem, type ActionProblem } from '../../lib/state/use-host-action.ts'
import { useDirectory } from '../../lib/state/use-host.ts'
import { findNeighbours, type NeighbourRuns } from './neighbour-runs.ts'

export interface UsedRun {
  /** null: not here yet, or there is none */
  readonly run: RunDetail | null
  readonly neighbours: NeighbourRuns
  readonly problem: ActionProblem | null
  readonly retry: () => void
}

/** A run with its neighbours; asked for again when something else is on record, since a run may go on. */
export function useRun(runKey: string): UsedRun {
  const path = useDirectory()?.path ?? null
  const version = historyVersion(useHistoryState().state)
  const query = useQuery({
    queryKey: ['history', 'run', path, version, runKey],
    queryFn: () => host().history.run({ runKey }),
    enabled: version !== '',
    // While the same run is asked for again, it stays.
    placeholderData: (old) => (old?.runKey === runKey ? old : undefined),
    gcTime: 60_000,
  })
  const run = query.data ?? null
  const around = useQuery({
    queryKey: ['history', 'neighbours', path, version, runKey, run?.startedMs, run?.endedMs],
    queryFn: () => (run === null ? NO_NEIGHBOURS : findNeighbours(run, (input) => host().history.page(input))),
    enabled: run !== null,
    placeholderData: (old, oldQuery) => (oldQuery?.queryKey[4] === runKey ? old : undefined),
    gcTime: 60_000,
  })
  return {
    run,
    neighbours: around.data ?? NO_NEIGHBOURS,
    problem: query.isError ? actionProblem(query.error) : null,
    retry: () => void query.refetch(),
  }
}

const NO_NEIGHBOURS: NeighbourRuns = { before: null, after: null }
