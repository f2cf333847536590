import Database from 'better-sqlite3'
import type { AgentDocuments, StoreDocuments } from './documents.ts'

const APP_VERSION = '2026.9.6'
const SHARED_SCHEMA_VERSION = 18
const AGENT_SCHEMA_VERSION = 23

const SCHEMA_META = `
  CREATE TABLE schema_meta (
    meta_key TEXT NOT NULL PRIMARY KEY, role TEXT NOT NULL, schema_version INTEGER NOT NULL,
    agent_id TEXT, app_version TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT`

/** The tables of the shared database that hold the shared store. */
export function writeSharedDatabase(file: string, store: StoreDocuments, nowMs: number): void {
  write(file, SHARED_SCHEMA_VERSION, (database) => {
    database.exec(`${SCHEMA_META};
      CREATE TABLE config_machine_state (
        state_key TEXT NOT NULL PRIMARY KEY, value_json TEXT NOT NULL, updated_at_ms INTEGER NOT NULL) STRICT`)
    insertMeta(database, { role: 'global', version: SHARED_SCHEMA_VERSION, agentId: null, nowMs })
    const insert = database.prepare('INSERT INTO config_machine_state VALUES (?, ?, ?)')
    insert.run('auth.sharedStore', JSON.stringify({ location: 'state-db' }), nowMs)
    insert.run('authProfiles.store', credentialsJson(store), nowMs)
    insert.run('authProfiles.state', stateJson(store), nowMs)
  })
}

/** The tables of an agent's database that hold its own store and its sessions. */
export function writeAgentDatabase(file: string, agent: AgentDocuments, nowMs: number): void {
  write(file, AGENT_SCHEMA_VERSION, (database) => {
    database.exec(`${SCHEMA_META};
      CREATE TABLE auth_profile_store (
        store_key TEXT NOT NULL PRIMARY KEY, store_json TEXT NOT NULL, updated_at INTEGER NOT NULL) STRICT;
      CREATE TABLE auth_profile_state (
        state_key TEXT NOT NULL PRIMARY KEY, state_json TEXT NOT NULL, updated_at INTEGER NOT NULL) STRICT;
      CREATE TABLE session_nodes (
        session_key TEXT NOT NULL PRIMARY KEY, current_session_id TEXT NOT NULL, entry_json TEXT NOT NULL,
        entry_valid INTEGER NOT NULL DEFAULT 0, updated_at INTEGER NOT NULL, archived_at INTEGER) STRICT`)
    insertMeta(database, { role: 'agent', version: AGENT_SCHEMA_VERSION, agentId: agent.id, nowMs })
    if (agent.store) {
      const values = [credentialsJson(agent.store), stateJson(agent.store)]
      database.prepare("INSERT INTO auth_profile_store VALUES ('primary', ?, ?)").run(values[0], nowMs)
      database.prepare("INSERT INTO auth_profile_state VALUES ('primary', ?, ?)").run(values[1], nowMs)
    }
    const insert = database.prepare(
      'INSERT INTO session_nodes (session_key, current_session_id, entry_json, entry_valid, updated_at) VALUES (?, ?, ?, 1, ?)',
    )
    for (const [index, { key, updatedAt, entry }] of agent.sessions.entries()) {
      const sessionId = `example-${agent.id}-${index + 1}`
      insert.run(key, sessionId, JSON.stringify({ sessionId, updatedAt, ...entry }), updatedAt)
    }
  })
}

function write(file: string, schemaVersion: number, fill: (database: Database.Database) => void): void {
  const database = new Database(file)
  try {
    database.transaction(fill)(database)
    database.pragma(`user_version = ${schemaVersion}`)
  } finally {
    database.close()
  }
}

function insertMeta(
  database: Database.Database,
  { role, version, agentId, nowMs }: { role: string; version: number; agentId: string | null; nowMs: number },
): void {
  database
    .prepare("INSERT INTO schema_meta VALUES ('primary', ?, ?, ?, ?, ?, ?)")
    .run(role, version, agentId, APP_VERSION, nowMs, nowMs)
}

function credentialsJson({ profiles }: StoreDocuments): string {
  return JSON.stringify({ version: 1, profiles })
}

function stateJson({ order, lastGood, usageStats }: StoreDocuments): string {
  return JSON.stringify({ version: 1, order, lastGood, usageStats })
}
