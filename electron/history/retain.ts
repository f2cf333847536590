import type Database from 'better-sqlite3'
import { EVENT_TABLES } from './event-rows.ts'
import { TOLD_KINDS } from './tellings.ts'

export interface Retention {
  /** Older records are removed. */
  readonly maxAgeMs: number
  /** Beyond this number of decisions the oldest are removed. */
  readonly maxDecisions: number
}

export interface Removed {
  /** With those that are now of another source that told of them too. */
  readonly records: number
  /** Runs that lost some of their records, and may have lost all. */
  readonly runs: readonly number[]
}

export interface Removal {
  retain(retention: Retention, nowMs: number): Removed
  /** What only this source told of; null: everything, the words included. */
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
/** By the numbers of their kinds. */
const TOLD_TABLES = TOLD_KINDS.map((kind) => EVENT_TABLES[kind])
const ABOUT_EVENTS = ['history_tellings', 'history_console_lines'] as const
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
    if (records > 0) removeTellings()
    return { records, runs: [...runs] }
  }

  /** A number may be given to another record. */
  function removeTellings(): void {
    for (const [kind, table] of TOLD_TABLES.entries())
      for (const about of ABOUT_EVENTS)
        database.prepare(`DELETE FROM ${about} WHERE kind = ? AND event_id NOT IN (SELECT id FROM ${table})`).run(kind)
  }

  /** What others told of as well is theirs from now on. */
  function handOver(source: number): number {
    let records = database.prepare('DELETE FROM history_tellings WHERE source = ?').run(source).changes
    for (const [kind, table] of TOLD_TABLES.entries())
      records += database
        .prepare<[number, number]>(
          `UPDATE ${table} SET source = t.source, line = t.line FROM (
            SELECT event_id, min(source) AS source, line FROM history_tellings WHERE kind = ? GROUP BY event_id
          ) AS t WHERE t.event_id = id AND ${table}.source = ?`,
        )
        .run(kind, source).changes
    return records
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
      const handed = handOver(source)
      const removed = removeWhere('source = ?', source)
      if (handed + removed.records > 0) removeUnusedTexts()
      return { ...removed, records: handed + removed.records }
    }
    for (const table of [...EVENTS, ...ABOUT_EVENTS, 'history_runs', ...WORDS]) database.exec(`DELETE FROM ${table}`)
    return NOTHING
  })

  return {
    retain: (retention, nowMs) => retain.immediate(retention, nowMs),
    forget: (source) => forget.immediate(source),
  }
}
