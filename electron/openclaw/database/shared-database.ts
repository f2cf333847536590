import path from 'node:path'
import type Database from 'better-sqlite3'
import type { ReadContext } from '../context.ts'
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

export const SHARED_DATABASE_PATH = path.join('state', 'openclaw.sqlite')
export const KNOWN_SHARED_SCHEMA = 18

/** What the shared database holds about credentials, as it stands there. Does not leave the reader. */
export interface SharedDatabase {
  readonly appVersion: string | null
  /** Where shared credentials live: `{"location":"state-db"}` or `{"location":"legacy-main"}`. */
  readonly ownership: Cell
  readonly credentials: Cell
  readonly state: Cell
}

const TABLES = ['schema_meta', 'config_machine_state'] as const
const NO_META: SchemaMeta = { role: null, agentId: null, appVersion: null }

export function sharedDatabaseRequest(context: ReadContext): DatabaseRequest {
  return { path: path.join(context.root, SHARED_DATABASE_PATH), subject: 'The shared database', agentId: null }
}

export async function readSharedDatabase(context: ReadContext): Promise<DatabaseResult<SharedDatabase>> {
  const request = sharedDatabaseRequest(context)
  const result = await readDatabase(context, request, query)
  if (result.kind !== 'read') return result
  const { meta, tables, schemaVersion, database } = result.value
  if (tables.size === 0) {
    reportDatabase(context, request, { kind: 'no_tables' })
    return { kind: 'unreadable' }
  }
  // Releases name its role differently; an agent's database is the one that could end up here by mistake.
  if (meta.role === 'agent') {
    reportDatabase(context, request, { kind: 'wrong_role' })
    return { kind: 'unreadable' }
  }
  if (schemaVersion > KNOWN_SHARED_SCHEMA) {
    reportDatabase(context, request, { kind: 'newer', version: schemaVersion, knownVersion: KNOWN_SHARED_SCHEMA })
  }
  return { kind: 'read', value: database }
}

interface QueryResult {
  readonly meta: SchemaMeta
  readonly tables: ReadonlySet<string>
  readonly schemaVersion: number
  readonly database: SharedDatabase
}

function query(connection: Database.Database): QueryResult {
  const tables = existingTables(connection, TABLES)
  const meta = tables.has('schema_meta') ? readSchemaMeta(connection) : NO_META
  const cell = (key: string): Cell =>
    tables.has('config_machine_state')
      ? readCell(connection, cellQuery('config_machine_state', 'state_key', 'value_json'), key)
      : { kind: 'none' }
  return {
    meta,
    tables,
    schemaVersion: userVersion(connection),
    database: {
      appVersion: meta.appVersion,
      ownership: cell('auth.sharedStore'),
      credentials: cell('authProfiles.store'),
      state: cell('authProfiles.state'),
    },
  }
}
