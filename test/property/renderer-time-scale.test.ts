import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  instantAt,
  lengthMs,
  pan,
  SHORTEST_MS,
  within,
  xOf,
  zoom,
  type TimeSpan,
} from '../../renderer/features/timeline/time-scale.ts'
import { tickInstants, tickStep } from '../../renderer/features/timeline/time-ticks.ts'
import { wallTime } from '../../renderer/lib/time/wall-time.ts'

const DAY_MS = 86_400_000
const START_MS = Date.UTC(2026, 0, 1)
const WHOLE: TimeSpan = { fromMs: START_MS, toMs: START_MS + 365 * DAY_MS }
const WIDTH_PX = 1000

const spans = fc
  .record({
    fromMs: fc.integer({ min: WHOLE.fromMs, max: WHOLE.toMs - DAY_MS }),
    length: fc.integer({ min: SHORTEST_MS, max: 100 * DAY_MS }),
  })
  .map(({ fromMs, length }) => ({ fromMs, toMs: fromMs + length }))

/** How far an instant may be off, in pixels, for the arithmetic of floating points. */
const NEARLY_PX = 1e-3

describe('the scale of the timeline', () => {
  it('keeps the instant under the pointer where it is while zooming', () => {
    fc.assert(
      fc.property(
        spans,
        fc.integer({ min: 0, max: WIDTH_PX }),
        fc.double({ min: 0.05, max: 20 }),
        (span, x, factor) => {
          fc.pre(!Number.isNaN(factor))
          const atMs = instantAt(span, WIDTH_PX, x)
          expect(Math.abs(xOf(zoom(span, atMs, factor, WHOLE), WIDTH_PX, atMs) - x)).toBeLessThan(NEARLY_PX)
        },
      ),
    )
  })

  it('never shows less than can be told apart, nor much more than there is', () => {
    fc.assert(
      fc.property(spans, fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (span, factor) => {
        const length = lengthMs(zoom(span, span.fromMs, factor, WHOLE))
        expect(length).toBeGreaterThanOrEqual(SHORTEST_MS - 1e-3)
        expect(length).toBeLessThanOrEqual(lengthMs(WHOLE) * 1.25 + 1e-3)
      }),
    )
  })

  it('takes a movement back by the opposite one', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: -DAY_MS, max: DAY_MS }), (span, byMs) => {
        expect(pan(pan(span, byMs), -byMs)).toEqual(span)
      }),
    )
  })

  it('finds the place of an instant and the instant of a place', () => {
    fc.assert(
      fc.property(spans, fc.double({ min: 0, max: WIDTH_PX, noNaN: true }), (span, x) => {
        expect(xOf(span, WIDTH_PX, instantAt(span, WIDTH_PX, x))).toBeCloseTo(x, 3)
      }),
    )
  })

  it('leaves the middle of the screen where something can be, and is content with that', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: -900, max: 900 }), (span, days) => {
        const allowed = within(pan(span, days * DAY_MS), WHOLE)
        const middle = (allowed.fromMs + allowed.toMs) / 2
        expect(middle).toBeGreaterThanOrEqual(WHOLE.fromMs)
        expect(middle).toBeLessThanOrEqual(WHOLE.toMs)
        expect(lengthMs(allowed)).toBeCloseTo(lengthMs(span), 3)
        expect(within(allowed, WHOLE)).toEqual(allowed)
      }),
    )
  })
})

describe('ticks', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu')

  it('stand in order, inside the span, each once, at times that clocks show as round', () => {
    fc.assert(
      fc.property(spans, zones, (span, zone) => {
        const step = tickStep(lengthMs(span) / WIDTH_PX, 80)
        const ticks = tickInstants(span, step, zone)
        for (const [index, atMs] of ticks.entries()) {
          expect(atMs).toBeGreaterThanOrEqual(span.fromMs)
          expect(atMs).toBeLessThanOrEqual(span.toMs)
          expect(atMs).toBeGreaterThan(ticks[index - 1] ?? -Infinity)
          const { minute } = wallTime(atMs, zone)
          if (step.unit === 'ms' && step.size >= 60_000)
            expect((minute * 60_000) % Math.min(step.size, 3_600_000)).toBe(0)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('leave room for their texts', () => {
    fc.assert(
      fc.property(spans, zones, (span, zone) => {
        const ticks = tickInstants(span, tickStep(lengthMs(span) / WIDTH_PX, 80), zone)
        // A month may be shorter than 30 days, and a day than 24 hours.
        const places = ticks.map((atMs) => xOf(span, WIDTH_PX, atMs))
        for (const [index, place] of places.slice(1).entries())
          expect(place - (places[index] ?? 0)).toBeGreaterThan(80 * 0.6)
      }),
      { numRuns: 60 },
    )
  })
})
