/** Where the host gets the time from: everything it decides about time goes through one clock. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** How far this clock is ahead of the real one; 0 or absent: it shows the real time. */
  readonly shiftMs?: number
}

export const systemClock: Clock = { now: () => Date.now(), shiftMs: 0 }

/**
 * A clock that shows `startMs` now and runs on at normal speed: it lets one look at a directory as it was at another time.
 *
 * @param startMs epoch ms
 */
export function shiftedClock(startMs: number): Clock {
  const shiftMs = startMs - Date.now()
  return { now: () => Date.now() + shiftMs, shiftMs }
}
