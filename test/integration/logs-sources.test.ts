import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  readLog,
  UnreadableSource,
  type LogBatch,
  type LogInput,
  type ReadLogOptions,
} from '../../electron/logs/index.ts'
import { tarOf, zipOf, type PackedFile } from '../support/archives.ts'
import { DECISION, recordLine } from '../support/log-lines.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchyard-logs-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const DAMAGED = 'a.tar is damaged: what stands before the damage was read.'
const line = (runId: string): string => `${recordLine({ ...DECISION, runId })}\n`
const packed = (name: string, runId: string): PackedFile => ({ name, content: Buffer.from(line(runId)) })

interface Result {
  readonly runs: readonly (string | null)[]
  readonly sources: readonly string[]
  readonly last: LogBatch
}

async function read(input: LogInput, options: ReadLogOptions = {}): Promise<Result> {
  const runs: (string | null)[] = []
  const sources: string[] = []
  let last: LogBatch | undefined
  for await (const batch of readLog(input, options)) {
    for (const { runId } of batch.events) runs.push(runId)
    if (batch.events.length > 0) sources.push(batch.source)
    last = batch
  }
  if (!last) throw new Error('No batch')
  return { runs, sources, last }
}

async function readFileOf(name: string, content: string | Buffer, options?: ReadLogOptions): Promise<Result> {
  const file = path.join(folder, name)
  await writeFile(file, content)
  return read({ kind: 'path', path: file }, options)
}

describe('a folder', () => {
  test('gives its logs in the order in which they were written, and nothing else', async () => {
    const files = {
      'openclaw-2026-02-03.log': 'd3',
      'openclaw-2026-02-02.log': 'd2-now',
      'openclaw-2026-02-02.log.1': 'd2-1',
      'openclaw-2026-02-02.log.2': 'd2-2',
      'openclaw-2026-02-02.log.10': 'd2-10',
      'notes.txt': 'not a log',
      'openclaw.log.bak': 'neither',
      blog: 'nor this',
    }
    for (const [name, run] of Object.entries(files)) await writeFile(path.join(folder, name), line(run))
    await writeFile(path.join(folder, 'openclaw-2026-02-01.log.gz'), gzipSync(line('d1')))
    await writeFile(path.join(folder, 'openclaw-2026-02-04.1.log'), line('d4-1'))
    await writeFile(path.join(folder, 'openclaw-2026-02-04.log'), line('d4'))
    await mkdir(path.join(folder, 'folder.log'))
    const { runs, last } = await read({ kind: 'path', path: folder })
    expect(runs).toEqual(['d1', 'd2-10', 'd2-2', 'd2-1', 'd2-now', 'd3', 'd4-1', 'd4'])
    expect(last).toMatchObject({ problems: [], bytesRead: last.bytesTotal, counts: { records: 8 } })
  })

  test('orders logs without a day in their names by their ages, parts first', async () => {
    const files = { 'gateway.log': 3, 'gateway.log.1': 9, 'cron.jsonl': 2, 'cron.jsonl.1': 1 }
    for (const [name, day] of Object.entries(files)) {
      const file = path.join(folder, name)
      await writeFile(file, line(name))
      await utimes(file, day * 86_400, day * 86_400)
    }
    const { runs } = await read({ kind: 'path', path: folder })
    expect(runs).toEqual(['cron.jsonl.1', 'cron.jsonl', 'gateway.log.1', 'gateway.log'])
  })

  test('without logs, or none at all, is said so', async () => {
    await expect(read({ kind: 'path', path: folder })).rejects.toThrow(/no logs/)
    await expect(read({ kind: 'path', path: path.join(folder, 'missing.log') })).rejects.toThrow(UnreadableSource)
    await expect(read({ kind: 'path', path: '/dev/null' })).rejects.toThrow(/neither a file nor a folder/)
  })

  test('passes over what leads nowhere', async () => {
    await symlink(path.join(folder, 'gone'), path.join(folder, 'a.log'))
    await writeFile(path.join(folder, 'b.log'), line('b'))
    expect((await read({ kind: 'path', path: folder })).runs).toEqual(['b'])
  })
})

describe('packed logs', () => {
  const files = [packed('logs/openclaw.log.1', 'one'), packed('README.md', 'no log'), packed('x/y/openclaw.log', 'two')]
  const inner = { name: 'old.log.gz', content: gzipSync(line('three')) }

  test('gz, also of several parts', async () => {
    const { runs } = await readFileOf('a.log.gz', Buffer.concat([gzipSync(line('one')), gzipSync(line('two'))]))
    expect(runs).toEqual(['one', 'two'])
  })

  test('a gz that was cut gives what it has', async () => {
    const whole = gzipSync(Array.from({ length: 500 }, (_, index) => line(`run-${(index * 7919) % 104_729}`)).join(''))
    const { runs, last } = await readFileOf('a.log.gz', whole.subarray(0, whole.length / 2))
    expect(runs.length).toBeGreaterThan(50)
    expect(last.counts.torn).toBeLessThanOrEqual(1)
  })

  test('a gz that is damaged is told of', async () => {
    const bytes = gzipSync(line('one').repeat(50))
    bytes.fill(0x55, 60, 90)
    const { last } = await readFileOf('a.log.gz', bytes)
    expect(last.problems).toEqual(['a.log.gz is damaged: what stands before the damage was read.'])
  })

  test.each([
    ['tar', (all: readonly PackedFile[]) => tarOf(all)],
    ['tar.gz', (all: readonly PackedFile[]) => gzipSync(tarOf(all))],
    ['zip', (all: readonly PackedFile[]) => zipOf(all)],
  ])('%s, with packed logs in it', async (kind, pack) => {
    const { runs, sources, last } = await readFileOf(`logs.${kind}`, pack([...files, inner]))
    expect(runs).toEqual(['one', 'two', 'three'])
    expect(sources).toEqual([`logs.${kind}/openclaw.log.1`, `logs.${kind}/openclaw.log`, `logs.${kind}/old.log.gz`])
    expect(last).toMatchObject({ problems: [], bytesRead: last.bytesTotal })
  })

  test('tar with long names and large sizes', async () => {
    const long = `${'deep/'.repeat(60)}openclaw.log`
    const content = Buffer.from(line('one'))
    const tar = tarOf([
      { name: long, content, style: 'gnu' },
      { name: long, content, style: 'pax' },
      { name: 'base256.log', content, style: 'base256' },
      packed('after.log', 'two'),
    ])
    expect((await readFileOf('a.tar', tar)).runs).toEqual(['one', 'one', 'one', 'two'])
  })

  test('a tar that was cut, or is damaged further on, gives what stands before', async () => {
    const tar = tarOf([packed('a.log', 'one'), packed('b.log', 'two')])
    const cut = await readFileOf('a.tar', tar.subarray(0, 512 + 600))
    expect(cut.last).toMatchObject({ counts: { records: 0, torn: 1 }, problems: [DAMAGED] })
    const damaged = Buffer.from(tar)
    damaged.fill(0x41, 1536 + 100, 1536 + 300)
    const { runs, last } = await readFileOf('b.tar', damaged)
    expect(runs[0]).toBe('one')
    expect(last.problems).toEqual([DAMAGED.replace('a.tar', 'b.tar')])
  })

  test('a zip stored as it is, one that is encrypted, one whose end is missing', async () => {
    const zip = zipOf([
      { ...packed('a.log', 'one'), method: 0 },
      { ...packed('b.log', 'two'), isEncrypted: true },
      packed('c.log', 'three'),
    ])
    const { runs, last } = await readFileOf('a.zip', zip)
    expect(runs).toEqual(['one', 'three'])
    expect(last.problems).toEqual(['a.zip/b.log is encrypted or packed in an unusual way: unpack it first.'])
    const cut = await readFileOf('b.zip', zip.subarray(0, zip.length - 30))
    expect(cut.runs).toEqual([])
    expect(cut.last.problems).toEqual(['b.zip is damaged: what stands before the damage was read.'])
  })

  test('names in archives never become paths, nor do they steer a screen', async () => {
    const { sources } = await readFileOf(
      'a.tar',
      tarOf([packed('../../../etc/evil.log', 'one'), packed('C:\\x\\\u001B[31m"red".log', 'two')]),
    )
    expect(sources).toEqual(['a.tar/evil.log', 'a.tar/??31m?red?.log'])
  })

  test('what unpacks to more than logs do is left at its limit', async () => {
    const limits = { bytes: 1_000_000, ratio: 20 }
    const bomb = Buffer.from(`${line('one')}${'\n'.repeat(3_000_000)}${line('two')}`)
    for (const [name, bytes] of [
      ['a.log.gz', gzipSync(bomb)],
      ['a.tar.gz', gzipSync(tarOf([{ name: 'a.log', content: bomb }]))],
      ['a.zip', zipOf([{ name: 'a.log', content: bomb }])],
    ] as const) {
      const { runs, last } = await readFileOf(name, bytes, { limits })
      expect(runs).toEqual(['one'])
      expect(last.problems.join()).toMatch(/unpacks to far more than logs do/)
    }
  })

  test('archives in archives in archives are left out', async () => {
    let bytes = gzipSync(line('one'))
    for (let layer = 0; layer < 5; layer++) bytes = gzipSync(bytes)
    const { runs, last } = await readFileOf('a.log.gz', bytes)
    expect(runs).toEqual([])
    expect(last.problems.join()).toMatch(/inside of too many others/)
  })

  test.each([
    ['xz', 'fd377a585a00'],
    ['zstd', '28b52ffd0458'],
    ['bzip2', '425a68393141'],
  ])('%s is named with what to do', async (kind, hex) => {
    const { last } = await readFileOf('a.log', Buffer.from(hex.padEnd(200, '0'), 'hex'))
    expect(last.problems).toEqual([
      `a.log is packed as ${kind}, which is not read here: unpack it first, then import what was in it.`,
    ])
  })
})

describe('a pipe', () => {
  const stream = (...chunks: readonly Buffer[]): LogInput => ({
    kind: 'stream',
    name: 'stdin',
    chunks: (async function* () {
      yield* chunks
    })(),
  })

  test('is read plain and packed, in whatever pieces it comes', async () => {
    const text = Buffer.from(line('one') + line('two'))
    for (const bytes of [text, gzipSync(text), tarOf([{ name: 'a.log', content: text }])]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / 97) }, (_, index) =>
        bytes.subarray(index * 97, index * 97 + 97),
      )
      const { runs, last } = await read(stream(...pieces))
      expect(runs).toEqual(['one', 'two'])
      expect(last).toMatchObject({ bytesTotal: null, bytesRead: bytes.length, problems: [] })
    }
    expect((await read(stream())).last).toMatchObject({ bytesRead: 0, counts: { lines: 0 } })
  })

  test('cannot be a zip, whose directory is at its end', async () => {
    expect((await read(stream(zipOf([packed('a.log', 'one')])))).last.problems.join()).toMatch(/packed as zip/)
  })

  test('of a real stream is taken no faster than it is asked for', async () => {
    const file = path.join(folder, 'a.log')
    await writeFile(file, line('one').repeat(20_000))
    const source = createReadStream(file)
    const batches = readLog({ kind: 'stream', name: 'stdin', chunks: source })
    await batches.next()
    expect(source.bytesRead).toBeLessThan(8 * 1024 * 1024)
    await batches.return(undefined)
    expect(source.destroyed).toBe(true)
  })
})

test('progress comes with every batch, and batches stay small', async () => {
  await writeFile(path.join(folder, 'a.log'), line('one').repeat(9000))
  await writeFile(path.join(folder, 'b.log'), 'noise about other things\n'.repeat(500_000))
  const batches: LogBatch[] = []
  for await (const batch of readLog({ kind: 'path', path: folder })) batches.push(batch)
  const bytes = batches.map(({ bytesRead }) => bytesRead)
  expect(bytes).toEqual([...bytes].sort((one, other) => one - other))
  expect(batches.length).toBeGreaterThan(6)
  expect(Math.max(...batches.map(({ events }) => events.length))).toBeLessThan(4000)
  expect(batches.at(-1)).toMatchObject({ counts: { lines: 509_000, records: 9000, unrelated: 500_000 } })
  expect(bytes.at(-1)).toBe(batches[0]?.bytesTotal)
})

test('reading ends where it is aborted', async () => {
  await writeFile(path.join(folder, 'a.log'), line('one').repeat(20_000))
  const abort = new AbortController()
  const batches = readLog({ kind: 'path', path: folder }, { signal: abort.signal })
  await batches.next()
  abort.abort(new Error('enough'))
  await expect(batches.next()).rejects.toThrow('enough')
})

test('LG-02: memory does not grow with the log', async () => {
  const chunk = Buffer.from(line('one').repeat(100) + 'noise\n'.repeat(10_000))
  async function* endless(): AsyncGenerator<Buffer> {
    for (let count = 0; count < 2000; count++) yield chunk
  }
  globalThis.gc?.()
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  let last: LogBatch | undefined
  for await (const batch of readLog({ kind: 'stream', name: 'stdin', chunks: endless() })) {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    last = batch
  }
  expect(last?.bytesRead).toBe(chunk.length * 2000)
  expect(last?.counts).toMatchObject({ records: 200_000, unrelated: 20_000_000 })
  // Of more than 300 MB.
  expect(most).toBeLessThan(64 * 1024 * 1024)
}, 60_000)

test('nothing is written beside what is read', async () => {
  const zip = zipOf([packed('../outside.log', 'one')])
  await readFileOf('a.zip', zip)
  expect(await readFile(path.join(folder, 'a.zip'))).toEqual(zip)
  await expect(readFile(path.join(folder, '..', 'outside.log'))).rejects.toThrow(/ENOENT/)
})
