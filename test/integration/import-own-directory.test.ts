import path from 'node:path'
import { expect, test } from 'vitest'
import { applyImport, findImportSources, type ApplyRequest, type ImportTarget } from '../../electron/import/index.ts'
import { createDirectoryEditor, type DirectoryEditor } from '../../electron/openclaw/edit/index.ts'
import { createOwnDirectory } from '../../electron/own/index.ts'
import { scanForPlaintext, type ScanReport } from '../../electron/plaintext/index.ts'
import { createVault, openCredential, referencedIds, sealCredential, type Vault } from '../../electron/vault/index.ts'
import { CURRENT, profilesOf } from '../support/import-sources.ts'
import { copyFixture } from '../support/fixture-copy.ts'
import { bytesOfOpenStore } from '../../electron/store/index.ts'
import { fakeKeyring, NOW_MS, openStore } from '../support/own-store.ts'
import { agentOf, put, read, stateDirectory, temporaryFolder } from '../support/openclaw-files.ts'

const AGENT = 'agents/main/agent'
const OWNER = { kind: 'agent', agentId: 'main' } as const
const SECRETS = ['api-key', 'token', 'access', 'refresh', 'flat'].map((name) => `made-up-${name}-0123456789abcdef`)
const clock = { now: () => NOW_MS }

function legacyDirectory(): string {
  const [key, token, access, refresh, flat] = SECRETS
  return stateDirectory({
    'openclaw.json': '{}',
    [`${AGENT}/auth-profiles.json`]: {
      version: 1,
      profiles: {
        'demo:key': { type: 'api_key', provider: 'demo', key },
        'demo:token': { type: 'token', provider: 'demo', token, expires: 4e12 },
        'openai-codex:me': { type: 'oauth', provider: 'openai-codex', access, refresh, expires: 4e12, accountId: 'me' },
      },
      order: { 'openai-codex': ['openai-codex:me'] },
    },
    [`${AGENT}/auth-state.json`]: { usageStats: { 'demo:key': { lastUsed: NOW_MS, errorCount: 1 } } },
    [`${AGENT}/auth.json`]: { flat: { key: flat } },
  })
}

interface Setting {
  readonly root: string
  readonly editor: DirectoryEditor
  readonly vault: Vault
  readonly target: ImportTarget
  scan(): Promise<ScanReport>
}

async function ownDirectory(): Promise<Setting> {
  const folder = temporaryFolder()
  const root = await createOwnDirectory({ path: path.join(folder, 'own'), clock })
  const file = path.join(root, 'switchyard.sqlite')
  const store = openStore(file, clock)
  const protectors = {
    safeStorage: null,
    keyring: fakeKeyring(),
    keyFile: { path: path.join(folder, 'keys', 'vault.key'), directory: root },
  }
  const vault = createVault({ rows: store.secrets, protectors, clock })
  await vault.setUp({ kind: 'key_file' })
  const editor = createDirectoryEditor(root, { env: {}, homeDir: '/nonexistent', clock })
  const target: ImportTarget = {
    readStore: () => editor.readStore(OWNER),
    updateStore: (change) => editor.updateStore(OWNER, change),
    backup: async () => 'backup-1',
    vault: {
      async seal(_profileId, raw) {
        const sealed = sealCredential(raw, vault)
        return { raw: sealed, ids: [...referencedIds(sealed)] }
      },
      async discard(ids) {
        for (const id of ids) vault.remove(id)
      },
    },
  }
  const knownSecrets = SECRETS.map((secret, index) => ({ profileId: `demo:${index}`, label: 'key', secret }))
  const scan = (): Promise<ScanReport> =>
    scanForPlaintext({
      root,
      directory: 'own',
      knownSecrets,
      bytesOfOpen: bytesOfOpenStore,
    })
  return { root, editor, vault, target, scan }
}

async function requestFrom(place: string): Promise<ApplyRequest> {
  const { sources } = await findImportSources(place, { env: {}, homeDir: '/nonexistent', withDatabases: true })
  const expected = Object.fromEntries(sources.map(({ id, revision }) => [id, revision]))
  return { sources, expected, options: { ...CURRENT, unifyOpenAi: true } }
}

test('credentials of any form end up in the vault, and nothing of them in plain text', async () => {
  const { root, editor, vault, target, scan } = await ownDirectory()
  const request = await requestFrom(legacyDirectory())
  const result = await applyImport(request, target)
  expect(result.profileIds).toEqual(['demo:key', 'demo:token', 'openai:me', 'flat:default'])

  const documents = await editor.readStore(OWNER)
  const opened = Object.values(profilesOf(documents)).map((raw) => openCredential(raw, vault))
  const held = opened.flatMap(({ key, token, access, refresh }) => [key, token, access, refresh])
  expect(held.filter((secret) => secret !== undefined)).toEqual(SECRETS)
  expect(documents.state).toMatchObject({
    order: { openai: ['openai:me'] },
    usageStats: { 'demo:key': { lastUsed: NOW_MS, errorCount: 1 } },
  })
  expect(agentOf(await read(root)).store?.profiles).toHaveLength(4)

  const again = await applyImport(request, target)
  expect([again.written, again.plan.counts]).toEqual([false, { create: 0, replace: 0, keep: 4, skip: 0 }])
  expect((await scan()).findings).toEqual([])

  put(root, `${AGENT}/openclaw-agent.sqlite.bak`, SECRETS[0])
  expect((await scan()).findings).toMatchObject([{ place: 'backup', profileIds: ['demo:0'] }])
})

test('what lies in the vault of another directory is named and left there', async () => {
  const from = await ownDirectory()
  await applyImport(await requestFrom(legacyDirectory()), from.target)
  const into = await ownDirectory()
  const result = await applyImport(await requestFrom(from.root), into.target)
  expect(result.plan.entries.map(({ why }) => why)).toEqual(Array(4).fill('sealed_elsewhere'))
  expect(profilesOf(await into.editor.readStore(OWNER))).toEqual({})
})

test.each(['2026.5.20', '2026.7.1', '2026.9.6'] as const)(
  'a directory that %s wrote takes them over as well',
  async (release) => {
    const root = path.join(temporaryFolder(), 'state')
    copyFixture(release, root)
    const editor = createDirectoryEditor(root, { env: {}, homeDir: '/nonexistent', clock })
    const owner = release === '2026.9.6' ? ({ kind: 'shared' } as const) : OWNER
    const before = await editor.readStore(owner)
    const target: ImportTarget = {
      readStore: () => editor.readStore(owner),
      updateStore: (change) => editor.updateStore(owner, change),
      backup: async () => null,
    }
    const request = await requestFrom(legacyDirectory())
    const result = await applyImport(request, target)
    expect(result.plan.counts).toEqual({ create: 4, replace: 0, keep: 0, skip: 0 })
    const after = await editor.readStore(owner)
    expect(profilesOf(after)).toMatchObject(profilesOf(before))
    expect((await applyImport(request, target)).written).toBe(false)
  },
)
