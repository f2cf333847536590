import type { OrderList, OrderTarget } from '../../../shared/contract/types.ts'
import type { DirectoryFacts } from '../../../shared/engine/index.ts'
import type { SwitchyardStore } from '../../store/index.ts'

interface OrderPlace {
  readonly target: OrderTarget
  readonly agentId: string
  readonly provider: string
}

/** Notices orders that somebody else changed while the console watched, and puts them into the history. */
export interface OrderRecorder {
  /** An order that is about to be written from here: finding it is no news. */
  expect(place: OrderPlace, profileIds: OrderList): void
  /** Takes in what was read. */
  follow(facts: DirectoryFacts, nowMs: number): void
}

export function createOrderRecorder({ revisions }: Pick<SwitchyardStore, 'revisions'>): OrderRecorder {
  let known: ReadonlyMap<string, WrittenOrder> | null = null
  const expected = new Map<string, string>()

  return {
    expect: (place, profileIds) => void expected.set(nameOf(place), JSON.stringify(profileIds)),
    follow(facts, nowMs) {
      const before = known
      const after = writtenOrders(facts)
      known = after
      // What was there when the directory was opened is no change.
      if (before === null) return
      for (const name of new Set([...before.keys(), ...after.keys()])) {
        const from = before.get(name)
        const to = after.get(name)
        const place = to ?? from
        if (place === undefined || isSame(from, to)) continue
        const asExpected = expected.get(name) === JSON.stringify(to?.profileIds ?? null)
        expected.delete(name)
        if (asExpected) continue
        const { agentId, provider, target } = place
        const [beforeIds, afterIds] = [from?.profileIds ?? null, to?.profileIds ?? null]
        const change = { atMs: nowMs, agentId, provider, target, before: beforeIds, after: afterIds }
        revisions.append({ ...change, origin: 'outside' })
      }
    },
  }
}

interface WrittenOrder extends OrderPlace {
  readonly profileIds: readonly string[]
}

function isSame(one: WrittenOrder | undefined, other: WrittenOrder | undefined): boolean {
  return JSON.stringify(one?.profileIds ?? null) === JSON.stringify(other?.profileIds ?? null)
}

function writtenOrders({ config, agents }: DirectoryFacts): ReadonlyMap<string, WrittenOrder> {
  const main = agents.find(({ isDefault }) => isDefault) ?? agents[0]
  const orders: WrittenOrder[] = []
  for (const [provider, profileIds] of Object.entries(config.order)) {
    orders.push({ target: 'config', agentId: main?.id ?? 'main', provider: provider.trim().toLowerCase(), profileIds })
  }
  for (const { id: agentId, store } of agents) {
    for (const [provider, profileIds] of Object.entries(store?.order ?? {})) {
      orders.push({ target: 'stored', agentId, provider, profileIds })
    }
  }
  return new Map(orders.map((order) => [nameOf(order), order]))
}

/** All agents share the configuration. */
function nameOf({ target, agentId, provider }: OrderPlace): string {
  return target === 'config' ? `config/${provider}` : `stored/${agentId}/${provider}`
}
