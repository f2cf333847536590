import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { systemCalls, type FileCalls } from '../../electron/files/file-calls.ts'
import { EditRefused, withProfile, withUsage, type StoreOwner } from '../../electron/openclaw/edit/index.ts'
import { EMPTY_USAGE_STATS } from '../../shared/engine/index.ts'
import { bugCase } from '../support/bug-case.ts'
import { holdDatabase } from '../support/database-holder.ts'
import {
  AGENT_DB,
  agentOf,
  profiles,
  put,
  putAgentDatabase,
  putSharedDatabase,
  read,
  snapshotTree,
  stateDirectory,
} from '../support/openclaw-files.ts'
import {
  countedWaiting,
  keyOf,
  databaseOf,
  editorOf,
  inDatabase,
  MAIN,
  MAIN_FOLDER,
  storeDirectory,
} from '../support/store-editing.ts'

/** What is refused, and that it was: nothing has changed, and no text of it holds a secret. */
const SHARED: StoreOwner = { kind: 'shared' }
const PROFILES = `${MAIN_FOLDER}/auth-profiles.json`
const STATE = `${MAIN_FOLDER}/auth-state.json`
const SECRET = 'sk-canary-0123456789'

async function refused(root: string, owner: StoreOwner = MAIN, editor = editorOf(root)): Promise<EditRefused> {
  const before = contentsOf(root)
  const error: unknown = await editor
    .updateStore(owner, ({ credentials, state }) => ({
      documents: {
        credentials: withProfile(credentials, 'alpha:new', keyOf('alpha')),
        state: withUsage(state, 'alpha:new', { ...EMPTY_USAGE_STATS, errorCount: 1 }),
      },
      result: null,
    }))
    .catch((caught: unknown) => caught)
  expect(contentsOf(root)).toEqual(before)
  if (!(error instanceof EditRefused)) throw error
  expect(`${error.message} ${error.hint} ${String(error.cause)} ${error.stack}`).not.toMatch(/sk-|sign in/i)
  return error
}

/** Names and contents; times of folders change with a lock that comes and goes. */
function contentsOf(root: string): unknown {
  return Object.entries(snapshotTree(root)).map(([name, facts]) => [name, facts.split(' ').at(-1)])
}

describe('files that cannot be used are not written over', () => {
  test('ST-01: a list of credentials without a byte is damage, not an empty store', async () => {
    const { input } = bugCase<{ bytes: string }, unknown>('ST-01')
    const root = storeDirectory('J')
    put(root, PROFILES, input.bytes)
    expect(await refused(root)).toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('lost its content'),
    })
  })

  test.each([
    ['cut off', `{"version":1,"profiles":{"a":{"key":"${SECRET}`],
    ['two values', `{"profiles":{}}\n{"profiles":{}}`],
    ['JSON5', `{profiles:{a:{key:'${SECRET}'}}}`],
    ['a list', `["${SECRET}"]`],
    ['the flat form', `{"openrouter":{"apiKey":"${SECRET}"}}`],
    ['no list of profiles', `{"version":1,"profiles":"${SECRET}"}`],
    ['no text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['UTF-16', Buffer.from('\ufeff{"profiles":{}}', 'utf16le')],
  ])('credentials: %s', async (_what, content) => {
    const root = storeDirectory('J')
    put(root, PROFILES, content)
    expect((await refused(root)).code).toBe('unreadable')
    const error: unknown = await editorOf(root)
      .readStore(MAIN)
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'unreadable' })
  })

  test.each([
    ['broken', '{"order":'],
    ['a list', '[]'],
    ['empty', ''],
  ])('routing state: %s', async (_what, content) => {
    const root = storeDirectory('J')
    put(root, STATE, content)
    expect((await refused(root)).code).toBe('unreadable')
  })

  test('credentials of an older release that wait to be taken over are not hidden by a new list', async () => {
    const root = stateDirectory({
      'openclaw.json': { meta: { lastTouchedVersion: '2026.5.20' } },
      [`${MAIN_FOLDER}/auth.json`]: { anthropic: { type: 'api_key', key: SECRET } },
    })
    expect(await refused(root)).toMatchObject({ code: 'unknown_layout', hint: expect.stringContaining('doctor') })
    const upgraded = storeDirectory('S2')
    inDatabase(databaseOf(upgraded, 'S2'), (db) =>
      db.exec(`DELETE FROM config_machine_state WHERE state_key = 'authProfiles.store'`),
    )
    put(upgraded, PROFILES, profiles('alpha:old'))
    expect((await refused(upgraded, SHARED)).code).toBe('unknown_layout')
  })

  test('a credential that stands there twice: writing the list would lose one of the two', async () => {
    const root = storeDirectory('J')
    const entry = (key: string): string => `{"type":"api_key","provider":"alpha","key":"${key}"}`
    put(root, PROFILES, `{"version":1,"profiles":{"alpha:a":${entry(SECRET)},"alpha:\\u0061":${entry('sk-other')}}}`)
    expect(await refused(root)).toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('same key twice'),
    })
    // What leaves the list as it is goes on.
    await editorOf(root).updateStore(MAIN, ({ credentials, state }) => ({
      documents: { credentials, state: withUsage(state, 'alpha:a', { ...EMPTY_USAGE_STATS, errorCount: 1 }) },
      result: null,
    }))
    expect(readFileSync(path.join(root, PROFILES), 'utf8')).toContain(SECRET)
    expect(readFileSync(path.join(root, STATE), 'utf8')).toContain('"errorCount": 1')
  })

  test('a configuration that cannot be read: nobody knows where credentials lie', async () => {
    const root = storeDirectory('J')
    put(root, 'openclaw.json', `{ "agents": { "key": "${SECRET}" `)
    expect((await refused(root)).code).toBe('unreadable')
  })
})

describe('databases that cannot be used are not written over', () => {
  test.each([
    ['credentials that are broken', { store: `{"profiles":{"a":"${SECRET}`, state: {} }],
    ['credentials of another form', { store: { alpha: { key: SECRET } } }],
    ['a state that is broken', { store: profiles('alpha:a'), state: `{"order":["${SECRET}"` }],
    ['a state that is a list', { store: profiles('alpha:a'), state: [SECRET] }],
    ['a credential that stands there twice', { store: `{"version":1,"profiles":{"alpha:a":{},"alpha:a":{}}}` }],
  ])('ST-01: %s', async (_what, rows) => {
    const root = stateDirectory({ 'openclaw.json': {} })
    putAgentDatabase(root, rows)
    expect((await refused(root)).code).toBe('unreadable')
  })

  test.each([
    ['a newer schema', { schema: 24 }, 'newer_schema'],
    ['a schema between the published ones', { schema: 7 }, 'unknown_layout'],
    ['another role', { schema: 23, role: 'global' }, 'unknown_layout'],
    ['another agent', { schema: 23, agentId: 'other' }, 'unknown_layout'],
  ])('%s', async (_what, rows, code) => {
    const root = stateDirectory({ 'openclaw.json': { meta: { lastTouchedVersion: '2026.9.6' } } })
    putAgentDatabase(root, { store: profiles('alpha:a'), ...rows })
    const error = await refused(root)
    expect(error.code).toBe(code)
    if (code === 'newer_schema') expect(error.hint).toBe('Update Switchyard.')
  })

  test('a shared database of a newer schema, of another role, or from before the move', async () => {
    const rows = { 'auth.sharedStore': { location: 'state-db' }, 'authProfiles.store': profiles('alpha:a') }
    const newer = stateDirectory({ 'openclaw.json': {} })
    putSharedDatabase(newer, rows, 19)
    expect((await refused(newer, SHARED)).code).toBe('newer_schema')
    const unmoved = stateDirectory({ 'openclaw.json': {} })
    putSharedDatabase(unmoved, { ...rows, 'auth.sharedStore': { location: 'legacy-main' } })
    expect((await refused(unmoved, SHARED)).code).toBe('unknown_layout')
    const unknown = stateDirectory({ 'openclaw.json': {} })
    putSharedDatabase(unknown, { ...rows, 'auth.sharedStore': { location: 'moon' } })
    expect((await refused(unknown, SHARED)).code).toBe('unreadable')
  })

  test('a shared store that moved away after it was found is not written to', async () => {
    const root = storeDirectory('S2')
    const editor = editorOf(root)
    await editor.readStore(SHARED)
    inDatabase(databaseOf(root, 'S2'), (db) =>
      db.exec(
        `UPDATE config_machine_state SET value_json = '{"location":"legacy-main"}' WHERE state_key = 'auth.sharedStore'`,
      ),
    )
    expect((await refused(root, SHARED, editor)).code).toBe('unknown_layout')
  })

  test.each([
    ['no database', 'This is no database, however long it may be. '.repeat(20)],
    ['without a byte', ''],
  ])('%s', async (_what, content) => {
    const root = storeDirectory('S1')
    put(root, AGENT_DB, content)
    expect((await refused(root)).code).toBe('unreadable')
  })

  test('one that is damaged inside', async () => {
    const root = storeDirectory('S1', false)
    const file = path.join(root, AGENT_DB)
    const bytes = readFileSync(file)
    bytes.fill(0x55, 4096)
    writeFileSync(file, bytes)
    expect((await refused(root)).code).toBe('unreadable')
  })

  test('one of another program', async () => {
    const root = storeDirectory('S1')
    inDatabase(path.join(root, AGENT_DB), (db) => db.exec('DROP TABLE auth_profile_state'))
    expect((await refused(root)).code).toBe('unknown_layout')
  })
})

describe('what keeps a file from being written', () => {
  test.each([
    ['open', 'EROFS', 'read_only'],
    ['open', 'EACCES', 'no_permission'],
    ['open', 'EPERM', 'no_permission'],
    ['open', 'ENOSPC', 'disk_full'],
    ['rename', 'EIO', 'write_failed'],
  ] as const)('%s fails with %s', async (name, code, refusal) => {
    const root = storeDirectory('J')
    const calls: FileCalls = {
      ...systemCalls,
      [name]: () => Promise.reject(Object.assign(new Error(`${code} ${SECRET}`), { code, syscall: name })),
    }
    const error = await refused(root, MAIN, editorOf(root, { files: { calls }, waiting: countedWaiting() }))
    expect(error.code).toBe(refusal)
  })

  test('a disk that has room for one of the two files leaves both as they were', async () => {
    const root = storeDirectory('J')
    const calls: FileCalls = {
      ...systemCalls,
      open: async (...args: Parameters<FileCalls['open']>) => {
        if (/auth-state\.json\..*tmp$/.test(String(args[0]))) {
          throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'open' })
        }
        return await systemCalls.open(...args)
      },
    }
    expect((await refused(root, MAIN, editorOf(root, { files: { calls } }))).code).toBe('disk_full')
    expect(readdirSync(path.join(root, MAIN_FOLDER))).toEqual(['auth-profiles.json'])
  })

  test.each(['J', 'S1', 'S2'] as const)('a file in %s without any right to write it', async (layout) => {
    const root = storeDirectory(layout)
    const file = layout === 'J' ? path.join(root, PROFILES) : databaseOf(root, layout)
    chmodSync(file, 0o400)
    expect((await refused(root, layout === 'S2' ? SHARED : MAIN)).code).toBe('read_only')
    expect(statSync(file).mode & 0o777).toBe(0o400)
  })

  test('rights that are too wide are left to whoever set them; they get no wider', async () => {
    const root = storeDirectory('J')
    chmodSync(path.join(root, PROFILES), 0o644)
    await editorOf(root).updateStore(MAIN, ({ credentials, state }) => ({
      documents: { credentials: withProfile(credentials, 'alpha:new', keyOf('alpha')), state },
      result: null,
    }))
    expect(statSync(path.join(root, PROFILES)).mode & 0o777).toBe(0o644)
  })

  test('a disk that is full in the midst of a database', async () => {
    const root = storeDirectory('S1', false)
    const openDatabase = (file: string): Database.Database => {
      const db = new Database(file)
      db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`)
      return db
    }
    const error: unknown = await editorOf(root, { openDatabase })
      .updateStore(MAIN, ({ credentials, state }) => ({
        documents: {
          credentials: withProfile(credentials, 'alpha:long', { ...keyOf('alpha'), note: 'x'.repeat(100_000) }),
          state: withUsage(state, 'alpha:a', { ...EMPTY_USAGE_STATS, errorCount: 1 }),
        },
        result: null,
      }))
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'disk_full' })
    expect((await editorOf(root).readStore(MAIN)).credentials?.['profiles']).not.toHaveProperty('alpha:long')
    expect(inDatabase(path.join(root, AGENT_DB), (db) => db.pragma('integrity_check', { simple: true }))).toBe('ok')
  })

  test('a database on a file system that is read-only', async () => {
    const root = storeDirectory('S1', false)
    const openDatabase = (file: string): Database.Database => new Database(file, { readonly: true })
    expect((await refused(root, MAIN, editorOf(root, { openDatabase }))).code).toBe('read_only')
  })

  test('a document beyond all reason is not made', async () => {
    const root = storeDirectory('S1', false)
    const error: unknown = await editorOf(root)
      .updateStore(MAIN, ({ credentials, state }) => ({
        documents: {
          credentials: withProfile(credentials, 'alpha:huge', { key: 'x'.repeat(65 * 1024 * 1024) }),
          state,
        },
        result: null,
      }))
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'too_large' })
  })
})

describe('somebody else is there', () => {
  test.each([true, false])(
    'ST-09: a database that stays locked is busy, and has nothing to do with signing in (log: %s)',
    async (isWal) => {
      const root = storeDirectory('S1', isWal)
      await holdDatabase(path.join(root, AGENT_DB), 'SELECT 1', `UPDATE schema_meta SET updated_at = 9`)
      const waiting = countedWaiting()
      const editor = editorOf(root, { waiting })
      const error: unknown = await editor
        .updateStore(MAIN, (documents) => ({ documents, result: null }))
        .catch((caught: unknown) => caught)
      expect(error).toMatchObject({ name: 'EditRefused', code: 'busy', hint: expect.stringContaining('Try again') })
      expect((error as EditRefused).hint).toContain('no credential is affected')
      // As long as OpenClaw itself waits.
      expect(waiting.pauses.reduce((sum, delayMs) => sum + delayMs, 0)).toBeGreaterThanOrEqual(5000)
    },
  )

  test('ST-09: so is a store whose lock is held all the time', async () => {
    const root = storeDirectory('J')
    put(root, `${PROFILES}.lock`, { pid: process.pid, createdAt: new Date().toISOString() })
    const error = await refused(root, MAIN, editorOf(root, { waiting: countedWaiting() }))
    expect(error).toMatchObject({ code: 'busy' })
    expect(error.message).toContain('another program on this machine')
    expect(existsSync(path.join(root, `${PROFILES}.lock`))).toBe(true)
  })

  test('ST-08: a host that was asleep for so long that its lock was taken writes nothing', async () => {
    const root = storeDirectory('J')
    const before = readFileSync(path.join(root, PROFILES), 'utf8')
    const editor = editorOf(root)
    const error: unknown = await editor
      .updateStore(MAIN, ({ credentials, state }) => {
        put(root, `${PROFILES}.lock`, { pid: 1, createdAt: new Date().toISOString() })
        return { documents: { credentials: withProfile(credentials, 'alpha:new', {}), state }, result: null }
      })
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'busy' })
    expect(readFileSync(path.join(root, PROFILES), 'utf8')).toBe(before)
    expect(readdirSync(path.join(root, MAIN_FOLDER)).sort()).toEqual(['auth-profiles.json', 'auth-profiles.json.lock'])
  })

  test('credentials that an upgrade has just moved to a database are not made anew as a file', async () => {
    const root = storeDirectory('J')
    const file = path.join(root, PROFILES)
    const calls: FileCalls = {
      ...systemCalls,
      async open(...args: Parameters<FileCalls['open']>) {
        if (String(args[0]).endsWith('.lock') && existsSync(file)) {
          putAgentDatabase(root, { store: profiles('alpha:a') })
          rmSync(file)
        }
        return await systemCalls.open(...args)
      },
    }
    const error: unknown = await editorOf(root, { files: { calls } })
      .updateStore(MAIN, ({ credentials, state }) => ({
        documents: { credentials: withProfile(credentials, 'alpha:new', keyOf('alpha')), state },
        result: null,
      }))
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'busy' })
    expect(readdirSync(path.join(root, MAIN_FOLDER))).toEqual(['openclaw-agent.sqlite'])
  })

  test('a file that somebody replaces without a lock in that very moment is not reported as saved', async () => {
    const root = storeDirectory('J')
    const target = path.join(root, PROFILES)
    const calls: FileCalls = {
      ...systemCalls,
      async rename(source, name) {
        await systemCalls.rename(source, name)
        if (name !== target) return
        writeFileSync(`${target}.other`, JSON.stringify(profiles('alpha:a', 'alpha:b', 'alpha:theirs')))
        renameSync(`${target}.other`, target)
      },
    }
    const error: unknown = await editorOf(root, { files: { calls } })
      .updateStore(MAIN, ({ credentials, state }) => ({
        documents: { credentials: withProfile(credentials, 'alpha:new', keyOf('alpha')), state },
        result: null,
      }))
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'write_failed' })
  })
})

test('a list of credentials of 50 MB is edited like any other; one beyond all reason is refused', async () => {
  const root = storeDirectory('J')
  const big = { version: 1, profiles: { 'alpha:a': keyOf('alpha') }, note: 'x'.repeat(50 * 1024 * 1024) }
  put(root, PROFILES, big)
  await editorOf(root).updateStore(MAIN, ({ credentials, state }) => ({
    documents: { credentials: withProfile(credentials, 'alpha:new', keyOf('alpha')), state },
    result: null,
  }))
  expect(agentOf(await read(root)).store?.profiles.map(({ id }) => id)).toEqual(['alpha:a', 'alpha:new'])
  expect(statSync(path.join(root, PROFILES)).size).toBeGreaterThan(50 * 1024 * 1024)
  put(root, PROFILES, 'x'.repeat(65 * 1024 * 1024))
  expect((await refused(root)).code).toBe('too_large')
}, 120_000)
