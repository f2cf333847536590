import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { HistoryFacets, HistoryFilter } from '../../../shared/contract/history/index.ts'
import { host } from '../state/host-session.ts'
import { actionProblem, type ActionProblem } from '../state/use-host-action.ts'
import { useDirectory } from '../state/use-host.ts'
import { historyVersion, useHistoryState } from './use-history-state.ts'

/** The values that each field can have under a filter, with counts; asked for only while a list of them is open. */
export function useFacets(
  filter: HistoryFilter,
  isOpen: boolean,
): { readonly facets: HistoryFacets | null; readonly problem: ActionProblem | null } {
  const path = useDirectory()?.path ?? null
  const { state } = useHistoryState()
  const query = useQuery({
    queryKey: ['history', 'facets', path, historyVersion(state), filter],
    queryFn: () => host().history.facets({ filter }),
    enabled: isOpen && state !== null,
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  return { facets: query.data ?? null, problem: query.isError ? actionProblem(query.error) : null }
}
