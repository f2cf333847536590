import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { AddAccountInput } from '../../shared/contract/types.ts'
import type { FixtureVersion } from '../support/fixture-copy.ts'
import { startEditingHost, type EditingHost, type EditingHostOptions } from '../support/editing-host.ts'
import { startProviderServer, json, type ProviderServer } from '../support/provider-server.ts'

const VERSIONS: readonly FixtureVersion[] = ['2026.5.20', '2026.7.1', '2026.9.6']
const KEY = 'k-canary-0123456789abcdef-WXYZ'
const PASSPHRASE = 'correct horse battery'

const NEW_ACCOUNT: AddAccountInput = {
  agentId: 'main',
  owner: 'shared',
  profileId: 'alpha:third',
  provider: 'alpha',
  type: 'api_key',
  secret: { kind: 'inline', value: KEY },
  expiresMs: null,
  email: 'third@example.com',
  displayName: 'Third',
}

let opened: EditingHost[] = []
let provider: ProviderServer | null = null

async function start(options: EditingHostOptions = {}): Promise<EditingHost> {
  const editing = await startEditingHost(options)
  opened.push(editing)
  return editing
}

afterEach(async () => {
  await Promise.all(opened.map((editing) => editing.close()))
  await provider?.close()
  opened = []
  provider = null
})

async function profile(editing: EditingHost, id: string) {
  return (await editing.store()).profiles.find((item) => item.id === id)
}

/** Every byte of every file below a folder. */
function bytesBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n')
}

describe.each(VERSIONS)('accounts of a directory of %s', (version) => {
  test('a new account is stored, known to the configuration, last in a written order, and tried with its key', async () => {
    const editing = await start({ version })
    const { facts: before } = await editing.state()
    const receipt = await editing.client.accounts.add(NEW_ACCOUNT)
    expect(receipt.files.length).toBeGreaterThan(1)
    expect(await profile(editing, 'alpha:third')).toMatchObject({
      type: 'api_key',
      provider: 'alpha',
      key: { tail: 'WXYZ' },
      email: 'third@example.com',
    })
    const { facts } = await editing.state()
    expect(facts.config.profiles.find(({ id }) => id === 'alpha:third')).toMatchObject({ mode: 'api_key' })
    expect(facts.config.order['alpha']).toEqual([...(before.config.order['alpha'] ?? []), 'alpha:third'])
    // What was there stays as it was.
    const others = (await editing.store()).profiles.filter(({ id }) => id !== 'alpha:third')
    expect(others.map(({ id }) => id)).toEqual(
      ['alpha:work', 'alpha:home', 'beta:main', 'beta:spare'].filter((id) => others.some((other) => other.id === id)),
    )
    expect(others.length).toBeGreaterThan(2)
  })

  test('an id that is taken is refused, and the account under it stays', async () => {
    const editing = await start({ version })
    const before = await profile(editing, 'alpha:home')
    await expect(editing.client.accounts.add({ ...NEW_ACCOUNT, profileId: 'alpha:home' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    expect(await profile(editing, 'alpha:home')).toEqual(before)
  })

  test('a new key takes the place of the old one, and what locked the old one is gone', async () => {
    const editing = await start({ version })
    const input = { agentId: 'main', profileId: 'alpha:home' }
    await editing.client.accounts.edit({
      ...input,
      secret: { kind: 'inline', value: `  ${KEY}\n` },
      displayName: 'Home',
    })
    expect(await profile(editing, 'alpha:home')).toMatchObject({
      key: { tail: 'WXYZ', flaws: [] },
      displayName: 'Home',
    })
    expect((await editing.store()).usageStats['alpha:home']?.cooldownUntilMs ?? null).toBeNull()
  })

  test('a reference takes the place of a key', async () => {
    const editing = await start({ version })
    const ref = { source: 'env', provider: 'default', id: 'ALPHA_KEY' } as const
    await editing.client.accounts.edit({ agentId: 'main', profileId: 'alpha:home', secret: { kind: 'reference', ref } })
    expect(await profile(editing, 'alpha:home')).toMatchObject({ key: null, keyRef: ref })
  })

  test('removing takes the account out of the store, the configuration and every order', async () => {
    const editing = await start({ version })
    await editing.client.accounts.remove({ agentId: 'main', profileId: 'alpha:home' })
    expect(await profile(editing, 'alpha:home')).toBeUndefined()
    const { facts } = await editing.state()
    expect(facts.config.profiles.map(({ id }) => id)).not.toContain('alpha:home')
    expect(facts.config.order['alpha']).toEqual(['alpha:work'])
    expect((await editing.store()).usageStats['alpha:home']).toBeUndefined()
    await expect(editing.client.accounts.remove({ agentId: 'main', profileId: 'alpha:home' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

test('a secret without a usable character is refused', async () => {
  const editing = await start({ version: '2026.7.1' })
  const secret = { kind: 'inline', value: ' \n│ ' } as const
  await expect(editing.client.accounts.add({ ...NEW_ACCOUNT, secret })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

describe('directories of our own', () => {
  async function startOwn(): Promise<EditingHost & { own: string }> {
    const editing = await start()
    const { path } = await editing.client.directory.create({
      name: 'Work accounts',
      path: null,
      protection: { kind: 'passphrase', passphrase: PASSPHRASE },
    })
    return { ...editing, own: path }
  }

  test('are made with a vault, opened at once, and listed', async () => {
    const editing = await startOwn()
    expect(await editing.state()).toMatchObject({
      kind: 'own',
      path: editing.own,
      vault: { status: 'unlocked', protections: ['passphrase'] },
    })
    const [known] = await editing.client.directory.known()
    expect(known).toMatchObject({ path: editing.own, kind: 'own', name: 'Work accounts', isThere: true })
  })

  test('keep secrets in the vault and nowhere else; a locked vault asks to be unlocked', async () => {
    const editing = await startOwn()
    const { client } = editing
    await client.accounts.add({ ...NEW_ACCOUNT, owner: 'own' })
    expect(await profile(editing, 'alpha:third')).toMatchObject({ key: null, keyRef: { provider: 'switchyard' } })
    expect(bytesBelow(editing.folder)).not.toContain(KEY)
    await client.vault.lock()
    await expect(client.accounts.test({ agentId: 'main', profileId: 'alpha:third' })).rejects.toMatchObject({
      code: 'VAULT_LOCKED',
    })
    await expect(client.vault.unlock({ passphrase: 'wrong horse' })).rejects.toMatchObject({ code: 'WRONG_PASSPHRASE' })
    await client.vault.unlock({ passphrase: PASSPHRASE })
    expect((await editing.state()).vault).toMatchObject({ status: 'unlocked' })
    expect((await client.transfer.scan()).findings).toEqual([])
  })

  test('call providers with what is in the vault', async () => {
    provider = await startProviderServer(json(200, { choices: [{ message: { content: 'pong' } }] }))
    const editing = await startOwn()
    const config = join(editing.own, 'openclaw.json')
    const models = {
      providers: { alpha: { baseUrl: `${provider.origin}/v1`, api: 'openai-completions', models: [{ id: 'big' }] } },
    }
    writeFileSync(config, JSON.stringify({ models, agents: { defaults: { model: { primary: 'alpha/big' } } } }))
    await editing.client.directory.reread()
    await editing.client.accounts.add({ ...NEW_ACCOUNT, owner: 'own' })
    const report = await editing.client.accounts.test({ agentId: 'main', profileId: 'alpha:third' })
    expect(report).toMatchObject({ outcome: 'ok', model: 'big' })
    expect(provider.requests[0]?.headers['authorization']).toBe(`Bearer ${KEY}`)
  })

  test('come back locked, and a removed account leaves no secret behind', async () => {
    const editing = await startOwn()
    const { client } = editing
    await client.accounts.add({ ...NEW_ACCOUNT, owner: 'own' })
    await client.accounts.remove({ agentId: 'main', profileId: 'alpha:third' })
    await client.directory.close()
    await client.directory.open({ path: editing.own })
    expect(await editing.state()).toMatchObject({ kind: 'own', vault: { status: 'locked' } })
    expect((await editing.store()).profiles).toEqual([])
  })

  test('go to another machine in a sealed file, and come in as they were', async () => {
    const editing = await startOwn()
    const { client, folder } = editing
    await client.accounts.add({ ...NEW_ACCOUNT, owner: 'own' })
    const file = join(folder, 'accounts.switchyard')
    expect(await client.transfer.export({ path: file, passphrase: PASSPHRASE })).toEqual({ path: file, profiles: 1 })
    expect(readFileSync(file, 'latin1')).not.toContain(KEY)
    await expect(client.transfer.export({ path: file, passphrase: PASSPHRASE })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await client.directory.create({ name: 'Second', path: null, protection: { kind: 'key_file' } })
    const ask = { agentId: 'main', path: file }
    await expect(client.transfer.previewImport({ ...ask, passphrase: 'not this one' })).rejects.toMatchObject({
      code: 'WRONG_PASSPHRASE',
    })
    const preview = await client.transfer.previewImport({ ...ask, passphrase: PASSPHRASE })
    expect(preview.profiles).toMatchObject([{ profileId: 'alpha:third', action: 'create', why: 'new' }])
    expect(preview.sources).toMatchObject([{ kind: 'transfer', problem: null }])
    expect(await client.transfer.import({ previewId: preview.id })).toMatchObject({ created: 1 })
    expect(await profile(editing, 'alpha:third')).toMatchObject({ keyRef: { provider: 'switchyard' } })
    const again = await client.transfer.previewImport({ ...ask, passphrase: PASSPHRASE })
    expect(again.profiles).toMatchObject([{ action: 'keep' }])
    expect(bytesBelow(folder)).not.toContain(KEY)
  })

  test('can be written out as a plain directory, where the secrets are readable', async () => {
    const editing = await startOwn()
    const { client, folder } = editing
    await client.accounts.add({ ...NEW_ACCOUNT, owner: 'own' })
    const plain = join(folder, 'plain')
    await client.transfer.exportPlain({ path: plain, acceptsPlainText: true })
    expect(existsSync(join(plain, 'switchyard.sqlite'))).toBe(false)
    expect(bytesBelow(plain)).toContain(KEY)
    await client.directory.open({ path: plain })
    expect(await editing.state()).toMatchObject({ kind: 'attached' })
    expect(await profile(editing, 'alpha:third')).toMatchObject({ key: { tail: 'WXYZ' } })
  })

  test('take over what an older release has left, and say of each account what becomes of it', async () => {
    const old = await start({ version: '2026.5.20' })
    const editing = await startOwn()
    const { client } = editing
    const preview = await client.transfer.previewImport({ agentId: 'main', path: old.path, passphrase: null })
    expect(preview.profiles.map(({ profileId, action }) => `${profileId} ${action}`).sort()).toEqual([
      'alpha:home create',
      'alpha:work create',
      'beta:main create',
      'beta:spare create',
    ])
    const done = await client.transfer.import({ previewId: preview.id })
    expect(done).toMatchObject({ created: 4, skipped: 0 })
    const { profiles, usageStats } = await editing.store()
    expect(profiles).toHaveLength(4)
    expect(Object.keys(usageStats).length).toBeGreaterThan(0)
    expect((await client.transfer.scan()).findings.filter(({ place }) => place !== 'backup')).toEqual([])
    await expect(client.transfer.import({ previewId: preview.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('references are followed only where the directory is the user’s own', async () => {
  provider = await startProviderServer(json(200, { choices: [{ message: { content: 'pong' } }] }))
  const { origin } = provider
  const editing = await start({
    version: '2026.7.1',
    env: { ALPHA_KEY: KEY },
    config: (config) => {
      const { providers } = config['models'] as { providers: Record<string, { baseUrl: string }> }
      for (const entry of Object.values(providers)) entry.baseUrl = `${origin}/v1`
    },
  })
  const input = { agentId: 'main', profileId: 'alpha:home' }
  const ref = { source: 'env', provider: 'default', id: 'ALPHA_KEY' } as const
  await editing.client.accounts.edit({ ...input, secret: { kind: 'reference', ref } })
  expect(await editing.client.accounts.test(input)).toMatchObject({ outcome: 'not_called' })
  expect(provider.requests).toEqual([])
  const usual = join(editing.folder, '.openclaw')
  cpSync(editing.path, usual, { recursive: true })
  await editing.client.directory.open({ path: usual })
  expect(await editing.client.accounts.test(input)).toMatchObject({ outcome: 'ok' })
  expect(provider.requests[0]?.headers['authorization']).toBe(`Bearer ${KEY}`)
})
