import { useSyncExternalStore } from 'react'
import { createClockText } from './clock-text.ts'
import { createHostClock } from './host-clock.ts'
import { browserPage, createTicker } from './ticker.ts'

/** The one clock, heartbeat and way of writing times of this page. */
export const hostClock = createHostClock()
export const ticker = createTicker(hostClock, browserPage)
export const clockText = createClockText()

/**
 * Reads something that depends on the time and re-renders the caller only when it becomes different. Keep callers small:
 * they are the leaves that tick.
 *
 * @param read gives a primitive for the host's current second
 */
export function useTick<Value extends string | number | boolean | null>(read: (nowMs: number) => Value): Value {
  return useSyncExternalStore(ticker.subscribe, () => read(ticker.nowMs()))
}
