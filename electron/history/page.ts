import type Database from 'better-sqlite3'
import { DECISIONS, type DecisionRow, type HistoryPage, type PageQuery } from '../../shared/contract/history/index.ts'
import type { Dictionaries } from './dictionaries.ts'
import { rowAt, type HistoryFilters } from './filter.ts'
import type { HistoryMemory } from './memory.ts'
import type { DecisionRowOfTable } from './stored-rows.ts'

/** A decision with its run, as it is stored. */
interface StoredRow extends Omit<DecisionRowOfTable, 'profile_count' | 'flags' | 'source' | 'line'> {
  readonly run_key: string
  readonly session: number | null
  readonly agent: number | null
}

const SELECT = `SELECT d.id, d.at_ms, r.run_key, r.session, r.agent, d.decision, d.candidate, d.requested, d.next, d.profile,
  d.attempt, d.total, d.reason, d.status, d.code, d.text, d.suppressed
  FROM history_decisions AS d JOIN history_runs AS r ON r.id = d.run_id`
export const NEWEST_PAGE = `${SELECT} ORDER BY d.at_ms DESC, d.id DESC LIMIT ? OFFSET ?`
export const ROW_BY_ID = `${SELECT} WHERE d.id = ?`

export interface Pages {
  page(query: PageQuery): HistoryPage
  /** Before the memory is filled: only what no filter restricts. */
  newest(query: Pick<PageQuery, 'offset' | 'limit'>): HistoryPage
  /** Rows of a filter, newest first, without holding them all. */
  rows(filter: PageQuery['filter']): IterableIterator<DecisionRow>
}

export function createPages(
  database: Database.Database,
  memory: HistoryMemory,
  words: Dictionaries,
  filters: HistoryFilters,
): Pages {
  const newest = database.prepare<[number, number], StoredRow>(NEWEST_PAGE)
  const byId = database.prepare<[number], StoredRow>(ROW_BY_ID)
  const count = database.prepare<[], number>('SELECT count(*) FROM history_decisions').pluck()
  const span = database.prepare<[], { first: number | null; last: number | null }>(
    'SELECT (SELECT min(at_ms) FROM history_decisions) AS first, (SELECT max(at_ms) FROM history_decisions) AS last',
  )
  const shown = (row: StoredRow): DecisionRow => toRow(row, words)

  return {
    page({ filter, offset, limit }) {
      const { decisions } = memory
      const matches = filters.matches(filter)
      const { ids, times, length } = decisions
      const rows: DecisionRow[] = []
      const end = Math.min(matches.count, offset + limit)
      for (let place = offset; place < end; place++) {
        const row = byId.get(ids[rowAt(matches, matches.count - 1 - place)] ?? 0)
        if (row !== undefined) rows.push(shown(row))
      }
      return {
        rows,
        count: matches.count,
        firstMs: length === 0 ? null : (times[0] ?? null),
        lastMs: length === 0 ? null : (times[length - 1] ?? null),
      }
    },
    newest({ offset, limit }) {
      const { first = null, last = null } = span.get() ?? {}
      return { rows: newest.all(limit, offset).map(shown), count: count.get() ?? 0, firstMs: first, lastMs: last }
    },
    *rows(filter) {
      const matches = filters.matches(filter)
      const ids = Int32Array.from({ length: matches.count }, (_, place) => {
        return memory.decisions.ids[rowAt(matches, matches.count - 1 - place)] ?? 0
      })
      for (const id of ids) {
        const row = byId.get(id)
        if (row !== undefined) yield shown(row)
      }
    },
  }
}

function toRow(row: StoredRow, { names, models, profiles, texts }: Dictionaries): DecisionRow {
  const candidate = models.get(row.candidate)
  const requested = models.get(row.requested)
  const next = row.next === null ? null : models.get(row.next)
  const nameOf = (id: number | null): string | null => (id === null ? null : names.textOf(id))
  return {
    id: row.id,
    atMs: row.at_ms,
    agentId: nameOf(row.agent),
    sessionId: nameOf(row.session),
    runKey: row.run_key,
    decision: DECISIONS[row.decision] ?? 'candidate_failed',
    provider: candidate.provider,
    model: candidate.model,
    requestedProvider: requested.provider,
    requestedModel: requested.model,
    profileId: row.profile === null ? null : profiles.nameOf(row.profile),
    attempt: row.attempt,
    total: row.total,
    reason: nameOf(row.reason),
    status: row.status,
    code: nameOf(row.code),
    errorPreview: row.text === null ? null : texts.textOf(row.text),
    nextProvider: next?.provider ?? null,
    nextModel: next?.model ?? null,
    suppressed: row.suppressed,
  }
}
