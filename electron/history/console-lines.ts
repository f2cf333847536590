import type Database from 'better-sqlite3'
import { createTellingsOfRows, fitOf, tellingOfEvent, type RowOfKind, type Telling } from './console-tellings.ts'
import type { Dictionaries } from './dictionaries.ts'
import { EVENT_TABLES } from './event-rows.ts'
import { numberOf, TOLD_KINDS, type Tellings, type ToldEvent, type ToldKind } from './tellings.ts'

/**
 * Events come in two forms: OpenClaw writes each to the log of its own, and shows it on its console at that time or a moment
 * later, with less of it and perhaps to the second only. A line of a console shows a record of a log if whatever both tell
 * is the same. It shows one record only, and no other line of the same console shows that. A console shows events in the
 * order in which they are written: the first line that can show the first record does, and no pair is missed.
 */
export interface ConsoleLines {
  /** The stored record of a log that a line shows; null: there is none. */
  recordShownBy(line: ToldEvent, source: number): number | null
  /** The stored lines that show a record of a log, at most one of each source. */
  linesShowing(record: ToldEvent): readonly ShownLine[]
  /** Notes that a stored line shows no record that is known. */
  wait(line: ToldEvent, id: number): void
  /** Notes that a stored line is gone. */
  settle(kind: ToldKind, line: ShownLine): void
  /** Looks again what is waiting. */
  reload(): void
}

export interface ShownLine {
  readonly id: number
  readonly atMs: number
  readonly source: number
}

/** Both are written in one go; a slow disk or what keeps the console's lines may lie between. */
const SHOWN_WITHIN_MS = 1000
/** A minute has too many events to tell one by it. */
const COARSEST_MS = 1000
/** Longer than lines and records that have to do with each other are apart. */
const BEHIND_ALL = 60_000
/** The precision of a time that says too little. */
const UNCERTAIN = 0

const WITH_RUN = 'LEFT JOIN history_runs AS r ON r.id = e.run_id'
const OF_LOG = `NOT EXISTS (SELECT 1 FROM history_console_lines AS c WHERE c.kind = @kind AND c.at_ms = e.at_ms AND c.event_id = e.id)`
const OF_RUN = `JOIN history_runs AS r ON r.id = e.run_id
  WHERE (r.run_key = @run OR (r.run_key >= @run || '@' AND r.run_key < @run || 'A')) AND e.at_ms BETWEEN @from AND @to AND ${OF_LOG}`

/** Records of a log near a time, by kind. */
export const NEAR_RECORDS: Readonly<Record<ToldKind, string>> = {
  decision: `SELECT e.*, r.run_key, r.made_up FROM history_decisions AS e ${WITH_RUN} WHERE e.at_ms BETWEEN @from AND @to AND ${OF_LOG}`,
  failover: `SELECT e.*, r.run_key, r.made_up FROM history_attempts AS e ${OF_RUN}`,
  profile_state: `SELECT e.*, r.run_key, r.made_up FROM history_profile_states AS e ${WITH_RUN}
    WHERE e.profile = @profile AND e.at_ms BETWEEN @from AND @to AND ${OF_LOG}`,
  chain_stopped: `SELECT e.*, r.run_key, r.made_up FROM history_stops AS e ${WITH_RUN}
    WHERE e.at_ms BETWEEN @from AND @to AND ${OF_LOG}`,
  agent_end: `SELECT e.*, r.run_key, r.made_up FROM history_ends AS e ${OF_RUN}`,
}
export const NEAR_LOOSE_ENDS = `SELECT e.*, r.run_key, r.made_up FROM history_ends AS e ${WITH_RUN}
  WHERE e.loose_session = @session AND e.at_ms BETWEEN @from AND @to AND ${OF_LOG}`

type Row<Kind extends ToldKind = ToldKind> = RowOfKind[Kind]
type WaitingRow<Kind extends ToldKind = ToldKind> = Row<Kind> & { readonly precision_ms: number }
type Near = Readonly<Record<string, number | string>>

export function createConsoleLines(database: Database.Database, words: Dictionaries, tellings: Tellings): ConsoleLines {
  const ofRow = createTellingsOfRows(words) as Readonly<Record<ToldKind, (row: Row) => Telling>>
  const near = Object.fromEntries(
    TOLD_KINDS.map((kind) => [kind, database.prepare<[Near], Row>(NEAR_RECORDS[kind])]),
  ) as Record<ToldKind, Database.Statement<[Near], Row>>
  const nearLooseEnds = database.prepare<[Near], Row>(NEAR_LOOSE_ENDS)
  const waiting = Object.fromEntries(
    TOLD_KINDS.map((kind) => [
      kind,
      database.prepare<[number, number, number], WaitingRow>(
        `SELECT e.*, r.run_key, r.made_up, c.precision_ms FROM history_console_lines AS c JOIN ${EVENT_TABLES[kind]} AS e ON e.id = c.event_id
          ${WITH_RUN} WHERE c.kind = ? AND c.at_ms BETWEEN ? AND ?`,
      ),
    ]),
  ) as Record<ToldKind, Database.Statement<[number, number, number], WaitingRow>>
  const span = database.prepare<[], { readonly from: number | null; readonly to: number | null }>(
    'SELECT min(at_ms) AS "from", max(at_ms) AS "to" FROM history_console_lines',
  )
  const insert = database.prepare('INSERT INTO history_console_lines VALUES (?, ?, ?, ?)')
  const remove = database.prepare('DELETE FROM history_console_lines WHERE kind = ? AND at_ms = ? AND event_id = ?')
  /** No line outside of it is waiting, so that records of logs are not looked for in vain. */
  let fromMs = Number.POSITIVE_INFINITY
  let toMs = Number.NEGATIVE_INFINITY

  function reload(): void {
    const { from = null, to = null } = span.get() ?? {}
    fromMs = from ?? Number.POSITIVE_INFINITY
    toMs = to ?? Number.NEGATIVE_INFINITY
  }
  reload()

  function recordsNear(line: ToldEvent, from: number, to: number): readonly Row[] {
    const kind = numberOf(line.kind)
    switch (line.kind) {
      case 'decision':
      case 'chain_stopped':
        return near[line.kind].all({ kind, from, to })
      case 'profile_state': {
        const profile = words.profiles.find(line.profileId)
        return profile === null ? [] : near.profile_state.all({ kind, from, to, profile })
      }
      case 'failover':
        return line.runId === null ? [] : near.failover.all({ kind, from, to, run: line.runId })
      case 'agent_end': {
        if (line.runId !== null) return near.agent_end.all({ kind, from, to, run: line.runId })
        const session = line.sessionId === null ? null : words.names.find(line.sessionId)
        return session === null ? [] : nearLooseEnds.all({ kind, from, to, session })
      }
    }
  }

  return {
    reload,
    recordShownBy(line, source) {
      const precisionMs = precisionOf(line)
      if (precisionMs === null) return null
      const atMs = Math.trunc(line.atMs)
      const told = tellingOfEvent(line)
      let found: { readonly id: number; readonly place: number } | null = null
      for (const row of recordsNear(line, atMs - SHOWN_WITHIN_MS, atMs + precisionMs - 1)) {
        const fit = fitOf(line.kind, ofRow[line.kind](row), told)
        if (fit === null) continue
        const place = row.at_ms + fit * BEHIND_ALL
        if (found !== null && place >= found.place) continue
        if (!tellings.isShownBy(line.kind, row.id, source)) found = { id: row.id, place }
      }
      return found?.id ?? null
    },
    linesShowing(record) {
      const atMs = Math.trunc(record.atMs)
      const [from, to] = [atMs - COARSEST_MS + 1, atMs + SHOWN_WITHIN_MS]
      if (!record.isTimed || to < fromMs || from > toMs) return []
      const { kind } = record
      const told = tellingOfEvent(record)
      const first = new Map<number, { readonly line: ShownLine; readonly place: number }>()
      for (const row of waiting[kind].all(numberOf(kind), from, to)) {
        const { id, at_ms: shownMs, source, precision_ms: precisionMs } = row
        if (precisionMs === UNCERTAIN || shownMs + precisionMs <= atMs) continue
        const fit = fitOf(kind, told, ofRow[kind](row))
        if (fit === null) continue
        const place = shownMs + fit * BEHIND_ALL
        if (place < (first.get(source)?.place ?? Number.POSITIVE_INFINITY))
          first.set(source, { line: { id, atMs: shownMs, source }, place })
      }
      return Array.from(first.values(), ({ line }) => line)
    },
    wait(line, id) {
      const atMs = Math.trunc(line.atMs)
      insert.run(numberOf(line.kind), atMs, id, precisionOf(line) ?? UNCERTAIN)
      fromMs = Math.min(fromMs, atMs)
      toMs = Math.max(toMs, atMs)
    },
    settle: (kind, { id, atMs }) => void remove.run(numberOf(kind), atMs, id),
  }
}

/** How exact a line's time is; null: too coarse to tell an event by. */
function precisionOf({ console: shown, isTimed }: ToldEvent): number | null {
  const precisionMs = shown?.precisionMs ?? null
  return isTimed && precisionMs !== null && precisionMs <= COARSEST_MS ? precisionMs : null
}
