import type { Finding } from '../../shared/contract/history/index.ts'
import { MINUTE_MS, SECOND_MS, type DirectoryFacts } from '../../shared/engine/index.ts'
import { earliest, findingOf, groupBy, latest } from './finding.ts'
import type { ClockRecord, DiagnosisInput, WindowRecord } from './input.ts'

/** Clocks that are set by the network differ by less; so do a file's time and that of its last record. */
export const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS
/** A window is opened with a time that was read a moment before its record was written. */
const WRITING_MS = SECOND_MS

/** Times that cannot be: records from the future, windows that ended before they began, files older than their content. */
export function clockSkews(input: DiagnosisInput): Finding[] {
  const { clocks, windows, facts, nowMs } = input
  return [
    ...clocks.flatMap((record) => ofClock(record, nowMs)),
    ...endedBeforeBegun(windows),
    ...(facts ? failuresAhead(facts, nowMs) : []),
  ]
}

function ofClock(record: ClockRecord, nowMs: number): Finding[] {
  if (record.kind === 'ahead') {
    const { count, firstMs, lastMs } = record
    if (count === 0 || lastMs - nowMs <= CLOCK_TOLERANCE_MS) return []
    return [
      findingOf({
        code: 'clock_skew',
        severity: 'warning',
        about: 'ahead',
        fromMs: firstMs,
        toMs: lastMs,
        figures: { records: count, aheadMs: lastMs - nowMs },
        filter: {},
      }),
    ]
  }
  const { source, lastMs, modifiedMs } = record
  if (lastMs - modifiedMs <= CLOCK_TOLERANCE_MS) return []
  return [
    findingOf({
      code: 'clock_skew',
      severity: 'info',
      about: `file|${source}`,
      fromMs: modifiedMs,
      toMs: lastMs,
      figures: { fileMs: modifiedMs, aheadMs: lastMs - modifiedMs },
      filter: {},
    }),
  ]
}

function endedBeforeBegun(windows: readonly WindowRecord[]): Finding[] {
  // A window that was found running ended by another record's clock; one that was kept is not measured anew.
  const odd = windows.filter(({ isKept, atMs, untilMs }) => !isKept && untilMs < atMs - WRITING_MS)
  return [...groupBy(odd, ({ profileId }) => profileId)].map(([profileId, ofProfile]) =>
    findingOf({
      code: 'clock_skew',
      severity: 'warning',
      about: `window|${profileId}`,
      fromMs: earliest(ofProfile, ({ atMs }) => atMs),
      toMs: latest(ofProfile, ({ atMs }) => atMs),
      provider: ofProfile.map(({ provider }) => provider).sort()[0] ?? null,
      profileIds: [profileId],
      figures: {
        windows: ofProfile.length,
        backMs: latest(ofProfile, ({ atMs, untilMs }) => atMs - untilMs),
      },
      filter: { profiles: [profileId] },
      runKeys: ofProfile.flatMap(({ runKey }) => runKey ?? []),
    }),
  )
}

/** Failures in the records of accounts that have not happened yet. */
function failuresAhead(facts: DirectoryFacts, nowMs: number): Finding[] {
  const stores = [facts.sharedStore, ...facts.agents.map(({ store }) => store)].flatMap((store) => store ?? [])
  const ahead = stores.flatMap(({ usageStats, profiles }) =>
    Object.entries(usageStats).flatMap(([profileId, { lastFailureAtMs }]) => {
      if (lastFailureAtMs === null || lastFailureAtMs - nowMs <= CLOCK_TOLERANCE_MS) return []
      return { profileId, provider: profiles.find(({ id }) => id === profileId)?.provider ?? null, lastFailureAtMs }
    }),
  )
  return [...groupBy(ahead, ({ profileId }) => profileId)].map(([profileId, same]) => {
    const latestMs = Math.max(...same.map(({ lastFailureAtMs }) => lastFailureAtMs))
    return findingOf({
      code: 'clock_skew',
      severity: 'warning',
      about: `failure|${profileId}`,
      fromMs: nowMs,
      toMs: latestMs,
      provider: same.flatMap(({ provider }) => provider ?? []).sort()[0] ?? null,
      profileIds: [profileId],
      figures: { aheadMs: latestMs - nowMs },
      filter: { profiles: [profileId] },
    })
  })
}
