import { describe, expect, test } from 'vitest'
import { createAlarm } from '../../electron/host/alarm.ts'
import { share } from '../../electron/host/share.ts'
import { createSingleFlight } from '../../electron/host/single-flight.ts'
import { createStateFeed } from '../../electron/host/state-feed.ts'
import { createManualTime, settle } from '../support/manual-time.ts'

describe('structural sharing', () => {
  test('equal data is the previous data, whatever the order of keys', () => {
    const previous = { a: [1, { b: null }], c: 'x' }
    expect(share(previous, { c: 'x', a: [1, { b: null }] })).toBe(previous)
  })

  test('unchanged parts of changed data keep their identity', () => {
    const previous = { a: { x: 1 }, b: [{ y: 1 }, { y: 2 }] }
    const next = share(previous, { a: { x: 1 }, b: [{ y: 1 }, { y: 3 }] })
    expect(next).toEqual({ a: { x: 1 }, b: [{ y: 1 }, { y: 3 }] })
    expect(next.a).toBe(previous.a)
    expect(next.b[0]).toBe(previous.b[0])
  })

  test.each([
    ['a longer list', [1], [1, 2]],
    ['a shorter list', [1, 2], [1]],
    ['a new key', { a: 1 }, { a: 1, b: undefined }],
    ['a missing key', { a: 1, b: 1 }, { a: 1 }],
    ['another kind', { 0: 1 }, [1]],
    ['null', { a: {} }, { a: null }],
    ['not a number', { a: 1 }, { a: Number.NaN }],
  ])('%s is a change', (_name, previous, next) => {
    const shared = share(previous, next)
    expect(shared).not.toBe(previous)
    expect(shared).toStrictEqual(next)
  })

  test('an id like __proto__ is a key like any other', () => {
    const next = JSON.parse('{"__proto__":{"a":1},"b":2}') as object
    const shared = share(JSON.parse('{"__proto__":{"a":1},"b":1}'), next)
    expect(JSON.stringify(shared)).toBe(JSON.stringify(next))
    expect(Object.getPrototypeOf(shared)).toBe(Object.prototype)
  })
})

describe('single flight', () => {
  test('a request resolves with a run that started after it', async () => {
    const runs: (() => void)[] = []
    const flight = createSingleFlight(() => new Promise<void>((resolve) => void runs.push(resolve)))
    const first = flight.request()
    const second = flight.request()
    const third = flight.request()
    expect([runs.length, second === third]).toEqual([1, true])
    runs[0]?.()
    await first
    await settle()
    expect(runs).toHaveLength(2)
    runs[1]?.()
    await Promise.all([second, third, flight.idle()])
    expect(runs).toHaveLength(2)
  })

  test('a failed run rejects its own request only', async () => {
    let count = 0
    const flight = createSingleFlight(() => {
      count += 1
      return count === 1 ? Promise.reject(new Error('first')) : Promise.resolve()
    })
    const first = flight.request()
    const second = flight.request()
    await expect(first).rejects.toThrow('first')
    await second
    await flight.idle()
    expect(count).toBe(2)
  })
})

describe('the alarm', () => {
  test('rings once, at the instant, and can be set anew or taken back', async () => {
    const time = createManualTime(1000)
    const rings: number[] = []
    const alarm = createAlarm(time.clock, time.timers, () => void rings.push(time.clock.now()))
    alarm.set(6000)
    alarm.set(3000)
    await time.advance(10_000)
    expect(rings).toEqual([3000])
    alarm.set(20_000)
    alarm.set(null)
    expect(time.waiting).toBe(0)
  })

  test('looks at the clock again at least once a minute, for timers stop while a machine sleeps', async () => {
    let nowMs = 0
    const delaysMs: number[] = []
    let wake: (() => void) | null = null
    const rings: number[] = []
    const alarm = createAlarm(
      { now: () => nowMs },
      {
        after(delayMs, callback) {
          delaysMs.push(delayMs)
          wake = callback
          return () => (wake = null)
        },
      },
      () => void rings.push(nowMs),
    )
    alarm.set(10 * 86_400_000)
    nowMs = 11 * 86_400_000
    ;(wake as (() => void) | null)?.()
    expect([delaysMs, rings]).toEqual([[60_000], [nowMs]])
  })
})

function createFeed() {
  const time = createManualTime(5000)
  const feed = createStateFeed(time.clock)
  let readAtMs = 0
  const advance = (): void => feed.advance({ kind: 'none', failure: null }, { readAtMs: (readAtMs += 1) })
  return { time, feed, advance }
}

describe('the feed', () => {
  test('a subscriber gets a snapshot and then each change, stamped with the time of sending', async () => {
    const { time, feed, advance } = createFeed()
    const subscription = feed.subscribe()
    expect((await subscription.next()).value).toMatchObject({ kind: 'snapshot', seq: 0, hostNowMs: 5000 })
    advance()
    advance()
    await time.advance(10)
    expect((await subscription.next()).value).toMatchObject({
      kind: 'change',
      seq: 1,
      hostNowMs: 5010,
      change: { readAtMs: 1 },
    })
    expect((await subscription.next()).value).toMatchObject({ kind: 'change', seq: 2, change: { readAtMs: 2 } })
    const pending = subscription.next()
    advance()
    expect((await pending).value).toMatchObject({ kind: 'change', seq: 3 })
  })

  test('one that is too slow gets a new snapshot instead of an unbounded backlog', async () => {
    const { feed, advance } = createFeed()
    const slow = feed.subscribe()
    const fast = feed.subscribe()
    await Promise.all([slow.next(), fast.next()])
    for (let count = 0; count < 1000; count += 1) {
      advance()
      expect((await fast.next()).value).toMatchObject({ kind: 'change', seq: count + 1 })
    }
    expect((await slow.next()).value).toMatchObject({ kind: 'snapshot', seq: 1000 })
    advance()
    expect((await slow.next()).value).toMatchObject({ kind: 'change', seq: 1001 })
  })

  test('one that has not begun gets the state as it is when it begins', async () => {
    const { feed, advance } = createFeed()
    const subscription = feed.subscribe()
    advance()
    advance()
    expect((await subscription.next()).value).toMatchObject({ kind: 'snapshot', seq: 2 })
  })

  test.each(['abort', 'return', 'close'] as const)(
    '%s ends a subscription at once, even while it waits',
    async (how) => {
      const { feed } = createFeed()
      const controller = new AbortController()
      const subscription = feed.subscribe(controller.signal)
      await subscription.next()
      const pending = [subscription.next(), subscription.next()]
      if (how === 'abort') controller.abort()
      if (how === 'return') await subscription.return()
      if (how === 'close') feed.close()
      expect(await Promise.all(pending)).toEqual([
        { done: true, value: undefined },
        { done: true, value: undefined },
      ])
      expect(await subscription.next()).toEqual({ done: true, value: undefined })
      expect(await feed.subscribe(AbortSignal.abort()).next()).toEqual({ done: true, value: undefined })
    },
  )
})
