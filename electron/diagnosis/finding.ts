import type { Finding, HistoryFilter } from '../../shared/contract/history/index.ts'

/** More runs than a person looks at one by one; a filter by time and names takes their place. */
const MOST_RUNS = 100

export interface Evidence {
  readonly code: Finding['code']
  readonly severity: Finding['severity']
  readonly fromMs: number
  readonly toMs: number
  /** Tells findings of one code apart. */
  readonly about: string
  readonly provider?: string | null
  readonly profileIds?: readonly string[]
  readonly models?: readonly string[]
  readonly sessions?: readonly string[]
  readonly figures: Readonly<Record<string, number>>
  /** Besides the span of time. */
  readonly filter: HistoryFilter
  readonly runKeys?: Iterable<string>
}

/**
 * A finding whose filter leads to its records: the runs where they are known and few, else the span with what `filter`
 * names. The end of a span is not included, so it is one later than the last record.
 */
export function findingOf(evidence: Evidence): Finding {
  const { code, severity, fromMs, toMs, about, provider = null, figures } = evidence
  const runKeys = sortedNames(evidence.runKeys ?? [])
  const span = { fromMs, toMs: toMs + 1 }
  return {
    id: [code, about, fromMs].join('|'),
    code,
    severity,
    fromMs,
    toMs,
    provider,
    profileIds: sortedNames(evidence.profileIds ?? []),
    models: sortedNames(evidence.models ?? []),
    sessions: sortedNames(evidence.sessions ?? []),
    figures,
    filter: runKeys.length > 0 && runKeys.length <= MOST_RUNS ? { runs: runKeys } : { ...span, ...evidence.filter },
    runKeys: runKeys.slice(0, MOST_RUNS),
  }
}

/** Each once, in an order that does not depend on where they came from. */
export function sortedNames(names: Iterable<string>): string[] {
  return [...new Set(names)].sort()
}

export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** Items of which each is at most `pauseMs` after the one before it; they have to come in the order of their times. */
export function clustersOf<T>(items: readonly T[], timeOf: (item: T) => number, pauseMs: number): T[][] {
  const clusters: T[][] = []
  let lastMs = Number.NEGATIVE_INFINITY
  for (const item of items) {
    const atMs = timeOf(item)
    if (atMs - lastMs > pauseMs) clusters.push([])
    clusters.at(-1)?.push(item)
    lastMs = atMs
  }
  return clusters
}

export function first<T>(items: readonly T[]): T {
  return items[0] as T
}

export function last<T>(items: readonly T[]): T {
  return items.at(-1) as T
}

/** Of as many as there are: spread into a call, a hundred thousand would not fit. */
export function earliest<T>(items: Iterable<T>, timeOf: (item: T) => number): number {
  let found = Number.POSITIVE_INFINITY
  for (const item of items) found = Math.min(found, timeOf(item))
  return found
}

export function latest<T>(items: Iterable<T>, timeOf: (item: T) => number): number {
  let found = Number.NEGATIVE_INFINITY
  for (const item of items) found = Math.max(found, timeOf(item))
  return found
}
