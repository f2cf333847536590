import type Database from 'better-sqlite3'
import { createEventWriter, EVENT_TABLES, NO_RUN, type EventTable, type StoredGap } from './event-rows.ts'
import { emptyRecord, type RunRecord, type StoredState } from './run-record.ts'
import { TOLD_KINDS, type ToldKind } from './tellings.ts'
import {
  toAttempt,
  toDecision,
  toEnd,
  toState,
  toStop,
  type AttemptRow,
  type DecisionRowOfTable,
  type EndRow,
  type RunRow,
  type StateRow,
  type StopRow,
} from './stored-rows.ts'

/** The rows of runs and of all that belongs to them. Everything happens inside the caller's transaction. */
export interface RunRows {
  /** null: there is no such run. */
  load(id: number): RunRecord | null
  idOfKey(key: string): number | null
  /** Writes what is new or may have changed. */
  save(record: RunRecord): void
  /** Removes the run itself; its records belong to others by now. */
  remove(id: number): void
  /** The stored record of this identity, and the source that it is stored with; null: there is none. */
  find(kind: EventTable, key: Buffer): FoundEvent | null
  /** Removes a record, which may be in a run that is held somewhere. */
  take(kind: ToldKind, id: number): TakenEvent | null
  nextId(kind: EventTable | 'run'): number
  /** Numbers are counted here: after another process or a failed transaction has to be looked again. */
  recount(): void
  saveUnrunState(state: StoredState): void
  /** Writes new records that have no run yet. */
  saveLoose(record: RunRecord): void
  saveGap(gap: StoredGap): void
}

export interface FoundEvent {
  readonly id: number
  readonly source: number
}

/** A record that was removed. */
export interface TakenEvent {
  readonly key: Buffer
  readonly atMs: number
  /** null: it was in none. */
  readonly runId: number | null
  readonly line: number | null
}

const TABLES: Readonly<Record<EventTable | 'run', string>> = { ...EVENT_TABLES, run: 'history_runs' }

export const RUN_DECISIONS = 'SELECT * FROM history_decisions WHERE run_id = ?'
export const RUN_ATTEMPTS = 'SELECT * FROM history_attempts WHERE run_id = ?'
export const RUN_STATES = 'SELECT * FROM history_profile_states WHERE run_id = ?'
export const RUN_STOPS = 'SELECT * FROM history_stops WHERE run_id = ?'
export const RUN_ENDS = 'SELECT * FROM history_ends WHERE run_id = ?'

export function createRunRows(database: Database.Database): RunRows {
  const run = database.prepare<[number], RunRow>('SELECT * FROM history_runs WHERE id = ?')
  const byKey = database.prepare<[string], number>('SELECT id FROM history_runs WHERE run_key = ?').pluck()
  const decisionsOf = database.prepare<[number], DecisionRowOfTable>(RUN_DECISIONS)
  const attemptsOf = database.prepare<[number], AttemptRow>(RUN_ATTEMPTS)
  const statesOf = database.prepare<[number], StateRow>(RUN_STATES)
  const stopsOf = database.prepare<[number], StopRow>(RUN_STOPS)
  const endsOf = database.prepare<[number], EndRow>(RUN_ENDS)
  const insertRun = database.prepare('INSERT INTO history_runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const updateRun = database.prepare(
    `UPDATE history_runs SET run_key = ?, made_up = ?, session = ?, agent = ?, own_agent = ?, lane = ?, parent = ?, started_ms = ?,
      ended_ms = ?, requested = ?, answered = ?, outcome = ?, is_inferred = ?, stop = ? WHERE id = ?`,
  )
  const removeRun = database.prepare('DELETE FROM history_runs WHERE id = ?')
  const events = createEventWriter(database)
  const known = Object.fromEntries(
    Object.entries(EVENT_TABLES).map(([kind, table]) => [
      kind,
      database.prepare<[Buffer], FoundEvent>(`SELECT id, source FROM ${table} WHERE event_key = ?`),
    ]),
  ) as Record<EventTable, Database.Statement<[Buffer], FoundEvent>>
  const taking = Object.fromEntries(
    TOLD_KINDS.map((kind) => [
      kind,
      database.prepare<[number], TakenEvent>(
        `DELETE FROM ${TABLES[kind]} WHERE id = ?
          RETURNING event_key AS key, at_ms AS atMs, nullif(run_id, ${NO_RUN}) AS runId, line`,
      ),
    ]),
  ) as Record<ToldKind, Database.Statement<[number], TakenEvent>>
  const counters = new Map<string, number>()

  function nextId(kind: EventTable | 'run'): number {
    const table = TABLES[kind]
    const last =
      counters.get(table) ?? Number(database.prepare(`SELECT coalesce(max(id), 0) FROM ${table}`).pluck().get())
    counters.set(table, last + 1)
    return last + 1
  }

  return {
    idOfKey: (key) => byKey.get(key) ?? null,
    load(id) {
      const row = run.get(id)
      if (row === undefined) return null
      const record = emptyRecord(id, row.run_key, row.made_up)
      record.session = row.session ?? 0
      record.agent = row.agent ?? 0
      record.ownAgent = row.own_agent ?? 0
      record.lane = row.lane ?? 0
      record.parent = row.parent ?? 0
      record.isStored = true
      record.facts = {
        startedMs: row.started_ms,
        endedMs: row.ended_ms,
        requested: row.requested,
        answered: row.answered ?? 0,
        outcome: row.outcome,
        isInferred: row.is_inferred === 1,
        stop: row.stop ?? 0,
      }
      record.decisions = decisionsOf.all(id).map(toDecision)
      record.attempts = attemptsOf.all(id).map(toAttempt)
      record.states = statesOf.all(id).map(toState)
      record.stops = stopsOf.all(id).map(toStop)
      record.ends = endsOf.all(id).map(toEnd)
      return record
    },
    save(record) {
      const { id, facts } = record
      if (facts === null) throw new Error('A run is saved before it is worked out')
      const values = [
        record.key,
        record.origin,
        record.session || null,
        record.agent || null,
        record.ownAgent || null,
        record.lane || null,
        record.parent || null,
        facts.startedMs,
        facts.endedMs,
        facts.requested,
        facts.answered || null,
        facts.outcome,
        facts.isInferred ? 1 : 0,
        facts.stop || null,
      ]
      if (record.isStored) updateRun.run(...values, id)
      else insertRun.run(id, ...values)
      record.isStored = true
      events.save(record, id)
    },
    remove: (id) => void removeRun.run(id),
    find: (kind, key) => known[kind].get(key) ?? null,
    take: (kind, id) => taking[kind].get(id) ?? null,
    nextId,
    recount: () => counters.clear(),
    saveUnrunState: (state) => events.saveState(state, null),
    saveLoose: ({ attempts, stops, ends }) => events.save({ decisions: [], attempts, states: [], stops, ends }, NO_RUN),
    saveGap: (gap) => events.saveGap(gap),
  }
}
