import type Database from 'better-sqlite3'
import { SortedColumns } from './columns.ts'
import type { Ingested, ReplacedEvent } from './ingested.ts'
import { RunColumns } from './run-columns.ts'
import { ATTEMPT_FLAGS, type StoredAttempt, type StoredDecision, type StoredState } from './run-record.ts'

const DECISION_COLUMNS = [
  'run',
  'decision',
  'candidate',
  'requested',
  'profile',
  'reason',
  'status',
  'code',
  'text',
  'suppressed',
  'source',
] as const
const ATTEMPT_COLUMNS = ['run', 'model', 'profile', 'decision', 'reason', 'isTold', 'source'] as const
/** An instant takes two columns. */
const STATE_COLUMNS = [
  'profile',
  'provider',
  'reason',
  'isKept',
  'cooldownHigh',
  'cooldownLow',
  'disabledHigh',
  'disabledLow',
  'source',
] as const

export type DecisionColumn = (typeof DECISION_COLUMNS)[number]

/** What questions are answered from, so that none of them reads a million rows from the disk. */
export interface HistoryMemory {
  readonly decisions: SortedColumns<DecisionColumn>
  readonly attempts: SortedColumns<(typeof ATTEMPT_COLUMNS)[number]>
  readonly states: SortedColumns<(typeof STATE_COLUMNS)[number]>
  readonly runs: RunColumns
  /** Everything is here. */
  readonly isLoaded: boolean
  /** Takes in what was stored. */
  apply(ingested: Pick<Ingested, 'runs' | 'removedRuns' | 'states' | 'replaced'>): void
  /** Reads the next rows. @returns false: that were all */
  loadSome(): boolean
  /** Forgets everything and begins to load anew. */
  restart(): void
}

const RUNS_AT_ONCE = 20_000
const ROWS_AT_ONCE = 20_000
const HIGH = 2 ** 20
const FURTHEST_MS = 2 ** 50

export function createHistoryMemory(database: Database.Database): HistoryMemory {
  const decisions = new SortedColumns(DECISION_COLUMNS)
  const attempts = new SortedColumns(ATTEMPT_COLUMNS)
  const states = new SortedColumns(STATE_COLUMNS)
  const runs = new RunColumns()
  const last = { decision: 0, attempt: 0, state: 0 }
  let steps: Step[] = []

  interface Step {
    afterId: number
    readonly untilId: number
    readonly size: number
    readonly read: Database.Statement<[number, number, number], readonly (number | string | null)[]>
    readonly take: (row: readonly (number | string | null)[]) => void
  }

  function step(table: string, columns: string, size: number, take: Step['take']): Step {
    const untilId = Number(database.prepare(`SELECT coalesce(max(id), 0) FROM ${table}`).pluck().get())
    const read = database
      .prepare<[number, number, number], readonly (number | string | null)[]>(
        `SELECT id, ${columns} FROM ${table} WHERE id > ? AND id <= ? ORDER BY id LIMIT ?`,
      )
      .raw()
    return { afterId: 0, untilId, size, read, take }
  }

  function restart(): void {
    decisions.clear()
    attempts.clear()
    states.clear()
    runs.clear()
    const runStep = step(
      'history_runs',
      'run_key, session, agent, started_ms, ended_ms, requested, answered, outcome, is_inferred',
      RUNS_AT_ONCE,
      ([id, key, session, agent, startedMs, endedMs, requested, answered, outcome, isInferred]) =>
        runs.put(
          { id: Number(id), key: String(key), session: Number(session), agent: Number(agent) },
          {
            startedMs: Number(startedMs),
            endedMs: Number(endedMs),
            requested: Number(requested),
            answered: Number(answered),
            outcome: Number(outcome),
            isInferred: isInferred === 1,
            stop: 0,
          },
        ),
    )
    const decisionStep = step(
      'history_decisions',
      'at_ms, run_id, decision, candidate, requested, profile, reason, status, code, text, suppressed, source',
      ROWS_AT_ONCE,
      ([id, atMs, ...values]) => decisions.add(Number(atMs), Number(id), values as number[]),
    )
    const attemptStep = step(
      'history_attempts',
      `at_ms, run_id, model, profile, decision, reason, (flags & ${ATTEMPT_FLAGS.told}) <> 0, source`,
      ROWS_AT_ONCE,
      ([id, atMs, ...values]) => attempts.add(Number(atMs), Number(id), values as number[]),
    )
    const stateStep = step(
      'history_profile_states',
      'at_ms, profile, provider, reason, is_kept, cooldown_until_ms, disabled_until_ms, source',
      ROWS_AT_ONCE,
      ([id, atMs, profile, provider, reason, isKept, cooldownMs, disabledMs, source]) =>
        addState(Number(atMs), Number(id), [profile, provider, reason, isKept], [cooldownMs, disabledMs], source),
    )
    last.decision = decisionStep.untilId
    last.attempt = attemptStep.untilId
    last.state = stateStep.untilId
    steps = [runStep, decisionStep, attemptStep, stateStep]
  }

  type Value = number | string | null | undefined

  function addState(atMs: number, id: number, facts: Value[], untilMs: Value[], source: Value): void {
    const instants = untilMs.flatMap((until) => {
      const ms = Math.min(Math.max(Number(until ?? 0), 0), FURTHEST_MS)
      return [Math.floor(ms / HIGH), ms % HIGH]
    })
    states.add(atMs, id, [...facts.map(Number), ...instants, Number(source)])
  }

  function addDecision(decision: StoredDecision, runId: number): void {
    const { atMs, id, candidate, requested, profile, reason, status, code, text, suppressed, source } = decision
    decisions.add(atMs, id, [
      runId,
      decision.decision,
      candidate,
      requested,
      profile,
      reason,
      status ?? 0,
      code,
      text,
      suppressed,
      source,
    ])
  }

  function addAttempt(attempt: StoredAttempt, runId: number): void {
    const { atMs, id, model, profile, decision, reason, isTold, source } = attempt
    attempts.add(atMs, id, [runId, model, profile, decision, reason, isTold ? 1 : 0, source])
  }

  function putState(state: StoredState): void {
    const { atMs, id, profile, provider, reason, isKept, cooldownUntilMs, disabledUntilMs, source } = state
    addState(atMs, id, [profile, provider, reason, isKept ? 1 : 0], [cooldownUntilMs, disabledUntilMs], source)
  }

  function leaveOut(replaced: readonly ReplacedEvent[]): void {
    for (const [kind, columns] of Object.entries({ decision: decisions, failover: attempts, profile_state: states })) {
      const gone = replaced.filter((event) => event.kind === kind)
      const ids = new Set(gone.map(({ id }) => id))
      const firstMs = gone.reduce((first, { atMs }) => Math.min(first, atMs), Number.POSITIVE_INFINITY)
      if (ids.size > 0) columns.keep((row) => !ids.has(columns.ids[row] ?? 0), columns.from(firstMs))
    }
  }

  restart()

  return {
    decisions,
    attempts,
    states,
    runs,
    get isLoaded() {
      return steps.length === 0
    },
    restart,
    loadSome() {
      const [first] = steps
      if (first === undefined) return false
      const found = first.read.all(first.afterId, first.untilId, first.size)
      for (const row of found) first.take(row)
      first.afterId = Number(found.at(-1)?.[0] ?? first.untilId)
      if (found.length < first.size) steps = steps.slice(1)
      return steps.length > 0
    },
    apply({ runs: changed, removedRuns, states: unrun, replaced }) {
      leaveOut(replaced)
      const before = { ...last }
      const fresh: (() => void)[] = []
      for (const record of changed) {
        if (record.facts !== null) runs.put(record, record.facts)
        for (const decision of record.decisions) {
          last.decision = Math.max(last.decision, decision.id)
          if (decision.id > before.decision) fresh.push(() => addDecision(decision, record.id))
          else if (decisions.set(decision.atMs, decision.id, 'run', record.id))
            decisions.set(decision.atMs, decision.id, 'profile', decision.profile)
        }
        for (const attempt of record.attempts) {
          last.attempt = Math.max(last.attempt, attempt.id)
          if (attempt.id > before.attempt) fresh.push(() => addAttempt(attempt, record.id))
          else if (attempts.set(attempt.atMs, attempt.id, 'run', record.id))
            attempts.set(attempt.atMs, attempt.id, 'isTold', attempt.isTold ? 1 : 0)
        }
        for (const state of record.states) {
          last.state = Math.max(last.state, state.id)
          if (state.id > before.state) fresh.push(() => putState(state))
        }
      }
      for (const state of unrun) {
        last.state = Math.max(last.state, state.id)
        if (state.id > before.state) fresh.push(() => putState(state))
      }
      for (const id of removedRuns) runs.remove(id)
      for (const add of fresh) add()
    },
  }
}

/** An instant out of its two columns; 0: none. */
export function instantOf(high: number, low: number): number {
  return high * HIGH + low
}
