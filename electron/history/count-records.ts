import type Database from 'better-sqlite3'

/** Everything that goes into a bundle as a line. */
const TABLES = [
  'history_decisions',
  'history_profile_states',
  'history_attempts',
  'history_stops',
  'history_ends',
  'history_gaps',
  'window_changes',
  'order_revisions',
]

/** How many records of a span a bundle tells; `toMs` is not part of it. */
export function countRecords(database: Database.Database, fromMs: number, toMs: number): number {
  return TABLES.reduce((sum, table) => {
    const count = database.prepare<[number, number], number>(
      `SELECT count(*) FROM ${table} WHERE at_ms >= ? AND at_ms < ?`,
    )
    return sum + (count.pluck().get(fromMs, toMs) ?? 0)
  }, 0)
}
