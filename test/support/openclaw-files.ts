import { createHash } from 'node:crypto'
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import type { OpenFailure, Problem } from '../../shared/contract/types.ts'
import { readStateDirectory, type DirectoryReading } from '../../electron/openclaw/index.ts'

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url))
export const AGENT_DB = 'agents/main/agent/openclaw-agent.sqlite'
export const SHARED_DB = 'state/openclaw.sqlite'

/** A folder that is gone when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchyard-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes files into a fresh folder: texts and bytes as they are, anything else as JSON. */
export function stateDirectory(files: Readonly<Record<string, unknown>>): string {
  const root = temporaryFolder()
  for (const [name, content] of Object.entries(files)) put(root, name, content)
  return root
}

export function put(root: string, name: string, content: unknown): string {
  const file = path.join(root, name)
  mkdirSync(path.dirname(file), { recursive: true })
  const isRaw = typeof content === 'string' || content instanceof Uint8Array
  writeFileSync(file, isRaw ? content : JSON.stringify(content))
  return file
}

/** A copy of what a real release has written. */
export function fixtureDirectory(release: '2026.5.20' | '2026.7.1' | '2026.9.6'): string {
  const root = temporaryFolder()
  cpSync(path.join(FIXTURES, `openclaw-${release}`, 'state'), root, { recursive: true })
  return root
}

export interface AgentRows {
  readonly agentId?: string
  readonly schema?: number
  readonly role?: string
  readonly appVersion?: string | null
  /** Cells as texts, documents as JSON; absent: no row. */
  readonly store?: unknown
  readonly state?: unknown
  readonly isWal?: boolean
}

export function putAgentDatabase(root: string, rows: AgentRows, name: string = AGENT_DB): string {
  const file = path.join(root, name)
  mkdirSync(path.dirname(file), { recursive: true })
  const schema = rows.schema ?? 1
  const db = new Database(file)
  if (rows.isWal === true) db.pragma('journal_mode = WAL')
  db.exec(`
    CREATE TABLE schema_meta (meta_key TEXT NOT NULL PRIMARY KEY, role TEXT NOT NULL, schema_version INTEGER NOT NULL,
      agent_id TEXT, app_version TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
    CREATE TABLE auth_profile_store (store_key TEXT NOT NULL PRIMARY KEY, store_json TEXT NOT NULL, updated_at INTEGER NOT NULL);
    CREATE TABLE auth_profile_state (state_key TEXT NOT NULL PRIMARY KEY, state_json TEXT NOT NULL, updated_at INTEGER NOT NULL);
    PRAGMA user_version = ${schema};`)
  db.prepare(`INSERT INTO schema_meta VALUES ('primary', ?, ?, ?, ?, 0, 0)`).run(
    rows.role ?? 'agent',
    schema,
    rows.agentId ?? 'main',
    rows.appVersion ?? null,
  )
  if (rows.store !== undefined)
    db.prepare(`INSERT INTO auth_profile_store VALUES ('primary', ?, 0)`).run(cell(rows.store))
  if (rows.state !== undefined)
    db.prepare(`INSERT INTO auth_profile_state VALUES ('primary', ?, 0)`).run(cell(rows.state))
  db.close()
  return file
}

export function putSharedDatabase(root: string, rows: Readonly<Record<string, unknown>>, schema: number = 18): string {
  const file = path.join(root, SHARED_DB)
  mkdirSync(path.dirname(file), { recursive: true })
  const db = new Database(file)
  db.exec(`
    CREATE TABLE config_machine_state (state_key TEXT NOT NULL PRIMARY KEY, value_json TEXT NOT NULL, updated_at_ms INTEGER NOT NULL) STRICT;
    PRAGMA user_version = ${schema};`)
  const insert = db.prepare(`INSERT INTO config_machine_state VALUES (?, ?, 0)`)
  for (const [key, value] of Object.entries(rows)) insert.run(key, cell(value))
  db.close()
  return file
}

function cell(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function apiKey(provider: string): object {
  return { type: 'api_key', provider, key: `sk-${provider}-0123456789abcdef` }
}

/** A credential document with one key per id; the provider is what stands before the colon. */
export function profiles(...ids: readonly string[]): object {
  return { version: 1, profiles: Object.fromEntries(ids.map((id) => [id, apiKey(id.split(':')[0] ?? id)])) }
}

export async function read(root: string, env: Readonly<Record<string, string>> = {}): Promise<DirectoryReading> {
  const result: DirectoryReading | OpenFailure = await readStateDirectory(root, {
    env: { HOME: '/nonexistent', ...env },
  })
  if (!('facts' in result)) throw new Error(`${result.code}: ${result.message}`)
  return result
}

export function agentOf(
  reading: Pick<DirectoryReading, 'facts'>,
  id: string = 'main',
): DirectoryReading['facts']['agents'][number] {
  const agent = reading.facts.agents.find((item) => item.id === id)
  if (!agent) throw new Error(`No agent ${id}`)
  return agent
}

export function idsOf(reading: DirectoryReading, agentId: string = 'main'): string[] {
  return (agentOf(reading, agentId).store?.profiles ?? []).map(({ id }) => id)
}

export function problemOf(reading: DirectoryReading, code: Problem['code'], file?: string): Problem {
  const found = reading.problems.find((item) => item.code === code && (file === undefined || item.file === file))
  if (!found) throw new Error(`No ${code} among: ${JSON.stringify(reading.problems, null, 2)}`)
  return found
}

export function codesOf(reading: DirectoryReading): string[] {
  return reading.problems.map(({ code }) => code)
}

/** Everything that could tell that somebody was here: names, kinds, sizes, modes, contents and times of change. */
export function snapshotTree(root: string): Readonly<Record<string, string>> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    ['.', ...names].map((name) => {
      const file = path.join(root, name)
      const stats = lstatSync(file, { bigint: true })
      const content = stats.isFile()
        ? createHash('sha256').update(readFileSync(file)).digest('hex')
        : stats.isSymbolicLink()
          ? readlinkSync(file)
          : ''
      return [name, `${stats.mode} ${stats.size} ${stats.mtimeNs} ${stats.ino} ${content}`]
    }),
  )
}
