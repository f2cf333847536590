import type Database from 'better-sqlite3'
import { normalizeAgentId, type SessionFacts } from '../../../shared/engine/index.ts'
import type { ReadContext } from '../context.ts'
import { readStoredSessions } from '../sessions/stored-sessions.ts'
import { reportDatabase, type DatabaseRequest } from './database-problems.ts'
import { readDatabase, type DatabaseResult } from './read-database.ts'
import {
  cellQuery,
  existingTables,
  readCell,
  readSchemaMeta,
  userVersion,
  type Cell,
  type SchemaMeta,
} from './tables.ts'

export const AGENT_DATABASE_NAME = 'openclaw-agent.sqlite'
export const KNOWN_AGENT_SCHEMA = 23

/** What an agent's database holds about credentials, as it stands there. Does not leave the reader. */
export interface AgentDatabase {
  readonly schemaVersion: number
  readonly appVersion: string | null
  readonly hasStoreTables: boolean
  readonly credentials: Cell
  readonly state: Cell
  /** null: sessions are kept elsewhere. */
  readonly sessions: readonly SessionFacts[] | null
}

const TABLES = ['schema_meta', 'auth_profile_store', 'auth_profile_state', 'session_nodes'] as const
const NO_META: SchemaMeta = { role: null, agentId: null, appVersion: null }

export async function readAgentDatabase(
  context: ReadContext,
  filePath: string,
  agentId: string,
): Promise<DatabaseResult<AgentDatabase>> {
  const request: DatabaseRequest = { path: filePath, subject: "The agent's database", agentId }
  const result = await readDatabase(context, request, query)
  if (result.kind !== 'read') return result
  const { meta, tables, database } = result.value
  if (tables.size === 0) {
    reportDatabase(context, request, { kind: 'no_tables' })
    return { kind: 'unreadable' }
  }
  if (meta.role !== null && meta.role !== 'agent') {
    reportDatabase(context, request, { kind: 'wrong_role' })
    return { kind: 'unreadable' }
  }
  if (meta.agentId !== null && normalizeAgentId(meta.agentId) !== agentId) {
    reportDatabase(context, request, { kind: 'wrong_agent' })
    return { kind: 'unreadable' }
  }
  if (database.schemaVersion > KNOWN_AGENT_SCHEMA) {
    const versions = { version: database.schemaVersion, knownVersion: KNOWN_AGENT_SCHEMA }
    reportDatabase(context, request, { kind: 'newer', ...versions })
  }
  return { kind: 'read', value: database }
}

interface QueryResult {
  readonly meta: SchemaMeta
  readonly tables: ReadonlySet<string>
  readonly database: AgentDatabase
}

function query(connection: Database.Database): QueryResult {
  const tables = existingTables(connection, TABLES)
  const meta = tables.has('schema_meta') ? readSchemaMeta(connection) : NO_META
  const cell = (table: string, prefix: string): Cell =>
    tables.has(table)
      ? readCell(connection, cellQuery(table, `${prefix}_key`, `${prefix}_json`), 'primary')
      : { kind: 'none' }
  return {
    meta,
    tables,
    database: {
      schemaVersion: userVersion(connection),
      appVersion: meta.appVersion,
      hasStoreTables: tables.has('auth_profile_store'),
      credentials: cell('auth_profile_store', 'store'),
      state: cell('auth_profile_state', 'state'),
      sessions: tables.has('session_nodes') ? readStoredSessions(connection) : null,
    },
  }
}
