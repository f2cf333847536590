/**
 * Joins bursts of signals into one call: shortly after the last one, but never later than a fixed time after the first, so
 * that a file that is written without pause is still noticed.
 */
export interface Coalescer {
  signal(): void
  /** Drops what is waiting; nothing is called any more. */
  stop(): void
}

export function createCoalescer(call: () => void, quietMs: number, maxWaitMs: number): Coalescer {
  let quietTimer: NodeJS.Timeout | null = null
  let deadlineTimer: NodeJS.Timeout | null = null
  let isStopped = false

  function clear(): void {
    if (quietTimer) clearTimeout(quietTimer)
    if (deadlineTimer) clearTimeout(deadlineTimer)
    quietTimer = null
    deadlineTimer = null
  }

  function fire(): void {
    clear()
    call()
  }

  return {
    signal() {
      if (isStopped) return
      if (quietTimer) clearTimeout(quietTimer)
      quietTimer = setTimeout(fire, quietMs)
      deadlineTimer ??= setTimeout(fire, maxWaitMs)
    },
    stop() {
      isStopped = true
      clear()
    },
  }
}
