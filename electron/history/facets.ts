import { DECISIONS, type Facet, type HistoryFacets, type HistoryFilter } from '../../shared/contract/history/index.ts'
import type { Dictionaries } from './dictionaries.ts'
import { rowAt, type HistoryFilters, type Matches } from './filter.ts'
import type { HistoryMemory } from './memory.ts'

const MOST_VALUES = 200

/** The values of each field with how many rows have them, counted under the filter without that field. */
export function facetsOf(
  filter: HistoryFilter,
  memory: HistoryMemory,
  { names, models, profiles }: Dictionaries,
  filters: HistoryFilters,
): HistoryFacets {
  const { decisions, runs } = memory
  const without = (field: keyof HistoryFilter): Matches => {
    const { [field]: _, ...others } = filter
    return filters.matches(others)
  }
  const run = decisions.column('run')
  const candidate = decisions.column('candidate')
  const nameOf = (id: number): string => names.textOf(id)
  const providers = new Map<string, number>()
  for (const [id, count] of counted(without('providers'), candidate, models.size)) {
    const { provider } = models.get(id)
    providers.set(provider, (providers.get(provider) ?? 0) + count)
  }
  return {
    agents: toFacets(countedByRun(without('agents'), run, runs.agent, names.size), nameOf),
    sessions: toFacets(countedByRun(without('sessions'), run, runs.session, names.size), nameOf),
    providers: toFacets([...providers], (provider) => provider),
    models: toFacets(counted(without('models'), candidate, models.size), (id) => {
      const { provider, model } = models.get(id)
      return `${provider}/${model}`
    }),
    profiles: toFacets(counted(without('profiles'), decisions.column('profile'), profiles.size), profiles.nameOf),
    decisions: toFacets(
      counted(without('decisions'), decisions.column('decision'), DECISIONS.length, true),
      (id) => DECISIONS[id] ?? '',
    ),
    reasons: toFacets(counted(without('reasons'), decisions.column('reason'), names.size), nameOf),
    statuses: toFacets(counted(without('statuses'), decisions.column('status'), MOST_STATUS), String),
  }
}

const MOST_STATUS = 65_536

type Counted = readonly (readonly [id: number, count: number])[]

/** @param withZero 0 is a value as well, not the absence of one */
function counted(matches: Matches, column: Int32Array, size: number, withZero = false): Counted {
  const counts = new Int32Array(size + 1)
  const { from, to, list } = matches
  if (list === null) for (let row = from; row < to; row++) add(counts, column[row] ?? 0)
  else for (let at = 0; at < list.length; at++) add(counts, column[list[at] ?? 0] ?? 0)
  return pairs(counts, withZero)
}

function countedByRun(matches: Matches, run: Int32Array, column: Int32Array, size: number): Counted {
  const counts = new Int32Array(size + 1)
  for (let place = 0; place < matches.count; place++) add(counts, column[run[rowAt(matches, place)] ?? 0] ?? 0)
  return pairs(counts, false)
}

function add(counts: Int32Array, id: number): void {
  counts[id] = (counts[id] ?? 0) + 1
}

function pairs(counts: Int32Array, withZero: boolean): Counted {
  const found: (readonly [number, number])[] = []
  for (let id = withZero ? 0 : 1; id < counts.length; id++) {
    const count = counts[id] ?? 0
    if (count > 0) found.push([id, count])
  }
  return found
}

function toFacets<T>(
  counts: readonly (readonly [id: T, count: number])[],
  nameOf: (id: T) => string,
): readonly Facet[] {
  return counts
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_VALUES)
    .map(([id, count]) => ({ value: nameOf(id), count }))
}
