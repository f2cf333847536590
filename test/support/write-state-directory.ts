import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'

export type Layout = 'J' | 'S1' | 'S2'

export interface DirectorySize {
  readonly agents: number
  readonly profilesPerAgent: number
}

const VERSIONS = { J: '2026.5.20', S1: '2026.7.1', S2: '2026.9.6' } as const
const PROVIDERS = ['anthropic', 'openai', 'google', 'mistral', 'xai']

/** Writes a state directory of any size in the layout of an era, with every credential type and some running windows. */
export function writeStateDirectory(path: string, layout: Layout, size: DirectorySize, nowMs: number): void {
  mkdirSync(path, { recursive: true })
  const agentIds = Array.from({ length: size.agents }, (_, index) => (index === 0 ? 'main' : `agent-${index}`))
  writeJson(join(path, 'openclaw.json'), {
    agents: {
      defaults: { model: { primary: 'anthropic/claude-opus-5', fallbacks: ['openai/gpt-5.5'] } },
      list: agentIds.map((id) => ({ id })),
    },
    auth: { order: {} },
    meta: { lastTouchedVersion: VERSIONS[layout] },
  })
  for (const [index, id] of agentIds.entries()) {
    const { profiles, usageStats } = agentDocuments(index, size.profilesPerAgent, nowMs)
    const folder = join(path, 'agents', id, 'agent')
    mkdirSync(folder, { recursive: true })
    if (layout === 'J') {
      writeJson(join(folder, 'auth-profiles.json'), { version: 1, profiles })
      writeJson(join(folder, 'auth-state.json'), { version: 1, usageStats })
    } else {
      writeAgentDatabase(join(folder, 'openclaw-agent.sqlite'), id, layout, { profiles, usageStats }, nowMs)
    }
  }
  if (layout === 'S2') writeSharedDatabase(join(path, 'state/openclaw.sqlite'), nowMs)
}

interface Documents {
  readonly profiles: Readonly<Record<string, object>>
  readonly usageStats: Readonly<Record<string, object>>
}

function agentDocuments(agent: number, count: number, nowMs: number): Documents {
  const profiles: Record<string, object> = {}
  const usageStats: Record<string, object> = {}
  for (let index = 0; index < count; index++) {
    const provider = PROVIDERS[index % PROVIDERS.length] ?? 'anthropic'
    const id = `${provider}:user-${agent}-${index}@example.com`
    profiles[id] = credential(index, provider, nowMs)
    const isWaiting = index % 7 === 0
    usageStats[id] = {
      lastUsed: nowMs - (index + 1) * 61_000,
      ...(isWaiting
        ? { cooldownUntil: nowMs + 60_000 + index, cooldownReason: 'rate_limit', errorCount: 1, lastFailureAt: nowMs }
        : {}),
    }
  }
  return { profiles, usageStats }
}

function credential(index: number, provider: string, nowMs: number): object {
  const secret = `example-secret-${String(index).padStart(24, '0')}`
  if (index % 3 === 0)
    return { type: 'oauth', provider, access: secret, refresh: secret, expires: nowMs + index * 3_600_000 }
  return index % 3 === 1 ? { type: 'token', provider, token: secret } : { type: 'api_key', provider, key: secret }
}

function writeAgentDatabase(file: string, id: string, layout: 'S1' | 'S2', documents: Documents, nowMs: number): void {
  const version = layout === 'S1' ? 1 : 23
  const db = new Database(file)
  const { profiles, usageStats } = documents
  db.exec(`
    CREATE TABLE schema_meta (meta_key TEXT NOT NULL PRIMARY KEY, role TEXT NOT NULL, schema_version INTEGER NOT NULL,
      agent_id TEXT, app_version TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
    CREATE TABLE auth_profile_store (store_key TEXT NOT NULL PRIMARY KEY, store_json TEXT NOT NULL, updated_at INTEGER NOT NULL);
    CREATE TABLE auth_profile_state (state_key TEXT NOT NULL PRIMARY KEY, state_json TEXT NOT NULL, updated_at INTEGER NOT NULL);
    PRAGMA user_version = ${version};`)
  const appVersion = layout === 'S1' ? null : VERSIONS.S2
  db.prepare(`INSERT INTO schema_meta VALUES ('primary', 'agent', ?, ?, ?, ?, ?)`).run(
    version,
    id,
    appVersion,
    nowMs,
    nowMs,
  )
  db.prepare(`INSERT INTO auth_profile_store VALUES ('primary', ?, ?)`).run(
    JSON.stringify({ version: 1, profiles }),
    nowMs,
  )
  db.prepare(`INSERT INTO auth_profile_state VALUES ('primary', ?, ?)`).run(
    JSON.stringify({ version: 1, usageStats }),
    nowMs,
  )
  db.close()
}

function writeSharedDatabase(file: string, nowMs: number): void {
  mkdirSync(dirname(file), { recursive: true })
  const db = new Database(file)
  db.exec(`
    CREATE TABLE schema_meta (meta_key TEXT NOT NULL PRIMARY KEY, role TEXT NOT NULL, schema_version INTEGER NOT NULL,
      agent_id TEXT, app_version TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT;
    CREATE TABLE config_machine_state (state_key TEXT NOT NULL PRIMARY KEY, value_json TEXT NOT NULL, updated_at_ms INTEGER NOT NULL) STRICT;
    PRAGMA user_version = 18;`)
  db.prepare(`INSERT INTO schema_meta VALUES ('primary', 'global', 18, NULL, ?, ?, ?)`).run(VERSIONS.S2, nowMs, nowMs)
  const { profiles, usageStats } = agentDocuments(99, 10, nowMs)
  const put = db.prepare(`INSERT INTO config_machine_state VALUES (?, ?, ?)`)
  put.run('auth.sharedStore', JSON.stringify({ location: 'state-db' }), nowMs)
  put.run('authProfiles.store', JSON.stringify({ version: 1, profiles }), nowMs)
  put.run('authProfiles.state', JSON.stringify({ version: 1, usageStats }), nowMs)
  db.close()
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
