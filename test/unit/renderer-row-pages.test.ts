import { describe, expect, it } from 'vitest'
import { keepPlace, placeIn } from '../../renderer/features/decisions/grid-place.ts'
import { PAGE_ROWS, RowPages } from '../../renderer/features/decisions/row-pages.ts'
import type { DecisionRow, HistoryPage } from '../../shared/contract/history/index.ts'

const PROBLEM = { code: null, message: 'It broke.', hint: null, conflict: null }

/** A history of numbered rows, newest first, that answers only when it is told to. */
function fakeHistory(count: number) {
  const asked: { offset: number; limit: number; answer: () => void; fail: () => void }[] = []
  const history = {
    count,
    asked,
    load: (offset: number, limit: number) =>
      new Promise<HistoryPage>((resolve, reject) => {
        asked.push({
          offset,
          limit,
          answer: () => {
            const rows = Array.from({ length: Math.max(0, Math.min(limit, history.count - offset)) }, (_, place) => ({
              id: history.count - offset - place,
            }))
            resolve({ rows: rows as DecisionRow[], count: history.count, firstMs: 1, lastMs: history.count })
          },
          fail: () => reject(new Error('no')),
        })
      }),
    /** Answers everything that is asked, and what is asked because of the answers. */
    async settle() {
      for (let next = asked.shift(); next !== undefined; next = asked.shift()) {
        next.answer()
        await turn()
      }
    },
  }
  return history
}

async function turn(): Promise<void> {
  for (let step = 0; step < 6; step += 1) await Promise.resolve()
}

async function open(count: number) {
  const history = fakeHistory(count)
  const pages = new RowPages(history.load, () => PROBLEM)
  const stop = pages.start()
  await history.settle()
  return { history, pages, stop }
}

const idAt = (pages: RowPages, index: number) => pages.rowAt(index)?.id

describe('pages of rows', () => {
  it('asks for the first page, and learns from it how many rows there are', async () => {
    const { pages } = await open(1_000_000)
    expect(pages.facts()).toEqual({ count: 1_000_000, newRows: 0, firstMs: 1, lastMs: 1_000_000, problem: null })
    expect(idAt(pages, 0)).toBe(1_000_000)
    expect(idAt(pages, PAGE_ROWS - 1)).toBe(1_000_000 - PAGE_ROWS + 1)
    expect(pages.rowAt(PAGE_ROWS)).toBeUndefined()
  })

  it('asks for any page at any place, two at a time at most', async () => {
    const { history, pages } = await open(1_000_000)
    pages.want(500_050, 501_000)
    expect(history.asked.map(({ offset }) => offset)).toEqual([500_000, 500_000 + PAGE_ROWS])
    await history.settle()
    expect(idAt(pages, 500_100)).toBe(499_900)
    expect(idAt(pages, 500_999)).toBe(1_000_000 - 500_999)
  })

  it('does not ask for what was only passed on the way', async () => {
    const { history, pages } = await open(1_000_000)
    for (let row = 10_000; row <= 900_000; row += 10_000) pages.want(row, row + 30)
    await history.settle()
    expect(idAt(pages, 900_000)).toBe(100_000)
    expect(pages.rowAt(500_000)).toBeUndefined()
  })

  it('asks for nothing beyond the end, and nothing twice', async () => {
    const { history, pages } = await open(250)
    pages.want(190, 400)
    await history.settle()
    expect(idAt(pages, 249)).toBe(1)
    pages.want(0, 250)
    expect(history.asked).toEqual([])
    const empty = await open(0)
    expect(empty.pages.facts().count).toBe(0)
    expect(empty.history.asked).toEqual([])
  })

  it('gives up the pages that were wanted the longest ago', async () => {
    const { history, pages } = await open(1_000_000)
    for (let page = 1; page <= 70; page += 1) {
      pages.want(page * PAGE_ROWS, page * PAGE_ROWS + 30)
      await history.settle()
    }
    expect(pages.rowAt(0)).toBeUndefined()
    expect(idAt(pages, 70 * PAGE_ROWS)).toBe(1_000_000 - 70 * PAGE_ROWS)
    expect(idAt(pages, 20 * PAGE_ROWS)).toBe(1_000_000 - 20 * PAGE_ROWS)
  })

  it('follows what is stored while the newest row is in sight, and keeps the old rows until the new ones are here', async () => {
    const { history, pages } = await open(1000)
    history.count = 1003
    pages.setVersion('2', history.load)
    pages.setVersion('3', history.load)
    expect(idAt(pages, 0)).toBe(1000)
    await history.settle()
    expect(idAt(pages, 0)).toBe(1003)
    expect(pages.facts()).toMatchObject({ count: 1003, newRows: 0 })
  })

  it('takes the first version for the one that is being asked for', async () => {
    const { history, pages } = await open(1000)
    pages.setVersion('1', history.load)
    expect(history.asked).toEqual([])
    pages.setVersion('1', history.load)
    expect(history.asked).toEqual([])
  })

  it('stays as it is while somebody reads further down, and only counts what is new', async () => {
    const { history, pages } = await open(10_000)
    pages.want(4000, 4030)
    await history.settle()
    pages.setPinned(false)
    history.count = 10_007
    pages.changed()
    expect(history.asked.map(({ offset, limit }) => [offset, limit])).toEqual([[0, 1]])
    await history.settle()
    expect(pages.facts()).toMatchObject({ count: 10_000, newRows: 7 })
    expect(idAt(pages, 4000)).toBe(6000)
    pages.want(8000, 8030)
    expect(history.asked.map(({ offset }) => offset)).toEqual([8007])
    await history.settle()
    expect(idAt(pages, 8000)).toBe(2000)
  })

  it('asks again for a page whose rows moved while it was asked for', async () => {
    const { history, pages } = await open(10_000)
    pages.setPinned(false)
    pages.want(4000, 4030)
    history.count = 10_005
    history.asked.shift()?.answer()
    await turn()
    expect(pages.rowAt(4000)).toBeUndefined()
    expect(history.asked.map(({ offset }) => offset)).toEqual([4005])
    await history.settle()
    expect(idAt(pages, 4000)).toBe(6000)
    expect(pages.facts()).toMatchObject({ count: 10_000, newRows: 5 })
  })

  it('shows what is new when it is asked to, and by itself when the top is reached', async () => {
    const { history, pages } = await open(10_000)
    pages.setPinned(false)
    history.count = 10_005
    pages.changed()
    await history.settle()
    pages.showNew()
    await history.settle()
    expect(pages.facts()).toMatchObject({ count: 10_005, newRows: 0 })
    expect(idAt(pages, 0)).toBe(10_005)
    history.count = 10_006
    pages.changed()
    await history.settle()
    expect(pages.facts().newRows).toBe(1)
    pages.setPinned(true)
    await history.settle()
    expect(idAt(pages, 0)).toBe(10_006)
  })

  it('begins anew when there are fewer rows than were shown', async () => {
    const { history, pages } = await open(10_000)
    pages.setPinned(false)
    history.count = 300
    pages.changed()
    await history.settle()
    expect(pages.facts()).toMatchObject({ count: 300, newRows: 0 })
    expect(idAt(pages, 0)).toBe(300)
  })

  it('says what went wrong, keeps what it has, and goes on when something changes', async () => {
    const { history, pages } = await open(10_000)
    pages.want(4000, 4030)
    history.asked.shift()?.fail()
    await turn()
    expect(pages.facts().problem).toEqual(PROBLEM)
    expect(idAt(pages, 0)).toBe(10_000)
    pages.want(6000, 6030)
    expect(history.asked).toEqual([])
    pages.setVersion('1', history.load)
    await history.settle()
    expect(pages.facts().problem).toBeNull()
    expect(idAt(pages, 6000)).toBe(4000)
  })

  it('tells its listeners of rows, keeps its facts while they are the same, and is silent once it is stopped', async () => {
    const { history, pages, stop } = await open(10_000)
    let told = 0
    pages.subscribe(() => {
      told += 1
    })
    const facts = pages.facts()
    pages.want(4000, 4030)
    await history.settle()
    expect(told).toBeGreaterThan(0)
    expect(pages.facts()).toBe(facts)
    pages.want(8000, 8030)
    stop()
    const before = told
    await history.settle()
    expect(told).toBe(before)
    pages.start()
    await history.settle()
    expect(idAt(pages, 8000)).toBe(2000)
  })
})

describe('the place in a list', () => {
  it('is the same row when the list is come back to, also where it has grown at its top', () => {
    keepPlace('a', { top: 400, chosen: 405, count: 1000 })
    expect(placeIn('a', 1000)).toEqual({ top: 400, chosen: 405 })
    expect(placeIn('a', 1010)).toEqual({ top: 410, chosen: 415 })
    expect(placeIn('a', 100)).toEqual({ top: 99, chosen: 99 })
    expect(placeIn('b', 1000)).toBeNull()
  })

  it('is the top again for who followed what is new', () => {
    keepPlace('a', { top: 0, chosen: null, count: 1000 })
    expect(placeIn('a', 1010)).toBeNull()
    keepPlace('a', { top: 0, chosen: 2, count: 1000 })
    expect(placeIn('a', 1010)).toEqual({ top: 10, chosen: 12 })
  })

  it('is forgotten for the lists that were left the longest ago', () => {
    for (let list = 0; list < 21; list += 1) keepPlace(`list ${list}`, { top: 5, chosen: null, count: 10 })
    expect(placeIn('list 0', 10)).toBeNull()
    expect(placeIn('list 1', 10)).toEqual({ top: 5, chosen: null })
  })
})
