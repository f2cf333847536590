import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClockText } from '../../renderer/lib/time/clock-text.ts'
import { formatCountdown, formatLength, formatRelative, formatRingText } from '../../renderer/lib/time/duration.ts'
import { elapsedShare } from '../../renderer/lib/time/elapsed-share.ts'
import { betterOffset, createHostClock } from '../../renderer/lib/time/host-clock.ts'
import { createTicker, type TickerPage } from '../../renderer/lib/time/ticker.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('lengths of time', () => {
  it.each([
    [0, '0:00'],
    [1, '0:01'],
    [41 * SECOND, '0:41'],
    [12 * MINUTE + 5 * SECOND, '12:05'],
    [59 * MINUTE + 59 * SECOND, '59:59'],
    [HOUR, '1 h'],
    [4 * HOUR + 48 * MINUTE, '4 h 48 m'],
    [2 * DAY + 4 * HOUR + 59 * MINUTE, '2 d 4 h'],
    [-5 * SECOND, '0:00'],
  ])('counts down from %i ms as %s', (leftMs, text) => {
    expect(formatCountdown(1_000_000 + leftMs, 1_000_000)).toBe(text)
  })

  it.each([
    [41 * SECOND, '0:41'],
    [9 * MINUTE + 59 * SECOND, '9:59'],
    [10 * MINUTE + 1 * SECOND, '11m'],
    [4 * HOUR + 48 * MINUTE, '5h'],
    [2 * DAY, '2d'],
  ])('fits %i ms into a ring as %s', (leftMs, text) => {
    expect(formatRingText(leftMs, 0)).toBe(text)
    expect(text.length).toBeLessThanOrEqual(4)
  })

  it.each([
    [45 * SECOND, '45 s'],
    [90 * SECOND, '1 m 30 s'],
    [5 * HOUR, '5 h'],
    [DAY + HOUR, '1 d 1 h'],
  ])('writes a span of %i ms as %s', (lengthMs, text) => {
    expect(formatLength(lengthMs)).toBe(text)
  })

  it.each([
    [0, 'just now'],
    // What is shown may be a tick behind what it tells of.
    [SECOND, 'just now'],
    [5 * SECOND, 'in a few seconds'],
    [-42 * SECOND, '42 s ago'],
    [-3 * MINUTE, '3 m ago'],
    [3 * HOUR, 'in 3 h'],
    [-90 * DAY, '3 months ago'],
  ])('places %i ms from now as %s', (distanceMs, text) => {
    expect(formatRelative(distanceMs, 0)).toBe(text)
  })

  it('tells how much of a window has passed', () => {
    expect(elapsedShare(0, 1000, 250)).toBe(0.25)
    expect(elapsedShare(0, 1000, -5)).toBe(0)
    expect(elapsedShare(0, 1000, 5000)).toBe(1)
    expect(elapsedShare(1000, 1000, 0)).toBe(1)
  })
})

describe('clock times', () => {
  const text = createClockText({ locale: 'en-GB', zone: 'Europe/London' })
  const now = Date.UTC(2026, 10, 30, 14, 4, 0)

  it('names the day where it is not today, in the reader’s zone', () => {
    expect(text.at(Date.UTC(2026, 10, 30, 18, 52), now)).toBe('18:52')
    expect(text.at(Date.UTC(2026, 10, 30, 14, 5, 12), now, 'second')).toBe('14:05:12')
    expect(text.at(Date.UTC(2026, 11, 1, 9, 0), now)).toBe('tomorrow 09:00')
    expect(text.at(Date.UTC(2026, 10, 29, 23, 10), now)).toBe('yesterday 23:10')
    expect(text.at(Date.UTC(2026, 11, 4, 9, 0), now)).toMatch(/^Fri,? 4 Dec, 09:00$/)
    expect(text.at(Date.UTC(2028, 0, 2), now)).toBe('2 Jan 2028')
    expect(text.zone).toBe('Europe/London')
  })

  it('names day and year of what is no part of the reader’s own days', () => {
    expect(text.dated(now)).toBe('30 Nov 2026, 14:04')
  })

  it('fits into a sentence', () => {
    expect(text.when(Date.UTC(2026, 10, 30, 18, 52), now)).toBe('at 18:52')
    expect(text.when(Date.UTC(2026, 11, 1, 9, 0), now)).toBe('tomorrow at 09:00')
    expect(text.when(Date.UTC(2026, 11, 4, 9, 0), now)).toMatch(/^on Fri,? 4 Dec at 09:00$/)
  })

  it('counts days by the calendar of the zone, across a change of the clocks', () => {
    const beforeChange = Date.UTC(2026, 9, 24, 22, 30)
    expect(text.at(Date.UTC(2026, 9, 25, 0, 30), beforeChange)).toBe('tomorrow 01:30')
    expect(text.at(Date.UTC(2026, 9, 25, 1, 30), beforeChange)).toBe('tomorrow 01:30')
    const tokyo = createClockText({ locale: 'en-GB', zone: 'Asia/Tokyo' })
    expect(tokyo.at(Date.UTC(2026, 10, 30, 15, 30), now)).toBe('tomorrow 00:30')
  })
})

describe('the host’s clock', () => {
  it('believes the larger offset, as delay only makes the host look slow', () => {
    expect(betterOffset(null, -40)).toBe(-40)
    expect(betterOffset(100, 60)).toBe(100)
    expect(betterOffset(100, 130)).toBe(130)
  })

  it('follows a clock that was set', () => {
    expect(betterOffset(100, 100 - 3_600_000)).toBe(100 - 3_600_000)
    let local = 1_000_000
    const clock = createHostClock(() => local)
    const onJump = vi.fn<() => void>()
    clock.subscribe(onJump)
    clock.observe(5_000_000)
    expect(clock.nowMs()).toBe(5_000_000)
    local += 250
    clock.observe(5_000_200)
    expect(clock.nowMs()).toBe(5_000_250)
    expect(onJump).toHaveBeenCalledTimes(1)
  })

  it('stands still at an instant until it runs again', () => {
    let local = 1000
    const clock = createHostClock(() => local)
    clock.observe(5000)
    const onJump = vi.fn<() => void>()
    clock.subscribe(onJump)
    clock.hold(300)
    local += 700
    clock.observe(5700)
    expect([clock.nowMs(), clock.heldAtMs]).toEqual([300, 300])
    clock.hold(300)
    expect(onJump).toHaveBeenCalledTimes(1)
    clock.hold(null)
    expect([clock.nowMs(), clock.heldAtMs]).toEqual([5700, null])
    expect(onJump).toHaveBeenCalledTimes(2)
  })
})

describe('the ticker', () => {
  beforeEach(() => vi.useFakeTimers({ now: 10_400 }))
  afterEach(() => vi.useRealTimers())

  function page() {
    let listener: () => void = () => undefined
    const state = { hidden: false }
    const fake: TickerPage = {
      isHidden: () => state.hidden,
      onVisibilityChange: (added) => void (listener = added),
      setTimeout: (callback, delayMs) => Number(setTimeout(callback, delayMs)),
      clearTimeout: (id) => clearTimeout(id),
    }
    return {
      fake,
      setHidden(hidden: boolean) {
        state.hidden = hidden
        listener()
      },
    }
  }

  it('beats as the host’s second begins, and only for listeners', () => {
    const { fake } = page()
    const clock = createHostClock(() => Date.now() + 300)
    const ticker = createTicker(clock, fake)
    expect(vi.getTimerCount()).toBe(0)
    const seen: number[] = []
    const stop = ticker.subscribe(() => seen.push(ticker.nowMs()))
    expect(ticker.nowMs()).toBe(10_000)
    vi.advanceTimersByTime(300)
    expect(seen).toEqual([11_000])
    vi.advanceTimersByTime(2000)
    expect(seen).toEqual([11_000, 12_000, 13_000])
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('rests while the page is hidden and is right at once when it is seen again', () => {
    const { fake, setHidden } = page()
    const ticker = createTicker(createHostClock(), fake)
    const onTick = vi.fn<() => void>()
    ticker.subscribe(onTick)
    setHidden(true)
    vi.advanceTimersByTime(60_000)
    expect(onTick).not.toHaveBeenCalled()
    setHidden(false)
    expect(onTick).toHaveBeenCalledTimes(1)
    expect(ticker.nowMs()).toBe(70_000)
  })

  it('rests while the clock stands still, and shows the instant at which it does', () => {
    const { fake } = page()
    const clock = createHostClock()
    const ticker = createTicker(clock, fake)
    const seen: number[] = []
    ticker.subscribe(() => seen.push(ticker.nowMs()))
    clock.hold(2500)
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(5000)
    clock.hold(null)
    vi.advanceTimersByTime(1000)
    expect(seen).toEqual([2000, 15_000, 16_000])
  })
})
