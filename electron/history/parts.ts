import type { Dictionaries } from './dictionaries.ts'
import type { HistoryFilters } from './filter.ts'
import type { HistoryMemory } from './memory.ts'
import type { RunChanges } from './run-changes.ts'
import type { WindowSpans } from './window-spans.ts'

/** What the larger questions are answered from. */
export interface HistoryParts {
  readonly memory: HistoryMemory
  readonly words: Dictionaries
  readonly filters: HistoryFilters
  readonly windows: WindowSpans
  readonly changes: RunChanges
}
