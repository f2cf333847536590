import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  BundleRefused,
  createBundleDesk,
  readBundle,
  type BundleDesk,
  type BundleSource,
} from '../../electron/bundle/index.ts'
import type { BundleOptions } from '../../shared/contract/history/index.ts'
import { CANARY_DECISION, canarySource, unpackedParts } from '../support/bundle-source.ts'
import { temporaryFolder } from '../support/fixture-copy.ts'

const OPTIONS: BundleOptions = { fromMs: null, toMs: null, withErrorTexts: false, withSessionIds: false }
let folder: ReturnType<typeof temporaryFolder>
let scratch: string
let desk: BundleDesk

beforeEach(() => {
  folder = temporaryFolder()
  scratch = join(folder.path, 'scratch')
  mkdirSync(scratch)
  vi.stubEnv('TMPDIR', scratch)
  desk = createBundleDesk()
})
afterEach(async () => {
  await desk.close()
  vi.unstubAllEnvs()
  folder.remove()
})

const codeOf = (task: Promise<unknown>): Promise<unknown> =>
  task.then(
    () => null,
    (error: unknown) => (error instanceof BundleRefused ? error.code : error),
  )

describe('a preview', () => {
  test('shows every part as it will be saved', async () => {
    const { id, parts, aliasCount } = await desk.preview(canarySource(), OPTIONS)
    const target = join(folder.path, 'bundle.zip')
    const { path, bytes } = await desk.save({ previewId: id, path: target })
    expect({ path, bytes }).toEqual({ path: target, bytes: statSync(target).size })
    expect(Object.fromEntries(parts.map(({ name, preview }) => [name, preview]))).toEqual(await unpackedParts(target))
    expect(parts.every(({ isCut, bytes: size, preview }) => !isCut && size === Buffer.byteLength(preview))).toBe(true)
    expect(aliasCount).toBeGreaterThan(10)
  })

  test('tells how far it is, and ends when nobody wants it, with nothing left behind', async () => {
    const many: Partial<BundleSource> = {
      *decisions() {
        for (let at = 0; at < 5000; at++) yield CANARY_DECISION
      },
    }
    const told: number[] = []
    const whole = new AbortController()
    await desk.preview(canarySource(many), OPTIONS, { signal: whole.signal, onRecords: (count) => told.push(count) })
    expect(told).toEqual(told.toSorted((one, other) => one - other))
    expect(told.length).toBeGreaterThan(5)
    expect(told.at(-1)).toBeGreaterThan(5000)

    const half = new AbortController()
    const onRecords = (count: number): void => {
      if (count > 0) half.abort()
    }
    const cancelled = desk.preview(canarySource(many), OPTIONS, { signal: half.signal, onRecords })
    expect(await codeOf(cancelled)).toBe('cancelled')
    expect(readdirSync(scratch)).toEqual([])
  })

  test('of a long part is cut, never through a letter', async () => {
    const many: Partial<BundleSource> = {
      decisions: function* () {
        for (let at = 0; at < 3000; at++) yield { ...CANARY_DECISION, errorPreview: 'ä'.repeat(50) }
      },
    }
    const { parts } = await desk.preview(canarySource(many), { ...OPTIONS, withErrorTexts: true })
    const part = parts.find(({ name }) => name === 'decisions.jsonl')
    expect(part).toMatchObject({ records: 3000, isCut: true })
    expect(Buffer.byteLength(part?.preview ?? '')).toBeLessThanOrEqual(64 * 1024)
    expect(part?.preview).not.toContain('\uFFFD')
  })

  test('leaves nothing behind, whether another one follows, it fails or the desk closes', async () => {
    await desk.preview(canarySource(), OPTIONS)
    await desk.preview(canarySource(), OPTIONS)
    expect(readdirSync(scratch)).toHaveLength(1)
    await desk.close()
    expect(readdirSync(scratch)).toEqual([])
    const failing = canarySource({
      others: () => {
        throw new Error('made up')
      },
    })
    await expect(desk.preview(failing, OPTIONS)).rejects.toThrow('made up')
    expect(readdirSync(scratch)).toEqual([])
  })

  test('lies where only its owner can look', async () => {
    await desk.preview(canarySource(), OPTIONS)
    const [name = ''] = readdirSync(scratch)
    expect(statSync(join(scratch, name)).mode & 0o777).toBe(0o700)
    expect(statSync(join(scratch, name, 'bundle.zip')).mode & 0o777).toBe(0o600)
  })
})

describe('saving', () => {
  test('makes a file that only its owner can read, as often as it is asked for', async () => {
    const { id } = await desk.preview(canarySource(), OPTIONS)
    for (const name of ['one.zip', 'two.zip']) {
      const path = join(folder.path, name)
      await desk.save({ previewId: id, path })
      expect(statSync(path).mode & 0o777).toBe(0o600)
      const bundle = await readBundle(path)
      await bundle.close()
    }
  })

  test('writes over nothing', async () => {
    const { id } = await desk.preview(canarySource(), OPTIONS)
    const path = join(folder.path, 'mine.txt')
    writeFileSync(path, 'mine')
    expect(await codeOf(desk.save({ previewId: id, path }))).toBe('exists')
    expect(readFileSync(path, 'utf8')).toBe('mine')
    expect(readdirSync(folder.path).sort()).toEqual(['mine.txt', 'scratch'])
  })

  test('into a folder that is not there is refused', async () => {
    const { id } = await desk.preview(canarySource(), OPTIONS)
    expect(await codeOf(desk.save({ previewId: id, path: join(folder.path, 'nowhere', 'a.zip') }))).toBe('write_failed')
  })

  test('needs the preview that was seen', async () => {
    const { id } = await desk.preview(canarySource(), OPTIONS)
    await desk.preview(canarySource(), OPTIONS)
    expect(await codeOf(desk.save({ previewId: id, path: join(folder.path, 'a.zip') }))).toBe('no_preview')
  })
})

test('a preview that cannot be written is refused', async () => {
  vi.stubEnv('TMPDIR', join(folder.path, 'nowhere'))
  expect(await codeOf(desk.preview(canarySource(), OPTIONS))).toBe('write_failed')
})
