import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { LedgerDetail, NewLedgerEntry, StoredLedgerEntry } from './entries.ts'

export interface LedgerFilter {
  readonly agentId?: string | null
  readonly profileId?: string | null
  /** Entries older than this one. */
  readonly beforeId?: number | null
  readonly limit: number
}

/** What happened to the windows of a directory, kept through restarts. */
export interface WindowLedger {
  /**
   * Stores entries in one transaction. What was seen or read from records is stored once: it is left out where the ledger
   * knows of it already, from here or from another process. What the console did itself is always stored, in place of
   * the same thing seen a moment earlier.
   *
   * @returns the entries that are new, as stored
   */
  append(entries: readonly NewLedgerEntry[]): readonly StoredLedgerEntry[]
  /** Newest first. */
  list(filter: LedgerFilter): readonly StoredLedgerEntry[]
  /**
   * Removes the oldest entries: those of more than an age, and those beyond a number.
   *
   * @returns how many were removed
   */
  retain(maxAgeMs: number, maxRows: number): number
}

/** A watcher may see what the console writes before the console has noted it. */
const SEEN_FIRST_WITHIN_MS = 10_000
const MAX_LIMIT = 1000
const MAX_DETAIL_LENGTH = 1000

const COLUMNS = [
  'at_ms',
  'agent_id',
  'owner',
  'provider',
  'profile_id',
  'window_kind',
  'action',
  'cause',
  'rule',
  'reason',
  'rung',
  'failures',
  'until_before_ms',
  'until_after_ms',
  'model',
  'basis',
  'detail_json',
] as const
type Column = (typeof COLUMNS)[number]
/** A row of the table `window_changes`. */
export type LedgerRow = Readonly<Record<Column, string | number | null>> & { readonly id: number }

const INSERT = `INSERT INTO window_changes (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((name) => `@${name}`).join(', ')})`
const REPLACE = `UPDATE window_changes SET ${COLUMNS.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`
/** The entries of one window that count as its latest state come first. */
export const LATEST_OF_WINDOW = `SELECT * FROM window_changes
  WHERE profile_id = @profile_id AND owner = @owner AND window_kind = @window_kind ORDER BY at_ms DESC, id DESC LIMIT 1`
export const SAME_OUTCOME = `SELECT 1 FROM window_changes
  WHERE profile_id = @profile_id AND owner = @owner AND window_kind = @window_kind
    AND (action IN ('cleared', 'expired')) = @is_end
    AND CASE WHEN @is_end THEN until_before_ms ELSE until_after_ms END IS @until_ms LIMIT 1`
const EXPIRE = 'DELETE FROM window_changes WHERE at_ms < ?'
const TRIM = `DELETE FROM window_changes WHERE id IN (
  SELECT id FROM window_changes ORDER BY at_ms DESC, id DESC LIMIT -1 OFFSET ?)`

/** The statement for a filter; every value is bound. */
export function listQuery({ agentId, profileId, beforeId }: Omit<LedgerFilter, 'limit'>): string {
  const conditions = [
    ...(profileId == null ? [] : ['profile_id = @profileId']),
    // An account's own index finds few rows; the agent's would find many.
    ...(agentId == null ? [] : [profileId == null ? 'agent_id = @agentId' : '+agent_id = @agentId']),
    ...(beforeId == null ? [] : ['(at_ms, id) < ((SELECT at_ms FROM window_changes WHERE id = @beforeId), @beforeId)']),
  ]
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  return `SELECT * FROM window_changes${where} ORDER BY at_ms DESC, id DESC LIMIT @limit`
}

export function createWindowLedger(database: Database.Database, clock: Clock): WindowLedger {
  const insert = database.prepare(INSERT)
  const replace = database.prepare(REPLACE)
  const latestOf = database.prepare<unknown[], LedgerRow>(LATEST_OF_WINDOW)
  const hasOutcome = database.prepare(SAME_OUTCOME)
  const expire = database.prepare(EXPIRE)
  const trim = database.prepare(TRIM)
  const lists = new Map<string, Database.Statement<unknown[], LedgerRow>>()

  /** The row that the entry takes the place of; `known`: there is nothing to store. */
  function placeFor(row: Omit<LedgerRow, 'id'>): { readonly id: number } | 'known' | 'new' {
    const latest = latestOf.get(row)
    if (latest === undefined) return 'new'
    const isSame = isSameOutcome(row, latest)
    if (row.basis === 'console') {
      const gapMs = Math.abs(Number(row.at_ms) - Number(latest.at_ms))
      const wasSeenFirst = isSame && latest.basis !== 'console' && row.action !== 'kept'
      return wasSeenFirst && gapMs <= SEEN_FIRST_WITHIN_MS ? { id: latest.id } : 'new'
    }
    if (isSame) return 'known'
    const isPast = Number(row.at_ms) <= Number(latest.at_ms)
    return isPast && hasOutcome.get({ ...row, is_end: isEnd(row) ? 1 : 0, until_ms: outcomeMs(row) }) !== undefined
      ? 'known'
      : 'new'
  }

  const append = database.transaction((entries: readonly NewLedgerEntry[]): StoredLedgerEntry[] =>
    entries.flatMap((entry) => {
      const row = toRow(entry)
      const place = placeFor(row)
      if (place === 'known') return []
      const id = place === 'new' ? Number(insert.run(row).lastInsertRowid) : place.id
      if (place !== 'new') replace.run({ ...row, id })
      return [ledgerEntryOf({ ...row, id })]
    }),
  )

  const retain = database.transaction(
    (maxAgeMs: number, maxRows: number): number =>
      expire.run(Math.trunc(clock.now() - maxAgeMs)).changes + trim.run(Math.max(0, Math.trunc(maxRows))).changes,
  )

  return {
    append: (entries) => (entries.length === 0 ? [] : append.immediate(entries)),
    list({ agentId = null, profileId = null, beforeId = null, limit }) {
      const sql = listQuery({ agentId, profileId, beforeId })
      const statement = lists.get(sql) ?? database.prepare<unknown[], LedgerRow>(sql)
      lists.set(sql, statement)
      const bounded = Math.min(Math.max(Math.trunc(limit), 0), MAX_LIMIT)
      return statement.all({ agentId, profileId, beforeId, limit: bounded }).map(ledgerEntryOf)
    },
    retain: (maxAgeMs, maxRows) => retain.immediate(maxAgeMs, maxRows),
  }
}

function isEnd({ action }: Pick<LedgerRow, 'action'>): boolean {
  return action === 'cleared' || action === 'expired'
}

/** What an entry leaves behind is known by the end of the window that it set, or that it ended. */
function outcomeMs(row: Omit<LedgerRow, 'id'>): string | number | null {
  return isEnd(row) ? row.until_before_ms : row.until_after_ms
}

function isSameOutcome(a: Omit<LedgerRow, 'id'>, b: Omit<LedgerRow, 'id'>): boolean {
  return isEnd(a) === isEnd(b) && outcomeMs(a) === outcomeMs(b)
}

function toRow(entry: NewLedgerEntry): Omit<LedgerRow, 'id'> {
  const detail = entry.detail === null ? null : JSON.stringify(entry.detail)
  return {
    at_ms: Math.trunc(entry.atMs),
    agent_id: entry.agentId,
    owner: entry.owner,
    provider: entry.provider,
    profile_id: entry.profileId,
    window_kind: entry.windowKind,
    action: entry.action,
    cause: entry.cause,
    rule: entry.rule,
    reason: entry.reason,
    rung: whole(entry.rung),
    failures: whole(entry.failures),
    until_before_ms: whole(entry.untilBeforeMs),
    until_after_ms: whole(entry.untilAfterMs),
    model: entry.model,
    basis: entry.basis,
    detail_json: detail !== null && detail.length <= MAX_DETAIL_LENGTH ? detail : null,
  }
}

/** Files may hold fractions of a millisecond. */
function whole(value: number | null): number | null {
  return value === null ? null : Math.trunc(value)
}

const detailSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** The words in the rows are those of this type: nothing else is ever written, and the table checks most of them. */
export function ledgerEntryOf(row: LedgerRow): StoredLedgerEntry {
  return {
    id: row.id,
    atMs: row.at_ms,
    agentId: row.agent_id,
    owner: row.owner,
    provider: row.provider,
    profileId: row.profile_id,
    windowKind: row.window_kind,
    action: row.action,
    cause: row.cause,
    rule: row.rule,
    reason: row.reason,
    rung: row.rung,
    failures: row.failures,
    untilBeforeMs: row.until_before_ms,
    untilAfterMs: row.until_after_ms,
    model: row.model,
    basis: row.basis,
    detail: readDetail(row.detail_json),
  } as StoredLedgerEntry
}

function readDetail(text: string | number | null): LedgerDetail | null {
  if (typeof text !== 'string') return null
  try {
    return detailSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
