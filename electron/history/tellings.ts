import type Database from 'better-sqlite3'
import type { LogEvent } from '../logs/events.ts'

/** Kinds of records by their numbers in the database; a gap is nobody's but the log's own. */
export const TOLD_KINDS = ['decision', 'failover', 'profile_state', 'chain_stopped', 'agent_end'] as const
export type ToldKind = (typeof TOLD_KINDS)[number]
export type ToldEvent = Extract<LogEvent, { kind: ToldKind }>

/** Who told of a stored record besides the source that it is stored with. */
export interface Tellings {
  /** @param key the identity that the record has in this source's form; null: the one that it is stored with */
  note(kind: ToldKind, id: number, source: number, line: number | null, key: Buffer | null): void
  /** The record that has this identity in another form than the one that is stored; null: there is none. */
  recordOf(kind: ToldKind, key: Buffer): number | null
  /** Whether a line of this source's console was found to tell of the record. */
  isShownBy(kind: ToldKind, id: number, source: number): boolean
  /** Another record takes the place of one. */
  move(kind: ToldKind, from: number, to: number): void
}

interface OtherTelling {
  readonly event_id: number
}

export function createTellings(database: Database.Database): Tellings {
  const insert = database.prepare(
    `INSERT INTO history_tellings VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET event_key = coalesce(event_key, excluded.event_key)`,
  )
  const byKey = database.prepare<[Buffer, number], OtherTelling>(
    'SELECT event_id FROM history_tellings WHERE event_key = ? AND kind = ?',
  )
  const shown = database
    .prepare<[number, number, number], 1>(
      'SELECT 1 FROM history_tellings WHERE kind = ? AND event_id = ? AND source = ? AND event_key IS NOT NULL',
    )
    .pluck()
  const move = database.prepare('UPDATE OR REPLACE history_tellings SET event_id = ? WHERE kind = ? AND event_id = ?')

  return {
    note: (kind, id, source, line, key) => void insert.run(numberOf(kind), id, source, line, key),
    recordOf: (kind, key) => byKey.get(key, numberOf(kind))?.event_id ?? null,
    isShownBy: (kind, id, source) => shown.get(numberOf(kind), id, source) !== undefined,
    move: (kind, from, to) => void move.run(to, numberOf(kind), from),
  }
}

export function numberOf(kind: ToldKind): number {
  return TOLD_KINDS.indexOf(kind)
}
