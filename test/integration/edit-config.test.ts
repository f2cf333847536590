import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import JSON5 from 'json5'
import { describe, expect, test } from 'vitest'
import { backupFile, replaceFile, WriteFailure, type WriteFailureKind } from '../../electron/files/index.ts'
import {
  configRevision,
  updateConfig,
  type ConfigPlace,
  type ConfigWriting,
} from '../../electron/openclaw/edit/config-file.ts'
import { EditRefused, type ConfigEdit, type ConfigWrite } from '../../electron/openclaw/edit/types.ts'
import { bugCase } from '../support/bug-case.ts'
import { fixtureDirectory, put, snapshotTree, stateDirectory, temporaryFolder } from '../support/openclaw-files.ts'

const ORDER: ConfigEdit = { kind: 'set', path: ['auth', 'order', 'alpha'], value: ['alpha:home', 'alpha:work'] }
const NOW_MS = Date.UTC(2026, 10, 30, 12)

function placeOf(root: string, env: Record<string, string> = {}): ConfigPlace {
  return { root, env: { HOME: '/nonexistent', ...env }, homeDir: '/nonexistent' }
}

/** Writes for real, after what a test wants to happen at that moment. */
function writing(
  happenings: { readonly beforeReplace?: () => void; readonly beforeBackup?: () => void; readonly nowMs?: number } = {},
): ConfigWriting {
  return {
    replaceFile(filePath, bytes, { confirm }) {
      happenings.beforeReplace?.()
      return replaceFile(filePath, bytes, { confirm })
    },
    backupFile(filePath, label) {
      happenings.beforeBackup?.()
      return backupFile(filePath, label)
    },
    nowMs: () => happenings.nowMs ?? NOW_MS,
  }
}

async function update(
  root: string,
  edits: readonly ConfigEdit[] = [ORDER],
  expected?: string | null,
): Promise<ConfigWrite> {
  return await updateConfig(placeOf(root), { edits, expected }, writing())
}

async function refusalOf(task: Promise<unknown>): Promise<EditRefused> {
  const error = await task.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof EditRefused)) throw new Error('Not refused', { cause: error })
  expect(error.hint).not.toBe('')
  return error
}

function textIn(root: string, name = 'openclaw.json'): string {
  return readFileSync(path.join(root, name), 'utf8')
}

function backupsIn(root: string): string[] {
  return readdirSync(root).filter((name) => name.endsWith('.bak'))
}

describe('editing', () => {
  test.each(['2026.5.20', '2026.7.1', '2026.9.6'] as const)('%s: one list, and nothing else', async (release) => {
    const root = fixtureDirectory(release)
    chmodSync(path.join(root, 'openclaw.json'), 0o600)
    const before = textIn(root)
    const edit: ConfigEdit = { kind: 'set', path: ORDER.path, value: ['alpha:third'] }
    const revision = await configRevision(placeOf(root))
    const done = await update(root, [edit], revision)
    const after = textIn(root)
    expect(after.replaceAll(/\s/g, '')).toBe(before.replaceAll(/\s/g, '').replace(/("?alpha"?:)\["alpha:(?:work|home)[^\]]*/, '$1["alpha:third"'))
    expect(done).toEqual({
      files: ['openclaw.json'],
      backup: 'openclaw.json.switchyard-2026-11-30T12-00-00.000Z.bak',
      revision: await configRevision(placeOf(root)),
      changed: true,
    })
    expect(done.revision).toMatch(/^[0-9a-f]{16}$/)
    expect(done.revision).not.toBe(revision)
    expect(textIn(root, done.backup ?? '')).toBe(before)
    expect(statSync(path.join(root, done.backup ?? '')).mode & 0o777).toBe(0o600)
  }) // prettier-ignore

  test('CF-04, CF-08: comments and references stay', async () => {
    const root = stateDirectory({
      'openclaw.json': `{\n  // mine\n  token: '\${DISCORD_TOKEN}', // theirs\n  auth: { order: { alpha: ['alpha:work', /* b */ 'alpha:home'] } },\n}\n`,
    })
    await update(root)
    expect(textIn(root)).toBe(
      `{\n  // mine\n  token: '\${DISCORD_TOKEN}', // theirs\n  auth: { order: { alpha: [/* b */ 'alpha:home', 'alpha:work'] } },\n}\n`,
    )
  })

  test('nothing to change: nothing is written', async () => {
    const root = stateDirectory({ 'openclaw.json': `{ auth: { order: { alpha: ['alpha:home', 'alpha:work'] } } }` })
    const before = snapshotTree(root)
    expect(await update(root)).toEqual({
      files: [],
      backup: null,
      revision: await configRevision(placeOf(root)),
      changed: false,
    })
    expect(snapshotTree(root)).toEqual(before)
  })

  test('CF-01: a byte order mark stays', async () => {
    const root = stateDirectory({ 'openclaw.json': Buffer.from(bugCase<{ bytesHex: string }, object>('CF-01').input.bytesHex, 'hex') })
    await update(root)
    const bytes = readFileSync(path.join(root, 'openclaw.json'))
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
    expect(JSON.parse(bytes.subarray(3).toString('utf8'))).toEqual({
      agents: {},
      auth: { order: { alpha: ['alpha:home', 'alpha:work'] } },
    })
  }) // prettier-ignore

  test('CF-02: trailing commas stay', async () => {
    const root = stateDirectory({ 'openclaw.json': bugCase<{ bytes: string }, object>('CF-02').input.bytes })
    await update(root, [{ kind: 'set', path: ['channels', 'a', 'x'], value: 2 }])
    expect(textIn(root)).toBe('{ "channels": { "a": { "x": 2, }, }, }')
  })

  test('the file keeps its mode', async () => {
    const root = stateDirectory({ 'openclaw.json': '{}' })
    chmodSync(path.join(root, 'openclaw.json'), 0o640)
    await update(root)
    expect(statSync(path.join(root, 'openclaw.json')).mode & 0o777).toBe(0o640)
  })

  test('of a link, the file it leads to is written, and the copy stays in the state directory', async () => {
    const file = put(temporaryFolder(), 'dotfiles/openclaw.json', '{}')
    const root = stateDirectory({ 'agents/main/sessions/sessions.json': {} })
    symlinkSync(file, path.join(root, 'openclaw.json'))
    const done = await update(root)
    expect(JSON5.parse(readFileSync(file, 'utf8'))).toHaveProperty('auth')
    expect(readdirSync(path.dirname(file))).toEqual(['openclaw.json'])
    expect(backupsIn(root)).toEqual([done.backup])
  })

  test('the old name, and the one that the environment names', async () => {
    const root = stateDirectory({ 'clawdbot.json': '{}' })
    expect((await update(root)).files).toEqual(['clawdbot.json'])
    const other = put(temporaryFolder(), 'mine.json5', '{}')
    const env = { OPENCLAW_CONFIG_PATH: other, OPENCLAW_STATE_DIR: root }
    const done = await updateConfig(placeOf(root, env), { edits: [ORDER] }, writing())
    expect(done.files).toEqual([other])
    expect(readFileSync(other, 'utf8')).toContain('alpha:home')
  })

  test('the newest ten copies are kept', async () => {
    const root = stateDirectory({ 'openclaw.json': '{}', 'openclaw.json.bak': '{}' })
    for (let number = 0; number < 13; number += 1) {
      const edit: ConfigEdit = { kind: 'set', path: ['a'], value: number }
      await updateConfig(placeOf(root), { edits: [edit] }, writing({ nowMs: NOW_MS + number * 1000 }))
    }
    const copies = backupsIn(root).sort()
    expect(copies).toHaveLength(11)
    expect(copies.slice(0, 2)).toEqual(['openclaw.json.bak', 'openclaw.json.switchyard-2026-11-30T12-00-03.000Z.bak'])
  })
})

describe('there is none yet', () => {
  test.each([null, undefined])('it is written as OpenClaw would write it, expected: %s', async (expected) => {
    const root = stateDirectory({ 'agents/main/sessions/sessions.json': {} })
    expect(await configRevision(placeOf(root))).toBeNull()
    const done = await update(root, [ORDER], expected)
    expect(done).toMatchObject({ files: ['openclaw.json'], backup: null, changed: true })
    const value = { auth: { order: { alpha: ['alpha:home', 'alpha:work'] } } }
    expect(textIn(root)).toBe(`${JSON.stringify(value, null, 2)}\n`)
    expect(statSync(path.join(root, 'openclaw.json')).mode & 0o777).toBe(0o600)
    expect(done.revision).toBe(await configRevision(placeOf(root)))
  })

  test('removing something does not make one', async () => {
    const root = stateDirectory({ 'agents/main/sessions/sessions.json': {} })
    const done = await update(root, [{ kind: 'remove', path: ['auth', 'order', 'alpha'] }])
    expect(done).toEqual({ files: [], backup: null, revision: null, changed: false })
    expect(existsSync(path.join(root, 'openclaw.json'))).toBe(false)
  })
})

describe('somebody else writes', () => {
  const theirs = '{ "theirs": true }'

  test.each([
    ['another revision', '{}', '0123456789abcdef'],
    ['a file where there was none', '{}', null],
  ])('before: %s', async (_, text, expected) => {
    const root = stateDirectory({ 'openclaw.json': text })
    const before = snapshotTree(root)
    expect((await refusalOf(update(root, [ORDER], expected))).code).toBe('changed_outside')
    expect(snapshotTree(root)).toEqual(before)
  })

  test('before: the file is gone', async () => {
    const root = stateDirectory({ 'agents/main/sessions/sessions.json': {} })
    expect((await refusalOf(update(root, [ORDER], '0123456789abcdef'))).code).toBe('changed_outside')
    expect(existsSync(path.join(root, 'openclaw.json'))).toBe(false)
  })

  test.each(['beforeReplace', 'beforeBackup'] as const)('in the middle (%s): theirs stays, and no copy is left', async (moment) => {
    const root = stateDirectory({ 'openclaw.json': '{}' })
    const expected = await configRevision(placeOf(root))
    const write = writing({ [moment]: () => put(root, 'openclaw.json', theirs) })
    expect((await refusalOf(updateConfig(placeOf(root), { edits: [ORDER], expected }, write))).code).toBe('changed_outside')
    expect(readdirSync(root)).toEqual(['openclaw.json'])
    expect(textIn(root)).toBe(theirs)
  }) // prettier-ignore

  test('in the middle, where there was no file', async () => {
    const root = stateDirectory({ 'agents/main/sessions/sessions.json': {} })
    const write = writing({ beforeReplace: () => put(root, 'openclaw.json', theirs) })
    const task = updateConfig(placeOf(root), { edits: [ORDER], expected: null }, write)
    expect((await refusalOf(task)).code).toBe('changed_outside')
    expect(textIn(root)).toBe(theirs)
  })

  test('in the middle of an edit of whatever is there: it is made on what they wrote', async () => {
    const root = stateDirectory({ 'openclaw.json': '{}' })
    let isFirst = true
    const beforeReplace = (): void => {
      if (isFirst) put(root, 'openclaw.json', theirs)
      isFirst = false
    }
    await updateConfig(placeOf(root), { edits: [ORDER] }, writing({ beforeReplace }))
    expect(JSON5.parse(textIn(root))).toEqual({
      theirs: true,
      auth: { order: { alpha: ['alpha:home', 'alpha:work'] } },
    })
    expect(backupsIn(root)).toHaveLength(1)
  })

  test('again and again: given up', async () => {
    const root = stateDirectory({ 'openclaw.json': '{}' })
    let count = 0
    const beforeReplace = (): void => void put(root, 'openclaw.json', `{ "count": ${(count += 1)} }`)
    const task = updateConfig(placeOf(root), { edits: [ORDER] }, writing({ beforeReplace }))
    expect((await refusalOf(task)).code).toBe('changed_outside')
    expect(readdirSync(root)).toEqual(['openclaw.json'])
  })

  test('another file takes the place of a link', async () => {
    const first = put(temporaryFolder(), 'openclaw.json', '{}')
    const root = stateDirectory({ 'agents/main/sessions/sessions.json': {} })
    symlinkSync(first, path.join(root, 'openclaw.json'))
    const expected = await configRevision(placeOf(root))
    const beforeReplace = (): void => {
      rmSync(path.join(root, 'openclaw.json'))
      put(root, 'openclaw.json', '{}')
    }
    const task = updateConfig(placeOf(root), { edits: [ORDER], expected }, writing({ beforeReplace }))
    expect((await refusalOf(task)).code).toBe('changed_outside')
    expect(readFileSync(first, 'utf8')).toBe('{}')
  })
})

describe('what is not edited', () => {
  const secret = 'sk-alpha-0123456789abcdef'

  test.each([
    ['CF-10', bugCase<{ bytes: string }, object>('CF-10').input.bytes, /not valid JSON5 at line 2, column 13/],
    ['ST-02', bugCase<{ bytes: string }, object>('ST-02').input.bytes, /a second one starts at line 2, column 1/],
    ['CF-02: a comma too many', `{ a: '${secret}',, }`, /not valid JSON5 at line 1/],
    ['no content', ' \n\0', /has lost its content/],
  ])('%s', async (_, bytes, message) => {
    const root = stateDirectory({ 'openclaw.json': bytes })
    const before = snapshotTree(root)
    const refusal = await refusalOf(update(root))
    expect(refusal).toMatchObject({ code: 'unreadable', message: expect.stringMatching(message) as string })
    expect(`${refusal.message}${refusal.hint}`).not.toContain(secret)
    expect(snapshotTree(root)).toEqual(before)
  })

  test.each([
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), ORDER],
    ['bytes that are no text', Buffer.from([...Buffer.from('{ a: "'), 0xff, ...Buffer.from('" }')]), ORDER],
    ['something else on the way', `{ auth: '${secret}' }`, ORDER],
    ['the whole is a list', '[]', ORDER],
    ['a number that JSON has no word for', '{"a":1}', { kind: 'set', path: ['a'], value: Infinity }],
  ] satisfies [string, unknown, ConfigEdit][])('%s', async (_, bytes, edit) => {
    const root = stateDirectory({ 'openclaw.json': bytes })
    const before = snapshotTree(root)
    const refusal = await refusalOf(update(root, [edit]))
    expect(refusal.code).toBe('cannot_splice')
    expect(`${refusal.message}${refusal.hint}`).not.toContain(secret)
    expect(snapshotTree(root)).toEqual(before)
  })

  test('a value that is none', async () => {
    const root = stateDirectory({ 'openclaw.json': '{}' })
    expect((await refusalOf(update(root, [{ kind: 'set', path: ['a'], value: undefined }]))).code).toBe('invalid')
  })

  test('a file that is read-only on purpose', async () => {
    const root = stateDirectory({ 'openclaw.json': '{}' })
    chmodSync(path.join(root, 'openclaw.json'), 0o444)
    expect((await refusalOf(update(root))).code).toBe('read_only')
    expect(readdirSync(root)).toEqual(['openclaw.json'])
  })

  test('a folder, and a link to nothing', async () => {
    const root = stateDirectory({ 'openclaw.json/x': '' })
    expect((await refusalOf(update(root))).code).toBe('unreadable')
    const other = stateDirectory({ 'agents/main/sessions/sessions.json': {} })
    symlinkSync('/nonexistent/openclaw.json', path.join(other, 'openclaw.json'))
    expect((await refusalOf(update(other))).code).toBe('unreadable')
  })

  test('ST-04: a change that would lose far more than it removes', async () => {
    const comment = '// nearly everything\n'.repeat(500)
    const root = stateDirectory({ 'openclaw.json': `{\nx: 1, // one\n${comment}a: 1,\nb: 2 }` })
    expect((await refusalOf(update(root, [{ kind: 'remove', path: ['a'] }]))).code).toBe('shrinks')
    expect(textIn(root)).toContain(comment)
  })

  test('ST-04: removing what is large is fine', async () => {
    const models = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`model-${index}`, { id: 'x' }]))
    const root = stateDirectory({ 'openclaw.json': JSON.stringify({ a: 1, models }, null, 8) })
    await update(root, [{ kind: 'remove', path: ['models'] }])
    expect(JSON.parse(textIn(root))).toEqual({ a: 1 })
  })

  test.each([
    ['read_only', 'read_only'],
    ['disk_full', 'disk_full'],
    ['no_permission', 'no_permission'],
    ['busy', 'busy'],
    ['failed', 'write_failed'],
  ] satisfies [WriteFailureKind, string][])('writing fails (%s): no copy is left', async (kind, code) => {
    const root = stateDirectory({ 'openclaw.json': '{}' })
    const write: ConfigWriting = {
      ...writing(),
      async replaceFile(_file, _bytes, { confirm }) {
        await confirm()
        throw new WriteFailure(kind)
      },
    }
    const refusal = await refusalOf(updateConfig(placeOf(root), { edits: [ORDER] }, write))
    expect(refusal.code).toBe(code)
    expect(readdirSync(root)).toEqual(['openclaw.json'])
    expect(textIn(root)).toBe('{}')
  })
})

describe('included files', () => {
  const AUTH = `{ profiles: { 'alpha:work': { provider: 'alpha', mode: 'api_key' } }, order: { alpha: ['alpha:work'] } }`

  test.each([
    ['a section', `{ auth: { $include: './auth.json5' } }`],
    ['a section with keys beside it', `{ auth: { $include: './auth.json5', order: { alpha: ['x'] } } }`],
    ['one of several files', `{ auth: { $include: ['./empty.json5', './auth.json5'] } }`],
    ['the list itself', `{ auth: { order: { alpha: { $include: './list.json5' } } } }`],
    ['everything', `{ $include: './whole.json5' }`],
    ['through another file', `{ $include: './through.json5', gateway: {} }`],
    ['text where an object belongs', `{ auth: { $include: './text.json5' } }`],
  ])('%s: refused, with the name of the file', async (_, config) => {
    const root = stateDirectory({
      'openclaw.json': config,
      'auth.json5': AUTH,
      'empty.json5': '{}',
      'list.json5': `['alpha:work']`,
      'whole.json5': `{ auth: ${AUTH} }`,
      'through.json5': `{ auth: { $include: 'auth.json5' } }`,
      'text.json5': `'sk-alpha-0123456789abcdef'`,
    })
    const before = snapshotTree(root)
    const refusal = await refusalOf(update(root))
    expect(refusal.code).toBe('in_include')
    expect(refusal.message).toMatch(/"(?:\.\/)?(?:auth|list|whole|text)\.json5"/)
    expect(refusal.message).not.toContain('sk-alpha')
    expect(snapshotTree(root)).toEqual(before)
  })

  test.each([
    ['another section', `{ models: { $include: './auth.json5' }, auth: {} }`],
    ['the same section without this setting', `{ auth: { $include: './empty.json5' } }`],
    ['another list', `{ auth: { order: { beta: { $include: './list.json5' } } } }`],
    ['a file that does not matter here and is not there', `{ models: { $include: './gone.json5' } }`],
  ])('%s: edited', async (_, config) => {
    const root = stateDirectory({
      'openclaw.json': config,
      'auth.json5': AUTH,
      'empty.json5': '{ profiles: {} }',
      'list.json5': `['alpha:work']`,
    })
    await update(root)
    expect(JSON5.parse(textIn(root))).toMatchObject({ auth: { order: { alpha: ['alpha:home', 'alpha:work'] } } })
    expect(textIn(root)).toContain('$include')
  })

  test('a setting that another file holds cannot be removed either', async () => {
    const root = stateDirectory({ 'openclaw.json': `{ auth: { $include: './auth.json5' } }`, 'auth.json5': AUTH })
    const refusal = await refusalOf(update(root, [{ kind: 'remove', path: ['auth', 'profiles', 'alpha:work'] }]))
    expect(refusal.code).toBe('in_include')
  })

  test.each([
    ['is not there', {}],
    ['is broken', { 'auth.json5': '{ order: ' }],
    ['includes itself', { 'auth.json5': `{ $include: './auth.json5' }` }],
  ])('a file that %s: it is not known what it holds', async (_, files) => {
    const root = stateDirectory({ 'openclaw.json': `{ auth: { $include: './auth.json5' } }`, ...files })
    expect((await refusalOf(update(root))).code).toBe('unreadable')
  })
})
