import type Database from 'better-sqlite3'
import type { SessionFacts } from '../../../shared/engine/index.ts'
import { MAX_SESSIONS, SESSION_FIELDS, sessionFacts, type SessionField } from './session-facts.ts'

/** The fields are taken out of the entry inside SQLite: the rest of a session never enters this process's memory as text. */
const FIELD_COLUMNS = SESSION_FIELDS.map(
  (field) => `
    CASE WHEN json_valid(entry_json) AND json_type(entry_json, '$.${field}') IN ('text', 'integer')
      THEN json_extract(entry_json, '$.${field}') END AS ${field}`,
).join(',')

const NEWEST = `
  SELECT session_key AS sessionKey, updated_at AS updatedAt, ${FIELD_COLUMNS}
  FROM session_nodes
  WHERE session_key IN (SELECT session_key FROM session_nodes ORDER BY updated_at DESC, session_key LIMIT ${MAX_SESSIONS})
  ORDER BY updated_at DESC, session_key`

export function readStoredSessions(connection: Database.Database): readonly SessionFacts[] {
  const rows = connection.prepare(NEWEST).all() as Record<SessionField | 'sessionKey' | 'updatedAt', unknown>[]
  return rows.map((row) =>
    sessionFacts(String(row.sessionKey), typeof row.updatedAt === 'number' ? row.updatedAt : 0, (field) => row[field]),
  )
}
