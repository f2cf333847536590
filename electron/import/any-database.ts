import type Database from 'better-sqlite3'
import type { ReadContext } from '../openclaw/context.ts'
import { readDatabase, type DatabaseResult } from '../openclaw/database/read-database.ts'
import { cellQuery, existingTables, readCell, type Cell } from '../openclaw/database/tables.ts'

/** The two documents of a store in a database, as they stand there. */
export interface StoreCells {
  readonly credentials: Cell
  readonly state: Cell
}

export interface AnyDatabase extends StoreCells {
  readonly kind: 'agent_database' | 'shared_database'
}

const NONE: Cell = { kind: 'none' }

/** Reads the store in a database of either kind, whoever's it is. */
export async function readAnyDatabase(context: ReadContext, file: string): Promise<DatabaseResult<AnyDatabase>> {
  return await readDatabase(context, { path: file, subject: 'The database', agentId: null }, query)
}

function query(connection: Database.Database): AnyDatabase {
  const tables = existingTables(connection, ['auth_profile_store', 'auth_profile_state', 'config_machine_state'])
  if (tables.has('auth_profile_store')) {
    const cell = (table: string, prefix: string): Cell =>
      tables.has(table) ? readCell(connection, cellQuery(table, `${prefix}_key`, `${prefix}_json`), 'primary') : NONE
    return {
      kind: 'agent_database',
      credentials: cell('auth_profile_store', 'store'),
      state: cell('auth_profile_state', 'state'),
    }
  }
  const cell = (key: string): Cell =>
    tables.has('config_machine_state')
      ? readCell(connection, cellQuery('config_machine_state', 'state_key', 'value_json'), key)
      : NONE
  return { kind: 'shared_database', credentials: cell('authProfiles.store'), state: cell('authProfiles.state') }
}
