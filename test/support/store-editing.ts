import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import {
  createDirectoryEditor,
  EditRefused,
  withStoredOrder,
  withUsage,
  type DirectoryEditor,
  type EditorOptions,
  type JsonRecord,
  type StoreOwner,
} from '../../electron/openclaw/edit/index.ts'
import type { Waiting } from '../../electron/files/index.ts'
import { EMPTY_USAGE_STATS, POLICIES, type UsageStats } from '../../shared/engine/index.ts'
import {
  AGENT_DB,
  apiKey,
  put,
  putAgentDatabase,
  putSharedDatabase,
  SHARED_DB,
  stateDirectory,
} from './openclaw-files.ts'

export type StoreLayout = 'J' | 'S1' | 'S2'

export const CLOCK_MS = 1_796_000_000_000
export const MAIN_FOLDER = 'agents/main/agent'
export const MAIN = { kind: 'agent', agentId: 'main' } as const
export const SHARED: StoreOwner = { kind: 'shared' }

/** A key to be stored. */
export function keyOf(provider: string): JsonRecord {
  return { ...apiKey(provider) }
}

/** Nothing is waited for; how often something would have been is counted. */
export function countedWaiting(): Waiting & { readonly pauses: readonly number[] } {
  const pauses: number[] = []
  return {
    pauses,
    async pause(delayMs) {
      pauses.push(delayMs)
      await new Promise((resolve) => setImmediate(resolve))
    },
    random: () => 0.5,
  }
}

export function editorOf(root: string, options: Partial<EditorOptions> = {}): DirectoryEditor {
  return createDirectoryEditor(root, { env: { HOME: '/nonexistent' }, clock: { now: () => CLOCK_MS }, ...options })
}

/** A directory with the profiles `alpha:a` and `alpha:b` in the store that its layout keeps for the main agent. */
export function storeDirectory(layout: StoreLayout, isWal: boolean = true): string {
  const root = stateDirectory({ 'openclaw.json': { meta: { lastTouchedVersion: VERSIONS[layout] } } })
  const store = { version: 1, profiles: { 'alpha:a': apiKey('alpha'), 'alpha:b': apiKey('alpha') } }
  if (layout === 'J') put(root, `${MAIN_FOLDER}/auth-profiles.json`, store)
  if (layout === 'S1') putAgentDatabase(root, { store, isWal })
  if (layout === 'S2') {
    putAgentDatabase(root, { schema: 23, appVersion: VERSIONS.S2, isWal })
    const file = putSharedDatabase(root, { 'auth.sharedStore': { location: 'state-db' }, 'authProfiles.store': store })
    if (isWal) inDatabase(file, (db) => db.pragma('journal_mode = WAL'))
  }
  return root
}

const VERSIONS = { J: '2026.5.20', S1: '2026.7.1', S2: '2026.9.6' } as const

/** Some use, recorded. */
export const USED: UsageStats = { ...EMPTY_USAGE_STATS, lastUsedMs: 1_796_000_000_123, errorCount: 3 }
export const RULES = POLICIES['openclaw-2026.9'].order

export async function setUsage(
  editor: DirectoryEditor,
  owner: StoreOwner,
  id: string,
  stats: UsageStats | null = USED,
) {
  await editor.updateStore(owner, ({ credentials, state }) => ({
    documents: { credentials, state: withUsage(state, id, stats) },
    result: null,
  }))
}

export async function setOrder(
  editor: DirectoryEditor,
  owner: StoreOwner,
  provider: string,
  ids: readonly string[] | null,
) {
  await editor.updateStore(owner, ({ credentials, state }) => ({
    documents: { credentials, state: withStoredOrder(state, provider, ids, RULES) },
    result: null,
  }))
}

export async function refusalOf(task: Promise<unknown>): Promise<EditRefused> {
  const error = await task.then(
    () => new Error('It was accepted'),
    (caught: unknown) => caught,
  )
  if (error instanceof EditRefused) return error
  throw error
}

/** The database that the store of a layout lies in. */
export function databaseOf(root: string, layout: 'S1' | 'S2'): string {
  return path.join(root, layout === 'S1' ? AGENT_DB : SHARED_DB)
}

export function inDatabase<T>(file: string, task: (db: Database.Database) => T): T {
  const db = new Database(file)
  try {
    return task(db)
  } finally {
    db.close()
  }
}

/** A process of its own that runs one of the scripts beside this file. */
export interface RunningScript {
  readonly child: ChildProcess
  /** What it has printed so far, line by line. */
  readonly lines: readonly string[]
  /** Resolves with the exit code when it has ended and everything it printed is there; null: it was killed. */
  readonly ended: Promise<number | null>
  onLine(listener: (line: string) => void): void
}

export function runScript(name: string, ...args: readonly string[]): RunningScript {
  const script = path.join(import.meta.dirname, name)
  const child = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  const listeners: ((line: string) => void)[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => {
    lines.push(line)
    for (const listener of listeners) listener(line)
  })
  const ended = Promise.all([once(child, 'exit'), once(reader, 'close')]).then(([[code]]) => code as number | null)
  return { child, lines, ended, onLine: (listener) => void listeners.push(listener) }
}
