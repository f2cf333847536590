import type { Finding } from '../../shared/contract/history/index.ts'
import { HOUR_MS } from '../../shared/engine/index.ts'
import { clustersOf, findingOf, first, groupBy, last } from './finding.ts'
import type { DiagnosisInput, WindowRecord } from './input.ts'

/** The ladders double or quintuple: in one hour a profile that recovers opens two or three windows, not this many. */
const OPENINGS = 5
const WITHIN_MS = HOUR_MS
/** Spells of flapping that are further apart are told apart. */
const PAUSE_MS = 6 * HOUR_MS

/** Profiles that are locked, freed and locked again, over and over: the lock is too short for its cause. */
export function flappingProfiles({ windows }: DiagnosisInput): Finding[] {
  return [...groupBy(windows, ({ profileId }) => profileId)].flatMap(([profileId, ofProfile]) =>
    clustersOf(flappingOpenings(reopenings(ofProfile)), ({ atMs }) => atMs, PAUSE_MS).map((spell) =>
      findingOf({
        code: 'flapping_profile',
        severity: 'warning',
        about: profileId,
        fromMs: first(spell).atMs,
        toMs: last(spell).atMs,
        provider: first(spell).provider,
        profileIds: [profileId],
        figures: {
          openings: spell.length,
          spanMs: last(spell).atMs - first(spell).atMs,
          lockedMs: spell.reduce((sum, { atMs, untilMs }) => sum + (untilMs - atMs), 0),
        },
        filter: { profiles: [profileId] },
        runKeys: spell.flatMap(({ runKey }) => runKey ?? []),
      }),
    ),
  )
}

/** Windows that opened while none was running, in the order of their times. */
function reopenings(windows: readonly WindowRecord[]): WindowRecord[] {
  const opened: WindowRecord[] = []
  let freeMs = Number.NEGATIVE_INFINITY
  const sorted = windows.filter(({ isKept, atMs, untilMs }) => !isKept && untilMs > atMs).sort(byTime)
  for (const window of sorted) {
    if (window.atMs >= freeMs) opened.push(window)
    freeMs = Math.max(freeMs, window.untilMs)
  }
  return opened
}

function byTime(a: WindowRecord, b: WindowRecord): number {
  return a.atMs - b.atMs || b.untilMs - a.untilMs || (a.kind < b.kind ? -1 : 1)
}

/** Those that belong to enough openings within the time. */
function flappingOpenings(openings: readonly WindowRecord[]): WindowRecord[] {
  const isPart = openings.map(() => false)
  for (let end = OPENINGS - 1; end < openings.length; end++) {
    const start = end - OPENINGS + 1
    if ((openings[end]?.atMs ?? 0) - (openings[start]?.atMs ?? 0) <= WITHIN_MS) isPart.fill(true, start, end + 1)
  }
  return openings.filter((_, index) => isPart[index])
}
