import type Database from 'better-sqlite3'
import {
  END_FLAGS,
  RUN_ORIGINS,
  type RunRecord,
  type StoredAttempt,
  type StoredEnd,
  type StoredStop,
} from './run-record.ts'

export type LooseEvent = StoredAttempt | StoredStop | StoredEnd

/** What a record without a run id says about the run that it belongs to. */
export interface LooseFacts {
  readonly agent: number
  readonly lane: number
  readonly parent: number
}

export interface LoosePorts {
  nextRunId(): number
  nameOf(id: number): string
  modelOf(id: number): string
}

/**
 * Records that name no run: a chain that stopped, the error of a lane, a console's line (LG-05, LG-10). One belongs to the
 * run of its session that started last before it. Where there is none, a run is made up for it.
 */
export interface LooseEvents {
  /** Keeps what a new record says until it has its run. */
  remember(event: LooseEvent, facts: LooseFacts): void
  /** A run that is going to be removed: what it had needs another one. */
  orphan(record: RunRecord): void
  /** @returns the runs that got or lost a record; those that are made up are in the database by then */
  settle(runs: readonly RunRecord[], fresh: readonly LooseEvent[], ports: LoosePorts): readonly number[]
  /** Looks again which sessions have any. */
  reload(): void
}

/** A run that started longer before has ended by then. */
const BELONGS_WITHIN_MS = 2 * 3_600_000
const TABLES = ['history_attempts', 'history_stops', 'history_ends'] as const
type Table = (typeof TABLES)[number]

interface LooseRow {
  readonly id: number
  readonly at_ms: number
  readonly run_id: number | null
  readonly model: number | null
  readonly flags: number
}

export const OWNER_OF_LOOSE = `SELECT id FROM history_runs WHERE session = ? AND started_ms <= ? AND started_ms >= ?
  AND made_up < ${RUN_ORIGINS.lone} ORDER BY started_ms DESC, run_key DESC LIMIT 1`

export function createLooseEvents(database: Database.Database): LooseEvents {
  const owner = database.prepare<[number, number, number], number>(OWNER_OF_LOOSE).pluck()
  const byKey = database.prepare<[string], number>('SELECT id FROM history_runs WHERE run_key = ?').pluck()
  const makeRun = database.prepare(
    `INSERT INTO history_runs VALUES (?, ?, ${RUN_ORIGINS.lone}, ?, ?, ?, ?, ?, ?, ?, 0, NULL, 4, 1, NULL)`,
  )
  const statements = Object.fromEntries(TABLES.map((table) => [table, statementsOf(database, table)])) as Record<
    Table,
    ReturnType<typeof statementsOf>
  >
  const sessions = new Set<number>()
  const facts = new Map<string, LooseFacts>()
  let orphans: { readonly session: number; readonly atMs: number }[] = []

  function reload(): void {
    sessions.clear()
    facts.clear()
    orphans = []
    for (const table of TABLES) for (const session of statements[table].sessions.all()) sessions.add(session)
  }
  reload()

  function runFor(table: Table, session: number, row: LooseRow, ports: LoosePorts): number | null {
    const { id, at_ms: atMs, model, flags } = row
    if (session !== 0) {
      const found = owner.get(session, atMs, atMs - BELONGS_WITHIN_MS)
      if (found !== undefined) return found
    }
    if (table === 'history_ends' && (flags & END_FLAGS.wrapper) !== 0) return null
    const place = session === 0 ? ports.modelOf(model ?? 0) : ports.nameOf(session)
    const key = `~${place}@${String(atMs).padStart(13, '0')}`
    const known = byKey.get(key)
    if (known !== undefined) return known
    const { agent, lane, parent } = facts.get(`${table} ${id}`) ?? { agent: 0, lane: 0, parent: 0 }
    const runId = ports.nextRunId()
    makeRun.run(runId, key, session || null, agent || null, agent || null, lane || null, parent || null, atMs, atMs)
    return runId
  }

  return {
    reload,
    remember(event, said) {
      facts.set(`${tableOf(event)} ${event.id}`, said)
      if (event.looseSession !== 0) sessions.add(event.looseSession)
    },
    orphan({ attempts, stops, ends }) {
      for (const event of [...attempts, ...stops, ...ends])
        if (event.looseSession !== 0) orphans.push({ session: event.looseSession, atMs: event.atMs })
    },
    settle(runs, fresh, ports) {
      const changed = new Set<number>()
      const spans: { readonly session: number; readonly fromMs: number; readonly toMs: number }[] = []
      for (const { session, facts: of, origin } of runs)
        if (of !== null && origin !== RUN_ORIGINS.lone && sessions.has(session))
          spans.push({ session, fromMs: of.startedMs, toMs: of.startedMs + BELONGS_WITHIN_MS })
      for (const { looseSession: session, atMs } of fresh)
        if (session !== 0) spans.push({ session, fromMs: atMs, toMs: atMs })
      for (const { session, atMs } of orphans) spans.push({ session, fromMs: atMs, toMs: atMs })
      orphans = []
      const move = (table: Table, session: number, row: LooseRow): void => {
        const runId = runFor(table, session, row, ports)
        if (runId === row.run_id) return
        statements[table].move.run(table === 'history_ends' ? runId : (runId ?? 0), row.id)
        if (row.run_id !== null && row.run_id !== 0) changed.add(row.run_id)
        if (runId !== null) changed.add(runId)
      }
      for (const { session, fromMs, toMs } of joined(spans))
        for (const table of TABLES)
          for (const row of statements[table].between.all(session, fromMs, toMs)) move(table, session, row)
      for (const event of fresh) {
        if (event.looseSession !== 0) continue
        const flags = 'flags' in event ? event.flags : 0
        move(tableOf(event), 0, { id: event.id, at_ms: event.atMs, run_id: 0, model: event.model, flags })
      }
      facts.clear()
      return [...changed]
    },
  }
}

function statementsOf(database: Database.Database, table: Table) {
  const flags = table === 'history_stops' ? '0 AS flags' : 'flags'
  return {
    sessions: database
      .prepare<[], number>(`SELECT DISTINCT loose_session FROM ${table} WHERE loose_session IS NOT NULL`)
      .pluck(),
    between: database.prepare<[number, number, number], LooseRow>(
      `SELECT id, at_ms, run_id, model, ${flags} FROM ${table} WHERE loose_session = ? AND at_ms BETWEEN ? AND ?`,
    ),
    move: database.prepare(`UPDATE ${table} SET run_id = ? WHERE id = ?`),
  }
}

function tableOf(event: LooseEvent): Table {
  if ('stage' in event) return 'history_attempts'
  return 'flags' in event ? 'history_ends' : 'history_stops'
}

interface Span {
  readonly session: number
  readonly fromMs: number
  readonly toMs: number
}

/** Spans of one session that overlap, as one. */
function joined(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = []
  for (const span of spans.toSorted((a, b) => a.session - b.session || a.fromMs - b.fromMs)) {
    const last = result.at(-1)
    if (last !== undefined && last.session === span.session && span.fromMs <= last.toMs)
      result[result.length - 1] = { ...last, toMs: Math.max(last.toMs, span.toMs) }
    else result.push(span)
  }
  return result
}
