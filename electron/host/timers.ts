/** Timers as a parameter, so that tests move time instead of waiting for it. */
export interface Timers {
  /** Calls `callback` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, callback: () => void): () => void
}

export const systemTimers: Timers = {
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}

/** Resolves after `delayMs`. */
export function delay(timers: Timers, delayMs: number): Promise<void> {
  return new Promise((resolve) => timers.after(delayMs, resolve))
}
