import { setTimeout as delay } from 'node:timers/promises'

/** Waiting and chance as a parameter, so that tests need neither. */
export interface Waiting {
  /** Resolves after this time. */
  pause(delayMs: number): Promise<void>
  /** At least 0, below 1. */
  random(): number
}

export const realWaiting: Waiting = {
  async pause(delayMs) {
    await delay(delayMs)
  },
  random: () => Math.random(),
}
