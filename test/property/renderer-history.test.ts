import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  drawnRows,
  innerHeightPx,
  isAligned,
  isStuck,
  MOST_HEIGHT_PX,
  movedTo,
  placeOfRow,
  pointAt,
  seenRows,
  type ScrollPoint,
} from '../../renderer/features/decisions/scaled-scroll.ts'
import { waterfallOf } from '../../renderer/features/run/waterfall-model.ts'
import { fromHistorySearch, searchOfFilter, toHistorySearch } from '../../renderer/lib/history/filter-params.ts'
import { historySearch } from '../../renderer/lib/history/history-search.ts'
import { RANGE_PRESETS, type HistorySelection } from '../../renderer/lib/history/time-range.ts'
import { DECISIONS, type HistoryFilter, type RunDetail } from '../../shared/contract/history/index.ts'

const texts = () => fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 })

/** Filters in their plain form: lists sorted, without anything twice. */
const filters: fc.Arbitrary<HistoryFilter> = fc
  .record(
    {
      fromMs: fc.nat(),
      toMs: fc.nat(),
      agents: texts(),
      sessions: texts(),
      runs: texts(),
      providers: texts(),
      models: texts(),
      profiles: texts(),
      reasons: texts(),
      decisions: fc.subarray([...DECISIONS], { minLength: 1 }),
      statuses: fc.uniqueArray(fc.integer({ min: 100, max: 599 }), { minLength: 1, maxLength: 4 }),
      text: fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text && text !== ''),
    },
    { requiredKeys: [] },
  )
  .map(
    (filter) =>
      Object.fromEntries(
        Object.entries(filter).map(([name, value]) => [
          name,
          Array.isArray(value) && name !== 'decisions'
            ? [...(value as (string | number)[])].sort((a, b) => (a < b ? -1 : 1))
            : value,
        ]),
      ) as HistoryFilter,
  )

const selections: fc.Arbitrary<HistorySelection> = fc
  .tuple(filters, fc.constantFrom(...RANGE_PRESETS, null))
  .map(([filter, preset]) => {
    if (preset === null) return { filter, preset }
    const { fromMs: _from, toMs: _to, ...fields } = filter
    return { filter: fields, preset }
  })

/** What the router does on the way into an address and out of it. */
function throughAddress(search: object): Record<string, unknown> {
  const written = Object.entries(search).map(([name, value]) => [name, routerText(value)] as const)
  const read = new URLSearchParams(new URLSearchParams(written.map(([name, value]) => [name, value])).toString())
  return Object.fromEntries([...read].map(([name, value]) => [name, routerValue(value)]))
}

function routerText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return routerValue(value) === value ? value : JSON.stringify(value)
}

function routerValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

describe('a selection in an address', () => {
  it('comes back as it was, through the router', () => {
    fc.assert(
      fc.property(selections, (selection) => {
        expect(fromHistorySearch(historySearch(throughAddress(toHistorySearch(selection))))).toEqual(selection)
      }),
    )
  })

  it('is the same address in whatever order values were chosen, and however often', () => {
    fc.assert(
      fc.property(filters, fc.constantFrom('models', 'sessions', 'reasons'), (filter, field) => {
        const values = filter[field] ?? ['b', 'a']
        const mixed = { ...filter, [field]: [...values, ...values].toReversed() }
        expect(searchOfFilter(mixed)).toEqual(searchOfFilter({ ...filter, [field]: values }))
      }),
    )
  })

  it('is never more than an address can be read as, whatever stands in it', () => {
    const anything = fc.dictionary(
      fc.constantFrom('range', 'from', 'to', 'agents', 'models', 'did', 'why', 'status', 'q'),
      fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.array(fc.string())),
    )
    fc.assert(
      fc.property(anything, (search) => {
        const selection = fromHistorySearch(historySearch(search))
        expect(fromHistorySearch(toHistorySearch(selection))).toEqual(selection)
      }),
    )
  })
})

const ROW_PX = 32
const lists = fc.record({
  count: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 400_000, max: 20_000_000 })),
  rowPx: fc.constantFrom(ROW_PX, 92),
  viewportPx: fc.integer({ min: 100, max: 1600 }),
})

describe('the scaled scroller', () => {
  it('is never higher than a browser can make it, and as high as the list where that is possible', () => {
    fc.assert(
      fc.property(lists, ({ count, rowPx }) => {
        expect(innerHeightPx(count * rowPx)).toBe(Math.min(count * rowPx, MOST_HEIGHT_PX))
      }),
    )
  })

  it('reaches every row, and shows it whole', () => {
    fc.assert(
      fc.property(lists, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        const { count, rowPx, viewportPx } = list
        const row = Math.min(count - 1, Math.floor(share * count))
        const extent = { totalPx: count * rowPx, viewportPx }
        const { scrollPx, listPx } = pointAt(placeOfRow(row, pointAt(0, extent).listPx, viewportPx, rowPx), extent)
        expect(scrollPx).toBeLessThanOrEqual(Math.max(0, innerHeightPx(extent.totalPx) - viewportPx) + 1e-6)
        const seen = seenRows(listPx, viewportPx, { rowPx, count })
        expect(row).toBeGreaterThanOrEqual(seen.first)
        expect(row).toBeLessThan(seen.end)
        expect(row * rowPx).toBeGreaterThanOrEqual(listPx - 1e-6)
        if (viewportPx >= rowPx) expect((row + 1) * rowPx).toBeLessThanOrEqual(listPx + viewportPx + 1e-6)
      }),
    )
  })

  it('draws what is seen', () => {
    fc.assert(
      fc.property(lists, fc.double({ min: 0, max: 1, noNaN: true }), ({ count, rowPx, viewportPx }, share) => {
        const seen = seenRows(share * Math.max(0, count * rowPx - viewportPx), viewportPx, { rowPx, count })
        const drawn = drawnRows(seen, count)
        expect(drawn.first).toBeLessThanOrEqual(seen.first)
        expect(drawn.end).toBeGreaterThanOrEqual(seen.end)
        expect(drawn.end - drawn.first).toBeLessThanOrEqual(seen.end - seen.first + 24)
      }),
    )
  })

  it('never goes the other way than it is moved, moves short ways pixel by pixel, and gets to both ends', () => {
    const ways = fc.array(fc.oneof(fc.integer({ min: -1600, max: 1600 }), fc.integer({ min: -9e6, max: 9e6 })), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(lists, ways, ({ count, rowPx, viewportPx }, moves) => {
        const extent = { totalPx: count * rowPx, viewportPx }
        const endPx = Math.max(0, innerHeightPx(extent.totalPx) - viewportPx)
        const listEndPx = Math.max(0, extent.totalPx - viewportPx)
        let point: ScrollPoint = pointAt(0, extent)
        for (const way of moves) {
          const scrollPx = Math.min(endPx, Math.max(0, point.scrollPx + way))
          const next = movedTo(scrollPx, point, extent)
          const [moved, went] = [scrollPx - point.scrollPx, next.listPx - point.listPx]
          expect(moved * went).toBeGreaterThanOrEqual(0)
          const isInside = next.listPx > 0 && next.listPx < listEndPx
          if (Math.abs(moved) <= 1600 && isInside) expect(went).toBeCloseTo(moved, 3)
          // What a browser does next: the scroller is set to where it belongs when it cannot go on.
          point = isStuck(next, extent) ? pointAt(next.listPx, extent) : next
        }
        expect(
          movedTo(endPx, { ...point, scrollPx: Math.min(point.scrollPx, endPx - 2000) }, extent).listPx,
        ).toBeCloseTo(listEndPx, 3)
        expect(movedTo(0, { ...point, scrollPx: point.scrollPx + 2000 }, extent).listPx).toBeCloseTo(0, 3)
      }),
    )
  })

  it('comes to the end by short ways alone, set right wherever it is stuck', () => {
    const extent = { totalPx: 1_000_000 * ROW_PX, viewportPx: 600 }
    let point = pointAt(extent.totalPx - 90_000, extent)
    for (let step = 0; step < 200 && point.listPx < extent.totalPx - 600; step += 1) {
      point = movedTo(point.scrollPx + 1200, point, extent)
      if (isStuck(point, extent)) point = pointAt(point.listPx, extent)
    }
    expect(point.listPx).toBe(extent.totalPx - 600)
  })

  it('is aligned where it was put, and not after a long walk by short ways', () => {
    const extent = { totalPx: 1_000_000 * ROW_PX, viewportPx: 600 }
    let point = pointAt(16_000_000, extent)
    expect(isAligned(point, extent)).toBe(true)
    for (let step = 0; step < 50; step += 1) point = movedTo(point.scrollPx + 1000, point, extent)
    expect(isAligned(point, extent)).toBe(false)
    expect(isAligned(pointAt(point.listPx, extent), extent)).toBe(true)
  })
})

describe('the waterfall', () => {
  const runs: fc.Arbitrary<RunDetail> = fc
    .tuple(
      fc.nat(1e6),
      fc.array(fc.tuple(fc.nat(90_000), fc.array(fc.nat(90_000), { maxLength: 3 })), { maxLength: 6 }),
    )
    .map(([startedMs, steps]) => ({
      runKey: 'r',
      agentId: null,
      sessionId: null,
      lane: null,
      parent: null,
      startedMs,
      endedMs: startedMs,
      requestedProvider: 'a',
      requestedModel: 'm',
      outcome: 'unknown',
      answeredProvider: null,
      answeredModel: null,
      isInferred: false,
      stopReason: null,
      evidence: [],
      candidates: steps.map(([atMs, attempts], index) => ({
        provider: 'a',
        model: `m${index}`,
        attempt: index + 1,
        total: steps.length,
        decision: DECISIONS[index % DECISIONS.length] ?? 'candidate_failed',
        atMs: startedMs + atMs,
        reason: null,
        status: null,
        code: null,
        errorPreview: null,
        suppressed: 0,
        profileCount: null,
        isProbe: false,
        locks: [],
        attempts: attempts.map((offsetMs) => ({
          atMs: startedMs + offsetMs,
          profileId: 'a:1',
          stage: null,
          decision: 'rotate_profile',
          reason: null,
          profileReason: null,
          status: null,
          errorPreview: null,
          ruleId: null,
          timedOut: false,
          windows: [],
        })),
      })),
    }))

  it('keeps everything on the axis, forwards, with a row for every candidate', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const { rows, ticks, spanMs } = waterfallOf(run)
        expect(rows.map(({ name }) => name)).toEqual(run.candidates.map(({ model }) => `a/${model}`))
        for (const { bars } of rows) {
          expect(bars.length).toBeGreaterThan(0)
          for (const { from, to } of bars) {
            expect(from).toBeGreaterThanOrEqual(0)
            expect(to).toBeLessThanOrEqual(1)
            expect(from).toBeLessThanOrEqual(to)
          }
        }
        expect(ticks[0]).toEqual({ place: 0, offsetMs: 0 })
        expect(ticks.length).toBeLessThanOrEqual(6)
        if (spanMs > 0) for (const { place } of ticks) expect(place).toBeLessThanOrEqual(1)
      }),
    )
  })
})
