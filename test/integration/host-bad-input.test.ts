import { chmodSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, test } from 'vitest'
import type { FixtureVersion } from '../support/fixture-copy.ts'
import { startEditingHost, type EditingHost, type EditingHostOptions } from '../support/editing-host.ts'

const PASSPHRASE = 'correct horse battery'
const ORDER = { agentId: 'main', provider: 'alpha', profileIds: ['alpha:work'], base: null } as const
const MAIN_FOLDER = 'agents/main/agent'

let opened: EditingHost[] = []

async function start(options: EditingHostOptions = {}): Promise<EditingHost> {
  const editing = await startEditingHost(options)
  opened.push(editing)
  return editing
}

afterEach(async () => {
  await Promise.all(opened.map((editing) => editing.close()))
  opened = []
})

interface Refused {
  readonly code: string
  readonly message: string
  readonly data: { readonly hint: string }
}

/** What the host refuses with: a message and what to do, in words. */
async function refusalOf(asked: Promise<unknown>): Promise<Refused> {
  const refusal = await asked.then(
    () => null,
    (error: unknown) => error as Refused,
  )
  expect(refusal).toMatchObject({ defined: true, message: expect.stringMatching(/\w+ \w+/) })
  expect(refusal?.data.hint).toMatch(/\w+ \w+/)
  return refusal as Refused
}

const WORST = /[{}]|undefined|null|Error|SQLITE|EACCES|at \//

describe('a store that cannot be edited', () => {
  test.each<[FixtureVersion, string]>([
    ['2026.7.1', join(MAIN_FOLDER, 'openclaw-agent.sqlite')],
    ['2026.9.6', join(MAIN_FOLDER, 'openclaw-agent.sqlite')],
  ])('of a newer release than is known (%s) is shown and left as it is', async (version, file) => {
    const editing = await start({ version })
    const database = new Database(join(editing.path, file))
    database.pragma('user_version = 99')
    database.close()
    await editing.client.directory.reread()
    const refusal = await refusalOf(editing.client.order.save({ ...ORDER, target: 'stored' }))
    expect(refusal.code).toBe('NOT_EDITABLE')
    expect(refusal.message).not.toMatch(WORST)
    expect((await editing.state()).problems.map(({ code }) => code)).toContain('database_newer')
  })

  test('held by another program for too long says so, and is not a matter of signing in (ST-09)', async () => {
    const editing = await start({ version: '2026.7.1' })
    const other = new Database(join(editing.path, MAIN_FOLDER, 'openclaw-agent.sqlite'))
    other.exec('BEGIN EXCLUSIVE')
    try {
      const refusal = await refusalOf(editing.client.order.save({ ...ORDER, target: 'stored' }))
      expect(refusal.code).toBe('WRITE_FAILED')
      expect(`${refusal.message} ${refusal.data.hint}`).not.toMatch(/sign/i)
    } finally {
      other.close()
    }
  }, 30_000)

  test('that is broken is not written over', async () => {
    const editing = await start({ version: '2026.5.20' })
    const file = join(editing.path, MAIN_FOLDER, 'auth-profiles.json')
    truncateSync(file, 0)
    const refusal = await refusalOf(
      editing.client.accounts.edit({ agentId: 'main', profileId: 'alpha:home', displayName: 'Home' }),
    )
    expect(['NOT_EDITABLE', 'NOT_FOUND']).toContain(refusal.code)
    expect(readFileSync(file, 'utf8')).toBe('')
  })

  test('that is read-only says so (ST-06)', async () => {
    const editing = await start({ version: '2026.5.20' })
    const file = join(editing.path, MAIN_FOLDER, 'auth-profiles.json')
    const before = readFileSync(file, 'utf8')
    chmodSync(file, 0o400)
    const refusal = await refusalOf(
      editing.client.accounts.edit({ agentId: 'main', profileId: 'alpha:home', displayName: 'Home' }),
    )
    expect(refusal).toMatchObject({ code: 'WRITE_FAILED', message: expect.stringContaining('read-only') })
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  test('of 50 MB is edited like any other, and nothing of it is lost', async () => {
    const editing = await start({ version: '2026.5.20' })
    const file = join(editing.path, MAIN_FOLDER, 'auth-profiles.json')
    const document = JSON.parse(readFileSync(file, 'utf8')) as { profiles: Record<string, object> }
    const metadata = { note: 'x'.repeat(50 * 1024) }
    for (let index = 0; index < 1000; index++) {
      document.profiles[`gamma:${index}`] = { type: 'api_key', provider: 'gamma', key: `k-${index}`, metadata }
    }
    writeFileSync(file, JSON.stringify(document))
    await editing.client.directory.reread()
    await editing.client.accounts.edit({ agentId: 'main', profileId: 'gamma:7', displayName: 'Seven' })
    const after = JSON.parse(readFileSync(file, 'utf8')) as typeof document
    const expected = { ...document.profiles, 'gamma:7': { ...document.profiles['gamma:7'], displayName: 'Seven' } }
    expect(after.profiles).toEqual(expected)
  }, 60_000)
})

describe('a configuration that cannot be edited', () => {
  test.each([
    ['is no valid text', '{ "auth": { "order": [ }'],
    ['is a list', '[1, 2]'],
    ['holds two values', '{}\n{}'],
  ])('because it %s, is refused and keeps its bytes', async (_why, text) => {
    const editing = await start({ version: '2026.7.1' })
    const file = join(editing.path, 'openclaw.json')
    writeFileSync(file, text)
    const refusal = await refusalOf(editing.client.order.save({ ...ORDER, target: 'config' }))
    expect(refusal.code).toBe('NOT_EDITABLE')
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test('because the order lies in an included file, names that file', async () => {
    const editing = await start({ version: '2026.7.1' })
    writeFileSync(join(editing.path, 'auth.json5'), '{ order: { alpha: ["alpha:home"] } }')
    writeFileSync(join(editing.path, 'openclaw.json'), '{ "auth": { "$include": "./auth.json5" } }')
    await editing.client.directory.reread()
    const refusal = await refusalOf(editing.client.order.save({ ...ORDER, target: 'config' }))
    expect(refusal).toMatchObject({ code: 'NOT_EDITABLE', message: expect.stringContaining('auth.json5') })
  })
})

describe('a directory of our own', () => {
  async function startOwn(): Promise<EditingHost & { readonly own: string }> {
    const editing = await start()
    const protection = { kind: 'passphrase', passphrase: PASSPHRASE } as const
    const { path } = await editing.client.directory.create({ name: 'Mine', path: null, protection })
    return { ...editing, own: path }
  }

  async function addKey({ client }: EditingHost): Promise<void> {
    await client.accounts.add({
      agentId: 'main',
      owner: 'own',
      profileId: 'alpha:a',
      provider: 'alpha',
      type: 'api_key',
      secret: { kind: 'inline', value: 'k-canary-000011112222' },
      expiresMs: null,
      email: null,
      displayName: null,
    })
  }

  test('is not made with a passphrase that is too short, nor where something lies', async () => {
    const { client, folder } = await start()
    const short = { kind: 'passphrase', passphrase: 'short' } as const
    const refusal = await refusalOf(client.directory.create({ name: 'Mine', path: null, protection: short }))
    expect(refusal.code).toBe('INVALID_INPUT')
    expect(await client.directory.known()).toEqual([])
    const taken = join(folder, 'taken')
    mkdirSync(taken)
    writeFileSync(join(taken, 'notes.txt'), 'mine')
    const protection = { kind: 'passphrase', passphrase: PASSPHRASE } as const
    expect((await refusalOf(client.directory.create({ name: 'x', path: taken, protection }))).code).toBe(
      'INVALID_INPUT',
    )
    expect(readFileSync(join(taken, 'notes.txt'), 'utf8')).toBe('mine')
  })

  test('whose sealed secrets were changed says so and calls nobody with them', async () => {
    const editing = await startOwn()
    await addKey(editing)
    await editing.client.directory.close()
    const database = new Database(join(editing.own, 'switchyard.sqlite'))
    const { sealed } = database.prepare('SELECT sealed FROM secrets').get() as { sealed: Buffer }
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
    database.prepare('UPDATE secrets SET sealed = ?').run(sealed)
    database.close()
    await editing.client.directory.open({ path: editing.own })
    await editing.client.vault.unlock({ passphrase: PASSPHRASE })
    const refusal = await refusalOf(editing.client.accounts.test({ agentId: 'main', profileId: 'alpha:a' }))
    expect(refusal.code).toBe('TAMPERED')
  })

  test('of a newer console is not opened, and what was open stays', async () => {
    const editing = await startOwn()
    await editing.client.directory.close()
    const database = new Database(join(editing.own, 'switchyard.sqlite'))
    database.pragma('user_version = 999')
    database.close()
    await editing.client.directory.openExample()
    const refusal = await refusalOf(editing.client.directory.open({ path: editing.own }))
    expect(refusal).toMatchObject({ code: 'OPEN_FAILED', message: expect.stringContaining('version 999') })
    expect((await editing.state()).kind).toBe('example')
  })

  test('keeps its last way to be unlocked', async () => {
    const { client } = await startOwn()
    expect((await refusalOf(client.vault.removeProtection({ kind: 'passphrase' }))).code).toBe('INVALID_INPUT')
  })
})

test('a vault is only asked for in directories of our own', async () => {
  const { client } = await start({ version: '2026.7.1' })
  expect((await refusalOf(client.vault.unlock({ passphrase: PASSPHRASE }))).code).toBe('NOT_EDITABLE')
  expect((await refusalOf(client.accounts.refresh({ agentId: 'main', profileId: 'alpha:home' }))).code).toBe(
    'NOT_EDITABLE',
  )
})

test('without an open directory everything that edits says so', async () => {
  const { client } = await start()
  await client.directory.close()
  expect((await refusalOf(client.order.undo())).code).toBe('NO_DIRECTORY')
  expect((await refusalOf(client.transfer.scan())).code).toBe('NO_DIRECTORY')
})

test('an import from a place where nothing lies says what to look for', async () => {
  const { client, folder } = await start({ version: '2026.7.1' })
  const path = join(folder, 'nothing-here')
  const refusal = await refusalOf(client.transfer.previewImport({ agentId: 'main', path, passphrase: null }))
  expect(refusal.code).toBe('NOT_FOUND')
})
