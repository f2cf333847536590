import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DirectoryFacts } from '../../../../shared/engine/index.ts'
import type { OrderHistory } from '../../../../shared/contract/types.ts'
import { host } from '../../../lib/state/host-session.ts'
import { useDirectory } from '../../../lib/state/use-host.ts'
import { ORDER_HISTORY_KEY } from './order-actions.ts'

/** The changes of orders that the host knows, asked for again when an order is another one. */
export function useOrderHistory(
  provider: string | null,
  limit: number,
): { readonly history: OrderHistory | undefined; readonly isFailed: boolean } {
  const directory = useDirectory()
  const stamp = directory === null ? 0 : stampOf(directory.facts)
  const query = useQuery<OrderHistory>({
    queryKey: [...ORDER_HISTORY_KEY, directory?.path ?? '', stamp, provider, limit],
    queryFn: () => host().order.history({ agentId: null, provider, limit }),
    enabled: directory !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return { history: query.data, isFailed: query.isError }
}

const stamps = new WeakMap<DirectoryFacts, number>()
let latest = { text: '', stamp: 0 }

/** A number that changes with any order of the directory; worked out once for all lanes. */
function stampOf(facts: DirectoryFacts): number {
  const known = stamps.get(facts)
  if (known !== undefined) return known
  const text = JSON.stringify([
    facts.config.order,
    facts.sharedStore?.order,
    facts.agents.map((agent) => agent.store?.order),
  ])
  if (text !== latest.text) latest = { text, stamp: latest.stamp + 1 }
  stamps.set(facts, latest.stamp)
  return latest.stamp
}
