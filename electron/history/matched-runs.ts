import type { HistoryFilter } from '../../shared/contract/history/index.ts'
import { rowAt, type Matches } from './filter.ts'
import type { HistoryMemory } from './memory.ts'

/** Whether a filter asks for more than a span of time. */
export function isRestricted({ fromMs: _from, toMs: _to, text, ...others }: HistoryFilter): boolean {
  return Object.values(others).some((values) => values !== undefined) || (text ?? '').trim() !== ''
}

/** Marks the runs that have one of the rows. */
export function chosenRuns(matches: Matches, { decisions, runs }: HistoryMemory): Uint8Array {
  const chosen = new Uint8Array(runs.size + 1)
  const run = decisions.column('run')
  for (let place = 0; place < matches.count; place++) chosen[run[rowAt(matches, place)] ?? 0] = 1
  return chosen
}
