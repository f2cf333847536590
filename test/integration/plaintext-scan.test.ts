import { createHash } from 'node:crypto'
import { mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  scanForPlaintext,
  type KnownSecret,
  type ScanFinding,
  type ScanReport,
} from '../../electron/plaintext/index.ts'
import {
  AGENT_DB,
  fixtureDirectory,
  put,
  putAgentDatabase,
  snapshotTree,
  stateDirectory,
  temporaryFolder,
} from '../support/openclaw-files.ts'

const SHORTEST_PIECE = 6

/** A made-up secret of its own for each name. */
function canary(name: string, characters: number = 40): string {
  const digits = Array.from({ length: Math.ceil(characters / 64) }, (_, index) =>
    createHash('sha256').update(`${name} ${index}`).digest('hex'),
  )
  return `cny-${digits.join('')}`.slice(0, characters)
}

function known(...names: readonly string[]): KnownSecret[] {
  return names.map((name) => ({ profileId: `demo:${name}`, label: 'key', secret: canary(name) }))
}

function findingOf(report: ScanReport, file: string): ScanFinding {
  const found = report.findings.find((finding) => finding.file === file)
  if (!found) throw new Error(`Nothing found in ${file}: ${JSON.stringify(report.findings)}`)
  return found
}

function expectNoPieceOf(report: ScanReport, secrets: readonly KnownSecret[]): void {
  const text = JSON.stringify(report)
  for (const { secret } of secrets) {
    for (let start = 4; start + SHORTEST_PIECE <= secret.length; start += 1)
      expect(text).not.toContain(secret.slice(start, start + SHORTEST_PIECE))
  }
}

function store(...names: readonly string[]): object {
  const profiles = names.map((name) => [`demo:${name}`, { type: 'api_key', provider: 'demo', key: canary(name) }])
  return { version: 1, profiles: Object.fromEntries(profiles) }
}

describe('a secret in plain text', () => {
  test('is found in every kind of file, and the report tells nothing of it', async () => {
    const files = {
      'openclaw.json': `{ auth: { profiles: { 'demo:config': { apiKey: '${canary('config')}' } } } }`,
      'openclaw.json.bak': canary('bak'),
      '.env': `DEMO_API_KEY=${canary('env')}`,
      'agents/main/agent/auth-profiles.json': store('store'),
      'agents/main/agent/auth-profiles.json.aaaa.tmp': store('tmp'),
      'agents/main/agent/auth-profiles.json.migrated-2026-11-30T00-00-00.000Z-aaaa': store('migrated'),
      'agents/main/agent/auth.json': { demo: { key: canary('flat') } },
      'agents/main/sessions/1.jsonl': JSON.stringify({ text: `my key is ${canary('session')}` }),
      'credentials/oauth.json': { demo: { access: canary('oauth') } },
      'logs/openclaw.log': `failed with ${canary('log')} and ${canary('log')}`,
      'workspace/notes.md': canary('notes'),
    }
    const secrets = known(
      'config',
      'bak',
      'env',
      'store',
      'tmp',
      'migrated',
      'flat',
      'session',
      'oauth',
      'log',
      'notes',
      'nowhere',
    )
    const root = stateDirectory(files)
    const before = snapshotTree(root)
    const report = await scanForPlaintext({ root, directory: 'attached', knownSecrets: secrets })
    expect(
      report.findings.map(({ file, place, knownCount, unknownCount }) => [file, place, knownCount, unknownCount]),
    ).toEqual([
      ['.env', 'config', 1, 0],
      ['agents/main/agent/auth-profiles.json', 'live_store', 1, 0],
      ['agents/main/agent/auth-profiles.json.aaaa.tmp', 'temporary', 1, 0],
      ['agents/main/agent/auth-profiles.json.migrated-2026-11-30T00-00-00.000Z-aaaa', 'backup', 1, 0],
      ['agents/main/agent/auth.json', 'leftover', 1, 0],
      ['agents/main/sessions/1.jsonl', 'other', 1, 0],
      ['credentials/oauth.json', 'leftover', 1, 0],
      ['logs/openclaw.log', 'log', 2, 0],
      ['openclaw.json', 'config', 1, 0],
      ['openclaw.json.bak', 'backup', 1, 0],
      ['workspace/notes.md', 'other', 1, 0],
    ])
    expect(report.findings.flatMap(({ profileIds }) => profileIds)).not.toContain('demo:nowhere')
    expect(report.scannedFiles).toBe(11)
    expectNoPieceOf(report, secrets)
    expect(snapshotTree(root)).toEqual(before)
  })

  test('that nobody knows is found by its shape', async () => {
    const root = stateDirectory({
      'auth-profiles.json.bak': { profiles: { a: { key: canary('one') }, b: { token: canary('two') } } },
      'notes.md': `sk-${canary('three')}`,
    })
    const report = await scanForPlaintext({ root, directory: 'own', knownSecrets: [] })
    expect(report.findings).toEqual([
      {
        file: 'auth-profiles.json.bak',
        kind: 'backup',
        place: 'backup',
        knownCount: 0,
        unknownCount: 2,
        profileIds: [],
        advice: 'delete_backup',
      },
    ])
    expectNoPieceOf(report, known('one', 'two', 'three'))
  })

  test('is found where JSON escapes it, in UTF-16 and across the pieces a large file is read in', async () => {
    const odd = { profileId: 'demo:odd', label: 'key', secret: 'made "up" \\ secret 0123456789' }
    const [plain] = known('plain')
    if (!plain) throw new Error('No secret')
    const large = Buffer.alloc(3 * 1024 * 1024 + 17, '. ')
    for (const start of [1024 * 1024 - 20, 2 * 1024 * 1024 - 1, 3 * 1024 * 1024])
      large.write(plain.secret.slice(0, 17), start)
    large.write(plain.secret, 1024 * 1024 - 20)
    large.write(plain.secret, 2 * 1024 * 1024 - 3)
    const root = stateDirectory({
      'a.log': JSON.stringify({ note: odd.secret }),
      'b.log': large,
      'openclaw.json': Buffer.from(`\ufeff{ key: '${plain.secret}' }`, 'utf16le'),
    })
    const report = await scanForPlaintext({ root, directory: 'attached', knownSecrets: [odd, plain] })
    expect(report.findings.map(({ file, knownCount, profileIds }) => [file, knownCount, profileIds])).toEqual([
      ['a.log', 1, ['demo:odd']],
      ['b.log', 2, ['demo:plain']],
      ['openclaw.json', 1, ['demo:plain']],
    ])
  })

  test('is hidden in the name of a file as well', async () => {
    const secrets = known('name')
    const root = stateDirectory({ [`${canary('name')}.log`]: canary('name') })
    const report = await scanForPlaintext({ root, directory: 'attached', knownSecrets: secrets })
    expect(report.findings[0]?.file).toBe('***.log')
    expectNoPieceOf(report, secrets)
  })
})

describe('databases', () => {
  /** A connection in write-ahead mode that stays open, so that nothing is checkpointed. */
  function openWal(file: string): Database.Database {
    const db = new Database(file)
    onTestFinished(() => void db.close())
    db.pragma('journal_mode = WAL')
    db.pragma('wal_autocheckpoint = 0')
    return db
  }

  test('a value that is only in the write-ahead log yet', async () => {
    const root = temporaryFolder()
    const file = putAgentDatabase(root, { isWal: true, store: store('first') })
    const db = openWal(file)
    db.prepare('UPDATE auth_profile_store SET store_json = ?').run(JSON.stringify(store('second')))
    const secrets = known('first', 'second')
    const report = await scanForPlaintext({ root, directory: 'attached', knownSecrets: secrets })
    expect(findingOf(report, AGENT_DB).profileIds).toEqual(['demo:first'])
    expect(findingOf(report, `${AGENT_DB}-wal`)).toMatchObject({
      kind: 'journal',
      place: 'journal',
      profileIds: ['demo:second'],
      advice: 'checkpoint',
    })
    expect(report.findings.map(({ file: name }) => name)).not.toContain(`${AGENT_DB}-shm`)
    expectNoPieceOf(report, secrets)
  })

  test('a row that was deleted stays in a page that is free', async () => {
    const root = temporaryFolder()
    const file = put(root, 'switchyard.sqlite', new Uint8Array())
    const db = new Database(file)
    db.pragma('secure_delete = OFF')
    db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)')
    db.prepare('INSERT INTO t (text) VALUES (?)').run(`${'x'.repeat(9000)}${canary('gone')}`)
    db.exec('DELETE FROM t')
    expect(db.prepare('SELECT count(*) FROM t').pluck().get()).toBe(0)
    db.close()
    const report = await scanForPlaintext({ root, directory: 'own', knownSecrets: known('gone') })
    expect(findingOf(report, 'switchyard.sqlite')).toMatchObject({ knownCount: 1, advice: 'seal_it' })
  })

  test('a value that lies in pieces on several pages is found wherever the pages cut it', async () => {
    const root = temporaryFolder()
    const [secret] = known('cut')
    if (!secret) throw new Error('No secret')
    for (let shift = 0; shift < 48; shift += 1) {
      const text = `${'x'.repeat(4096 - 24 + shift)}${secret.secret}${'y'.repeat(5000)}`
      putAgentDatabase(root, { store: text }, `${shift}/openclaw-agent.sqlite`)
    }
    const report = await scanForPlaintext({ root, directory: 'attached', knownSecrets: [secret] })
    expect(report.findings).toHaveLength(48)
    expect(new Set(report.findings.map(({ knownCount }) => knownCount))).toEqual(new Set([1]))
  })

  test('one that this process has open is not opened a second time', async () => {
    const root = temporaryFolder()
    const file = put(root, 'switchyard.sqlite', new Uint8Array())
    const db = openWal(file)
    db.exec('CREATE TABLE t (text TEXT)')
    db.prepare('INSERT INTO t VALUES (?)').run(canary('held'))
    let asked = 0
    const bytesOfOpen = (asking: string): Uint8Array | null => {
      if (asking !== file) return null
      asked += 1
      return db.serialize()
    }
    const report = await scanForPlaintext({ root, directory: 'own', knownSecrets: known('held'), bytesOfOpen })
    expect(asked).toBe(1)
    expect(report.findings.map(({ file: name }) => name)).toEqual(['switchyard.sqlite', 'switchyard.sqlite-wal'])
  })

  test('a store with references only has none', async () => {
    const root = temporaryFolder()
    const reference = { source: 'store', provider: 'vault', id: 'DEMO_1' }
    putAgentDatabase(root, {
      store: { profiles: { 'demo:a': { type: 'api_key', provider: 'demo', keyRef: reference } } },
    })
    const report = await scanForPlaintext({ root, directory: 'own', knownSecrets: known('a') })
    expect(report.findings).toEqual([])
  })
})

describe('what is not scanned', () => {
  test('is named: too large, too many, compressed, no file, left out', async () => {
    const root = stateDirectory({
      'a.log': 'x'.repeat(100),
      'b.log': 'x'.repeat(10),
      'c.log': 'x'.repeat(10),
      'notes.txt': 'x'.repeat(30),
      'old.log.gz': 'x',
      'node_modules/x/index.js': 'x',
    })
    const report = await scanForPlaintext({
      root,
      directory: 'attached',
      knownSecrets: [],
      limits: { maxFileBytes: 50, maxOtherFileBytes: 20, maxFiles: 1 },
    })
    expect(new Map(report.notScanned.map(({ file, why }) => [file, why]))).toEqual(
      new Map([
        ['a.log', 'too_large'],
        ['c.log', 'limit'],
        ['node_modules', 'folder_left_out'],
        ['notes.txt', 'too_large'],
        ['old.log.gz', 'compressed'],
      ]),
    )
    expect([report.scannedFiles, report.scannedBytes]).toEqual([1, 10])
  })

  test('the whole stays within its limit, credentials first', async () => {
    const root = stateDirectory({ 'aaa.txt': 'x'.repeat(900), 'auth-profiles.json': 'x'.repeat(900) })
    const limits = { maxTotalBytes: 1000 }
    const report = await scanForPlaintext({ root, directory: 'attached', knownSecrets: [], limits })
    expect(report.notScanned).toEqual([{ file: 'aaa.txt', why: 'limit' }])
  })

  test('links to files are followed once, links to folders are not', async () => {
    const elsewhere = stateDirectory({ 'openclaw.json': canary('linked'), 'more/a.log': canary('linked') })
    const root = temporaryFolder()
    symlinkSync(path.join(elsewhere, 'openclaw.json'), path.join(root, 'openclaw.json'))
    symlinkSync(path.join(elsewhere, 'openclaw.json'), path.join(root, 'openclaw.json.bak'))
    symlinkSync(elsewhere, path.join(root, 'folder'))
    mkdirSync(path.join(root, 'agents'))
    const extraFiles = [path.join(elsewhere, 'more/a.log')]
    const report = await scanForPlaintext({ root, directory: 'attached', knownSecrets: known('linked'), extraFiles })
    expect(report.findings).toHaveLength(2)
    expect(report.findings.map(({ file }) => file)).toContain(extraFiles[0])
  })

  test('a secret that is too short to be looked for is named by its profile', async () => {
    const root = stateDirectory({ 'a.log': 'k-a1' })
    const knownSecrets = [{ profileId: 'alpha:work', label: 'key', secret: 'k-a1' }]
    const report = await scanForPlaintext({ root, directory: 'attached', knownSecrets })
    expect([report.tooShort, report.findings]).toEqual([['alpha:work'], []])
  })

  test('it can be stopped', async () => {
    const root = fixtureDirectory('2026.5.20')
    const signal = AbortSignal.abort(new Error('stopped'))
    const scan = scanForPlaintext({ root, directory: 'attached', knownSecrets: [], signal })
    await expect(scan).rejects.toThrow('stopped')
  })
})
