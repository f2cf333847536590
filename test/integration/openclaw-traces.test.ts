import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
} from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { sweepLeftovers } from '../../electron/openclaw/database/private-folder.ts'
import { holdDatabase } from '../support/database-holder.ts'
import {
  agentOf,
  AGENT_DB,
  codesOf,
  fixtureDirectory,
  idsOf,
  problemOf,
  profiles,
  put,
  putAgentDatabase,
  read,
  snapshotTree,
  stateDirectory,
  temporaryFolder,
} from '../support/openclaw-files.ts'

function setStore(...ids: readonly string[]): string {
  return `UPDATE auth_profile_store SET store_json = '${JSON.stringify(profiles(...ids))}';`
}

/** Reads with a folder for temporary files of its own, and checks that nothing remains in it either. */
async function readWithoutTrace(root: string): ReturnType<typeof read> {
  const runtime = temporaryFolder()
  const before = snapshotTree(root)
  const reading = await read(root, { XDG_RUNTIME_DIR: runtime })
  expect(snapshotTree(root)).toEqual(before)
  expect(readdirSync(runtime)).toEqual([])
  return reading
}

function walDirectory(): string {
  const root = stateDirectory({ 'openclaw.json': {} })
  putAgentDatabase(root, { store: profiles('alpha:a'), isWal: true })
  return root
}

describe('reading leaves no trace', () => {
  test.each(['2026.5.20', '2026.7.1', '2026.9.6'] as const)('in a directory of %s', async (release) => {
    expect(codesOf(await readWithoutTrace(fixtureDirectory(release)))).toEqual([])
  })

  test('beside a database in write-ahead mode that nobody has open', async () => {
    const reading = await readWithoutTrace(walDirectory())
    expect(idsOf(reading)).toEqual(['alpha:a'])
    expect(reading.problems).toEqual([])
  })

  test('in a folder that cannot be written to', async () => {
    const root = walDirectory()
    chmodSync(path.join(root, 'agents/main/agent'), 0o500)
    expect(idsOf(await readWithoutTrace(root))).toEqual(['alpha:a'])
    chmodSync(path.join(root, 'agents/main/agent'), 0o700)
  })

  test('while OpenClaw has the database open: what is committed is shown, what is not is not', async () => {
    const root = walDirectory()
    const file = path.join(root, AGENT_DB)
    await holdDatabase(
      file,
      `PRAGMA wal_autocheckpoint = 0; ${setStore('alpha:a', 'alpha:committed')}`,
      setStore('alpha:open'),
    )
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0)
    const reading = await readWithoutTrace(root)
    expect(idsOf(reading)).toEqual(['alpha:a', 'alpha:committed'])
    expect(reading.problems).toEqual([])
  })

  test('after a crash that left a log behind', async () => {
    const root = walDirectory()
    const file = path.join(root, AGENT_DB)
    const db = new Database(file)
    db.exec(setStore('alpha:in-log'))
    const crashed = stateDirectory({ 'openclaw.json': {} })
    for (const suffix of ['', '-wal']) put(crashed, AGENT_DB + suffix, readFileSync(file + suffix))
    db.close()
    expect(idsOf(await readWithoutTrace(crashed))).toEqual(['alpha:in-log'])
  })

  test('beside a rollback journal: the database is shown as it was before the interrupted change', async () => {
    const root = stateDirectory({ 'openclaw.json': {} })
    const file = putAgentDatabase(root, { store: profiles('alpha:before') })
    const db = new Database(file)
    // A cache this small makes SQLite write changed pages to the file before the change is complete.
    db.exec(`PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN; ${setStore('alpha:half')}
      CREATE TABLE filler (x); INSERT INTO filler SELECT randomblob(100000) FROM (VALUES (1), (2), (3));`)
    expect(readFileSync(file).includes('alpha:half')).toBe(true)
    const crashed = stateDirectory({ 'openclaw.json': {} })
    for (const suffix of ['', '-journal']) put(crashed, AGENT_DB + suffix, readFileSync(file + suffix))
    db.exec('ROLLBACK')
    db.close()
    const reading = await readWithoutTrace(crashed)
    expect(idsOf(reading)).toEqual(['alpha:before'])
    expect(existsSync(path.join(crashed, `${AGENT_DB}-journal`))).toBe(true)
  })

  test('when another process has locked the database for itself', async () => {
    const root = stateDirectory({ 'openclaw.json': {} })
    const file = putAgentDatabase(root, { store: profiles('alpha:a') })
    await holdDatabase(file, `PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;`)
    const reading = await readWithoutTrace(root)
    expect(idsOf(reading)).toEqual(['alpha:a'])
    expect(problemOf(reading, 'database_locked')).toMatchObject({ severity: 'info', file: AGENT_DB, agentId: 'main' })
  })

  test('when a change is under way in rollback mode', async () => {
    const root = stateDirectory({ 'openclaw.json': {} })
    const file = putAgentDatabase(root, { store: profiles('alpha:a') })
    await holdDatabase(file, '', setStore('alpha:open'))
    expect(idsOf(await readWithoutTrace(root))).toEqual(['alpha:a'])
  })

  test('a large database that its owner has open is read where it lies', async () => {
    const root = walDirectory()
    const file = path.join(root, AGENT_DB)
    await holdDatabase(
      file,
      `CREATE TABLE filler (x); INSERT INTO filler SELECT zeroblob(7000000) FROM (VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10));
       PRAGMA wal_checkpoint(TRUNCATE); ${setStore('alpha:a', 'alpha:committed')}`,
    )
    expect(statSync(file).size).toBeGreaterThan(64 * 1024 * 1024)
    const runtime = temporaryFolder()
    const names = readdirSync(path.dirname(file))
    const before = snapshotTree(root)
    expect(idsOf(await read(root, { XDG_RUNTIME_DIR: runtime }))).toEqual(['alpha:a', 'alpha:committed'])
    expect(readdirSync(path.dirname(file))).toEqual(names)
    const { [`${AGENT_DB}-shm`]: _index, ...rest } = snapshotTree(root)
    const { [`${AGENT_DB}-shm`]: _before, ...restBefore } = before
    expect(rest).toEqual(restBefore)
  })
})

describe('ST-08: a writer that is at it all the time', () => {
  test('each reading shows one state, never a mixture', async () => {
    const root = stateDirectory({ 'openclaw.json': {} })
    const file = putAgentDatabase(root, {
      store: profiles('alpha:0'),
      state: { order: { alpha: ['alpha:0'] } },
      isWal: true,
    })
    const writer = new Database(file)
    writer.pragma('wal_autocheckpoint = 4')
    const write = writer.transaction((turn: number) => {
      const id = `alpha:${turn}`
      writer.prepare('UPDATE auth_profile_store SET store_json = ?').run(JSON.stringify(profiles(id)))
      writer.prepare('UPDATE auth_profile_state SET state_json = ?').run(JSON.stringify({ order: { alpha: [id] } }))
    })
    let turn = 0
    const writing = setInterval(() => write((turn += 1)), 3)
    for (let round = 0; round < 12; round += 1) {
      const { store } = agentOf(await read(root))
      expect(store?.order['alpha']).toEqual(store?.profiles.map(({ id }) => id))
      expect(store?.profiles).toHaveLength(1)
    }
    clearInterval(writing)
    writer.close()
  })

  test('a file that is written in pieces is read when it is complete', async () => {
    const root = stateDirectory({ 'openclaw.json': {} })
    const text = JSON.stringify(profiles('alpha:a'))
    const file = put(root, 'agents/main/agent/auth-profiles.json', text.slice(0, 40))
    const reading = read(root)
    setTimeout(() => put(root, path.relative(root, file), text), 20)
    expect(codesOf(await reading)).toEqual([])
    expect(idsOf(await reading)).toEqual(['alpha:a'])
  })
})

describe('private copies', () => {
  test('leftovers of processes that are gone are removed, others are not', async () => {
    const base = temporaryFolder()
    const old = new Date(Date.now() - 3_600_000)
    // No process can have a number as high as this.
    const names = [
      'switchyard-read-4194305-a',
      'switchyard-read-4194305-new',
      `switchyard-read-${process.pid}-b`,
      'other',
    ]
    for (const name of names) {
      mkdirSync(path.join(base, name))
      put(base, `${name}/copy`, 'x')
      if (!name.endsWith('new')) utimesSync(path.join(base, name), old, old)
    }
    await sweepLeftovers(base)
    expect(readdirSync(base).sort()).toEqual(names.slice(1).sort())
  })

  test('a copy of a damaged database is removed too', async () => {
    const root = walDirectory()
    put(root, 'agents/second/sessions/sessions.json', { 'agent:second:main': { updatedAt: 1, model: 'm' } })
    const file = path.join(root, AGENT_DB)
    truncateSync(file, statSync(file).size - 4096)
    const reading = await readWithoutTrace(root)
    expect(problemOf(reading, 'database_damaged').severity).toBe('error')
    expect(agentOf(reading)).toMatchObject({ storeState: 'unreadable', store: null })
    expect(agentOf(reading, 'second').sessions).toHaveLength(1)
  })
})
