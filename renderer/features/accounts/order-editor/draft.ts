import type { OrderBase, OrderConflict, OrderList, OrderTarget } from '../../../../shared/contract/types.ts'
import { isSameList } from './order-changes.ts'

/** What one step of editing settles. */
interface Step {
  readonly target: OrderTarget
  /** null: no order is to be there. */
  readonly ids: OrderList
}

/** An order while it is edited. */
export interface Draft extends Step {
  /** What each place held when editing began, or when its owner last decided about a change from outside. */
  readonly base: Readonly<Record<OrderTarget, OrderBase>>
  /** What to start from where a place holds no order. */
  readonly seed: readonly string[]
  readonly past: readonly Step[]
  readonly future: readonly Step[]
}

/** Where ids go: beside another one of the order, or to one of its ends. */
export type Spot = { readonly beside: string; readonly side: 'before' | 'after' } | 'start' | 'end'

export type DraftAction =
  /** Moves ids to a spot of the order, in the sequence given; those that were left out are included by it. */
  | { readonly type: 'place'; readonly ids: readonly string[]; readonly spot: Spot }
  | { readonly type: 'shift'; readonly id: string; readonly by: -1 | 1 }
  | { readonly type: 'leave_out'; readonly ids: readonly string[] }
  /** No order: the accounts rotate by themselves. */
  | { readonly type: 'automatic' }
  /** An order after all. */
  | { readonly type: 'write' }
  | { readonly type: 'target'; readonly target: OrderTarget }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  /** The places as they were last read: one that holds the same order as before is started from anew. */
  | { readonly type: 'observe'; readonly current: Draft['base'] }
  /** Takes what is there now in place of the draft, which undo brings back. */
  | { readonly type: 'take_theirs'; readonly conflict: OrderConflict }
  /** Keeps the draft and starts from what is there now, so that it may be written over it. */
  | { readonly type: 'keep_mine'; readonly conflict: OrderConflict }

/** The most steps that can be taken back. */
const MOST_STEPS = 200

export function startDraft(target: OrderTarget, base: Draft['base'], seed: readonly string[]): Draft {
  return { target, ids: startOf(base[target], seed), base, seed, past: [], future: [] }
}

/** The draft after an action; the very same draft where the action changes nothing. */
export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'place':
      return step(draft, { ids: placed(draft.ids ?? [], action.ids, action.spot) })
    case 'shift':
      return step(draft, { ids: shifted(draft.ids ?? [], action.id, action.by) })
    case 'leave_out':
      return draft.ids === null ? draft : step(draft, { ids: draft.ids.filter((id) => !action.ids.includes(id)) })
    case 'automatic':
      return step(draft, { ids: null })
    case 'write':
      return draft.ids === null ? step(draft, { ids: startOf(draft.base[draft.target], draft.seed) }) : draft
    case 'target':
      return retarget(draft, action.target)
    case 'undo':
      return travel(draft, 'past', 'future')
    case 'redo':
      return travel(draft, 'future', 'past')
    case 'observe':
      return observe(draft, action.current)
    case 'take_theirs': {
      const { target, current } = action.conflict
      const rebased = { ...draft, base: { ...draft.base, [target]: current } }
      return step(rebased, { target, ids: startOf(current, draft.seed) })
    }
    case 'keep_mine': {
      const { target, current } = action.conflict
      return { ...draft, base: { ...draft.base, [target]: current } }
    }
  }
}

/** Whether something would be lost with it. */
export function isEdited(draft: Draft): boolean {
  return !isSameList(draft.ids, startOf(draft.base[draft.target], draft.seed))
}

/** Why it cannot be saved as it is; null: it can. */
export function whyNotSaved(draft: Draft): 'same' | 'empty_stored' | null {
  if (draft.target === 'stored' && draft.ids?.length === 0) return 'empty_stored'
  return isSameList(draft.ids, draft.base[draft.target].profileIds) ? 'same' : null
}

/** What stands in the draft's place now, where that is not what it started from. */
export function outsideChange(draft: Draft, current: Draft['base']): OrderConflict | null {
  const now = current[draft.target]
  return isSameList(now.profileIds, draft.base[draft.target].profileIds) ? null : { target: draft.target, current: now }
}

/** Each id once: only its first place counts. */
function startOf({ profileIds }: OrderBase, seed: readonly string[]): readonly string[] {
  return [...new Set(profileIds ?? seed)]
}

function step(draft: Draft, change: Partial<Step>): Draft {
  const { target, ids } = { target: draft.target, ids: draft.ids, ...change }
  if (target === draft.target && isSameList(ids, draft.ids)) return draft
  const past = [...draft.past, { target: draft.target, ids: draft.ids }].slice(-MOST_STEPS)
  return { ...draft, target, ids, past, future: [] }
}

function travel(draft: Draft, from: 'past' | 'future', to: 'past' | 'future'): Draft {
  const reached = draft[from][draft[from].length - 1]
  if (reached === undefined) return draft
  const left = { target: draft.target, ids: draft.ids }
  return { ...draft, ...reached, [from]: draft[from].slice(0, -1), [to]: [...draft[to], left] }
}

/** What was edited goes along to the other place; otherwise what stands there is shown. */
function retarget(draft: Draft, target: OrderTarget): Draft {
  return step(draft, { target, ids: isEdited(draft) ? draft.ids : startOf(draft.base[target], draft.seed) })
}

function observe(draft: Draft, current: Draft['base']): Draft {
  const isUntouched = !isEdited(draft)
  const base = isUntouched
    ? current
    : { stored: sameOrNew(draft.base.stored, current.stored), config: sameOrNew(draft.base.config, current.config) }
  if (isSameBase(base.stored, draft.base.stored) && isSameBase(base.config, draft.base.config)) return draft
  return { ...draft, base, ids: isUntouched ? startOf(base[draft.target], draft.seed) : draft.ids }
}

function sameOrNew(known: OrderBase, current: OrderBase): OrderBase {
  return isSameList(known.profileIds, current.profileIds) ? current : known
}

function isSameBase(a: OrderBase, b: OrderBase): boolean {
  return a.configRevision === b.configRevision && isSameList(a.profileIds, b.profileIds)
}

function placed(order: readonly string[], ids: readonly string[], spot: Spot): readonly string[] {
  const rest = order.filter((id) => !ids.includes(id))
  const at = spot === 'start' ? 0 : spot === 'end' ? rest.length : besideIndex(order, ids, rest, spot)
  return [...rest.slice(0, at), ...ids, ...rest.slice(at)]
}

/** A spot beside an id that moves itself is where that id stood. */
function besideIndex(
  order: readonly string[],
  ids: readonly string[],
  rest: readonly string[],
  { beside, side }: Exclude<Spot, 'start' | 'end'>,
): number {
  const index = order.indexOf(beside)
  if (index === -1) return rest.length
  const before = order.slice(0, side === 'before' ? index : index + 1)
  return before.filter((id) => !ids.includes(id)).length
}

function shifted(order: readonly string[], id: string, by: -1 | 1): readonly string[] {
  const index = order.indexOf(id)
  const to = index + by
  if (index === -1 || to < 0 || to >= order.length) return order
  const rest = order.filter((other) => other !== id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}
