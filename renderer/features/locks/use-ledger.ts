import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LedgerEntry } from '../../../shared/contract/types.ts'
import { host } from '../../lib/state/host-session.ts'
import { useAgentStatus, useDirectory } from '../../lib/state/use-host.ts'
import { actionProblem, type ActionProblem } from '../../lib/state/use-host-action.ts'
import { LEDGER_KEY } from './ledger-key.ts'
import { nextBefore } from './ledger-pages.ts'

export interface Ledger {
  /** null: not known yet */
  readonly entries: readonly LedgerEntry[] | null
  readonly hasOlder: boolean
  readonly isLoadingOlder: boolean
  readonly showOlder: () => void
  readonly problem: ActionProblem | null
  readonly retry: () => void
}

/** The ledger of an agent, or of one of its accounts: newest first, page by page, asked for again when a lock changes. */
export function useLedger(agentId: string, profileId: string | null, pageSize: number): Ledger {
  const path = useDirectory()?.path ?? null
  const locks = useAgentStatus(agentId)?.locks
  const query = useInfiniteQuery({
    queryKey: [...LEDGER_KEY, path, agentId, profileId, pageSize],
    queryFn: ({ pageParam }) => host().locks.history({ agentId, profileId, beforeId: pageParam, limit: pageSize }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => nextBefore(page, pageSize),
    staleTime: 0,
    gcTime: 60_000,
  })
  const { refetch } = query
  useEffect(() => {
    if (locks !== undefined) void refetch()
  }, [locks, refetch])
  return {
    entries: query.data?.pages.flat() ?? null,
    hasOlder: query.hasNextPage,
    isLoadingOlder: query.isFetchingNextPage,
    showOlder: () => void query.fetchNextPage(),
    problem: query.isError ? actionProblem(query.error) : null,
    retry: () => void refetch(),
  }
}
