import { RUN_OUTCOMES, type ChartsData, type HistoryFilter, type RunOutcome } from './chart-types.ts'

/** More bars than this are no picture any more; times five kinds it stays below 2,000 marks. */
const MOST_BUCKETS = 180
/** Of names, the most telling ones are drawn; the table has all. */
export const MOST_BARS = 10

/** Buckets need not begin at whole milliseconds. */
const ROUNDING = 1e-6
const MINUTE_MS = 60_000

export interface OutcomeBucket {
  readonly atMs: number
  readonly lengthMs: number
  readonly counts: Readonly<Record<RunOutcome, number>>
}

/** Runs by outcome over time, neighbours put together where they are too many to draw. Gaps are buckets without runs. */
export function outcomeBuckets({
  outcomes,
  bucketMs,
}: Pick<ChartsData, 'outcomes' | 'bucketMs'>): readonly OutcomeBucket[] {
  const first = outcomes[0]
  const last = outcomes.at(-1)
  if (first === undefined || last === undefined || bucketMs <= 0) return []
  const spanned = Math.round((last.atMs - first.atMs) / bucketMs) + 1
  const lengthMs = Math.ceil(spanned / MOST_BUCKETS) * bucketMs
  const buckets = Array.from(
    { length: Math.floor((last.atMs - first.atMs) / lengthMs + ROUNDING) + 1 },
    (_, index) => ({
      atMs: first.atMs + index * lengthMs,
      lengthMs,
      counts: noRuns(),
    }),
  )
  for (const { atMs, counts } of outcomes) {
    const bucket = buckets[Math.floor((atMs - first.atMs) / lengthMs + ROUNDING)]
    if (bucket !== undefined) for (const outcome of RUN_OUTCOMES) bucket.counts[outcome] += counts[outcome]
  }
  return buckets
}

function noRuns(): Record<RunOutcome, number> {
  return { answered: 0, fell_back: 0, exhausted: 0, stopped: 0, unknown: 0 }
}

export function outcomeTotals(buckets: readonly OutcomeBucket[]): Readonly<Record<RunOutcome, number>> {
  const totals = noRuns()
  for (const { counts } of buckets) for (const outcome of RUN_OUTCOMES) totals[outcome] += counts[outcome]
  return totals
}

export interface LockedRow {
  readonly profileId: string
  readonly cooldownMs: number
  readonly disabledMs: number
  readonly blockedMs: number
  readonly allMs: number
}

/** Longest first. */
export function lockedRows(locked: ChartsData['locked']): readonly LockedRow[] {
  return locked
    .map(({ profileId, cooldownMs, disabledMs, blockedMs }) => {
      const allMs = cooldownMs + disabledMs + blockedMs
      return { profileId, cooldownMs, disabledMs, blockedMs, allMs }
    })
    .filter(({ allMs }) => allMs > 0)
    .sort((a, b) => b.allMs - a.allMs)
}

export interface FallbackRow {
  readonly name: string
  readonly fallbackMs: number
  readonly totalMs: number
  /** 0 to 1 */
  readonly share: number
}

/** Longest first. */
export function fallbackRows(onFallback: ChartsData['onFallback']): readonly FallbackRow[] {
  return onFallback
    .filter(({ totalMs, fallbackMs }) => totalMs > 0 && fallbackMs > 0)
    .map(({ name, fallbackMs, totalMs }) => ({ name, fallbackMs, totalMs, share: Math.min(1, fallbackMs / totalMs) }))
    .sort((a, b) => b.fallbackMs - a.fallbackMs)
}

/** Most frequent first. */
export function reasonRows(reasons: ChartsData['reasons']): ChartsData['reasons'] {
  return reasons.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
}

/** Slowest first. */
export function recoveryRows(recoveries: ChartsData['recoveries']): ChartsData['recoveries'] {
  return recoveries.filter(({ count }) => count > 0).toSorted((a, b) => b.medianMs - a.medianMs)
}

/** A unit in which the longest of some lengths is a number that can be read. */
export interface LengthUnit {
  readonly name: 'minutes' | 'hours' | 'days'
  readonly ms: number
}

export function lengthUnit(longestMs: number): LengthUnit {
  if (longestMs >= 3 * 24 * 60 * MINUTE_MS) return { name: 'days', ms: 24 * 60 * MINUTE_MS }
  return longestMs >= 3 * 60 * MINUTE_MS ? { name: 'hours', ms: 60 * MINUTE_MS } : { name: 'minutes', ms: MINUTE_MS }
}

/** The filter of the screen, with its span, narrowed to what a bar stands for. */
export function narrowed(
  filter: HistoryFilter,
  span: { readonly fromMs: number; readonly toMs: number },
  by: HistoryFilter,
): HistoryFilter {
  return { ...filter, ...span, ...by }
}
