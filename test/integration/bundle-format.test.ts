import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  BUNDLE_LIMITS,
  BundleRefused,
  readBundle,
  writeBundle,
  type OpenedBundle,
} from '../../electron/bundle/index.ts'
import { createZipWriter } from '../../electron/bundle/zip-writer.ts'
import type { LogEvent } from '../../electron/logs/index.ts'
import type { BundleOptions } from '../../shared/contract/history/index.ts'
import { canarySource, unpackedParts } from '../support/bundle-source.ts'
import { temporaryFolder } from '../support/fixture-copy.ts'

const OPTIONS: BundleOptions = { fromMs: 1, toMs: null, withErrorTexts: false, withSessionIds: false }
let folder: ReturnType<typeof temporaryFolder>
let path: string
const opened: OpenedBundle[] = []

beforeEach(async () => {
  folder = temporaryFolder()
  path = join(folder.path, 'bundle.zip')
  await writeBundle(path, canarySource(), OPTIONS)
})
afterEach(async () => {
  for (const bundle of opened.splice(0)) await bundle.close()
  folder.remove()
})

async function read(file = path, limits = BUNDLE_LIMITS): Promise<OpenedBundle> {
  const bundle = await readBundle(file, limits)
  opened.push(bundle)
  return bundle
}

async function all<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = []
  for await (const batch of batches) found.push(...batch)
  return found
}

/** Reads everything there is in a bundle. */
async function readAll(file = path, limits = BUNDLE_LIMITS): Promise<LogEvent[]> {
  const bundle = await read(file, limits)
  await all(bundle.windows())
  await all(bundle.orders())
  return all(bundle.events())
}

async function refusal(task: Promise<unknown>): Promise<string> {
  const error = await task.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(BundleRefused)
  const { message, hint, code } = error as BundleRefused
  expect([message, hint].every((text) => /^[A-Z].*\.$/.test(text))).toBe(true)
  return code
}

/** The same archive with some of its parts changed; null leaves one out. */
async function changed(change: (parts: Record<string, string>) => Record<string, string | null>): Promise<string> {
  const file = join(folder.path, 'changed.zip')
  const parts = await unpackedParts(path)
  const zip = await createZipWriter(file)
  for (const [name, text] of Object.entries({ ...parts, ...change(parts) }))
    if (text !== null) await zip.add(name, [Buffer.from(text)])
  await zip.end()
  await zip.close()
  return file
}

describe('a bundle that is opened', () => {
  test('tells what it is', async () => {
    const { info, manifest, findings, problems, facts } = await read()
    expect(info).toEqual({
      name: 'bundle.zip',
      createdMs: 1_770_000_000_000,
      version: 1,
      consoleVersion: '0.1.0',
      hasFacts: true,
    })
    expect(manifest).toMatchObject({ era: 'S2', policyId: 'openclaw-2026.7', options: OPTIONS })
    expect(manifest.parts.map(({ name, records }) => [name, records])).toEqual([
      ['README.txt', null],
      ['facts.json', null],
      ['decisions.jsonl', 1],
      ['events.jsonl', 5],
      ['windows.jsonl', 1],
      ['orders.jsonl', 1],
      ['findings.json', 1],
      ['problems.json', 1],
    ])
    expect(findings).toHaveLength(1)
    expect(problems).toHaveLength(1)
    expect(facts?.agents.map(({ id }) => id)).toEqual(['main', 'agent-1'])
  })

  test('gives every record with all its fields', async () => {
    const bundle = await read()
    const events = await all(bundle.events())
    const source = canarySource()
    for (const [index, event] of [...source.decisions(), ...source.others()].entries()) {
      expect(Object.keys(events[index] ?? {}).sort()).toEqual(Object.keys(event).sort())
      expect(events[index]).toMatchObject({
        kind: event.kind,
        atMs: event.atMs,
        isTimed: event.isTimed,
        line: event.line,
      })
    }
    expect(events).toHaveLength(6)
    expect(await all(bundle.windows())).toMatchObject([{ profileId: 'openai:account-1', untilBeforeMs: null }])
    expect(await all(bundle.orders())).toMatchObject([
      { before: null, after: ['openai:account-1', 'openai:account-2'] },
    ])
  })

  test('has no directory where there was none', async () => {
    const file = join(folder.path, 'none.zip')
    await writeBundle(file, canarySource({ facts: null }), OPTIONS)
    const { facts, manifest } = await read(file)
    expect([facts, manifest.era, manifest.policyId]).toEqual([null, null, null])
  })

  test('is readable only by its owner', () => expect(statSync(path).mode & 0o777).toBe(0o600))
})

describe('what is no bundle is refused:', () => {
  test('a file that is not there, and a folder', async () => {
    mkdirSync(join(folder.path, 'folder'))
    expect(await refusal(readBundle(join(folder.path, 'nothing')))).toBe('unreadable')
    expect(await refusal(readBundle(join(folder.path, 'folder')))).toBe('unreadable')
  })

  test('a text, nothing, and an archive of something else', async () => {
    const text = join(folder.path, 'text')
    writeFileSync(text, 'not a bundle')
    expect(await refusal(readBundle(text))).toBe('not_a_bundle')
    writeFileSync(text, '')
    expect(await refusal(readBundle(text))).toBe('not_a_bundle')
    const zip = await createZipWriter(join(folder.path, 'other.zip'))
    await zip.add('photo.jpg', [Buffer.from('x')])
    await zip.end()
    await zip.close()
    expect(await refusal(readBundle(join(folder.path, 'other.zip')))).toBe('not_a_bundle')
  })

  test('a manifest of something else, or of a newer version', async () => {
    const other = await changed(() => ({ 'manifest.json': '{"format":"other"}' }))
    expect(await refusal(readBundle(other))).toBe('not_a_bundle')
  })

  test('a newer version', async () => {
    const newer = await changed(({ 'manifest.json': text = '' }) => ({
      'manifest.json': text.replace('"version": 1', '"version": 2'),
    }))
    expect(await refusal(readBundle(newer))).toBe('newer_version')
  })
})

describe('a bundle that was damaged or changed is refused:', () => {
  test('cut off anywhere', async () => {
    const bytes = readFileSync(path)
    const cut = join(folder.path, 'cut.zip')
    for (const length of [10, 500, bytes.length - 400, bytes.length - 1]) {
      writeFileSync(cut, bytes.subarray(0, length))
      expect(await refusal(readAll(cut))).toBe('damaged')
    }
  })

  test('with a byte turned in a record', async () => {
    const bytes = readFileSync(path)
    const turned = join(folder.path, 'turned.zip')
    const parts = Object.keys(await unpackedParts(path)).filter((name) => name !== 'README.txt')
    for (const name of parts) {
      const copy = Buffer.from(bytes)
      const at = bytes.indexOf(name) + name.length + 20
      copy[at] = (copy[at] ?? 0) ^ 0x10
      writeFileSync(turned, copy)
      expect(['damaged', 'not_a_bundle']).toContain(await refusal(readAll(turned)))
    }
  })

  test.each<[string, (parts: Record<string, string>) => Record<string, string | null>]>([
    ['a part left out', () => ({ 'facts.json': null })],
    ['a part too many', () => ({ 'more.txt': 'x' })],
    ['a part with another name', () => ({ '../facts.json': '{}' })],
    ['facts that were changed', ({ 'facts.json': text = '' }) => ({ 'facts.json': text.replace('main', 'niam') })],
    ['a record less', () => ({ 'windows.jsonl': '' })],
    ['a record more', ({ 'windows.jsonl': text = '' }) => ({ 'windows.jsonl': text + text })],
    ['a line that is cut', ({ 'orders.jsonl': text = '' }) => ({ 'orders.jsonl': text.slice(0, -9) })],
    ['a manifest that is no JSON', () => ({ 'manifest.json': '{' })],
    [
      'a manifest without parts',
      ({ 'manifest.json': text = '' }) => ({ 'manifest.json': text.replace('"parts"', '"prats"') }),
    ],
  ])('%s', async (_, change) => {
    expect(await refusal(readAll(await changed(change)))).toBe('damaged')
  })

  test('a part that is far longer than the manifest says', async () => {
    const bomb = await changed(() => ({ 'decisions.jsonl': '{}\n'.repeat(10_000_000) }))
    expect(statSync(bomb).size).toBeLessThan(200_000)
    expect(await refusal(readAll(bomb))).toBe('damaged')
  })

  test('more than there can be', async () => {
    expect(await refusal(readAll(path, { ...BUNDLE_LIMITS, fileBytes: 100 }))).toBe('too_large')
    expect(await refusal(readAll(path, { ...BUNDLE_LIMITS, unpackedBytes: 100 }))).toBe('too_large')
    expect(await refusal(readAll(path, { ...BUNDLE_LIMITS, documentBytes: 100 }))).toBe('too_large')
    expect(await refusal(readAll(path, { ...BUNDLE_LIMITS, lineBytes: 100 }))).toBe('too_large')
  })
})
