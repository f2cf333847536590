import type Database from 'better-sqlite3'
import {
  ATTEMPT_FLAGS,
  emptyRecord,
  type RunRecord,
  type StoredAttempt,
  type StoredDecision,
  type StoredEnd,
  type StoredState,
  type StoredStop,
} from './run-record.ts'
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

export interface StoredGap {
  readonly id: number
  readonly key: Buffer
  readonly atMs: number
  readonly why: string
  readonly source: number
  readonly line: number | null
}

export type EventTable = 'decision' | 'failover' | 'profile_state' | 'chain_stopped' | 'agent_end' | 'gap'

export const EVENT_TABLES: Readonly<Record<EventTable, string>> = {
  decision: 'history_decisions',
  failover: 'history_attempts',
  profile_state: 'history_profile_states',
  chain_stopped: 'history_stops',
  agent_end: 'history_ends',
  gap: 'history_gaps',
}
const TABLES: Readonly<Record<EventTable | 'run', string>> = { ...EVENT_TABLES, run: 'history_runs' }

/** The run of a record that has none yet. */
const NO_RUN = 0

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
  const insertDecision = inserter(database, 'decision', 20)
  const insertAttempt = inserter(database, 'failover', 17)
  const insertState = inserter(database, 'profile_state', 14)
  const insertStop = inserter(database, 'chain_stopped', 9)
  const insertEnd = inserter(database, 'agent_end', 12)
  const insertGap = inserter(database, 'gap', 6)
  const updateDecision = database.prepare(
    'UPDATE history_decisions SET run_id = ?, profile = ?, attempt = ?, total = ? WHERE id = ?',
  )
  const updateAttempt = database.prepare('UPDATE history_attempts SET run_id = ?, flags = ? WHERE id = ?')
  const moveState = database.prepare('UPDATE history_profile_states SET run_id = ? WHERE id = ? AND run_id IS NOT ?')
  const moveStop = database.prepare('UPDATE history_stops SET run_id = ? WHERE id = ? AND run_id IS NOT ?')
  const moveEnd = database.prepare('UPDATE history_ends SET run_id = ? WHERE id = ? AND run_id IS NOT ?')
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

  function saveState(state: StoredState, runId: number | null): void {
    insertState.run(
      state.id,
      state.key,
      state.atMs,
      runId,
      state.profile,
      state.provider,
      state.reason || null,
      state.isDisabling ? 1 : 0,
      state.isKept ? 1 : 0,
      state.failures,
      state.cooldownUntilMs,
      state.disabledUntilMs,
      state.source,
      state.line,
    )
    state.isNew = false
  }

  function saveDecision(decision: StoredDecision, runId: number): void {
    const { profile, attempt, total } = decision
    if (!decision.isNew) return void updateDecision.run(runId, profile || null, attempt, total, decision.id)
    insertDecision.run(
      decision.id,
      decision.key,
      decision.atMs,
      runId,
      decision.decision,
      decision.candidate,
      decision.requested,
      decision.next || null,
      profile || null,
      attempt,
      total,
      decision.reason || null,
      decision.status,
      decision.code || null,
      decision.text || null,
      decision.suppressed,
      decision.profileCount,
      decision.flags,
      decision.source,
      decision.line,
    )
    decision.isNew = false
  }

  function saveAttempt(attempt: StoredAttempt, runId: number): void {
    const flags = attempt.isTold ? attempt.flags | ATTEMPT_FLAGS.told : attempt.flags & ~ATTEMPT_FLAGS.told
    if (!attempt.isNew) return void updateAttempt.run(runId, flags, attempt.id)
    insertAttempt.run(
      attempt.id,
      attempt.key,
      attempt.atMs,
      runId,
      attempt.looseSession || null,
      attempt.model || null,
      attempt.sourceModel || null,
      attempt.profile || null,
      attempt.stage || null,
      attempt.decision,
      attempt.reason || null,
      attempt.profileReason || null,
      attempt.status,
      attempt.text || null,
      flags,
      attempt.source,
      attempt.line,
    )
    attempt.isNew = false
  }

  function saveStop(stop: StoredStop, runId: number): void {
    if (!stop.isNew) return void moveStop.run(runId, stop.id, runId)
    const { id, key, atMs, looseSession, model, reason, source, line } = stop
    insertStop.run(id, key, atMs, runId, looseSession || null, model || null, reason || null, source, line)
    stop.isNew = false
  }

  function saveEnd(end: StoredEnd, runId: number): void {
    if (!end.isNew) return void moveEnd.run(runId || null, end.id, runId || null)
    const { id, key, atMs, looseSession, agent, model, reason, text, flags, source, line } = end
    insertEnd.run(
      id,
      key,
      atMs,
      runId || null,
      looseSession || null,
      agent || null,
      model || null,
      reason || null,
      text || null,
      flags,
      source,
      line,
    )
    end.isNew = false
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
      for (const decision of record.decisions) saveDecision(decision, id)
      for (const attempt of record.attempts) saveAttempt(attempt, id)
      for (const state of record.states) {
        if (state.isNew) saveState(state, id)
        else moveState.run(id, state.id, id)
      }
      for (const stop of record.stops) saveStop(stop, id)
      for (const end of record.ends) saveEnd(end, id)
    },
    remove: (id) => void removeRun.run(id),
    find: (kind, key) => known[kind].get(key) ?? null,
    take: (kind, id) => taking[kind].get(id) ?? null,
    nextId,
    recount: () => counters.clear(),
    saveUnrunState: (state) => saveState(state, null),
    saveLoose({ attempts, stops, ends }) {
      for (const attempt of attempts) saveAttempt(attempt, NO_RUN)
      for (const stop of stops) saveStop(stop, NO_RUN)
      for (const end of ends) saveEnd(end, NO_RUN)
    },
    saveGap: ({ id, key, atMs, why, source, line }) => void insertGap.run(id, key, atMs, why, source, line),
  }
}

function inserter(database: Database.Database, kind: EventTable, columns: number): Database.Statement {
  return database.prepare(`INSERT INTO ${TABLES[kind]} VALUES (${Array(columns).fill('?').join(', ')})`)
}
