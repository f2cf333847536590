import type { HostClock } from './host-clock.ts'

const SECOND_MS = 1000

/** One heartbeat for everything that counts down: it beats as the host's second begins, and rests while nobody looks or
 * the clock stands still. */
export interface Ticker {
  subscribe(onTick: () => void): () => void
  /** The host's second that has begun last, epoch ms. Stable between two beats. */
  nowMs(): number
}

/** What a ticker needs from a page. */
export interface TickerPage {
  isHidden(): boolean
  onVisibilityChange(listener: () => void): void
  setTimeout(callback: () => void, delayMs: number): number
  clearTimeout(id: number): void
}

export const browserPage: TickerPage = {
  isHidden: () => document.hidden,
  onVisibilityChange: (listener) => document.addEventListener('visibilitychange', listener),
  setTimeout: (callback, delayMs) => window.setTimeout(callback, delayMs),
  clearTimeout: (id) => window.clearTimeout(id),
}

export function createTicker(clock: HostClock, page: TickerPage): Ticker {
  const listeners = new Set<() => void>()
  let secondMs = wholeSecond(clock.nowMs())
  let timer: number | null = null

  function beat() {
    timer = null
    secondMs = wholeSecond(clock.nowMs())
    for (const listener of listeners) listener()
    schedule()
  }

  function schedule() {
    if (timer !== null || listeners.size === 0 || page.isHidden() || clock.heldAtMs !== null) return
    timer = page.setTimeout(beat, SECOND_MS - (clock.nowMs() % SECOND_MS))
  }

  function rest() {
    if (timer !== null) page.clearTimeout(timer)
    timer = null
  }

  page.onVisibilityChange(() => (page.isHidden() ? rest() : beat()))
  clock.subscribe(() => {
    rest()
    beat()
  })

  return {
    nowMs: () => secondMs,
    subscribe(onTick) {
      listeners.add(onTick)
      schedule()
      return () => {
        listeners.delete(onTick)
        if (listeners.size === 0) rest()
      }
    },
  }
}

/** A timer may fire a moment early; the second it was set for counts. */
function wholeSecond(nowMs: number): number {
  return Math.floor((nowMs + 20) / SECOND_MS) * SECOND_MS
}
