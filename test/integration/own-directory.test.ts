import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readStateDirectory } from '../../electron/openclaw/index.ts'
import { createOwnDirectory, historyFileFor, isOwnDirectory } from '../../electron/own/index.ts'
import { createVault, sealCredential } from '../../electron/vault/index.ts'
import { fixtureDirectory, read, stateDirectory, temporaryFolder } from '../support/openclaw-files.ts'
import { bytesBelow, fakeKeyring, NOW_MS, openStore, refusalOf } from '../support/own-store.ts'

const clock = { now: () => NOW_MS }
const create = (target: string): Promise<string> => createOwnDirectory({ path: target, clock })

describe('a directory of our own', () => {
  test('reads as a state directory of the layout with one database per agent', async () => {
    const target = await create(path.join(temporaryFolder(), 'not', 'yet', 'there'))
    const { facts, problems } = await read(target)
    // All there is to say: it has no account yet.
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([['no_store', 'info']])
    expect(facts).toMatchObject({
      era: 'S1',
      sharedStore: null,
      agents: [{ id: 'main', isDefault: true, hasFolder: true, storeState: 'empty' }],
    })
    expect(facts.agents[0]?.store).toMatchObject({ profiles: [], order: {}, usageStats: {} })
  })

  test('is private, and nothing is left beside it', async () => {
    const parent = temporaryFolder()
    const target = await create(path.join(parent, 'mine'))
    expect(readdirSync(parent)).toEqual(['mine'])
    const names = readdirSync(target, { recursive: true, encoding: 'utf8' }).toSorted()
    expect(names).toEqual([
      'agents',
      'agents/main',
      'agents/main/agent',
      'agents/main/agent/openclaw-agent.sqlite',
      'openclaw.json',
      'switchyard.sqlite',
    ])
    for (const name of ['', ...names]) {
      const stats = statSync(path.join(target, name))
      expect([name, stats.mode & 0o777]).toEqual([name, stats.isFile() ? 0o600 : 0o700])
    }
    const text = readFileSync(path.join(target, 'openclaw.json'), 'utf8')
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
    expect(JSON.parse(text)).toMatchObject({ agents: {}, models: { providers: {} } })
  })

  test('takes the place of an empty folder', async () => {
    const target = path.join(temporaryFolder(), 'empty')
    mkdirSync(target)
    await create(target)
    expect(isOwnDirectory(target)).toBe(true)
  })

  test('is not made over anything', async () => {
    const folder = temporaryFolder()
    writeFileSync(path.join(folder, 'notes.txt'), 'mine')
    expect(await refusalOf(() => create(folder))).toBe('not_empty')
    expect(await refusalOf(() => create(path.join(folder, 'notes.txt')))).toBe('not_a_folder')
    expect(await refusalOf(() => create(path.join(folder, 'notes.txt', 'below')))).toBe('not_a_folder')
    expect(readdirSync(folder)).toEqual(['notes.txt'])
    expect(readFileSync(path.join(folder, 'notes.txt'), 'utf8')).toBe('mine')
    const target = path.join(folder, 'twice')
    await create(target)
    const before = bytesBelow(target)
    expect(await refusalOf(() => create(target))).toBe('not_empty')
    expect(bytesBelow(target)).toEqual(before)
  })

  test('two at once make one', async () => {
    const parent = temporaryFolder()
    const target = path.join(parent, 'one')
    const results = await Promise.all([1, 2, 3].map(async () => await refusalOf(() => create(target))))
    expect(results.filter((code) => code === null)).toHaveLength(1)
    expect(results.filter((code) => code === 'not_empty')).toHaveLength(2)
    expect(readdirSync(parent)).toEqual(['one'])
    expect(isOwnDirectory(target)).toBe(true)
  })

  test('an attempt that is cut off leaves nothing in the place, nor anything for long', async () => {
    const parent = temporaryFolder()
    const target = path.join(parent, 'mine')
    // At any moment before the last step, what exists lies under another name.
    const begun = path.join(parent, '.mine.switchyard-new-0123456789ab')
    mkdirSync(path.join(begun, 'agents'), { recursive: true })
    const running = path.join(parent, '.mine.switchyard-new-ba9876543210')
    mkdirSync(running)
    expect(existsSync(target)).toBe(false)
    utimesSync(begun, new Date(Date.now() - 2 * 3_600_000), new Date(Date.now() - 2 * 3_600_000))
    await create(target)
    expect(readdirSync(parent).toSorted()).toEqual([path.basename(running), 'mine'].toSorted())
  })

  test('a process that is killed in the middle leaves nothing in the place', async () => {
    const parent = temporaryFolder()
    const target = path.join(parent, 'mine')
    // The time is asked for while the databases are written.
    const program = `
      import { createOwnDirectory } from ${JSON.stringify(new URL('../../electron/own/index.ts', import.meta.url).href)}
      const clock = { now: () => process.kill(process.pid, 'SIGKILL') && 0 }
      await createOwnDirectory({ path: ${JSON.stringify(target)}, clock })`
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', program])
    expect(signal).toBe('SIGKILL')
    const [left, ...others] = readdirSync(parent)
    expect([left?.startsWith('.mine.switchyard-new-'), others]).toEqual([true, []])
    expect(isOwnDirectory(await create(target))).toBe(true)
  })

  test('a clock that fails is a defect, and leaves nothing either', async () => {
    const parent = temporaryFolder()
    const failing = {
      now: (): number => {
        throw new TypeError('no clock')
      },
    }
    await expect(createOwnDirectory({ path: path.join(parent, 'mine'), clock: failing })).rejects.toThrow('no clock')
    expect(readdirSync(parent)).toEqual([])
  })

  test('holds accounts whose secrets are nowhere to be read', async () => {
    const target = await create(path.join(temporaryFolder(), 'mine'))
    const store = openStore(path.join(target, 'switchyard.sqlite'), clock)
    const protectors = { safeStorage: null, keyring: fakeKeyring(), keyFile: { path: '/nowhere', directory: target } }
    const vault = createVault({ rows: store.secrets, protectors, clock })
    await vault.setUp({ kind: 'keyring' })
    const sealed = sealCredential({ type: 'api_key', provider: 'openai', key: 'sk-canary-1' }, vault)
    expect(JSON.stringify(sealed)).not.toContain('canary')
    expect(bytesBelow(target).includes('sk-canary')).toBe(false)
  })
})

describe('whose directory it is', () => {
  test('one of ours is known by its mark, wherever it is moved', async () => {
    const parent = temporaryFolder()
    const target = await create(path.join(parent, 'mine'))
    expect(isOwnDirectory(target)).toBe(true)
    const moved = path.join(parent, 'moved')
    renameSync(target, moved)
    const link = path.join(parent, 'link')
    symlinkSync(moved, link)
    expect([isOwnDirectory(moved), isOwnDirectory(link), isOwnDirectory(target)]).toEqual([true, true, false])
    expect(await historyFileFor(link, '/data')).toBe(path.join(moved, 'switchyard.sqlite'))
  })

  test('one whose database is damaged is still ours', async () => {
    const target = await create(path.join(temporaryFolder(), 'mine'))
    const file = path.join(target, 'switchyard.sqlite')
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0xaa, 200))
    expect(isOwnDirectory(target)).toBe(true)
    rmSync(file)
    expect(isOwnDirectory(target)).toBe(false)
  })

  test('others are not, and nothing is touched in them', async () => {
    const attached = fixtureDirectory('2026.7.1')
    const before = [bytesBelow(attached), readdirSync(attached, { recursive: true })]
    expect(isOwnDirectory(attached)).toBe(false)
    const history = await historyFileFor(attached, '/data')
    expect(history).toMatch(/^\/data\/attached\/[0-9a-f]{16}\/switchyard\.sqlite$/)
    const link = path.join(temporaryFolder(), 'link')
    symlinkSync(attached, link)
    expect(await historyFileFor(link, '/data')).toBe(history)
    expect([bytesBelow(attached), readdirSync(attached, { recursive: true })]).toEqual(before)
    for (const content of ['', 'text', Buffer.alloc(4096)]) {
      const odd = stateDirectory({ 'openclaw.json': {}, 'switchyard.sqlite': content })
      expect(isOwnDirectory(odd)).toBe(false)
      expect(readdirSync(odd).toSorted()).toEqual(['openclaw.json', 'switchyard.sqlite'])
    }
    expect(await historyFileFor('/gone/away', '/data')).not.toBe(history)
  })

  test('a history of another directory does not make it ours', async () => {
    const folder = temporaryFolder()
    openStore(path.join(folder, 'switchyard.sqlite')).close()
    expect(isOwnDirectory(folder)).toBe(false)
    expect(await readStateDirectory(folder, { env: {} })).toMatchObject({ code: 'not_a_state_directory' })
  })
})
