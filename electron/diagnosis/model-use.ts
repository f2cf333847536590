import { groupBy } from './finding.ts'
import type { DiagnosisInput, WindowRecord } from './input.ts'

/** What the records tell about when a model could be used. */
export interface ModelUse {
  /**
   * Since when nothing on record stood against a model at an instant: no window of its provider was running, and it had not
   * failed again. null: something did, or nothing shows that it could be used.
   */
  usableSince(model: string, atMs: number): number | null
}

export function modelUse({ windows, answers }: Pick<DiagnosisInput, 'windows' | 'answers'>): ModelUse {
  const spans = new Map<string, Spans>()
  for (const [provider, ofProvider] of groupBy(windows, (window) => window.provider))
    spans.set(provider, spansOf(ofProvider))
  const failures = new Map<string, number[]>()
  const successes = new Map<string, number[]>()
  for (const { requested, requestedWas, atMs } of answers) {
    if (requestedWas === 'failed') addTime(failures, requested, atMs)
    if (requestedWas === 'answered') addTime(successes, requested, atMs)
  }
  for (const times of [...failures.values(), ...successes.values()]) times.sort((a, b) => a - b)

  return {
    usableSince(model, atMs) {
      const freeMs = freeSince(spans.get(model.slice(0, Math.max(0, model.indexOf('/')))), atMs)
      if (freeMs === 'locked') return null
      const failedMs = lastUpTo(failures.get(model) ?? [], atMs)
      const blockedMs = Math.max(freeMs ?? Number.NEGATIVE_INFINITY, failedMs ?? Number.NEGATIVE_INFINITY)
      // The end of a window shows that it could be used, and so does the first answer after all that stood against it.
      if (freeMs !== null && freeMs === blockedMs) return freeMs
      const answeredMs = firstFrom(successes.get(model) ?? [], blockedMs)
      return answeredMs !== null && answeredMs <= atMs ? answeredMs : null
    },
  }
}

/** Starts of windows in order, and by each the latest end so far. */
interface Spans {
  readonly startsMs: readonly number[]
  readonly latestEndsMs: readonly number[]
}

function spansOf(windows: readonly WindowRecord[]): Spans {
  const sorted = [...windows].sort((a, b) => a.atMs - b.atMs)
  let latestMs = 0
  return {
    startsMs: sorted.map(({ atMs }) => atMs),
    latestEndsMs: sorted.map(({ untilMs }) => (latestMs = Math.max(latestMs, untilMs))),
  }
}

/** When the last window ended that had opened by then; null: none had. */
function freeSince(spans: Spans | undefined, atMs: number): number | 'locked' | null {
  const index = spans ? countUpTo(spans.startsMs, atMs) - 1 : -1
  const endMs = spans?.latestEndsMs[index]
  if (endMs === undefined) return null
  return endMs > atMs ? 'locked' : endMs
}

function addTime(times: Map<string, number[]>, model: string, atMs: number): void {
  const known = times.get(model)
  if (known) known.push(atMs)
  else times.set(model, [atMs])
}

function lastUpTo(times: readonly number[], atMs: number): number | null {
  return times[countUpTo(times, atMs) - 1] ?? null
}

function firstFrom(times: readonly number[], atMs: number): number | null {
  return times[countUpTo(times, atMs - 1)] ?? null
}

/** How many of the sorted times are not after an instant. */
function countUpTo(times: readonly number[], atMs: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? 0) <= atMs) low = middle + 1
    else high = middle
  }
  return low
}
