import { describe, expect, it } from 'vitest'
import {
  aimAt,
  isHome,
  isSameAim,
  scrollingAt,
  urgency,
  type Aim,
  type ListOnScreen,
} from '../../renderer/features/accounts/order-editor/drag-geometry.ts'

const rows = (top: number, height: number, ids: readonly string[]) =>
  ids.map((id, index) => ({ id, top: top + index * height, bottom: top + (index + 1) * height }))

const ORDER: ListOnScreen = {
  name: 'order',
  box: { left: 20, right: 380, top: 100, bottom: 220 },
  rows: rows(100, 40, ['a', 'b', 'c']),
}
const OUT: ListOnScreen = { name: 'out', box: { left: 20, right: 380, top: 270, bottom: 318 }, rows: [] }
const LISTS = [ORDER, OUT]

const before = (beside: string): Aim => ({ list: 'order', beside, side: 'before' })
const after = (beside: string): Aim => ({ list: 'order', beside, side: 'after' })

describe('what a finger aims at', () => {
  it('is the gap that is nearest in the order', () => {
    expect(aimAt({ x: 30, y: 119 }, LISTS)).toEqual(before('a'))
    expect(aimAt({ x: 30, y: 121 }, LISTS)).toEqual(before('b'))
    expect(aimAt({ x: 30, y: 199 }, LISTS)).toEqual(before('c'))
    expect(aimAt({ x: 30, y: 201 }, LISTS)).toEqual(after('c'))
  })

  it('is the list as a whole for what is left out', () => {
    expect(aimAt({ x: 200, y: 300 }, LISTS)).toEqual({ list: 'out' })
  })

  it('is the nearer list between the two, and nothing far from both', () => {
    expect(aimAt({ x: 200, y: 244 }, LISTS)).toEqual(after('c'))
    expect(aimAt({ x: 200, y: 246 }, LISTS)).toEqual({ list: 'out' })
    expect(aimAt({ x: 200, y: 72 }, LISTS)).toEqual(before('a'))
    expect(aimAt({ x: 200, y: 71 }, LISTS)).toBeNull()
    expect(aimAt({ x: 200, y: 347 }, LISTS)).toBeNull()
    expect(aimAt({ x: 409, y: 150 }, LISTS)).toBeNull()
    expect(aimAt({ x: 408, y: 150 }, LISTS)).toEqual(before('b'))
  })

  it('is the order itself while that is empty', () => {
    expect(aimAt({ x: 200, y: 150 }, [{ ...ORDER, rows: [] }, OUT])).toEqual({ list: 'order', beside: null })
  })

  it('goes by where rows are seen, not by their sequence in the page', () => {
    const mixed = { ...ORDER, rows: [...ORDER.rows].toReversed() }
    expect(aimAt({ x: 30, y: 130 }, [mixed])).toEqual(before('b'))
  })

  it('follows rows of different heights', () => {
    const uneven = {
      ...ORDER,
      rows: [
        { id: 'a', top: 100, bottom: 200 },
        { id: 'b', top: 200, bottom: 220 },
      ],
    }
    expect(aimAt({ x: 30, y: 149 }, [uneven])).toEqual(before('a'))
    expect(aimAt({ x: 30, y: 151 }, [uneven])).toEqual(before('b'))
    expect(aimAt({ x: 30, y: 215 }, [uneven])).toEqual(after('b'))
  })
})

describe('whether a drop changes nothing', () => {
  const ids = ['a', 'b', 'c']

  it('is so at both sides of the row itself', () => {
    expect(isHome('b', before('b'), ids)).toBe(true)
    expect(isHome('b', before('c'), ids)).toBe(true)
    expect(isHome('b', after('a'), ids)).toBe(true)
    expect(isHome('c', after('c'), ids)).toBe(true)
    expect(isHome('b', before('a'), ids)).toBe(false)
    expect(isHome('b', after('c'), ids)).toBe(false)
  })

  it('is not so for the other list', () => {
    expect(isHome('b', { list: 'out' }, ids)).toBe(false)
    expect(isHome('d', { list: 'out' }, ids)).toBe(true)
    expect(isHome('d', before('a'), ids)).toBe(false)
    expect(isHome('d', { list: 'order', beside: null }, [])).toBe(false)
    expect(isHome('b', null, ids)).toBe(false)
  })

  it('tells one aim from another', () => {
    expect(isSameAim(before('a'), before('a'))).toBe(true)
    expect(isSameAim(before('a'), after('a'))).toBe(false)
    expect(isSameAim({ list: 'out' }, { list: 'out' })).toBe(true)
    expect(isSameAim({ list: 'out' }, null)).toBe(false)
    expect(isSameAim(null, null)).toBe(true)
    expect(isSameAim({ list: 'order', beside: null }, before('a'))).toBe(false)
  })
})

describe('what scrolls under a finger that rests', () => {
  const page = { top: 0, bottom: 800, canGoUp: true, canGoDown: true }
  const list = { top: 100, bottom: 700, canGoUp: true, canGoDown: true }
  const speed = (y: number, of: typeof list | null = list): number => scrollingAt(y, of, page)?.speed ?? 0

  it('is the list near its edges, faster the nearer', () => {
    expect(scrollingAt(400, list, page)).toBeNull()
    expect(scrollingAt(690, list, page)).toMatchObject({ what: 'list' })
    expect(speed(690)).toBeGreaterThan(speed(660))
    expect(speed(660)).toBeGreaterThan(0)
    expect(speed(110)).toBeLessThan(speed(140))
    expect(speed(140)).toBeLessThan(0)
  })

  it('is the page beyond the list, and where the list has come to its end', () => {
    expect(scrollingAt(790, list, page)).toMatchObject({ what: 'page' })
    expect(scrollingAt(900, list, page)).toEqual({ what: 'page', speed: 1200 })
    const atEnd = { ...list, bottom: 800, canGoDown: false }
    expect(scrollingAt(795, atEnd, page)).toMatchObject({ what: 'page' })
    expect(scrollingAt(5, null, page)).toMatchObject({ what: 'page' })
    expect(speed(5, null)).toBeLessThan(0)
  })

  it('is nothing where nothing can go on', () => {
    const stuck = { canGoUp: false, canGoDown: false }
    expect(scrollingAt(795, { ...list, ...stuck }, { ...page, ...stuck })).toBeNull()
    expect(scrollingAt(5, null, { ...page, ...stuck })).toBeNull()
  })

  it('goes on faster for whoever waits, up to a limit', () => {
    expect(urgency(0)).toBe(1)
    expect(urgency(1000)).toBe(2)
    expect(urgency(60_000)).toBe(4)
  })

  it('leaves room to rest in a list that is low', () => {
    const low = { ...list, bottom: 148 }
    expect(scrollingAt(124, low, page)).toBeNull()
    expect(scrollingAt(101, low, page)).toMatchObject({ what: 'list' })
  })
})
