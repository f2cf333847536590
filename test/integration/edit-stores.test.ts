import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { EMPTY_USAGE_STATS } from '../../shared/engine/index.ts'
import {
  usageOf,
  withoutProfile,
  withProfile,
  withProfileLabel,
  type StoreOwner,
} from '../../electron/openclaw/edit/index.ts'
import { copyFixture } from '../support/fixture-copy.ts'
import {
  AGENT_DB,
  agentOf,
  codesOf,
  idsOf,
  profiles,
  put,
  putAgentDatabase,
  read,
  SHARED_DB,
  snapshotTree,
  stateDirectory,
  temporaryFolder,
} from '../support/openclaw-files.ts'
import {
  CLOCK_MS,
  keyOf,
  databaseOf,
  editorOf,
  inDatabase,
  MAIN,
  MAIN_FOLDER,
  storeDirectory,
  SHARED,
  USED,
  setUsage,
  setOrder,
} from '../support/store-editing.ts'

function rowsOf(file: string, table: string): unknown[] {
  return inDatabase(file, (db) => db.prepare(`SELECT * FROM ${table}`).all())
}

describe('copies of what real releases have written', () => {
  const CASES = [
    ['2026.5.20', MAIN, [`${MAIN_FOLDER}/auth-profiles.json`, `${MAIN_FOLDER}/auth-state.json`]],
    ['2026.7.1', MAIN, [AGENT_DB]],
    ['2026.9.6', SHARED, [SHARED_DB]],
  ] as const

  test.each(CASES)('%s: what was set is read back, and nothing else has changed', async (release, owner, written) => {
    const root = path.join(temporaryFolder(), 'state')
    copyFixture(release, root)
    const editor = editorOf(root)
    const [before, files] = [await read(root), snapshotTree(root)]

    await setOrder(editor, owner, 'alpha', ['alpha:home', 'alpha:work'])
    await setUsage(editor, owner, 'beta:main')
    await editor.updateStore(owner, ({ credentials, state }) => ({
      documents: { credentials: withProfileLabel(credentials, 'alpha:work', 'Work'), state },
      result: null,
    }))
    await editor.updateStore(owner, ({ credentials, state }) => ({
      documents: { credentials: withProfile(credentials, 'beta:new', keyOf('beta')), state },
      result: null,
    }))

    const after = await read(root)
    const storeOf = (reading: typeof before) =>
      owner.kind === 'shared' ? reading.facts.sharedStore : agentOf(reading).store
    const [old, now] = [storeOf(before), storeOf(after)]
    if (!old || !now) throw new Error('No store')
    expect(now.order).toEqual({ ...old.order, alpha: ['alpha:home', 'alpha:work'] })
    expect(now.usageStats).toEqual({ ...old.usageStats, 'beta:main': USED })
    expect(now.profiles.map(({ id }) => id)).toEqual([...old.profiles.map(({ id }) => id), 'beta:new'])
    expect(now.profiles.slice(0, -1)).toEqual(
      old.profiles.map((profile) => (profile.id === 'alpha:work' ? { ...profile, displayName: 'Work' } : profile)),
    )
    // The rest of the reading is the same once what was set is left out.
    const rest = (reading: typeof before) => ({
      ...reading.facts,
      sharedStore: owner.kind === 'shared' ? null : reading.facts.sharedStore,
      agents: reading.facts.agents.map((agent) => (owner.kind === 'agent' ? { ...agent, store: null } : agent)),
    })
    expect(rest(after)).toEqual(rest(before))
    expect(codesOf(after)).toEqual(codesOf(before))
    const isUntouched = ([name]: readonly [string, string]): boolean =>
      !written.some((file) => file === name || path.dirname(file) === name)
    expect(Object.entries(snapshotTree(root)).filter(isUntouched)).toEqual(Object.entries(files).filter(isUntouched))

    // Taking it all back gives the same documents again.
    await setOrder(editor, owner, 'alpha', old.order['alpha'] ?? null)
    await setUsage(editor, owner, 'beta:main', old.usageStats['beta:main'] ?? null)
    await editor.updateStore(owner, (documents) => ({
      documents: withoutProfile(
        { ...documents, credentials: withProfileLabel(documents.credentials, 'alpha:work', null) },
        'beta:new',
      ),
      removes: ['beta:new'],
      result: null,
    }))
    expect(storeOf(await read(root))).toEqual(old)
  })

  test.each(['2026.7.1', '2026.9.6'] as const)(
    '%s: other rows, the journal and the files beside stay',
    async (release) => {
      const root = path.join(temporaryFolder(), 'state')
      copyFixture(release, root)
      const file = path.join(root, release === '2026.7.1' ? AGENT_DB : SHARED_DB)
      const table = release === '2026.7.1' ? 'auth_profile_store' : 'config_machine_state'
      const [before, meta] = [rowsOf(file, table), rowsOf(file, 'schema_meta')]
      await setUsage(editorOf(root), release === '2026.7.1' ? MAIN : SHARED, 'alpha:work')
      const isState = (row: unknown): boolean => (row as { state_key?: string }).state_key === 'authProfiles.state'
      expect(rowsOf(file, table).filter((row) => !isState(row))).toEqual(before.filter((row) => !isState(row)))
      expect(rowsOf(file, 'schema_meta')).toEqual(meta)
      expect(inDatabase(file, (db) => db.pragma('journal_mode', { simple: true }))).toBe('delete')
      expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)])
      expect(statSync(file).mode & 0o777).toBe(0o600)
    },
  )
})

describe('databases', () => {
  test.each(['S1', 'S2'] as const)(
    '%s: compact text, the time of the clock, and no row for an empty state',
    async (layout) => {
      const root = storeDirectory(layout)
      const owner = layout === 'S1' ? MAIN : SHARED
      const file = databaseOf(root, layout)
      const stateRow = () =>
        layout === 'S1'
          ? rowsOf(file, 'auth_profile_state')
          : rowsOf(file, `config_machine_state WHERE state_key = 'authProfiles.state'`)
      await setUsage(editorOf(root), owner, 'alpha:a', { ...EMPTY_USAGE_STATS, lastUsedMs: 5, errorCount: 1 })
      const text = '{"version":1,"usageStats":{"alpha:a":{"lastUsed":5,"errorCount":1}}}'
      expect(stateRow()).toEqual([
        layout === 'S1'
          ? { state_key: 'primary', state_json: text, updated_at: CLOCK_MS }
          : { state_key: 'authProfiles.state', value_json: text, updated_at_ms: CLOCK_MS },
      ])
      await setUsage(editorOf(root), owner, 'alpha:a', null)
      expect(stateRow()).toEqual([])
    },
  )

  test('what is so already is not written again', async () => {
    const root = storeDirectory('S1')
    await setUsage(editorOf(root), MAIN, 'alpha:a')
    const before = snapshotTree(root)
    const later = editorOf(root, { clock: { now: () => CLOCK_MS + 5 } })
    await setUsage(later, MAIN, 'alpha:a')
    expect(rowsOf(path.join(root, AGENT_DB), 'auth_profile_state')).toMatchObject([{ updated_at: CLOCK_MS }])
    expect(Object.keys(snapshotTree(root))).toEqual(Object.keys(before))
  })

  test('a database in write-ahead mode stays in it, and no log is left behind', async () => {
    const root = storeDirectory('S1')
    await setUsage(editorOf(root), MAIN, 'alpha:a')
    expect(readdirSync(path.join(root, MAIN_FOLDER))).toEqual(['openclaw-agent.sqlite'])
    expect(inDatabase(path.join(root, AGENT_DB), (db) => db.pragma('journal_mode', { simple: true }))).toBe('wal')
  })

  test('the log of somebody who has it open stays, and they see the change', async () => {
    const root = storeDirectory('S1')
    const file = path.join(root, AGENT_DB)
    const open = new Database(file)
    open.exec(`UPDATE schema_meta SET updated_at = 7`)
    await setUsage(editorOf(root), MAIN, 'alpha:a')
    const logBytes = statSync(`${file}-wal`).size
    const seen: unknown = open.prepare('SELECT state_json FROM auth_profile_state').pluck().get()
    open.close()
    expect(logBytes).toBeGreaterThan(0)
    expect(seen).toContain('"alpha:a"')
  })

  test('an agent that inherits everything keeps state of its own; a missing row of credentials stays missing', async () => {
    const root = storeDirectory('S2')
    await setUsage(editorOf(root), MAIN, 'alpha:a')
    expect(agentOf(await read(root)).store?.usageStats['alpha:a']).toEqual(USED)
    expect(rowsOf(path.join(root, AGENT_DB), 'auth_profile_store')).toEqual([])
    await editorOf(root).updateStore(MAIN, ({ credentials, state }) => ({
      documents: { credentials: withProfile(credentials, 'beta:own', keyOf('beta')), state },
      result: null,
    }))
    expect(rowsOf(path.join(root, AGENT_DB), 'auth_profile_store')).toEqual([
      {
        store_key: 'primary',
        store_json: JSON.stringify({ version: 1, profiles: { 'beta:own': keyOf('beta') } }),
        updated_at: CLOCK_MS,
      },
    ])
  })

  test.each([19, 20, 21, 22, 23])('schema %i is known', async (schema) => {
    const root = stateDirectory({ 'openclaw.json': {} })
    putAgentDatabase(root, { schema, store: profiles('alpha:a') })
    await setUsage(editorOf(root), MAIN, 'alpha:a')
    expect(agentOf(await read(root)).store?.usageStats['alpha:a']).toEqual(USED)
  })
})

describe('files', () => {
  test('ST-07: a change of state touches auth-state.json only, and a key that came meanwhile is there', async () => {
    const root = storeDirectory('J')
    const editor = editorOf(root)
    await editor.readStore(MAIN)
    const file = path.join(root, MAIN_FOLDER, 'auth-profiles.json')
    writeFileSync(file, JSON.stringify(profiles('alpha:a', 'alpha:new')))
    const before = snapshotTree(root)[`${MAIN_FOLDER}/auth-profiles.json`]
    await setUsage(editor, MAIN, 'alpha:a')
    expect(snapshotTree(root)[`${MAIN_FOLDER}/auth-profiles.json`]).toBe(before)
    expect(idsOf(await read(root))).toEqual(['alpha:a', 'alpha:new'])
  })

  test('are written as OpenClaw does: two spaces, a line break at the end, private', async () => {
    const root = storeDirectory('J')
    await setOrder(editorOf(root), MAIN, 'alpha', ['alpha:b'])
    const file = path.join(root, MAIN_FOLDER, 'auth-state.json')
    expect(readFileSync(file, 'utf8')).toBe(
      '{\n  "version": 1,\n  "order": {\n    "alpha": [\n      "alpha:b"\n    ]\n  }\n}\n',
    )
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await setOrder(editorOf(root), MAIN, 'alpha', null)
    expect(existsSync(file)).toBe(false)
    expect(readdirSync(path.join(root, MAIN_FOLDER))).toEqual(['auth-profiles.json'])
  })

  test('what is so already is not written again', async () => {
    const root = storeDirectory('J')
    await setUsage(editorOf(root), MAIN, 'alpha:a')
    const before = snapshotTree(path.join(root, MAIN_FOLDER))
    await setUsage(editorOf(root), MAIN, 'alpha:a')
    const after = snapshotTree(path.join(root, MAIN_FOLDER))
    expect(after['auth-state.json']).toBe(before['auth-state.json'])
    expect(after['auth-profiles.json']).toBe(before['auth-profiles.json'])
  })

  test('ST-13: without any credentials of its own, an agent gets no empty list of them', async () => {
    const root = storeDirectory('J')
    put(root, 'openclaw.json', {
      agents: { list: [{ id: 'main' }, { id: 'child' }] },
      meta: { lastTouchedVersion: '2026.5.20' },
    })
    const child: StoreOwner = { kind: 'agent', agentId: 'child' }
    await setUsage(editorOf(root), child, 'alpha:a')
    expect(readdirSync(path.join(root, 'agents/child/agent'))).toEqual(['auth-state.json'])
    expect(statSync(path.join(root, 'agents/child/agent')).mode & 0o777).toBe(0o700)
    await editorOf(root).updateStore(child, ({ credentials, state }) => ({
      documents: { credentials: withProfile(credentials, 'beta:own', keyOf('beta')), state },
      result: null,
    }))
    const text = readFileSync(path.join(root, 'agents/child/agent/auth-profiles.json'), 'utf8')
    expect(JSON.parse(text)).toEqual({ version: 1, profiles: { 'beta:own': keyOf('beta') } })
  })

  test('ST-14: state that lies among the credentials stays there', async () => {
    const root = stateDirectory({
      'openclaw.json': { meta: { lastTouchedVersion: '2026.2.1' } },
      [`${MAIN_FOLDER}/auth-profiles.json`]: { ...profiles('alpha:a'), usageStats: { 'alpha:a': { lastUsed: 5 } } },
    })
    const editor = editorOf(root)
    expect(usageOf((await editor.readStore(MAIN)).state, 'alpha:a')?.lastUsedMs).toBe(5)
    await setUsage(editor, MAIN, 'alpha:a')
    await setOrder(editor, MAIN, 'alpha', ['alpha:a'])
    expect(readdirSync(path.join(root, MAIN_FOLDER))).toEqual(['auth-profiles.json'])
    expect(agentOf(await read(root)).store).toMatchObject({
      order: { alpha: ['alpha:a'] },
      usageStats: { 'alpha:a': USED },
    })
  })

  test('ST-08: a change waits for the lock of a gateway and works on what that has written', async () => {
    const root = storeDirectory('J')
    const lock = put(root, `${MAIN_FOLDER}/auth-profiles.json.lock`, {
      pid: process.pid,
      createdAt: new Date().toISOString(),
    })
    const waiting = {
      random: () => 0,
      async pause() {
        put(root, `${MAIN_FOLDER}/auth-state.json`, { version: 1, order: { alpha: ['alpha:b'] } })
        rmSync(lock)
      },
    }
    await setUsage(editorOf(root, { waiting }), MAIN, 'alpha:a')
    expect(agentOf(await read(root)).store).toMatchObject({
      order: { alpha: ['alpha:b'] },
      usageStats: { 'alpha:a': USED },
    })
  })
})
