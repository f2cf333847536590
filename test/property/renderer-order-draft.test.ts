import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  reduceDraft,
  startDraft,
  type Draft,
  type DraftAction,
} from '../../renderer/features/accounts/order-editor/draft.ts'
import { orderChanges } from '../../renderer/features/accounts/order-editor/order-changes.ts'

const id = fc.constantFrom<string>('a', 'b', 'c', 'd', 'e')
const ids = fc.uniqueArray(id)
const target = fc.constantFrom('stored' as const, 'config' as const)
const spot = fc.oneof(
  fc.constantFrom('start' as const, 'end' as const),
  fc.record({ beside: id, side: fc.constantFrom('before' as const, 'after' as const) }),
)
const editing: fc.Arbitrary<DraftAction> = fc.oneof(
  fc.record({ type: fc.constant('place' as const), ids, spot }),
  fc.record({ type: fc.constant('shift' as const), id, by: fc.constantFrom(-1 as const, 1 as const) }),
  fc.record({ type: fc.constant('leave_out' as const), ids }),
  fc.constant({ type: 'automatic' as const }),
  fc.constant({ type: 'write' as const }),
  fc.record({ type: fc.constant('target' as const), target }),
)
const draft = fc
  .record({ target, stored: fc.option(ids), config: fc.option(ids), seed: ids })
  .map(({ stored, config, seed, target: at }) =>
    startDraft(
      at,
      {
        stored: { configRevision: null, profileIds: stored },
        config: { configRevision: 'r', profileIds: config },
      },
      seed,
    ),
  )
const whole = ({ target: at, ids: order }: Draft): unknown => ({ at, order })

describe('an order that is edited', () => {
  it('names every id once, and every step can be taken back and made again', () => {
    fc.assert(
      fc.property(draft, fc.array(editing, { maxLength: 30 }), (first, actions) => {
        const last = actions.reduce(reduceDraft, first)
        if (last.ids !== null) expect(new Set(last.ids).size).toBe(last.ids.length)
        const back = last.past.reduce<Draft>((known) => reduceDraft(known, { type: 'undo' }), last)
        expect(whole(back)).toEqual(whole(first))
        const again = back.future.reduce<Draft>((known) => reduceDraft(known, { type: 'redo' }), back)
        expect(whole(again)).toEqual(whole(last))
      }),
    )
  })

  it('holds exactly the ids that were placed and not left out', () => {
    fc.assert(
      fc.property(ids, ids, spot, (order, placed, at) => {
        const first = startDraft(
          'config',
          {
            stored: { configRevision: null, profileIds: null },
            config: { configRevision: 'r', profileIds: order },
          },
          [],
        )
        const next = reduceDraft(first, { type: 'place', ids: placed, spot: at })
        expect(new Set(next.ids)).toEqual(new Set([...order, ...placed]))
        const kept = order.filter((other) => !placed.includes(other))
        expect((next.ids ?? []).filter((other) => kept.includes(other))).toEqual(kept)
      }),
    )
  })
})

describe('the difference of two orders', () => {
  it('accounts for every id, and what did not move keeps its sequence', () => {
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const { added, removed, moved } = orderChanges(before, after)
        const changed = new Set([...added, ...moved].map((change) => change.id))
        const still = after.filter((other) => !changed.has(other))
        expect(before.filter((other) => still.includes(other))).toEqual(still)
        expect(before.length - removed.length + added.length).toBe(after.length)
        for (const { id: other, from, to } of moved) {
          expect(before[from - 1]).toBe(other)
          expect(after[to - 1]).toBe(other)
        }
      }),
    )
  })
})
