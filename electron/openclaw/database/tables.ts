import type Database from 'better-sqlite3'
import { MAX_FILE_BYTES } from '../files/read-file.ts'

/** The JSON text of one cell; null: there is no such row; `unreadable`: what is there is no text, or far too much. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' }

/** The row of `schema_meta` that says whose database this is. */
export interface SchemaMeta {
  readonly role: string | null
  readonly agentId: string | null
  readonly appVersion: string | null
}

/** What looks like a release; anything else in that column is not one. */
const RELEASE = /^\d{4}\.\d{1,2}\.\d{1,2}(?:[-.][0-9a-z.-]{1,32})?$/i

export function existingTables(connection: Database.Database, names: readonly string[]): ReadonlySet<string> {
  const rows = connection.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all()
  return new Set(rows.filter((name): name is string => typeof name === 'string' && names.includes(name)))
}

export function readCell(connection: Database.Database, sql: string, key: string): Cell {
  const statement = connection.prepare(sql)
  const row = statement.get(key) as { readonly value: unknown } | undefined
  if (row === undefined) return { kind: 'none' }
  return typeof row.value === 'string' ? { kind: 'text', text: row.value } : { kind: 'unreadable' }
}

/** A cell that is too large comes back as NULL, without ever being loaded. */
export function cellQuery(table: string, keyColumn: string, valueColumn: string): string {
  return `SELECT CASE WHEN octet_length(${valueColumn}) <= ${MAX_FILE_BYTES} THEN ${valueColumn} END AS value FROM ${table} WHERE ${keyColumn} = ?`
}

export function readSchemaMeta(connection: Database.Database): SchemaMeta {
  const row = connection
    .prepare(`SELECT role, agent_id, app_version FROM schema_meta WHERE meta_key = 'primary'`)
    .get() as Record<'role' | 'agent_id' | 'app_version', unknown> | undefined
  const version = row?.app_version
  return {
    role: typeof row?.role === 'string' ? row.role : null,
    agentId: typeof row?.agent_id === 'string' ? row.agent_id : null,
    appVersion: typeof version === 'string' && RELEASE.test(version) ? version : null,
  }
}

export function userVersion(connection: Database.Database): number {
  return Number(connection.pragma('user_version', { simple: true }))
}
