import type { Clock } from './clock.ts'
import type { Timers } from './timers.ts'

/**
 * The longest sleep before the clock is looked at again. A timer stands still while the machine sleeps and does not follow a
 * clock that is set, so a deadline hours away would be missed by as much; it also keeps far below the 2^31 ms that a timer
 * can count. One wake-up a minute costs nothing that could be measured.
 */
const MAX_SLEEP_MS = 60_000

/** Calls back once when the clock reaches an instant. Setting it again replaces what was set. */
export interface Alarm {
  /** @param atMs epoch ms; null: no alarm */
  set(atMs: number | null): void
}

export function createAlarm(clock: Clock, timers: Timers, ring: () => void): Alarm {
  let cancel: (() => void) | null = null

  function set(atMs: number | null): void {
    cancel?.()
    cancel = null
    if (atMs === null) return
    const sleepMs = Math.min(Math.max(atMs - clock.now(), 0), MAX_SLEEP_MS)
    cancel = timers.after(Math.ceil(sleepMs), () => {
      cancel = null
      if (clock.now() >= atMs) ring()
      else set(atMs)
    })
  }

  return { set }
}
