import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SortedColumns } from '../../electron/history/columns.ts'
import { csvLine } from '../../electron/history/export-rows.ts'
import { StateWatch } from '../../electron/history/latest-state.ts'
import { SearchedTexts } from '../../electron/history/text-search.ts'
import { logOn, usualLog } from '../../electron/logs/index.ts'

describe('rows in memory', () => {
  const rowsOf = (columns: SortedColumns<'value'>): readonly (readonly number[])[] =>
    Array.from({ length: columns.length }, (_, at) => [
      columns.times[at] ?? -1,
      columns.ids[at] ?? -1,
      columns.column('value')[at] ?? -1,
    ])

  test('are in the order of their times, whenever they were added and looked at', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(50), fc.boolean()), { maxLength: 200 }), (added) => {
        const columns = new SortedColumns(['value'])
        const expected: number[][] = []
        for (const [index, [atMs, isLooked]] of added.entries()) {
          columns.add(atMs, index, [index * 7])
          expected.push([atMs, index, index * 7])
          if (isLooked) columns.from(25)
        }
        expect(rowsOf(columns)).toEqual(
          expected.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0)),
        )
      }),
    )
  })

  test('can be found, changed and left out', () => {
    const columns = new SortedColumns(['value'])
    for (const atMs of [30, 10, 20, 10]) columns.add(atMs, columns.length, [atMs])
    expect([columns.from(0), columns.from(11), columns.from(31)]).toEqual([0, 2, 4])
    expect([columns.indexOf(10, 3), columns.indexOf(10, 2)]).toEqual([1, -1])
    const { version } = columns
    expect([columns.set(20, 2, 'value', 5), columns.set(21, 2, 'value', 5)]).toEqual([true, false])
    expect(columns.version).toBeGreaterThan(version)
    columns.keep((at) => columns.column('value')[at] !== 10)
    expect(rowsOf(columns)).toEqual([
      [20, 2, 5],
      [30, 0, 30],
    ])
  })

  test('tell whether rows came behind the others or between them', () => {
    const columns = new SortedColumns(['value'])
    columns.add(10, 1, [0])
    const { order } = columns
    columns.add(20, 2, [0])
    expect(columns.order).toBe(order)
    columns.add(15, 3, [0])
    expect(columns.order).toBeGreaterThan(order)
  })
})

test('texts are found like one by one, in any case', () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'B', 'b', ' ', 'é', '\n'), maxLength: 6 }), {
    maxLength: 5000,
    minLength: 1000,
    size: 'max',
  })
  fc.assert(
    fc.property(texts, fc.constantFrom('a', 'ab', 'bb', 'é', 'ba'), (all, word) => {
      const searched = new SearchedTexts()
      for (const [id, text] of all.entries()) searched.add(id, text)
      const marks = new Uint8Array(all.length)
      searched.mark(word, marks)
      expect([...marks]).toEqual(all.map((text) => (text.toLowerCase().includes(word) ? 1 : 0)))
    }),
    { numRuns: 10 },
  )
})

describe('CSV', () => {
  test.each([
    [['plain', 4, null], 'plain,4,\r\n'],
    [['a,b', 'say "hi"', 'two\r\nlines'], '"a,b","say ""hi""","two\r\nlines"\r\n'],
    [['=1+1', '+1', '-1', '@x', '\tx'], "'=1+1,'+1,'-1,'@x,'\tx\r\n"],
    [['=HYPERLINK("http://x","y")'], `"'=HYPERLINK(""http://x"",""y"")"\r\n`],
    [[-5], '-5\r\n'],
  ])('%j', (values, line) => {
    expect(csvLine(values)).toBe(line)
  })
})

describe('the log of OpenClaw', () => {
  const places = {
    configured: null,
    env: {},
    platform: 'linux' as const,
    temporary: '/tmp',
    userId: 1000,
    homeDir: '/home/demo',
  }

  test.each([
    [{}, '/tmp/openclaw/openclaw-{date}.log'],
    [{ env: { OPENCLAW_PROFILE: 'work' } }, '/tmp/openclaw/openclaw-work-{date}.log'],
    [{ configured: '~/logs/own.log' }, '/home/demo/logs/own.log'],
    [{ configured: ' ' }, '/tmp/openclaw/openclaw-{date}.log'],
    [{ platform: 'win32' as const, temporary: 'C:\\Temp', userId: null }, 'C:\\Temp\\openclaw\\openclaw-{date}.log'],
  ])('%j', (more, expected) => {
    expect(usualLog({ ...places, ...more })).toBe(expected)
  })

  test('has the local day in its name', () => {
    expect(logOn('/x/openclaw-{date}.log', new Date(2026, 1, 3, 23, 59).getTime())).toBe('/x/openclaw-2026-02-03.log')
  })
})

test('a slow watcher misses what lies in between, never the latest', async () => {
  const state = (count: number) => ({
    count,
    firstMs: null,
    lastMs: null,
    newestId: 0,
    sources: [],
    importing: null,
    bundling: null,
  })
  let ended = 0
  const watch = new StateWatch(() => void (ended += 1))
  for (const count of [1, 2, 3]) watch.push(state(count))
  expect(await watch.next()).toEqual({ done: false, value: state(3) })
  const next = watch.next()
  watch.push(state(4))
  expect(await next).toEqual({ done: false, value: state(4) })
  const last = watch.next()
  await watch.return()
  expect([await last, await watch.next(), ended]).toEqual([
    { done: true, value: undefined },
    { done: true, value: undefined },
    1,
  ])
})
