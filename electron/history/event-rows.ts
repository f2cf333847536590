import type Database from 'better-sqlite3'
import {
  ATTEMPT_FLAGS,
  type RunRecord,
  type StoredAttempt,
  type StoredDecision,
  type StoredEnd,
  type StoredState,
  type StoredStop,
} from './run-record.ts'

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

/** The run of a record that has none yet. */
export const NO_RUN = 0

/** Writes the rows of what happened. Everything happens inside the caller's transaction. */
export interface EventWriter {
  /** Writes what is new of a run or may have changed. */
  save(record: Pick<RunRecord, 'decisions' | 'attempts' | 'states' | 'stops' | 'ends'>, runId: number): void
  /** @param runId null: it is in none */
  saveState(state: StoredState, runId: number | null): void
  saveGap(gap: StoredGap): void
}

export function createEventWriter(database: Database.Database): EventWriter {
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
    save({ decisions, attempts, states, stops, ends }, runId) {
      for (const decision of decisions) saveDecision(decision, runId)
      for (const attempt of attempts) saveAttempt(attempt, runId)
      for (const state of states) {
        if (state.isNew) saveState(state, runId)
        else moveState.run(runId, state.id, runId)
      }
      for (const stop of stops) saveStop(stop, runId)
      for (const end of ends) saveEnd(end, runId)
    },
    saveState,
    saveGap: ({ id, key, atMs, why, source, line }) => void insertGap.run(id, key, atMs, why, source, line),
  }
}

function inserter(database: Database.Database, kind: EventTable, columns: number): Database.Statement {
  return database.prepare(`INSERT INTO ${EVENT_TABLES[kind]} VALUES (${Array(columns).fill('?').join(', ')})`)
}
