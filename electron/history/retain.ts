import type Database from 'better-sqlite3'

export interface Retention {
  /** Older records are removed. */
  readonly maxAgeMs: number
  /** Beyond this number of decisions the oldest are removed. */
  readonly maxDecisions: number
}

export interface Removed {
  readonly records: number
  /** Runs that lost some of their records, and may have lost all. */
  readonly runs: readonly number[]
}

export interface Removal {
  retain(retention: Retention, nowMs: number): Removed
  /** What this source told of; null: everything, the words included. */
  forget(source: number | null): Removed
}

const EVENTS = [
  'history_decisions',
  'history_attempts',
  'history_profile_states',
  'history_stops',
  'history_ends',
  'history_gaps',
] as const
const OF_RUNS = EVENTS.filter((table) => table !== 'history_gaps')
const WORDS = ['history_names', 'history_texts', 'history_models', 'history_profiles'] as const
const NOTHING: Removed = { records: 0, runs: [] }

export const CUTOFF_OF_SIZE = 'SELECT at_ms FROM history_decisions ORDER BY at_ms DESC LIMIT 1 OFFSET ?'

export function createRemoval(database: Database.Database): Removal {
  const cutoffOf = database.prepare<[number], number>(CUTOFF_OF_SIZE).pluck()

  function removeWhere(condition: string, value: number): Removed {
    const runs = new Set<number>()
    let records = 0
    for (const table of OF_RUNS)
      for (const run of database
        .prepare<[number], number | null>(`SELECT DISTINCT run_id FROM ${table} WHERE ${condition}`)
        .pluck()
        .all(value))
        if (run !== null) runs.add(run)
    for (const table of EVENTS)
      records += database.prepare(`DELETE FROM ${table} WHERE ${condition}`).run(value).changes
    return { records, runs: [...runs] }
  }

  /** An error text is gone with the last record that had it. */
  function removeUnusedTexts(): void {
    database.exec(`DELETE FROM history_texts WHERE id NOT IN (
      SELECT text FROM history_decisions WHERE text IS NOT NULL
      UNION SELECT text FROM history_attempts WHERE text IS NOT NULL
      UNION SELECT text FROM history_ends WHERE text IS NOT NULL)`)
  }

  const retain = database.transaction(({ maxAgeMs, maxDecisions }: Retention, nowMs: number): Removed => {
    const bySize = maxDecisions < 1 ? undefined : cutoffOf.get(Math.trunc(maxDecisions) - 1)
    const cutoffMs = Math.max(Math.trunc(nowMs - maxAgeMs), bySize ?? Number.MIN_SAFE_INTEGER)
    const removed = removeWhere('at_ms < ?', cutoffMs)
    if (removed.records > 0) removeUnusedTexts()
    return removed
  })

  const forget = database.transaction((source: number | null): Removed => {
    if (source !== null) {
      const removed = removeWhere('source = ?', source)
      if (removed.records > 0) removeUnusedTexts()
      return removed
    }
    for (const table of [...EVENTS, 'history_runs', ...WORDS]) database.exec(`DELETE FROM ${table}`)
    return NOTHING
  })

  return {
    retain: (retention, nowMs) => retain.immediate(retention, nowMs),
    forget: (source) => forget.immediate(source),
  }
}
