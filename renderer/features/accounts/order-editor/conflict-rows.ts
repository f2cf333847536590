import type { OrderConflict, OrderList } from '../../../../shared/contract/types.ts'
import { isSameList } from './order-changes.ts'

/** One place of the three orders; null: that order ends before it. */
interface ComparedRow {
  readonly place: number
  readonly started: string | null
  readonly theirs: string | null
  readonly mine: string | null
}

/** Three orders side by side, place by place. */
export function compareLists(started: OrderList, theirs: OrderList, mine: OrderList): readonly ComparedRow[] {
  const length = Math.max(started?.length ?? 0, theirs?.length ?? 0, mine?.length ?? 0)
  return Array.from({ length }, (_, index) => ({
    place: index + 1,
    started: started?.[index] ?? null,
    theirs: theirs?.[index] ?? null,
    mine: mine?.[index] ?? null,
  }))
}

/** @param started what the draft started from: the file may be another one while its order is the same */
export function conflictSentence({ target, current }: OrderConflict, started: OrderList): string {
  if (isSameList(current.profileIds, started)) {
    return 'Something else was changed in openclaw.json; the order in it is the one you started from.'
  }
  const place = target === 'config' ? 'in openclaw.json' : 'stored for this agent'
  return current.profileIds === null
    ? `The order ${place} was removed while you edited it.`
    : `The order ${place} is another one than you started from. Nothing of yours is lost or written yet.`
}
