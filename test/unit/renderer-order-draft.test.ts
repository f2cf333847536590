import { describe, expect, it } from 'vitest'
import { compareLists, conflictSentence } from '../../renderer/features/accounts/order-editor/conflict-rows.ts'
import {
  isEdited,
  outsideChange,
  reduceDraft,
  startDraft,
  whyNotSaved,
  type Draft,
  type DraftAction,
} from '../../renderer/features/accounts/order-editor/draft.ts'
import { isSameList, orderChanges } from '../../renderer/features/accounts/order-editor/order-changes.ts'
import type { OrderList } from '../../shared/contract/types.ts'

const bases = (config: OrderList, stored: OrderList = null, revision = 'r1'): Draft['base'] => ({
  config: { configRevision: revision, profileIds: config },
  stored: { configRevision: null, profileIds: stored },
})
const start = (config: OrderList = ['a', 'b', 'c']): Draft => startDraft('config', bases(config), ['x', 'y'])
const after = (draft: Draft, ...actions: readonly DraftAction[]): Draft => actions.reduce(reduceDraft, draft)

describe('an order while it is edited', () => {
  it('starts from what its place holds, each id once, or from the seed where it holds none', () => {
    expect(start(['a', 'b', 'a']).ids).toEqual(['a', 'b'])
    expect(start(null).ids).toEqual(['x', 'y'])
    expect(start([]).ids).toEqual([])
  })

  it('places ids beside another one, in the sequence given', () => {
    expect(after(start(), { type: 'place', ids: ['c'], spot: { beside: 'a', side: 'before' } }).ids).toEqual([
      'c',
      'a',
      'b',
    ])
    expect(after(start(), { type: 'place', ids: ['a', 'b'], spot: { beside: 'c', side: 'after' } }).ids).toEqual([
      'c',
      'a',
      'b',
    ])
    expect(after(start(), { type: 'place', ids: ['c'], spot: 'start' }).ids).toEqual(['c', 'a', 'b'])
    expect(after(start(), { type: 'place', ids: ['a'], spot: 'end' }).ids).toEqual(['b', 'c', 'a'])
  })

  it('takes a spot beside an id that moves itself, or that is gone, as where that stood', () => {
    const four = start(['a', 'b', 'c', 'd'])
    const place = (beside: string) =>
      after(four, { type: 'place', ids: ['b', 'd'], spot: { beside, side: 'after' } }).ids
    expect(place('b')).toEqual(['a', 'b', 'd', 'c'])
    expect(place('gone')).toEqual(['a', 'c', 'b', 'd'])
  })

  it('includes what was left out, and leaves out', () => {
    const included = after(start(), { type: 'place', ids: ['n'], spot: { beside: 'b', side: 'before' } })
    expect(included.ids).toEqual(['a', 'n', 'b', 'c'])
    expect(after(included, { type: 'leave_out', ids: ['a', 'c'] }).ids).toEqual(['n', 'b'])
  })

  it('shifts by one and stops at the ends, without a step to undo', () => {
    expect(after(start(), { type: 'shift', id: 'b', by: -1 }).ids).toEqual(['b', 'a', 'c'])
    expect(after(start(), { type: 'shift', id: 'b', by: 1 }).ids).toEqual(['a', 'c', 'b'])
    const draft = start()
    expect(after(draft, { type: 'shift', id: 'a', by: -1 })).toBe(draft)
    expect(after(draft, { type: 'shift', id: 'c', by: 1 })).toBe(draft)
    expect(after(draft, { type: 'shift', id: 'nobody', by: 1 })).toBe(draft)
  })

  it('undoes and redoes step by step; a new step ends what could be redone', () => {
    const two = after(start(), { type: 'shift', id: 'a', by: 1 }, { type: 'leave_out', ids: ['c'] })
    expect(two.ids).toEqual(['b', 'a'])
    const undone = after(two, { type: 'undo' })
    expect(undone.ids).toEqual(['b', 'a', 'c'])
    expect(after(undone, { type: 'undo' }).ids).toEqual(['a', 'b', 'c'])
    expect(after(undone, { type: 'undo' }, { type: 'undo' }).ids).toEqual(['a', 'b', 'c'])
    expect(after(undone, { type: 'redo' }).ids).toEqual(['b', 'a'])
    expect(after(undone, { type: 'shift', id: 'c', by: -1 }, { type: 'redo' }).ids).toEqual(['b', 'c', 'a'])
  })

  it('removes the order, and writes one after all', () => {
    const removed = after(start(), { type: 'automatic' })
    expect(removed.ids).toBeNull()
    expect(whyNotSaved(removed)).toBeNull()
    expect(after(removed, { type: 'write' }).ids).toEqual(['a', 'b', 'c'])
    expect(after(removed, { type: 'leave_out', ids: ['a'] })).toBe(removed)
    expect(after(removed, { type: 'undo' }).ids).toEqual(['a', 'b', 'c'])
  })

  it('goes to another place with what was edited, or shows what is there', () => {
    const draft = startDraft('config', bases(['a', 'b'], ['s']), ['x'])
    expect(after(draft, { type: 'target', target: 'stored' }).ids).toEqual(['s'])
    const edited = after(draft, { type: 'shift', id: 'b', by: -1 }, { type: 'target', target: 'stored' })
    expect(edited).toMatchObject({ target: 'stored', ids: ['b', 'a'] })
    expect(after(edited, { type: 'undo' })).toMatchObject({ target: 'config', ids: ['b', 'a'] })
  })

  it('can be saved when it is another order than the one there', () => {
    expect(whyNotSaved(start())).toBe('same')
    expect(isEdited(start())).toBe(false)
    // Nothing was edited, and yet writing down what rotation gives is worth saving.
    expect(whyNotSaved(start(null))).toBeNull()
    expect(isEdited(start(null))).toBe(false)
    const moved = after(start(), { type: 'shift', id: 'a', by: 1 })
    expect(isEdited(moved)).toBe(true)
    expect(isEdited(after(moved, { type: 'shift', id: 'a', by: -1 }))).toBe(false)
  })

  it('cannot be stored without accounts, which counts as none; in the configuration that selects nothing', () => {
    const empty = after(start(), { type: 'leave_out', ids: ['a', 'b', 'c'] })
    expect(empty.ids).toEqual([])
    expect(whyNotSaved(empty)).toBeNull()
    expect(whyNotSaved(after(empty, { type: 'target', target: 'stored' }))).toBe('empty_stored')
  })

  it('keeps at most so many steps', () => {
    const many = Array.from({ length: 500 }, (_, index): DraftAction => ({
      type: 'shift',
      id: 'a',
      by: index % 2 === 0 ? 1 : -1,
    }))
    expect(after(start(), ...many).past).toHaveLength(200)
  })
})

describe('a change from outside while an order is edited', () => {
  const edited = after(start(), { type: 'shift', id: 'a', by: 1 })

  it('of something else in the file only moves the base along', () => {
    const seen = after(edited, { type: 'observe', current: bases(['a', 'b', 'c'], null, 'r2') })
    expect(seen).toMatchObject({ ids: ['b', 'a', 'c'], base: { config: { configRevision: 'r2' } } })
    expect(outsideChange(seen, bases(['a', 'b', 'c'], null, 'r2'))).toBeNull()
    expect(after(seen, { type: 'observe', current: bases(['a', 'b', 'c'], null, 'r2') })).toBe(seen)
  })

  it('of the order is followed where nothing was edited', () => {
    const seen = after(start(), { type: 'observe', current: bases(['c'], null, 'r2') })
    expect(seen.ids).toEqual(['c'])
    expect(outsideChange(seen, bases(['c'], null, 'r2'))).toBeNull()
  })

  it('of the order is a conflict where something was edited: the draft and its base stay', () => {
    const current = bases(['c'], null, 'r2')
    const seen = after(edited, { type: 'observe', current })
    expect(seen).toBe(edited)
    expect(outsideChange(seen, current)).toEqual({ target: 'config', current: current.config })
  })

  it('is none of the draft when it concerns the other place', () => {
    const current = bases(['a', 'b', 'c'], ['s'])
    const seen = after(edited, { type: 'observe', current })
    expect(outsideChange(seen, current)).toBeNull()
    expect(seen.ids).toEqual(['b', 'a', 'c'])
  })

  it('is taken in place of the draft, which undo brings back', () => {
    const conflict = { target: 'config' as const, current: bases(['c'], null, 'r2').config }
    const taken = after(edited, { type: 'take_theirs', conflict })
    expect(taken).toMatchObject({ ids: ['c'], base: { config: { configRevision: 'r2' } } })
    expect(isEdited(taken)).toBe(false)
    expect(after(taken, { type: 'undo' }).ids).toEqual(['b', 'a', 'c'])
  })

  it('is written over with the draft kept', () => {
    const conflict = { target: 'config' as const, current: bases(null, null, 'r2').config }
    const kept = after(edited, { type: 'keep_mine', conflict })
    expect(kept).toMatchObject({ ids: ['b', 'a', 'c'], base: { config: conflict.current } })
    expect(outsideChange(kept, bases(null, null, 'r2'))).toBeNull()
  })

  it('is shown place by place', () => {
    expect(compareLists(['a', 'b'], null, ['b', 'a', 'n'])).toEqual([
      { place: 1, started: 'a', theirs: null, mine: 'b' },
      { place: 2, started: 'b', theirs: null, mine: 'a' },
      { place: 3, started: null, theirs: null, mine: 'n' },
    ])
    expect(conflictSentence({ target: 'config', current: bases(null).config }, ['a'])).toBe(
      'The order in openclaw.json was removed while you edited it.',
    )
    expect(conflictSentence({ target: 'stored', current: bases([]).config }, ['a'])).toContain('stored for this agent')
    expect(conflictSentence({ target: 'config', current: bases(['a']).config }, ['a'])).toContain('Something else')
  })
})

describe('what makes one order another', () => {
  it('is the fewest moves', () => {
    expect(orderChanges(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c']).moved).toEqual([{ id: 'd', from: 4, to: 1 }])
    expect(orderChanges(['a', 'b', 'c'], ['a', 'b', 'c'])).toEqual({ added: [], removed: [], moved: [] })
    expect(orderChanges(['a', 'b', 'c'], ['c', 'b', 'a']).moved).toHaveLength(2)
  })

  it('tells what came and what went apart from what moved', () => {
    expect(orderChanges(['a', 'b', 'c'], ['n', 'b', 'c'])).toEqual({
      added: [{ id: 'n', to: 1 }],
      removed: ['a'],
      moved: [],
    })
  })

  it('tells no order from an empty one', () => {
    expect(isSameList(null, [])).toBe(false)
    expect(isSameList(null, null)).toBe(true)
    expect(isSameList(['a'], ['a', 'b'])).toBe(false)
  })
})
