import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { ProblemCode } from '../../shared/contract/problems.ts'
import { readStateDirectory } from '../../electron/openclaw/index.ts'
import {
  agentOf,
  AGENT_DB,
  codesOf,
  idsOf,
  problemOf,
  profiles,
  put,
  putAgentDatabase,
  putSharedDatabase,
  read,
  SHARED_DB,
  stateDirectory,
  temporaryFolder,
} from '../support/openclaw-files.ts'

const PROFILES = 'agents/main/agent/auth-profiles.json'
const STATE = 'agents/main/agent/auth-state.json'

async function failureOf(directory: string): Promise<unknown> {
  const result = await readStateDirectory(directory, { env: {} })
  return 'code' in result ? result.code : null
}

describe('where there is no state directory', () => {
  test('the failure says why', async () => {
    const folder = temporaryFolder()
    put(folder, 'file', 'x')
    symlinkSync('nowhere', path.join(folder, 'dangling'))
    symlinkSync('circle', path.join(folder, 'circle'))
    expect(await failureOf(path.join(folder, 'missing'))).toBe('not_found')
    expect(await failureOf(path.join(folder, 'file'))).toBe('not_a_directory')
    expect(await failureOf(path.join(folder, 'file', 'below'))).toBe('not_a_directory')
    expect(await failureOf(path.join(folder, 'dangling'))).toBe('not_found')
    expect(await failureOf(path.join(folder, 'circle'))).toBe('unreadable')
    expect(await failureOf(folder)).toBe('not_a_state_directory')
  })

  test('a folder that only looks a little like one is none', async () => {
    expect(await failureOf(stateDirectory({ 'agents/reviewer/prompt.md': '', 'state/store.ts': '' }))).toBe(
      'not_a_state_directory',
    )
    expect(await failureOf(stateDirectory({ 'agents/main/sessions/sessions.json': {} }))).toBeNull()
    expect(await failureOf(stateDirectory({ [SHARED_DB]: '' }))).toBeNull()
  })

  test('a folder of logs is answered with how logs are opened', async () => {
    const folder = temporaryFolder()
    put(folder, 'openclaw-2026-11-30.log', '')
    expect(await readStateDirectory(folder, { env: {} })).toMatchObject({
      hint: 'Choose the folder that holds openclaw.json. To look at the logs in it, open it as a log.',
    })
  })

  test('a home directory is answered with the right folder in it', async () => {
    const home = temporaryFolder()
    mkdirSync(path.join(home, '.openclaw'))
    expect(await readStateDirectory(home, { env: {} })).toMatchObject({
      hint: `Choose ${path.join(home, '.openclaw')}.`,
    })
  })
})

describe('files', () => {
  test('ST-01: zero bytes are damage, not an empty store; a backup is named and nothing is written', async () => {
    const root = stateDirectory({
      'openclaw.json': '',
      'openclaw.json.last-good': '{}',
      [PROFILES]: '',
      [STATE]: '\0\0\0',
    })
    const reading = await read(root)
    expect(agentOf(reading)).toMatchObject({ storeState: 'unreadable', store: null, storeFile: PROFILES })
    expect(reading.problems.map(({ code, file, severity }) => [code, file, severity])).toEqual([
      ['file_empty', PROFILES, 'error'],
      ['file_empty', STATE, 'error'],
      ['file_empty', 'openclaw.json', 'error'],
    ])
    expect(problemOf(reading, 'file_empty', 'openclaw.json').hint).toContain('openclaw.json.last-good')
    expect(readFileSync(path.join(root, PROFILES))).toHaveLength(0)
  })

  test('half a file is an error at its end', async () => {
    const root = stateDirectory({ 'openclaw.json': {}, [PROFILES]: '{"version":1,\n"profiles":{"a:b":{"type":"api' })
    expect(problemOf(await read(root), 'syntax_error')).toMatchObject({
      severity: 'error',
      file: PROFILES,
      line: 2,
      column: 31,
      agentId: 'main',
      message: 'The list of credentials is not valid JSON: it ends in the middle.',
    })
  })

  test('a broken state file leaves the credentials', async () => {
    const reading = await read(stateDirectory({ 'openclaw.json': {}, [PROFILES]: profiles('alpha:a'), [STATE]: '[' }))
    expect(idsOf(reading)).toEqual(['alpha:a'])
    expect(problemOf(reading, 'syntax_error')).toMatchObject({ file: STATE, severity: 'error' })
  })

  test('programs’ own files are JSON, not JSON5', async () => {
    const root = stateDirectory({ 'openclaw.json': {}, [PROFILES]: '{"version": 1, "profiles": {\n  // mine\n}}' })
    expect(problemOf(await read(root), 'syntax_error')).toMatchObject({ line: 2, column: 3 })
  })

  test.each([
    ['a folder in place of a file', (file: string) => mkdirSync(file)],
    ['a link to nothing', (file: string) => symlinkSync('nowhere', file)],
    ['links in a circle', (file: string) => symlinkSync(path.basename(file), file)],
  ])('%s', async (_name, make) => {
    const root = stateDirectory({ 'openclaw.json': {}, 'agents/second/agent/auth-profiles.json': profiles('alpha:a') })
    mkdirSync(path.join(root, 'agents/main/agent'), { recursive: true })
    make(path.join(root, PROFILES))
    const reading = await read(root)
    expect(problemOf(reading, 'file_unreadable')).toMatchObject({ file: PROFILES, severity: 'error' })
    expect(agentOf(reading).storeState).toBe('unreadable')
    expect(idsOf(reading, 'second')).toEqual(['alpha:a'])
  })

  test('a file of the wrong shape', async () => {
    const root = stateDirectory({
      'openclaw.json': [],
      [PROFILES]: { version: 1 },
      [STATE]: [],
      'agents/flat/agent/auth-profiles.json': { alpha: { apiKey: 'sk-0123456789abcdef' } },
    })
    const reading = await read(root)
    expect(reading.problems.map(({ code, file }) => [code, file])).toEqual([
      ['migration_required', 'agents/flat/agent/auth-profiles.json'],
      ['wrong_shape', PROFILES],
      ['wrong_shape', STATE],
      ['wrong_shape', 'openclaw.json'],
    ])
  })

  test('a file that is far too large is not read', async () => {
    const root = stateDirectory({ 'openclaw.json': {}, [PROFILES]: '' })
    truncateSync(path.join(root, PROFILES), 65 * 1024 * 1024)
    expect(problemOf(await read(root), 'file_too_large')).toMatchObject({ file: PROFILES, severity: 'error' })
  })

  test('CF-01 in every file: a byte order mark is skipped', async () => {
    const root = stateDirectory({ 'openclaw.json': {}, [PROFILES]: `\ufeff${JSON.stringify(profiles('alpha:a'))}` })
    const reading = await read(root)
    expect(idsOf(reading)).toEqual(['alpha:a'])
    expect(problemOf(reading, 'text_encoding')).toMatchObject({ severity: 'info', file: PROFILES })
  })

  test('a profile written twice: the last one counts', async () => {
    const root = stateDirectory({
      'openclaw.json': {},
      [PROFILES]:
        '{"version":1,"profiles":{"a:b":{"type":"token","provider":"a","token":"x"},\n "a:b":{"type":"api_key","provider":"a","key":"y"}}}',
    })
    const reading = await read(root)
    expect(agentOf(reading).store?.profiles).toMatchObject([{ id: 'a:b', type: 'api_key' }])
    expect(problemOf(reading, 'duplicate_key')).toMatchObject({ line: 2, column: 2, severity: 'warning' })
  })

  test('at most ten names are listed', async () => {
    const broken = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`bad:${index}`, 5]))
    const reading = await read(stateDirectory({ 'openclaw.json': {}, [PROFILES]: { version: 1, profiles: broken } }))
    expect(problemOf(reading, 'rejected_entry').message).toMatch(/^25 credentials .*"bad:9" and 15 more\.$/)
  })
})

function createDatabase(file: string, sql: string): void {
  const db = new Database(file)
  db.exec(sql)
  db.close()
}

function withDatabase(make: (file: string) => void): string {
  const root = stateDirectory({ 'openclaw.json': {}, 'agents/second/sessions/sessions.json': {} })
  mkdirSync(path.join(root, path.dirname(AGENT_DB)), { recursive: true })
  make(path.join(root, AGENT_DB))
  const second = { agentId: 'second', store: profiles('beta:b') }
  putAgentDatabase(root, second, 'agents/second/agent/openclaw-agent.sqlite')
  return root
}

/** What can stand in the place of an agent's database. */
const WRONG_DATABASES: readonly [name: string, code: ProblemCode, make: (file: string) => void][] = [
  ['no byte', 'file_empty', (file) => writeFileSync(file, '')],
  ['no database', 'database_foreign', (file) => writeFileSync(file, 'PK\u0003\u0004'.repeat(100))],
  ['a folder', 'file_unreadable', (file) => mkdirSync(file)],
  ['another program’s database', 'database_foreign', (file) => createDatabase(file, 'CREATE TABLE notes (x)')],
  ['other columns', 'database_foreign', (file) => createDatabase(file, 'CREATE TABLE auth_profile_store (x)')],
  [
    'a damaged first page',
    'database_damaged',
    (file) => {
      createDatabase(file, 'CREATE TABLE auth_profile_store (store_key, store_json, updated_at)')
      const bytes = readFileSync(file)
      bytes.fill(0xff, 100, 1000)
      writeFileSync(file, bytes)
    },
  ],
]

describe('databases', () => {
  test.each(WRONG_DATABASES)('%s: the agent’s store is unreadable, the others are shown', async (_name, code, make) => {
    const reading = await read(withDatabase(make))
    expect(problemOf(reading, code)).toMatchObject({ severity: 'error', file: AGENT_DB, agentId: 'main' })
    expect(agentOf(reading)).toMatchObject({ storeState: 'unreadable', store: null, storeFile: AGENT_DB })
    expect(idsOf(reading, 'second')).toEqual(['beta:b'])
  })

  test('a database that was cut off', async () => {
    const root = stateDirectory({ 'openclaw.json': {} })
    const many = Array.from({ length: 2000 }, (_, index) => `alpha:${index}`)
    const file = putAgentDatabase(root, { store: profiles(...many) })
    truncateSync(file, 5 * 4096)
    const reading = await read(root)
    expect(problemOf(reading, 'database_damaged').file).toBe(AGENT_DB)
    expect(agentOf(reading).storeState).toBe('unreadable')
  })

  test('another agent’s database, or one with another role, is refused as OpenClaw refuses it', async () => {
    const root = stateDirectory({ 'openclaw.json': {} })
    putAgentDatabase(root, { agentId: 'other', store: profiles('alpha:a') })
    putAgentDatabase(
      root,
      { agentId: 'x', role: 'global', store: profiles('alpha:a') },
      'agents/x/agent/openclaw-agent.sqlite',
    )
    const reading = await read(root)
    expect(reading.facts.agents.map(({ storeState, store }) => [storeState, store])).toEqual([
      ['unreadable', null],
      ['unreadable', null],
    ])
    expect(codesOf(reading)).toEqual(['database_foreign', 'database_foreign'])
  })

  test('a newer schema is shown as far as it is known', async () => {
    const root = stateDirectory({ 'openclaw.json': {} })
    putAgentDatabase(root, { schema: 99, store: profiles('alpha:a') })
    putSharedDatabase(
      root,
      { 'auth.sharedStore': { location: 'state-db' }, 'authProfiles.store': profiles('beta:b') },
      77,
    )
    const reading = await read(root)
    expect(idsOf(reading)).toEqual(['alpha:a'])
    expect(reading.facts.sharedStore?.profiles).toHaveLength(1)
    expect(reading.problems.map(({ code, file, severity }) => [code, file, severity])).toEqual([
      ['database_newer', AGENT_DB, 'warning'],
      ['database_newer', SHARED_DB, 'warning'],
    ])
    expect(problemOf(reading, 'database_newer', AGENT_DB).message).toContain('schema version 99')
  })

  test('a cell that does not parse is an error; a broken state leaves the credentials', async () => {
    const root = stateDirectory({ 'openclaw.json': {} })
    putAgentDatabase(root, { schema: 23, store: '{"version":1,"prof' })
    putAgentDatabase(
      root,
      { agentId: 'x', schema: 23, store: profiles('alpha:a'), state: 'nope' },
      'agents/x/agent/openclaw-agent.sqlite',
    )
    const reading = await read(root)
    expect(agentOf(reading).storeState).toBe('unreadable')
    expect(idsOf(reading, 'x')).toEqual(['alpha:a'])
    expect(reading.problems.map(({ message }) => message)).toEqual([
      `The agent's database cannot be used: its record "auth_profile_store" is not valid JSON.`,
      `The agent's database cannot be used: its record "auth_profile_state" is not valid JSON, so that no window is known.`,
    ])
  })

  test('a damaged shared database leaves the agents', async () => {
    const root = stateDirectory({
      'openclaw.json': { meta: { lastTouchedVersion: '2026.9.6' } },
      [SHARED_DB]: 'garbage',
    })
    putAgentDatabase(root, { schema: 23, store: profiles('alpha:a') })
    const reading = await read(root)
    expect(reading.facts).toMatchObject({ era: 'S2', sharedStore: null, sharedStoreFile: SHARED_DB })
    expect(problemOf(reading, 'database_foreign')).toMatchObject({ file: SHARED_DB, agentId: null, severity: 'error' })
    expect(idsOf(reading)).toEqual(['alpha:a'])
  })
})

test('an agent’s folder without files is an agent without a store', async () => {
  const root = stateDirectory({ 'openclaw.json': {}, [PROFILES]: profiles('alpha:a') })
  mkdirSync(path.join(root, 'agents/bare'))
  const reading = await read(root)
  expect(agentOf(reading, 'bare')).toMatchObject({
    hasFolder: true,
    storeState: 'absent',
    storeFile: null,
    sessions: [],
  })
  expect(reading.problems).toEqual([])
})

test('problems keep their ids from reading to reading', async () => {
  const root = stateDirectory({ 'openclaw.json': '{', [PROFILES]: '[', [STATE]: '' })
  const first = (await read(root)).problems.map(({ id }) => id)
  expect((await read(root)).problems.map(({ id }) => id)).toEqual(first)
  expect(new Set(first).size).toBe(3)
  rmSync(path.join(root, STATE))
  expect((await read(root)).problems.map(({ id }) => id)).toEqual(first.filter((id) => !id.includes('auth-state')))
})

test('ten thousand profiles are read', async () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => `alpha:user-${index}@example.com`)
  const stats = Object.fromEntries(ids.map((id, index) => [id, { lastUsed: index + 1, errorCount: 1 }]))
  const json = stateDirectory({ 'openclaw.json': {}, [PROFILES]: profiles(...ids), [STATE]: { usageStats: stats } })
  const sqlite = stateDirectory({ 'openclaw.json': {} })
  putAgentDatabase(sqlite, { store: profiles(...ids), state: { usageStats: stats }, isWal: true })
  for (const root of [json, sqlite]) {
    expect(idsOf(await read(root))).toHaveLength(10_000)
  }
})
