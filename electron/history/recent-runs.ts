import type { RunRecord } from './run-record.ts'
import type { RunRows } from './run-rows.ts'

/** Runs that are likely to get more records. */
const MOST_RECENT_RUNS = 4096

/** Runs with what is stored of them, the recent ones without reading it again. */
export interface RecentRuns {
  recordOf(id: number): RunRecord | null
  hold(record: RunRecord): void
  drop(id: number): void
  /** Lets go of those that have been held longest, as far as they are too many. */
  trim(): void
  clear(): void
}

export function createRecentRuns(rows: RunRows): RecentRuns {
  const recent = new Map<number, RunRecord>()

  function hold(record: RunRecord): void {
    recent.set(record.id, record)
  }

  return {
    recordOf(id) {
      const held = recent.get(id)
      if (held !== undefined) return held
      const record = rows.load(id)
      if (record !== null) hold(record)
      return record
    },
    hold,
    drop: (id) => void recent.delete(id),
    trim() {
      for (const id of recent.keys()) {
        if (recent.size <= MOST_RECENT_RUNS) return
        recent.delete(id)
      }
    },
    clear: () => recent.clear(),
  }
}
