import type Database from 'better-sqlite3'
import { normalizeAgentId } from '../../../../shared/engine/index.ts'
import { KNOWN_AGENT_SCHEMA } from '../../database/agent-database.ts'
import { KNOWN_SHARED_SCHEMA } from '../../database/shared-database.ts'
import { cellQuery, existingTables, readCell, readSchemaMeta, userVersion, type Cell } from '../../database/tables.ts'
import { sharedStoreLocation } from '../../stores/shared-store.ts'
import { refuseLayout, refuseNewer } from '../refusals.ts'

/** Where in a database a document lies. */
export interface CellAddress {
  readonly table: string
  readonly keyColumn: string
  readonly valueColumn: string
  readonly timeColumn: string
  readonly key: string
}

/** The store of one database. */
export interface CellPlace {
  readonly file: string
  /** What the database is, at the start of a sentence. */
  readonly subject: string
  /** null: it is the shared one. */
  readonly agentId: string | null
  readonly credentials: CellAddress
  readonly state: CellAddress
}

/** What OpenClaw has published: the one of 2026.6.5 to 2026.7, and those since 2026.8.1. */
const FIRST_AGENT_SCHEMA = 1
const SECOND_GENERATION_SCHEMA = 19

export function agentCells(file: string, agentId: string): CellPlace {
  return {
    file,
    subject: "The agent's database",
    agentId,
    credentials: agentCell('auth_profile_store', 'store'),
    state: agentCell('auth_profile_state', 'state'),
  }
}

export function sharedCells(file: string): CellPlace {
  return {
    file,
    subject: 'The shared database',
    agentId: null,
    credentials: sharedCell('authProfiles.store'),
    state: sharedCell('authProfiles.state'),
  }
}

function agentCell(table: string, prefix: string): CellAddress {
  return {
    table,
    keyColumn: `${prefix}_key`,
    valueColumn: `${prefix}_json`,
    timeColumn: 'updated_at',
    key: 'primary',
  }
}

function sharedCell(key: string): CellAddress {
  return {
    table: 'config_machine_state',
    keyColumn: 'state_key',
    valueColumn: 'value_json',
    timeColumn: 'updated_at_ms',
    key,
  }
}

export function cellAt(connection: Database.Database, { table, keyColumn, valueColumn, key }: CellAddress): Cell {
  return readCell(connection, cellQuery(table, keyColumn, valueColumn), key)
}

/**
 * Whether this database is what it should be, by the same signs as in reading it; in writing, all of them count.
 *
 * @throws {EditRefused}
 */
export function assertStoreDatabase(connection: Database.Database, place: CellPlace): void {
  const { subject, agentId, credentials, state } = place
  const version = userVersion(connection)
  const knownVersion = agentId === null ? KNOWN_SHARED_SCHEMA : KNOWN_AGENT_SCHEMA
  if (version > knownVersion) throw refuseNewer(subject, version, knownVersion)
  const tables = existingTables(connection, ['schema_meta', credentials.table, state.table])
  const isKnown = agentId === null ? version > 0 : version === FIRST_AGENT_SCHEMA || version >= SECOND_GENERATION_SCHEMA
  if (!isKnown || !tables.has(credentials.table) || !tables.has(state.table)) {
    throw refuseLayout(
      `${subject} is not laid out like one of any release that Switchyard knows.`,
      'Let "openclaw doctor" look at it.',
    )
  }
  const meta = tables.has('schema_meta') ? readSchemaMeta(connection) : null
  const isRightRole = agentId === null ? meta?.role !== 'agent' : (meta?.role ?? 'agent') === 'agent'
  const isRightAgent = agentId === null || meta?.agentId == null || normalizeAgentId(meta.agentId) === agentId
  if (!isRightRole || !isRightAgent) {
    throw refuseLayout(
      `${subject} says that it belongs somewhere else; OpenClaw refuses it in this place.`,
      'It was probably copied to the wrong folder.',
    )
  }
  if (agentId === null) assertOwnsCredentials(connection, place)
}

/** Until the shared credentials have moved there, the database must not get any. */
function assertOwnsCredentials(connection: Database.Database, { credentials }: CellPlace): void {
  const ownership = cellAt(connection, { ...credentials, key: 'auth.sharedStore' })
  if (sharedStoreLocation(ownership) === 'state-db') return
  throw refuseLayout(
    'The shared credentials of this directory do not lie in the shared database.',
    'Change them in the main agent, or run "openclaw doctor --fix" to move them.',
  )
}
