/** The difference between the host's clock and this one is believed until a later message contradicts it by this much. */
const JUMP_MS = 2000

/** Tells the host's time here, from the host's clock as it was when each message left. */
export interface HostClock {
  nowMs(): number
  /** Takes note of the host's time in a message that has just arrived. */
  observe(hostNowMs: number): void
  subscribe(onJump: () => void): () => void
  /** Stands still at an instant, epoch ms; null: it runs again. */
  hold(atMs: number | null): void
  /** null: it runs. */
  readonly heldAtMs: number | null
}

/**
 * The better of two estimates of the offset. A message that was long under way makes the host's clock look slow, so the
 * larger estimate is nearer the truth, unless they are so far apart that a clock must have been set.
 */
export function betterOffset(currentMs: number | null, sampleMs: number): number {
  if (currentMs === null || sampleMs > currentMs || currentMs - sampleMs > JUMP_MS) return sampleMs
  return currentMs
}

export function createHostClock(localNowMs: () => number = Date.now): HostClock {
  let offsetMs: number | null = null
  let heldAtMs: number | null = null
  const listeners = new Set<() => void>()
  return {
    nowMs: () => heldAtMs ?? localNowMs() + (offsetMs ?? 0),
    observe(hostNowMs) {
      const before = offsetMs
      offsetMs = betterOffset(before, hostNowMs - localNowMs())
      if (offsetMs !== before) for (const listener of listeners) listener()
    },
    subscribe(onJump) {
      listeners.add(onJump)
      return () => listeners.delete(onJump)
    },
    hold(atMs) {
      if (atMs === heldAtMs) return
      heldAtMs = atMs
      for (const listener of listeners) listener()
    },
    get heldAtMs() {
      return heldAtMs
    },
  }
}
