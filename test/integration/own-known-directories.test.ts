import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { WriteFailure } from '../../electron/files/index.ts'
import { createKnownDirectories, createOwnDirectory, type KnownDirectories } from '../../electron/own/index.ts'
import { temporaryFolder } from '../support/openclaw-files.ts'
import { NOW_MS } from '../support/own-store.ts'

interface Setting {
  readonly folder: string
  readonly file: string
  readonly known: KnownDirectories
  readonly clock: { at: number; now(): number }
}

function setting(): Setting {
  const folder = path.join(realpathSync(temporaryFolder()), 'data')
  const clock = { at: NOW_MS, now: () => (clock.at += 1) }
  return {
    folder,
    file: path.join(folder, 'directories.json'),
    clock,
    known: createKnownDirectories({ dataFolder: folder, clock }),
  }
}

function makeFolder(name: string): string {
  const folder = path.join(realpathSync(temporaryFolder()), name)
  mkdirSync(folder)
  return folder
}

const namesOf = async (known: KnownDirectories): Promise<readonly unknown[]> =>
  (await known.list()).map(({ path: directory, kind, name, isThere }) => [
    path.basename(directory),
    kind,
    name,
    isThere,
  ])

describe('known directories', () => {
  test('the last opened comes first, under its name', async () => {
    const { known, file } = setting()
    expect(await known.list()).toEqual([])
    const [a, b] = [makeFolder('a'), makeFolder('b')]
    await known.remember(a, 'attached')
    await known.remember(b, 'own', 'Bee')
    expect(await namesOf(known)).toEqual([
      ['b', 'own', 'Bee', true],
      ['a', 'attached', null, true],
    ])
    await known.remember(a, 'attached')
    rmSync(b, { recursive: true })
    expect(await namesOf(known)).toEqual([
      ['a', 'attached', null, true],
      ['b', 'own', 'Bee', false],
    ])
    await known.remember(b, 'own')
    expect((await known.list())[0]).toEqual({
      path: b,
      kind: 'own',
      name: 'Bee',
      lastOpenedMs: NOW_MS + 4,
      isThere: false,
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await known.forget(a)
    await known.forget('/never/known')
    expect(await namesOf(known)).toEqual([['b', 'own', 'Bee', false]])
  })

  test('one directory is one entry, however it is written', async () => {
    const { known } = setting()
    const a = makeFolder('a')
    const link = path.join(path.dirname(a), 'link')
    symlinkSync(a, link)
    await known.remember(link, 'attached')
    await known.remember(`${a}/../a/`, 'attached')
    expect(await namesOf(known)).toEqual([['a', 'attached', null, true]])
    await known.forget(link)
    expect(await known.list()).toEqual([])
  })

  test('many at once and two processes lose nothing', async () => {
    const { folder, known, clock, file } = setting()
    const other = createKnownDirectories({ dataFolder: folder, clock })
    const folders = Array.from({ length: 8 }, (_item, index) => makeFolder(`d${index}`))
    await Promise.all(
      folders.map(async (directory, index) => await (index % 2 ? known : other).remember(directory, 'attached')),
    )
    expect(new Set((await known.list()).map((entry) => entry.path))).toEqual(new Set(folders))
    expect(readdirSync(folder)).toEqual([path.basename(file)])
  })

  test('of others the latest stay, of our own all', async () => {
    const { known, file, folder } = setting()
    const directories = Array.from({ length: 90 }, (_item, index) => ({
      path: `/x/${index}`,
      kind: index % 2 ? 'own' : 'attached',
      name: null,
      lastOpenedMs: index,
    }))
    mkdirSync(folder)
    writeFileSync(file, JSON.stringify({ version: 1, directories }))
    await known.remember('/x/new', 'attached')
    const list = await known.list()
    expect(list.filter(({ kind }) => kind === 'own')).toHaveLength(45)
    expect(list.filter(({ kind }) => kind === 'attached')).toHaveLength(30)
    expect(list[0]?.path).toBe('/x/new')
    expect(list.some(({ path: directory }) => directory === '/x/88')).toBe(true)
  })

  test.each([
    ['damage', '{"version":1,"direct'],
    ['nothing', ''],
    ['another document', '{"a":1}'],
    ['a newer version', '{"version":2,"directories":[]}'],
    ['a wrong entry', '{"version":1,"directories":[{"path":5}]}'],
  ])('%s counts as an empty list and is kept aside', async (_name, text) => {
    const { folder, file, known } = setting()
    mkdirSync(folder)
    writeFileSync(file, text)
    expect(await known.list()).toEqual([])
    expect(readFileSync(file, 'utf8')).toBe(text)
    const a = makeFolder('a')
    await known.remember(a, 'attached')
    expect(await namesOf(known)).toEqual([['a', 'attached', null, true]])
    const aside = readdirSync(folder).filter((name) => name.startsWith('directories.json.damaged-'))
    expect(aside.map((name) => readFileSync(path.join(folder, name), 'utf8'))).toEqual([text])
  })

  test('our own in the data folder are found without a list, until they are forgotten', async () => {
    const { folder, known, file } = setting()
    const target = await createOwnDirectory({ path: known.suggestPath('Work'), clock: { now: () => NOW_MS } })
    mkdirSync(path.join(folder, 'directories', 'something else'))
    expect(await namesOf(known)).toEqual([['work', 'own', 'work', true]])
    await known.remember(target, 'own', 'Work')
    expect(await namesOf(known)).toEqual([['work', 'own', 'Work', true]])
    rmSync(file)
    expect(await namesOf(known)).toEqual([['work', 'own', 'work', true]])
    await known.forget(target)
    expect(await known.list()).toEqual([])
    await known.remember(target, 'own', 'Again')
    expect(await namesOf(known)).toEqual([['work', 'own', 'Again', true]])
  })

  test('a list that cannot be written is told', async () => {
    const { folder, known } = setting()
    mkdirSync(path.join(folder, 'directories.json'), { recursive: true })
    await expect(known.remember('/x', 'attached')).rejects.toThrow(WriteFailure)
    expect(await known.list()).toEqual([])
    mkdirSync(path.join(folder, 'again'))
    const under = createKnownDirectories({ dataFolder: path.join(folder, 'again'), clock: { now: () => NOW_MS } })
    writeFileSync(path.join(folder, 'again', 'directories.json'), '{"version":1,"directories":[]}', { mode: 0o400 })
    await expect(under.remember('/x', 'attached')).rejects.toThrow(WriteFailure)
  })
})

describe('a path for a new directory', () => {
  test.each([
    ['Work', 'work'],
    ['  Été à la plage! ', 'ete-a-la-plage'],
    ['../../etc/passwd', 'etc-passwd'],
    ['C:\\x', 'c-x'],
    ['...', 'directory'],
    ['', 'directory'],
    ['CON', 'con-directory'],
    ['日本', '日本'],
    ['x'.repeat(300), 'x'.repeat(64)],
  ])('%j becomes %s', (name, expected) => {
    const { folder, known } = setting()
    expect(known.suggestPath(name)).toBe(path.join(folder, 'directories', expected))
  })

  test('is a free one', () => {
    const { folder, known } = setting()
    mkdirSync(path.join(folder, 'directories', 'work'), { recursive: true })
    mkdirSync(path.join(folder, 'directories', 'work-2'))
    expect(known.suggestPath('Work')).toBe(path.join(folder, 'directories', 'work-3'))
  })
})
