import type { OrderList } from '../../../../shared/contract/types.ts'

/** What makes one list of ids another: the fewest moves, and what came and went. Places count from 1. */
interface OrderChanges {
  readonly added: readonly { readonly id: string; readonly to: number }[]
  readonly removed: readonly string[]
  readonly moved: readonly { readonly id: string; readonly from: number; readonly to: number }[]
}

export function orderChanges(before: readonly string[], after: readonly string[]): OrderChanges {
  const wasAt = new Map(before.map((id, index) => [id, index]))
  const isAt = new Set(after)
  const kept = after.filter((id) => wasAt.has(id))
  const still = new Set(longestRise(kept, wasAt))
  return {
    added: after.flatMap((id, index) => (wasAt.has(id) ? [] : [{ id, to: index + 1 }])),
    removed: before.filter((id) => !isAt.has(id)),
    moved: after.flatMap((id, index) => {
      const from = wasAt.get(id)
      return from === undefined || still.has(id) ? [] : [{ id, from: from + 1, to: index + 1 }]
    }),
  }
}

export function isSameList(a: OrderList, b: OrderList): boolean {
  if (a === null || b === null) return a === b
  return a.length === b.length && a.every((id, index) => id === b[index])
}

/** The longest part of a list whose ids stood in this sequence before; what is not in it has moved. */
function longestRise(ids: readonly string[], wasAt: ReadonlyMap<string, number>): readonly string[] {
  const places = ids.map((id) => wasAt.get(id) ?? 0)
  /** Index of the last id of the best part of each length. */
  const ends: number[] = []
  const previous: number[] = []
  for (let index = 0; index < places.length; index++) {
    const place = places[index] ?? 0
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[ends[middle] ?? 0] ?? 0) < place) low = middle + 1
      else high = middle
    }
    previous.push(low === 0 ? -1 : (ends[low - 1] ?? -1))
    ends[low] = index
  }
  const rise: string[] = []
  for (let index = ends[ends.length - 1] ?? -1; index >= 0; index = previous[index] ?? -1) {
    rise.push(ids[index] ?? '')
  }
  return rise.toReversed()
}
