import { windowsOf, policyOf, type DirectoryFacts } from '../../shared/engine/index.ts'
import type { WindowRecord } from './input.ts'

/** Records and stores round the same end differently. */
const SAME_END_MS = 1000

/** Tells whether a recorded window still locks its profile. */
export type IsStanding = (window: WindowRecord) => boolean

/**
 * A window whose end lies ahead may be gone all the same: cleared, or replaced by one that was opened later. What the directory
 * holds for the profile decides; of a profile that it does not know, only the newest recorded window of a kind stands.
 */
export function standingLocks(
  windows: readonly WindowRecord[],
  facts: DirectoryFacts | null,
  nowMs: number,
): IsStanding {
  const newest = new Map<string, WindowRecord>()
  for (const window of windows) {
    const key = lockKey(window)
    const known = newest.get(key)
    if (!window.isKept && (!known || known.atMs < window.atMs)) newest.set(key, window)
  }
  const held = facts === null ? new Map<string, readonly number[]>() : heldLocks(facts, nowMs)
  return (window) => {
    if (window.untilMs <= nowMs) return false
    const ends = held.get(window.profileId)
    return ends === undefined
      ? newest.get(lockKey(window))?.untilMs === window.untilMs
      : ends.some((untilMs) => Math.abs(untilMs - window.untilMs) <= SAME_END_MS)
  }
}

/** When the running windows of each profile that any store of the directory holds will end. */
function heldLocks(facts: DirectoryFacts, nowMs: number): ReadonlyMap<string, readonly number[]> {
  const policy = policyOf(facts)
  const held = new Map<string, readonly number[]>()
  for (const store of [facts.sharedStore, ...facts.agents.map((agent) => agent.store)]) {
    if (store === null) continue
    for (const { id, provider } of store.profiles) {
      const stats = store.usageStats[id]
      const running = stats === undefined ? [] : windowsOf(stats, policy, provider, nowMs)
      held.set(id, [...(held.get(id) ?? []), ...running.map(({ untilMs }) => untilMs)])
    }
  }
  return held
}

function lockKey({ profileId, kind }: WindowRecord): string {
  return JSON.stringify([profileId, kind])
}
