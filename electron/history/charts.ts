import type { ChartsData, ChartsQuery, HistoryFilter, RunOutcome } from '../../shared/contract/history/index.ts'
import type { Dictionaries } from './dictionaries.ts'
import { rowAt, type Matches } from './filter.ts'
import { chosenRuns, isRestricted } from './matched-runs.ts'
import type { HistoryMemory } from './memory.ts'
import type { HistoryParts } from './parts.ts'
import type { RunChanges } from './run-changes.ts'
import { DECISION, OUTCOME, OUTCOMES } from './run-record.ts'
import { within } from './timeline.ts'
import type { WindowSpans } from './window-spans.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const BUCKETS_MS = [
  SECOND_MS,
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  7 * DAY_MS,
  30 * DAY_MS,
  365 * DAY_MS,
]
const MOST_BUCKETS = 96
/** The longest lists that a chart can show. */
const MOST_BARS = 200

/** @returns the outcomes' buckets begin at whole multiples of their length */
export function chartsOf(query: ChartsQuery, parts: HistoryParts): ChartsData {
  const { memory, words, filters, windows, changes } = parts
  const fromMs = query.fromMs
  const toMs = Math.max(query.toMs, fromMs + 1)
  const filter = within(query.filter, fromMs, toMs)
  const matches = filters.matches(filter)
  const chosen = isRestricted(filter) ? chosenRuns(matches, memory) : null
  const bucketMs = BUCKETS_MS.find((length) => (toMs - fromMs) / length <= MOST_BUCKETS) ?? toMs - fromMs
  const span: Span = { fromMs: filter.fromMs ?? fromMs, toMs: filter.toMs ?? toMs }
  return {
    bucketMs,
    outcomes: outcomesOf(memory, chosen, span, bucketMs),
    reasons: reasonsOf(matches, memory, words),
    locked: lockedOf(windows, filter, span),
    onFallback: onFallbackOf(memory, words, chosen, span),
    recoveries: recoveriesOf(memory, words, changes, chosen, span),
  }
}

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

function outcomesOf(
  { runs }: HistoryMemory,
  chosen: Uint8Array | null,
  { fromMs, toMs }: Span,
  bucketMs: number,
): ChartsData['outcomes'] {
  const firstMs = Math.floor(fromMs / bucketMs) * bucketMs
  const size = Math.max(1, Math.ceil((toMs - firstMs) / bucketMs))
  const counts = new Int32Array(size * OUTCOMES.length)
  const { started, outcome } = runs
  for (let run = 1; run < runs.size; run++) {
    const result = (outcome[run] ?? 0) - 1
    const startedMs = started[run] ?? 0
    if (result < 0 || startedMs < fromMs || startedMs >= toMs || (chosen !== null && chosen[run] !== 1)) continue
    const cell = Math.floor((startedMs - firstMs) / bucketMs) * OUTCOMES.length + result
    counts[cell] = (counts[cell] ?? 0) + 1
  }
  return Array.from({ length: size }, (_, bucket) => ({
    atMs: firstMs + bucket * bucketMs,
    counts: Object.fromEntries(
      OUTCOMES.map((name, index) => [name, counts[bucket * OUTCOMES.length + index] ?? 0]),
    ) as Record<RunOutcome, number>,
  }))
}

/** Failures, with those that the log counted but left out. */
function reasonsOf(matches: Matches, { decisions }: HistoryMemory, words: Dictionaries): ChartsData['reasons'] {
  const { names, models } = words
  const decision = decisions.column('decision')
  const candidate = decisions.column('candidate')
  const reason = decisions.column('reason')
  const suppressed = decisions.column('suppressed')
  const counts = new Float64Array(models.size * names.size <= MOST_CELLS ? models.size * names.size : 0)
  const sparse = new Map<number, number>()
  for (let place = 0; place < matches.count; place++) {
    const row = rowAt(matches, place)
    if (decision[row] !== DECISION.failed) continue
    const cell = (candidate[row] ?? 0) * names.size + (reason[row] ?? 0)
    const more = 1 + (suppressed[row] ?? 0)
    if (counts.length > 0) counts[cell] = (counts[cell] ?? 0) + more
    else sparse.set(cell, (sparse.get(cell) ?? 0) + more)
  }
  for (let cell = 0; cell < counts.length; cell++) if (counts[cell] !== 0) sparse.set(cell, counts[cell] ?? 0)
  const bars = new Map<string, { provider: string; reason: string; count: number }>()
  for (const [cell, count] of sparse) {
    const { provider } = models.get(Math.floor(cell / names.size))
    const why = cell % names.size === 0 ? 'unknown' : names.textOf(cell % names.size)
    const name = JSON.stringify([provider, why])
    const bar = bars.get(name) ?? { provider, reason: why, count: 0 }
    bar.count += count
    bars.set(name, bar)
  }
  return [...bars.values()].toSorted((a, b) => b.count - a.count).slice(0, MOST_BARS)
}

const MOST_CELLS = 1_000_000

function lockedOf(
  windows: WindowSpans,
  { profiles, providers, reasons }: HistoryFilter,
  { fromMs, toMs }: Span,
): ChartsData['locked'] {
  return windows
    .all()
    .filter(
      ({ profileId, provider }) => (profiles?.includes(profileId) ?? true) && (providers?.includes(provider) ?? true),
    )
    .map(({ profileId, spans }) => {
      const lockedMs = { cooldown: 0, disabled: 0, blocked: 0 }
      for (const span of spans) {
        if (reasons !== undefined && !reasons.includes(span.reason ?? '')) continue
        lockedMs[span.kind] += Math.max(0, Math.min(span.toMs, toMs) - Math.max(span.fromMs, fromMs))
      }
      return {
        profileId,
        cooldownMs: lockedMs.cooldown,
        disabledMs: lockedMs.disabled,
        blockedMs: lockedMs.blocked,
      }
    })
    .filter(({ cooldownMs, disabledMs, blockedMs }) => cooldownMs + disabledMs + blockedMs > 0)
    .toSorted((a, b) => totalOf(b) - totalOf(a))
    .slice(0, MOST_BARS)
}

function totalOf({ cooldownMs, disabledMs, blockedMs }: ChartsData['locked'][number]): number {
  return cooldownMs + disabledMs + blockedMs
}

/** From each run of a session to the next one the model that answered is the one in use. */
function onFallbackOf(
  { runs }: HistoryMemory,
  { names }: Dictionaries,
  chosen: Uint8Array | null,
  { fromMs, toMs }: Span,
): ChartsData['onFallback'] {
  const { started, ended, session, agent, outcome } = runs
  /** By session: the run before. */
  const last = new Int32Array(names.size)
  const fallbackMs = new Float64Array(names.size)
  const totalMs = new Float64Array(names.size)
  const count = (run: number, untilMs: number): void => {
    const lengthMs = Math.max(0, Math.min(untilMs, toMs) - Math.max(started[run] ?? 0, fromMs))
    const name = (agent[run] ?? 0) || (session[run] ?? 0)
    totalMs[name] = (totalMs[name] ?? 0) + lengthMs
    if (outcome[run] === OUTCOME.fellBack + 1) fallbackMs[name] = (fallbackMs[name] ?? 0) + lengthMs
  }
  for (const run of runs.inTime()) {
    const startedMs = started[run] ?? 0
    const of = session[run] ?? 0
    if (of === 0 || startedMs >= toMs || (ended[run] ?? 0) < fromMs || (chosen !== null && chosen[run] !== 1)) continue
    const before = last[of] ?? 0
    if (before !== 0) count(before, startedMs)
    last[of] = run
  }
  for (const run of last) if (run !== 0) count(run, ended[run] ?? 0)
  const bars: ChartsData['onFallback'][number][] = []
  for (let name = 1; name < totalMs.length; name++) {
    const total = totalMs[name] ?? 0
    if (total > 0) bars.push({ name: names.textOf(name), fallbackMs: fallbackMs[name] ?? 0, totalMs: total })
  }
  return bars.toSorted((a, b) => b.fallbackMs - a.fallbackMs || b.totalMs - a.totalMs).slice(0, MOST_BARS)
}

function recoveriesOf(
  { runs }: HistoryMemory,
  { models }: Dictionaries,
  changes: RunChanges,
  chosen: Uint8Array | null,
  { fromMs, toMs }: Span,
): ChartsData['recoveries'] {
  const times = new Map<number, number[]>()
  for (const { kind, atMs, run, since } of changes.all()) {
    if (kind !== 'came_back' || atMs < fromMs || atMs >= toMs || (chosen !== null && chosen[run] !== 1)) continue
    const model = runs.requested[run] ?? 0
    const ofModel = times.get(model) ?? []
    ofModel.push(atMs - (runs.ended[since] ?? 0))
    times.set(model, ofModel)
  }
  return [...times]
    .map(([id, lengthsMs]) => {
      const { provider, model } = models.get(id)
      const sorted = lengthsMs.toSorted((a, b) => a - b)
      return {
        model: `${provider}/${model}`,
        medianMs: quantile(sorted, 0.5),
        p90Ms: quantile(sorted, 0.9),
        count: sorted.length,
      }
    })
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_BARS)
}

function quantile(sorted: readonly number[], fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0
}
