import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { connect } from '../../electron/store/connection.ts'
import { LATEST_OF_WINDOW, listQuery, SAME_OUTCOME } from '../../electron/store/ledger/window-ledger.ts'
import { latestVersion } from '../../electron/store/migrations/migrate.ts'
import { MIGRATIONS } from '../../electron/store/migrations/table.ts'
import { REDOABLE, revisionsQuery, UNDOABLE } from '../../electron/store/order-revisions.ts'
import { asStoreRefused, refusing } from '../../electron/store/store-refused.ts'
import { openSwitchyardStore, StoreRefused } from '../../electron/store/index.ts'
import { temporaryFolder } from '../support/openclaw-files.ts'
import { NOW_MS, openStore, refusalOf } from '../support/own-store.ts'

const clock = { now: () => NOW_MS }
const LATEST = MIGRATIONS.length

const newFile = (): string => path.join(temporaryFolder(), 'deep', 'er', 'switchyard.sqlite')

/** A database as an older version would have left it, with a row in its newest table. */
function oldDatabase(version: number): string {
  const file = newFile()
  const { database } = connect(file, MIGRATIONS.slice(0, version))
  database.exec(`INSERT INTO meta VALUES ('kept', 'yes')`)
  database.close()
  return file
}

function schemaOf(file: string): readonly unknown[] {
  const database = new Database(file, { readonly: true })
  try {
    return database.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY name').all()
  } finally {
    database.close()
  }
}

const modeOf = (file: string): number => statSync(file).mode & 0o777

describe('opening', () => {
  test('a new database is private, marked and logged ahead', () => {
    const file = newFile()
    const store = openStore(file)
    store.meta.set('a', '1')
    expect([file, `${file}-wal`, `${file}-shm`].map(modeOf)).toEqual([0o600, 0o600, 0o600])
    expect(modeOf(path.dirname(file))).toBe(0o700)
    expect(modeOf(path.dirname(path.dirname(file)))).toBe(0o700)
    expect(store.upgraded).toBeNull()
    // The mark and the version stand in the file itself while the log is not yet merged.
    expect(readFileSync(file).toString('latin1', 68, 72)).toBe('SWyd')
    const other = new Database(file)
    const pragma = (name: string): unknown => other.pragma(name, { simple: true })
    expect([pragma('journal_mode'), pragma('user_version')]).toEqual(['wal', LATEST])
    other.close()
    store.close()
    store.close()
    expect(existsSync(`${file}-wal`)).toBe(false)
  })

  test('the connection deletes for good, checks references and waits for others', () => {
    const { database } = connect(newFile(), MIGRATIONS)
    const pragma = (name: string): unknown => database.pragma(name, { simple: true })
    expect(['secure_delete', 'foreign_keys', 'busy_timeout', 'synchronous', 'trusted_schema'].map(pragma)).toEqual([
      1, 1, 5000, 1, 0,
    ])
    database.close()
  })

  test('what others may read is taken away from them', () => {
    const file = newFile()
    openSwitchyardStore(file, { clock }).close()
    chmodSync(file, 0o644)
    openStore(file)
    expect(modeOf(file)).toBe(0o600)
  })

  test('two processes may have it open', () => {
    const file = newFile()
    const [first, second] = [openStore(file), openStore(file)]
    first.meta.set('a', '1')
    expect(second.meta.get('a')).toBe('1')
    second.meta.set('a', '2')
    expect(first.meta.get('a')).toBe('2')
    expect(first.meta.get('b')).toBeNull()
  })
})

describe('upgrading', () => {
  test('the migrations count up one by one', () => {
    expect(latestVersion(MIGRATIONS)).toBe(LATEST)
    const [first, second] = MIGRATIONS
    if (!first || !second) throw new Error('There are migrations')
    expect(() => latestVersion([second, first])).toThrow('place 1')
    expect(() => latestVersion([first, first])).toThrow('place 2')
  })

  test.each(MIGRATIONS.slice(0, -1).map(({ version }) => version))('from version %i, with a copy before', (version) => {
    const file = oldDatabase(version)
    const before = schemaOf(file)
    const store = openStore(file)
    const backup = `${file}.v${version}.bak`
    expect(store.upgraded).toEqual({ fromVersion: version, backup })
    expect(store.meta.get('kept')).toBe('yes')
    expect(modeOf(backup)).toBe(0o600)
    expect(schemaOf(backup)).toEqual(before)
    const fresh = newFile()
    openStore(fresh)
    expect(schemaOf(file)).toEqual(schemaOf(fresh))
    store.close()
    expect(openStore(file).upgraded).toBeNull()
  })

  test('a step that fails leaves the database as it was', () => {
    const file = oldDatabase(2)
    const before = schemaOf(file)
    const broken = { version: 4, up: (database: Database.Database) => void database.exec('CREATE TABLE half (a)') }
    const failing = { version: 5, up: (database: Database.Database) => void database.exec('NOT SQL') }
    expect(() => connect(file, [...MIGRATIONS.slice(0, 3), broken, failing])).toThrow('syntax error')
    expect(schemaOf(file)).toEqual(before)
    expect(openStore(file).upgraded).toMatchObject({ fromVersion: 2 })
  })

  test('a database of a newer version is refused and not touched', async () => {
    const file = newFile()
    openSwitchyardStore(file, { clock }).close()
    const newer = new Database(file)
    newer.pragma(`user_version = ${LATEST + 1}`)
    newer.close()
    const before = readFileSync(file)
    expect(await refusalOf(() => openStore(file))).toBe('newer')
    expect(readFileSync(file)).toEqual(before)
  })
})

describe('what cannot be opened', () => {
  test('another file is refused and not touched', async () => {
    const file = newFile()
    mkdirSync(path.dirname(file), { recursive: true })
    for (const bytes of ['notes of somebody', 'x'.repeat(5000), Buffer.alloc(8192)]) {
      writeFileSync(file, bytes)
      expect(await refusalOf(() => openStore(file))).toBe('foreign')
      expect(readFileSync(file)).toEqual(Buffer.from(bytes))
    }
    const other = path.join(path.dirname(file), 'other.sqlite')
    const database = new Database(other)
    database.exec('CREATE TABLE theirs (a)')
    database.close()
    const before = readFileSync(other)
    expect(await refusalOf(() => openStore(other))).toBe('foreign')
    expect(readFileSync(other)).toEqual(before)
    expect(await refusalOf(() => openStore(path.dirname(file)))).toBe('foreign')
  })

  test('an empty file is a database to be', () => {
    const file = newFile()
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, '')
    openStore(file).meta.set('a', '1')
    expect(openStore(file).meta.get('a')).toBe('1')
  })

  test('a damaged one is refused and not touched', async () => {
    const file = newFile()
    const store = openStore(file)
    for (let index = 0; index < 200; index += 1) store.meta.set(`key ${index}`, 'x'.repeat(100))
    store.close()
    const whole = readFileSync(file)
    const broken = Buffer.from(whole)
    broken.fill(0xaa, 4096)
    const cut = whole.subarray(0, 4096 + 100)
    for (const bytes of [broken, cut]) {
      writeFileSync(file, bytes)
      expect(await refusalOf(() => openStore(file))).toBe('damaged')
      expect(readFileSync(file)).toEqual(bytes)
    }
  })

  test('a place where nothing can be written is told', async () => {
    const folder = temporaryFolder()
    writeFileSync(path.join(folder, 'file'), '')
    expect(await refusalOf(() => openStore(path.join(folder, 'file', 'switchyard.sqlite')))).toBe('unwritable')
  })

  test('what goes wrong later is told the same way by every function', async () => {
    const api = refusing('/x', {
      name: 'kept',
      read: (id: number): number => {
        if (id === 0) throw Object.assign(new Error('x'), { code: 'SQLITE_CORRUPT' })
        return id
      },
    })
    expect([api.name, api.read(5)]).toEqual(['kept', 5])
    expect(await refusalOf(() => api.read(0))).toBe('damaged')
  })

  test.each([
    ['SQLITE_BUSY', 'unwritable', 'another program'],
    ['SQLITE_FULL', 'unwritable', 'disk is full'],
    ['ENOSPC', 'unwritable', 'disk is full'],
    ['SQLITE_READONLY_DBMOVED', 'unwritable', 'cannot be written'],
    ['EACCES', 'unwritable', 'cannot be written'],
    ['SQLITE_CANTOPEN', 'unwritable', 'cannot be opened'],
    ['SQLITE_IOERR_WRITE', 'unwritable', 'disk reports'],
    ['SQLITE_CORRUPT_VTAB', 'damaged', 'damaged'],
    ['SQLITE_NOTADB', 'foreign', 'not Switchyard'],
  ])('%s means %s', (code, expected, words) => {
    const told = asStoreRefused(Object.assign(new Error('secret-canary'), { code }), '/x')
    if (!(told instanceof StoreRefused)) throw new Error('A refusal was expected')
    expect(told.code).toBe(expected)
    expect(told.message).toContain(words)
    expect(`${told.message}${told.hint}${told.stack}`).not.toContain('canary')
  })

  test('a defect stays a defect', () => {
    const defect = new TypeError('x')
    expect(asStoreRefused(defect, '/x')).toBe(defect)
    const constraint = Object.assign(new Error('x'), { code: 'SQLITE_CONSTRAINT_CHECK' })
    expect(asStoreRefused(constraint, '/x')).toBe(constraint)
  })
})

describe('queries find their rows by an index', () => {
  const some = { agentId: 'a', profileId: 'p', provider: 'p', beforeId: 1, limit: 5, id: 1 }
  const bound = { ...some, profile_id: 'p', owner: 'o', window_kind: 'cooldown', is_end: 1, until_ms: 1 }

  test.each([
    ['the ledger', listQuery({}), ['SCAN window_changes USING INDEX window_changes_by_time']],
    [
      'the ledger of an agent',
      listQuery({ agentId: 'a' }),
      ['SEARCH window_changes USING INDEX window_changes_by_agent'],
    ],
    [
      'the ledger of an account',
      listQuery({ profileId: 'p' }),
      ['SEARCH window_changes USING INDEX window_changes_by_profile'],
    ],
    [
      'the ledger of an account under an agent',
      listQuery({ agentId: 'a', profileId: 'p' }),
      ['SEARCH window_changes USING INDEX window_changes_by_profile'],
    ],
    [
      'the next page',
      listQuery({ beforeId: 1 }),
      ['SEARCH window_changes USING INDEX window_changes_by_time (at_ms<', 'USING INTEGER PRIMARY KEY'],
    ],
    [
      'the next page of an account',
      listQuery({ profileId: 'p', beforeId: 1 }),
      ['window_changes_by_profile (profile_id=? AND at_ms<', 'USING INTEGER PRIMARY KEY'],
    ],
    ['the latest of a window', LATEST_OF_WINDOW, ['SEARCH window_changes USING INDEX window_changes_by_profile']],
    ['the same outcome', SAME_OUTCOME, ['SEARCH window_changes USING INDEX window_changes_by_profile']],
    ['the revisions of an order', revisionsQuery({ agentId: 'a', provider: 'p' }), ['order_revisions_by_order']],
    ['what can be redone', REDOABLE, ['order_revisions_by_state']],
    ['what can be undone', UNDOABLE, ['order_revisions_by_state', 'order_revisions_by_provider']],
  ])('%s', (_name, sql, expected) => {
    const { database } = connect(newFile(), MIGRATIONS)
    const plan = (database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(bound) as { detail: string }[]).map(
      ({ detail }) => detail,
    )
    database.close()
    const text = plan.join('\n')
    for (const part of expected) expect(text).toContain(part)
    expect(text).not.toContain('TEMP B-TREE')
  })
})
