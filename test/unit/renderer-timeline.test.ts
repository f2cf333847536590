import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TimelineSpan } from '../../shared/contract/history/index.ts'
import { nearestCluster, spanAt, stepTo, type Picked } from '../../renderer/features/timeline/hit-test.ts'
import { laneCommand, spanCommand } from '../../renderer/features/timeline/keys.ts'
import { laneItems } from '../../renderer/features/timeline/lane-items.ts'
import { glyphY, laneAt, NARROW, rowTopPx, trackOf, WIDE } from '../../renderer/features/timeline/layout.ts'
import { isOutgrown, planFor } from '../../renderer/features/timeline/load-plan.ts'
import {
  cellMs,
  clustersOf,
  glyphScale,
  packSpans,
  prepareTimeline,
} from '../../renderer/features/timeline/prepared.ts'
import { liveSpan, nearestPreset, shownSpan, wholeSpan } from '../../renderer/features/timeline/shown-span.ts'
import { ordered } from '../../renderer/features/timeline/time-scale.ts'
import { axisTicks, tickInstants, tickStep } from '../../renderer/features/timeline/time-ticks.ts'
import { createViewStore } from '../../renderer/features/timeline/view-store.ts'
import { createClockText } from '../../renderer/lib/time/clock-text.ts'
import { followingText } from '../../renderer/lib/time/span-text.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 30, 12)

const span = (fromMs: number, toMs: number, more: Partial<TimelineSpan> = {}): TimelineSpan => ({
  kind: 'cooldown',
  fromMs,
  toMs,
  reason: 'rate_limit',
  count: 1,
  ...more,
})

const mark = (atMs: number, more = {}) => ({
  kind: 'failed' as const,
  atMs,
  count: 1,
  runKey: `r${atMs}`,
  reason: 'timeout',
  ...more,
})

const timeline = prepareTimeline(
  {
    fromMs: 0,
    toMs: 10_000,
    lanes: [
      { id: 'beta:b', provider: 'beta', label: 'beta:b', spans: [], marks: [] },
      {
        id: 'alpha:a',
        provider: 'alpha',
        label: 'alpha:a',
        spans: [span(4000, 6000)],
        marks: [mark(5000), mark(1000, { kind: 'answered', reason: null }), mark(9000)],
      },
    ],
    flags: [{ kind: 'fell_back', atMs: 5000, count: 1, runKey: 'r', label: 'beta/small' }],
    density: [],
  },
  100,
)

describe('ticks where clocks are set', () => {
  const text = createClockText({ locale: 'en-GB', zone: 'Europe/Berlin' })
  const times = (atMs: number) => text.at(atMs, atMs)
  const hours = { unit: 'ms', size: HOUR } as const
  const threes = { unit: 'hours', size: 3 } as const

  it('show no time that the clocks skip', () => {
    // 29 March 2026: from 02:00 to 03:00.
    const night = { fromMs: Date.UTC(2026, 2, 28, 23), toMs: Date.UTC(2026, 2, 29, 4) }
    expect(tickInstants(night, hours, 'Europe/Berlin').map(times)).toEqual([
      '00:00',
      '01:00',
      '03:00',
      '04:00',
      '05:00',
      '06:00',
    ])
    expect(tickInstants(night, threes, 'Europe/Berlin').map(times)).toEqual(['00:00', '03:00', '06:00'])
  })

  it('show a time twice that the clocks show twice, and go on at round times', () => {
    // 25 October 2026: from 03:00 back to 02:00.
    const night = { fromMs: Date.UTC(2026, 9, 24, 22), toMs: Date.UTC(2026, 9, 25, 5) }
    expect(tickInstants(night, hours, 'Europe/Berlin').map(times)).toEqual([
      '00:00',
      '01:00',
      '02:00',
      '02:00',
      '03:00',
      '04:00',
      '05:00',
      '06:00',
    ])
    const ticks = tickInstants(night, threes, 'Europe/Berlin')
    expect(ticks.map(times)).toEqual(['00:00', '03:00', '06:00'])
    expect(ticks.map((atMs, index) => (atMs - (ticks[index - 1] ?? atMs)) / HOUR)).toEqual([0, 4, 3])
  })

  it('stay at midnight over days of 23 and 25 hours', () => {
    for (const month of [2, 9]) {
      const days = { fromMs: Date.UTC(2026, month, 20), toMs: Date.UTC(2026, month, 31) }
      const ticks = tickInstants(days, { unit: 'days', size: 1 }, 'Europe/Berlin')
      expect(new Set(ticks.map(times))).toEqual(new Set(['00:00']))
      expect(ticks).toHaveLength(11)
    }
  })

  it('follow clocks that are set by half an hour', () => {
    // Lord Howe, 5 April 2026: at 02:00 back to 01:30.
    const night = { fromMs: Date.UTC(2026, 3, 4, 13), toMs: Date.UTC(2026, 3, 4, 18) }
    const lordHowe = createClockText({ locale: 'en-GB', zone: 'Australia/Lord_Howe' })
    expect(tickInstants(night, hours, 'Australia/Lord_Howe').map((atMs) => lordHowe.at(atMs, atMs))).toEqual([
      '00:00',
      '01:00',
      '02:00',
      '03:00',
      '04:00',
    ])
  })

  it('belong to a day that is named at the left edge, and where the next one begins', () => {
    const axisText = { zone: 'Europe/Berlin', time: times }
    const axis = axisTicks({ fromMs: Date.UTC(2026, 10, 29, 20), toMs: Date.UTC(2026, 10, 30, 4) }, 1000, axisText)
    expect(axis.breaks.map(({ label }) => label)).toEqual(['Sun, 29 Nov 2026', 'Mon, 30 Nov 2026'])
    expect(axis.ticks.slice(0, 3).map(({ label }) => label)).toEqual(['21:00', '22:00', '23:00'])
  })

  it('are days under months, and months under years, where more is seen', () => {
    const axisText = { zone: 'UTC', time: times }
    const month = axisTicks({ fromMs: NOW - 14 * DAY, toMs: NOW + 14 * DAY }, 1000, axisText)
    expect(month.breaks.map(({ label }) => label)).toEqual(['November 2026', 'December 2026'])
    const years = axisTicks({ fromMs: NOW - 400 * DAY, toMs: NOW }, 1000, axisText)
    expect(years.breaks.map(({ label }) => label)).toEqual(['2025', '2026'])
    expect(tickStep(1e12, 80).unit).toBe('years')
  })
})

describe('spans that run at the same time', () => {
  it('stand above each other; others have the height for themselves', () => {
    const packed = packSpans([span(20, 30), span(0, 10), span(5, 15), span(10, 12), span(30, 40)])
    expect(packed.map(({ fromMs, row, rows }) => [fromMs, row, rows])).toEqual([
      [0, 0, 2],
      [5, 1, 2],
      [10, 0, 2],
      [20, 0, 1],
      [30, 0, 1],
    ])
  })

  it('share the last row where there are more than can be told apart', () => {
    const packed = packSpans([1, 2, 3, 4, 5].map((fromMs) => span(fromMs, 100)))
    expect(packed.map(({ row, rows }) => [row, rows])).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
      [2, 3],
      [2, 3],
    ])
    expect(packSpans([])).toEqual([])
  })
})

describe('events that are too near to each other', () => {
  it('are drawn as one that says how many, from when to when, and why where that is the same', () => {
    const events = [mark(10), mark(20, { count: 4 }), mark(130, { reason: 'billing' }), mark(140)]
    expect(clustersOf(events, { fromMs: 0, toMs: 1000 }, 100)).toEqual([
      { kind: 'failed', atMs: 15, firstMs: 10, lastMs: 20, count: 5, runKey: null, reason: 'timeout' },
      { kind: 'failed', atMs: 135, firstMs: 130, lastMs: 140, count: 2, runKey: null, reason: null },
    ])
  })

  it('are looked for in the span only', () => {
    const events = [10, 20, 30, 40].map((atMs) => mark(atMs))
    expect(clustersOf(events, { fromMs: 20, toMs: 30 }, 1).map(({ atMs }) => atMs)).toEqual([20, 30])
  })

  it('stay together while the screen moves: cells belong to the time, not to the screen', () => {
    const moved = [0, 333, 777].map((by) => cellMs({ fromMs: NOW + by, toMs: NOW + by + HOUR }, 1000))
    expect(new Set(moved).size).toBe(1)
    expect(Math.log2(moved[0] ?? 0) % 1).toBe(0)
  })

  it('are larger the more there are, never beyond the largest', () => {
    expect(glyphScale(1, 1)).toBe(1)
    const sizes = [1, 10, 100, 1000].map((count) => glyphScale(count, 1000))
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
    expect(new Set(sizes).size).toBe(4)
    expect(glyphScale(5000, 1000)).toBe(glyphScale(1024, 1000))
  })
})

describe('what is at a place', () => {
  const xOf = (atMs: number) => atMs / 10
  const lane = timeline.lanes[0]
  const scene = { layout: WIDE, laneIndex: 0, xOf }

  it('keeps lanes of a provider together, in order', () => {
    expect(timeline.lanes.map(({ id }) => id)).toEqual(['alpha:a', 'beta:b'])
  })

  it('finds the row', () => {
    for (const layout of [WIDE, NARROW]) {
      expect(laneAt(layout, -1, 2)).toBeNull()
      expect(laneAt(layout, 5, 2)).toBe(-1)
      expect(laneAt(layout, rowTopPx(layout, 1) + 1, 2)).toBe(1)
      expect(laneAt(layout, rowTopPx(layout, 2) + 1, 2)).toBeNull()
    }
  })

  it('finds the nearest glyph within reach', () => {
    const clusters = clustersOf(lane?.marks.failed ?? [], timeline.span, 16)
    const y = glyphY('failed', trackOf(WIDE, 0))
    expect(nearestCluster({ x: 506, y: y + 3 }, clusters, scene)?.atMs).toBe(5000)
    expect(nearestCluster({ x: 520, y }, clusters, scene)).toBeNull()
    expect(nearestCluster({ x: 500, y: y + 20 }, clusters, scene)).toBeNull()
  })

  it('finds a span by its row, also a short one that is only near', () => {
    if (lane === undefined) throw new Error('The timeline has no lane.')
    const track = trackOf(WIDE, 0)
    expect(spanAt({ x: 450, y: track.topPx + 5 }, lane, scene)?.fromMs).toBe(4000)
    expect(spanAt({ x: 399, y: track.topPx + 5 }, lane, scene)?.fromMs).toBe(4000)
    expect(spanAt({ x: 300, y: track.topPx + 5 }, lane, scene)).toBeNull()
    const two = { ...lane, spans: packSpans([span(4000, 6000), span(4500, 5000)]) }
    expect(spanAt({ x: 470, y: track.topPx + track.heightPx - 2 }, two, scene)?.fromMs).toBe(4500)
    expect(spanAt({ x: 470, y: track.topPx + 2 }, two, scene)?.fromMs).toBe(4000)
  })
})

describe('stepping along a lane', () => {
  const items = laneItems(timeline, 0, timeline.span, 1000)
  const atMs = (picked: Picked | null) =>
    picked === null ? null : picked.what === 'span' ? picked.span.fromMs : picked.cluster.atMs

  it('goes through everything that is drawn, in order of time', () => {
    expect(items.map((item) => [item.what, atMs(item)])).toEqual([
      ['mark', 1000],
      ['span', 4000],
      ['mark', 5000],
      ['mark', 9000],
    ])
    expect(laneItems(timeline, -1, timeline.span, 1000).map(({ what }) => what)).toEqual(['flag'])
  })

  it('begins near the middle of the screen, and ends at the ends', () => {
    const first = stepTo(items, null, 1, 5200)
    expect(atMs(first)).toBe(5000)
    expect(atMs(stepTo(items, first, 1, 0))).toBe(9000)
    expect(atMs(stepTo(items, first, -1, 0))).toBe(4000)
    expect(stepTo(items, items[3] ?? null, 1, 0)).toBeNull()
    expect(atMs(stepTo(items, null, 'first', 0))).toBe(1000)
    expect(atMs(stepTo(items, null, 'last', 0))).toBe(9000)
    expect(stepTo([], null, 1, 0)).toBeNull()
  })

  it('goes on from the same time where things are drawn otherwise by now', () => {
    const gone: Picked = {
      what: 'mark',
      laneIndex: 0,
      cluster: { ...clustersOf([mark(4500)], timeline.span, 1)[0], atMs: 4500 } as never,
    }
    expect(atMs(stepTo(items, gone, 1, 0))).toBe(5000)
    expect(atMs(stepTo(items, gone, -1, 0))).toBe(4000)
  })
})

describe('keys', () => {
  it('move and zoom the span', () => {
    expect(spanCommand({ key: 'ArrowLeft' })).toEqual({ kind: 'pan', share: -0.15 })
    expect(spanCommand({ key: 'ArrowRight', shiftKey: true })).toEqual({ kind: 'pan', share: 0.9 })
    expect(spanCommand({ key: '+' })).toEqual({ kind: 'zoom', factor: 1 / 1.5 })
    expect(spanCommand({ key: '-' })).toEqual({ kind: 'zoom', factor: 1.5 })
    expect(spanCommand({ key: 'Home' })).toEqual({ kind: 'start' })
    expect(spanCommand({ key: 'End' })).toEqual({ kind: 'end' })
    expect(spanCommand({ key: '0' })).toEqual({ kind: 'all' })
    expect(spanCommand({ key: 'a' })).toBeNull()
  })

  it('go from lane to lane and from mark to mark', () => {
    expect(laneCommand({ key: 'ArrowDown' })).toEqual({ kind: 'lane', by: 1 })
    expect(laneCommand({ key: 'ArrowLeft' })).toEqual({ kind: 'step', to: -1 })
    expect(laneCommand({ key: 'End' })).toEqual({ kind: 'step', to: 'last' })
    expect(laneCommand({ key: 'Enter' })).toEqual({ kind: 'open' })
    expect(laneCommand({ key: 'Escape' })).toEqual({ kind: 'leave' })
    expect(laneCommand({ key: 'Tab' })).toBeNull()
  })

  it('leave to the browser what has a modifier: back, zoom of the page', () => {
    expect(spanCommand({ key: 'ArrowLeft', altKey: true })).toBeNull()
    expect(spanCommand({ key: '+', ctrlKey: true })).toBeNull()
    expect(laneCommand({ key: 'ArrowLeft', metaKey: true })).toBeNull()
  })
})

describe('what is asked for', () => {
  const shown = { fromMs: NOW, toMs: NOW + HOUR }
  const plan = planFor(shown, 1000)

  it('is the screen and as much on either side, a column for every six pixels', () => {
    expect(plan).toEqual({ span: { fromMs: NOW - HOUR, toMs: NOW + 2 * HOUR }, columns: 500 })
    expect(planFor({ fromMs: 0, toMs: HOUR }, 1000).span.fromMs).toBe(0)
    expect(planFor(shown, 100_000).columns).toBeLessThanOrEqual(8192)
  })

  it('does until the screen comes near an end, or is much closer or much wider', () => {
    expect(isOutgrown(plan, shown, 1000)).toBe(false)
    const moved = (byMs: number) => ({ fromMs: NOW + byMs, toMs: NOW + HOUR + byMs })
    expect(isOutgrown(plan, moved(HOUR / 2), 1000)).toBe(false)
    expect(isOutgrown(plan, moved(0.9 * HOUR), 1000)).toBe(true)
    expect(isOutgrown(plan, moved(-0.9 * HOUR), 1000)).toBe(true)
    expect(isOutgrown(plan, { fromMs: NOW, toMs: NOW + HOUR / 2 }, 1000)).toBe(true)
    expect(isOutgrown(plan, { fromMs: NOW - HOUR, toMs: NOW + 2 * HOUR }, 1000)).toBe(true)
    expect(isOutgrown(planFor({ fromMs: 0, toMs: HOUR }, 1000), { fromMs: 0, toMs: HOUR }, 1000)).toBe(false)
  })
})

describe('what is shown at first', () => {
  const times = { firstMs: NOW - 10 * DAY, lastMs: NOW - 5 * MINUTE }

  it('is what the address says', () => {
    expect(shownSpan({ filter: { fromMs: 1000, toMs: 5000 }, preset: null }, times, NOW)).toEqual({
      fromMs: 1000,
      toMs: 5000,
    })
    expect(shownSpan({ filter: {}, preset: '1h' }, times, NOW)).toEqual(liveSpan('1h', NOW))
    const all = shownSpan({ filter: {}, preset: null }, times, NOW)
    expect(all.fromMs).toBeLessThan(times.firstMs)
    expect(all.toMs).toBeGreaterThan(NOW)
  })

  it('is a span also where the one that was asked for lies beyond everything', () => {
    const { fromMs, toMs } = shownSpan({ filter: { fromMs: NOW + 90 * DAY }, preset: null }, times, NOW)
    expect(toMs).toBeGreaterThan(fromMs)
    expect(wholeSpan({ firstMs: null, lastMs: null }, NOW)).toEqual({ fromMs: NOW - HOUR, toMs: NOW })
  })

  it('ends with the records where those are of another day', () => {
    expect(wholeSpan({ firstMs: 0, lastMs: NOW - 3 * DAY }, NOW).toMs).toBe(NOW - 3 * DAY)
    expect(wholeSpan({ firstMs: 0, lastMs: NOW - HOUR }, NOW).toMs).toBe(NOW)
  })

  it('follows now with about as much as is seen', () => {
    expect(nearestPreset({ fromMs: 0, toMs: 2 * HOUR })).toBe('1h')
    expect(nearestPreset({ fromMs: 0, toMs: 30 * HOUR })).toBe('24h')
    expect(nearestPreset({ fromMs: 0, toMs: 300 * DAY })).toBe('30d')
  })

  it('is never too short to be seen', () => {
    expect(ordered(5000, 1000)).toEqual({ fromMs: 500, toMs: 5500 })
  })
})

describe('the view', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const whole = { fromMs: 0, toMs: 100_000 }
  const make = () => createViewStore({ fromMs: 0, toMs: 10_000 }, () => whole)

  it('settles once a person has let go, and tells where', () => {
    const view = make()
    const rests: unknown[] = []
    let settles = 0
    view.onRest((rest) => rests.push(rest))
    view.subscribeSettled(() => (settles += 1))
    view.move({ fromMs: 1000, toMs: 11_000 }, 'person')
    view.move({ fromMs: 2000, toMs: 12_000 }, 'person')
    expect(settles).toBe(0)
    expect(view.isHeld()).toBe(true)
    vi.runAllTimers()
    expect(settles).toBe(1)
    expect(rests).toEqual([{ fromMs: 2000, toMs: 12_000 }])
    expect(view.settled()).toEqual({ fromMs: 2000, toMs: 12_000 })
  })

  it('leaves it to the person while they hold it, and to the clock otherwise', () => {
    const view = make()
    const rests: unknown[] = []
    view.onRest((rest) => rests.push(rest))
    view.move({ fromMs: 1000, toMs: 11_000 }, 'person')
    view.move({ fromMs: 50_000, toMs: 60_000 }, 'clock')
    expect(view.span().fromMs).toBe(1000)
    vi.runAllTimers()
    view.move({ fromMs: 50_000, toMs: 60_000 }, 'clock')
    expect(view.settled().fromMs).toBe(50_000)
    expect(rests).toHaveLength(1)
  })

  it('stops a person where there is nothing more to see', () => {
    const view = make()
    view.move({ fromMs: 500_000, toMs: 510_000 }, 'person')
    expect(view.span()).toEqual({ fromMs: 95_000, toMs: 105_000 })
    view.dispose()
  })

  it('lets a person go as far as now is by then', () => {
    let nowMs = 100_000
    const view = createViewStore({ fromMs: 0, toMs: 10_000 }, () => ({ fromMs: 0, toMs: nowMs }))
    nowMs = 200_000
    expect(view.whole().toMs).toBe(200_000)
    view.move({ fromMs: 500_000, toMs: 510_000 }, 'person')
    expect(view.span()).toEqual({ fromMs: 195_000, toMs: 205_000 })
    view.dispose()
  })
})

describe('an instant after another one', () => {
  const clock = createClockText({ locale: 'en-GB', zone: 'UTC' })

  it('does not name the same day again', () => {
    const yesterday = NOW - DAY
    expect(followingText(clock, { atMs: yesterday, nowMs: NOW })).toBe('yesterday 12:00')
    expect(followingText(clock, { atMs: yesterday + HOUR, afterMs: yesterday, nowMs: NOW })).toBe('13:00')
    expect(followingText(clock, { atMs: NOW, afterMs: yesterday, nowMs: NOW })).toBe('12:00')
    expect(followingText(clock, { atMs: yesterday, afterMs: yesterday - DAY, nowMs: NOW })).toBe('yesterday 12:00')
  })
})
