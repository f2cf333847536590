import type { Clock } from '../../electron/host/clock.ts'
import type { Timers } from '../../electron/host/timers.ts'

/** A clock and timers that move only when a test says so. */
export interface ManualTime {
  readonly clock: Clock
  readonly timers: Timers
  /** How many timers are waiting. */
  readonly waiting: number
  /** Moves the clock on and fires what falls due, in order, also what is set meanwhile. */
  advance(spanMs: number): Promise<void>
}

/** Lets everything that is ready run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

interface Entry {
  readonly atMs: number
  readonly callback: () => void
}

export function createManualTime(startMs: number): ManualTime {
  let nowMs = startMs
  const entries = new Set<Entry>()

  return {
    clock: { now: () => nowMs },
    timers: {
      after(delayMs, callback) {
        const entry = { atMs: nowMs + delayMs, callback }
        entries.add(entry)
        return () => entries.delete(entry)
      },
    },
    get waiting() {
      return entries.size
    },
    async advance(spanMs) {
      const endMs = nowMs + spanMs
      for (;;) {
        await settle()
        const [next] = [...entries].filter(({ atMs }) => atMs <= endMs).sort((one, other) => one.atMs - other.atMs)
        if (next === undefined) break
        entries.delete(next)
        nowMs = Math.max(nowMs, next.atMs)
        next.callback()
      }
      nowMs = endMs
      await settle()
    },
  }
}
