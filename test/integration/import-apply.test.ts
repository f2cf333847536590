import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  applyImport,
  findImportSources,
  type ApplyRequest,
  type ImportSource,
  type ImportTarget,
} from '../../electron/import/index.ts'
import { EditRefused, type JsonRecord, type StoreDocuments } from '../../electron/openclaw/edit/types.ts'
import { CURRENT, NO_STORE, outcomes, profilesOf, source } from '../support/import-sources.ts'
import { fixtureDirectory, idsOf, profiles, read, snapshotTree, stateDirectory } from '../support/openclaw-files.ts'

interface FakeTarget extends ImportTarget {
  documents: StoreDocuments
  writes: number
  backups: number
}

/** A store in memory that counts. `between` runs once before a change, as another program would. */
function memoryTarget(documents: StoreDocuments, between?: (target: FakeTarget) => void): FakeTarget {
  let isDue = between !== undefined
  const target: FakeTarget = {
    documents,
    writes: 0,
    backups: 0,
    readStore: async () => structuredClone(target.documents),
    async updateStore(change) {
      if (isDue) between?.(target)
      isDue = false
      const before = structuredClone(target.documents)
      const { documents: after, result } = change(before)
      if (after.credentials !== before.credentials || after.state !== before.state) {
        target.writes += 1
        target.documents = structuredClone(after)
      }
      return result
    },
    async backup() {
      target.backups += 1
      return 'backup-1'
    },
  }
  return target
}

/** The store of an agent in the JSON generation, in real files. */
function fileTarget(folder: string): ImportTarget {
  const files = { credentials: path.join(folder, 'auth-profiles.json'), state: path.join(folder, 'auth-state.json') }
  const readOne = (file: string): JsonRecord | null =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as JsonRecord) : null
  const readStore = async (): Promise<StoreDocuments> => ({
    credentials: readOne(files.credentials),
    state: readOne(files.state),
  })
  return {
    readStore,
    async updateStore(change) {
      const before = await readStore()
      const { documents, result } = change(before)
      for (const part of ['credentials', 'state'] as const)
        if (documents[part] !== before[part]) writeFileSync(files[part], JSON.stringify(documents[part], null, 2))
      return result
    },
    async backup() {
      copyFileSync(files.credentials, `${files.credentials}.bak`)
      return 'auth-profiles.json.bak'
    },
  }
}

function request(...sources: readonly ImportSource[]): ApplyRequest {
  return { sources, expected: Object.fromEntries(sources.map(({ id, revision }) => [id, revision])), options: CURRENT }
}

/** Remembers what lies in it; a reference is the number of the secret. */
function memoryVault(): NonNullable<ImportTarget['vault']> & { readonly held: Map<string, string>; sealed: number } {
  const held = new Map<string, string>()
  const vault = {
    held,
    sealed: 0,
    async seal(_profileId: string, raw: JsonRecord) {
      const { key, ...rest } = raw
      const id = `ID_${(vault.sealed += 1)}`
      held.set(id, String(key))
      return { raw: { ...rest, keyRef: { source: 'store', provider: 'vault', id } }, ids: [id] }
    },
    async discard(ids: readonly string[]) {
      for (const id of ids) held.delete(id)
    },
  }
  return vault
}

const SOURCE = source('auth_profiles', { ...profiles('a:1', 'b:1'), lastGood: { a: 'a:1' } })

describe('applying an import', () => {
  test('of a real release into a real store: written, read back, and the second time nothing', async () => {
    const from = fixtureDirectory('2026.5.20')
    const into = stateDirectory({ 'openclaw.json': '{}', 'agents/main/agent/auth-profiles.json': profiles('z:1') })
    const before = snapshotTree(from)
    const { sources } = await findImportSources(from, { env: {}, homeDir: '/nonexistent', withDatabases: true })
    const target = fileTarget(path.join(into, 'agents/main/agent'))
    const result = await applyImport(request(...sources), target)
    expect(result).toMatchObject({
      written: true,
      backup: 'auth-profiles.json.bak',
      profileIds: ['alpha:work', 'alpha:home', 'beta:main', 'beta:spare'],
    })
    const reading = await read(into)
    expect(idsOf(reading)).toEqual(['z:1', 'alpha:work', 'alpha:home', 'beta:main', 'beta:spare'])
    expect(reading.facts.agents[0]?.store?.usageStats['beta:spare']?.disabledReason).toBe('billing')
    expect(snapshotTree(from)).toEqual(before)

    const files = snapshotTree(into)
    const again = await applyImport(request(...sources), target)
    expect([again.written, again.backup, again.plan.counts]).toEqual([
      false,
      null,
      { create: 0, replace: 0, keep: 4, skip: 0 },
    ])
    expect(snapshotTree(into)).toEqual(files)
  })

  test('a source that has changed since the preview is refused, and so is one more or one less', async () => {
    const target = memoryTarget(NO_STORE)
    const good = request(SOURCE)
    const changes: ApplyRequest[] = [
      { ...good, expected: { [SOURCE.id]: 'f'.repeat(16) } },
      { ...good, sources: [] },
      { ...good, expected: {} },
    ]
    for (const changed of changes)
      await expect(applyImport(changed, target)).rejects.toMatchObject({ code: 'changed_outside' })
    expect([target.writes, target.backups]).toEqual([0, 0])
  })

  test('what another program stores in between stays', async () => {
    const target = memoryTarget(NO_STORE, (changing) => {
      const mine = { type: 'api_key', provider: 'a', key: 'of another program' }
      changing.documents = { credentials: { version: 1, profiles: { 'a:1': mine } }, state: null }
    })
    const result = await applyImport(request(SOURCE), target)
    expect(outcomes(result.plan)).toEqual(['a:1 keep exists', 'b:1 create new'])
    expect(profilesOf(target.documents)['a:1']?.['key']).toBe('of another program')
    expect([target.writes, target.backups, result.profileIds]).toEqual([1, 1, ['b:1']])
  })

  test('a write that did not last is noticed, and the backup named', async () => {
    const target = memoryTarget(NO_STORE)
    const lossy: ImportTarget = {
      ...target,
      updateStore: async (change) => change({ credentials: null, state: null }).result,
    }
    await expect(applyImport(request(SOURCE), lossy)).rejects.toMatchObject({
      code: 'write_failed',
      hint: expect.stringContaining('backup-1') as string,
    })
  })

  test.each([
    ['credentials', { credentials: { profiles: {} } }],
    ['state', { state: null }],
  ])('missing %s are noticed', async (_part, lost) => {
    const target = memoryTarget(NO_STORE)
    const forgetful: ImportTarget = {
      ...target,
      readStore: async () => (target.writes === 0 ? NO_STORE : { ...target.documents, ...lost }),
    }
    await expect(applyImport(request(SOURCE), forgetful)).rejects.toMatchObject({ code: 'write_failed' })
  })

  test('without a backup nothing is written', async () => {
    const target = memoryTarget(NO_STORE)
    const refusal = new EditRefused('disk_full', 'The disk is full.', 'Free some space.')
    const full: ImportTarget = { ...target, backup: () => Promise.reject(refusal) }
    await expect(applyImport(request(SOURCE), full)).rejects.toBe(refusal)
    expect(target.writes).toBe(0)
  })
})

describe('into a store with a vault', () => {
  test('only references are written; a second time nothing is sealed', async () => {
    const vault = memoryVault()
    const target = { ...memoryTarget(NO_STORE), vault }
    await applyImport(request(SOURCE), target)
    const { documents } = await currentOf(target)
    expect(JSON.stringify(documents)).not.toContain('sk-')
    expect([...vault.held.values()]).toEqual(['sk-a-0123456789abcdef', 'sk-b-0123456789abcdef'])
    const again = await applyImport(request(SOURCE), target)
    expect([again.written, vault.sealed]).toEqual([false, 2])
  })

  async function currentOf(target: ImportTarget): Promise<{ documents: StoreDocuments }> {
    return { documents: await target.readStore() }
  }

  test('a write that fails leaves nothing in the vault', async () => {
    const vault = memoryVault()
    const refusal = new EditRefused('busy', 'The store is locked.', 'Try again.')
    const target = { ...memoryTarget(NO_STORE), vault, updateStore: () => Promise.reject(refusal) }
    await expect(applyImport(request(SOURCE), target)).rejects.toBe(refusal)
    expect([vault.sealed, vault.held.size]).toEqual([2, 0])
  })

  test('nor does a vault that fails half-way', async () => {
    const vault = memoryVault()
    const seal = vault.seal
    const failing = {
      ...vault,
      seal: (id: string, raw: JsonRecord) => (id === 'b:1' ? Promise.reject(new Error('locked')) : seal(id, raw)),
    }
    const target = memoryTarget(NO_STORE)
    await expect(applyImport(request(SOURCE), { ...target, vault: failing })).rejects.toThrow('locked')
    expect([vault.held.size, target.writes]).toEqual([0, 0])
  })

  test('what is not needed any more is discarded, what is needed now is sealed first', async () => {
    const stored = profiles('a:1') as JsonRecord
    const vault = memoryVault()
    const appeared = memoryTarget(NO_STORE, (changing) => {
      changing.documents = { credentials: stored, state: null }
    })
    await applyImport(request(SOURCE), { ...appeared, vault })
    expect([...vault.held.values()]).toEqual(['sk-b-0123456789abcdef'])

    const other = memoryVault()
    const vanished = memoryTarget({ credentials: stored, state: null }, (changing) => {
      changing.documents = NO_STORE
    })
    const result = await applyImport(request(SOURCE), { ...vanished, vault: other })
    expect([result.profileIds, other.held.size, vanished.writes]).toEqual([['a:1', 'b:1'], 2, 1])
    expect(JSON.stringify(vanished.documents)).not.toContain('sk-')
  })

  test('a store that never holds still is given up, with nothing left behind', async () => {
    const vault = memoryVault()
    const target = memoryTarget({ credentials: profiles('a:1') as JsonRecord, state: null })
    let round = 0
    const restless: ImportTarget = {
      ...target,
      vault,
      async updateStore(change) {
        round += 1
        const other = { type: 'api_key', provider: 'a', email: `${round}@example.com` }
        return change({ credentials: { profiles: { 'c:1': other } }, state: null }).result
      },
    }
    const config = source('config', {
      auth: { profiles: { 'c:1': { provider: 'c', mode: 'api_key', key: 'made-up' } } },
    })
    await expect(applyImport(request(SOURCE, config), restless)).rejects.toMatchObject({ code: 'busy' })
    expect([round, vault.held.size]).toEqual([4, 0])
  })
})
