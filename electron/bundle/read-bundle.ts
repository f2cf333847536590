import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import nodePath from 'node:path'
import type { z } from 'zod'
import type { BundleInfo, Finding } from '../../shared/contract/history/index.ts'
import { findingsSchema } from '../../shared/contract/schemas/history/index.ts'
import type { Problem } from '../../shared/contract/types.ts'
import type { DirectoryFacts } from '../../shared/engine/index.ts'
import type { LogEvent } from '../logs/index.ts'
import { isZip, readZip, type ZipEntry } from '../logs/sources/zip.ts'
import { BundleRefused } from './bundle-refused.ts'
import { factsOrNoneSchema } from './facts-schema.ts'
import {
  BUNDLE_FORMAT,
  BUNDLE_PARTS,
  BUNDLE_VERSION,
  decisionEventSchema,
  LISTED_PARTS,
  manifestSchema,
  orderSchema,
  otherEventSchema,
  problemsSchema,
  windowSchema,
  type BundledOrder,
  type BundledWindow,
  type BundlePartName,
  type ListedPart,
  type Manifest,
} from './format.ts'

/** A bundle that was opened: its small parts, and its records as they are asked for. */
export interface OpenedBundle {
  readonly info: BundleInfo
  readonly manifest: Manifest
  /** null: there was no directory. */
  readonly facts: DirectoryFacts | null
  readonly findings: readonly Finding[]
  readonly problems: readonly Problem[]
  /**
   * Records in batches, each once, decisions first. A part that is damaged is found at its end at the latest, so what was
   * taken of it counts only when all was taken.
   *
   * @throws {BundleRefused} `damaged`, `too_large`
   */
  events(): AsyncGenerator<readonly LogEvent[]>
  windows(): AsyncGenerator<readonly BundledWindow[]>
  orders(): AsyncGenerator<readonly BundledOrder[]>
  close(): Promise<void>
}

export interface BundleLimits {
  /** Of the file. */
  readonly fileBytes: number
  /** Of all parts, unpacked. */
  readonly unpackedBytes: number
  /** Of a part that is read as a whole. */
  readonly documentBytes: number
  /** Of one line. */
  readonly lineBytes: number
}

/** A million decisions with all that belongs to them take a tenth of it. */
export const BUNDLE_LIMITS: BundleLimits = {
  fileBytes: 1024 ** 3,
  unpackedBytes: 8 * 1024 ** 3,
  documentBytes: 64 * 1024 ** 2,
  lineBytes: 64 * 1024,
}

const BATCH_RECORDS = 2000
const HEAD_BYTES = 4
const NAMES: ReadonlySet<string> = new Set(BUNDLE_PARTS)

/**
 * Opens a bundle. Nothing in it is believed: names, sizes, hashes and every field are checked, and there is no place on this
 * machine that its content could be written to.
 *
 * @throws {BundleRefused} `not_a_bundle`, `newer_version`, `damaged`, `too_large`, `unreadable`
 */
export async function readBundle(path: string, limits: BundleLimits = BUNDLE_LIMITS): Promise<OpenedBundle> {
  const file = await open(path, 'r').catch(() => {
    throw new BundleRefused('unreadable')
  })
  try {
    const entries = await entriesOf(file, limits)
    const manifest = await readManifest(entries, limits)
    const listed = new Map(manifest.parts.map((part) => [part.name, part]))
    if (LISTED_PARTS.some((name) => !listed.has(name) || !entries.has(name))) throw new BundleRefused('damaged')
    const unpackedBytes = manifest.parts.reduce((sum, { bytes }) => sum + bytes, 0)
    if (unpackedBytes > limits.unpackedBytes) throw new BundleRefused('too_large')
    const parts: Parts = { entries, listed, limits }
    const facts = await documentOf(parts, 'facts.json', factsOrNoneSchema)
    const findings = await documentOf(parts, 'findings.json', findingsSchema)
    const problems = await documentOf(parts, 'problems.json', problemsSchema)
    const { createdMs, version, consoleVersion } = manifest
    return {
      info: { name: nodePath.basename(path), createdMs, version, consoleVersion, hasFacts: facts !== null },
      manifest,
      facts,
      findings,
      problems,
      async *events() {
        yield* recordsOf<LogEvent>(parts, 'decisions.jsonl', decisionEventSchema)
        yield* recordsOf(parts, 'events.jsonl', otherEventSchema)
      },
      windows: () => recordsOf(parts, 'windows.jsonl', windowSchema),
      orders: () => recordsOf(parts, 'orders.jsonl', orderSchema),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

type Entries = ReadonlyMap<BundlePartName, NonNullable<ZipEntry['content']>>

interface Parts {
  readonly entries: Entries
  readonly listed: ReadonlyMap<BundlePartName, ListedPart>
  readonly limits: BundleLimits
}

async function entriesOf(file: FileHandle, limits: BundleLimits): Promise<Entries> {
  const stats = await file.stat()
  if (!stats.isFile()) throw new BundleRefused('unreadable')
  if (stats.size > limits.fileBytes) throw new BundleRefused('too_large')
  const head = Buffer.alloc(HEAD_BYTES)
  await file.read(head, 0, HEAD_BYTES, 0)
  if (!isZip(head)) throw new BundleRefused('not_a_bundle')
  const entries = new Map<BundlePartName, NonNullable<ZipEntry['content']>>()
  let isOther = false
  for await (const { name, content } of damagedUnless(readZip(file))) {
    // Any other archive is no bundle; a bundle with something else in it is not as it was made.
    if (!isPartName(name) || entries.has(name) || content === null) isOther = true
    else entries.set(name, content)
    if (entries.size === 0 && isOther) throw new BundleRefused('not_a_bundle')
  }
  if (!entries.has('manifest.json')) throw new BundleRefused('not_a_bundle')
  if (isOther) throw new BundleRefused('damaged')
  return entries
}

function isPartName(name: string): name is BundlePartName {
  return NAMES.has(name)
}

async function readManifest(entries: Entries, limits: BundleLimits): Promise<Manifest> {
  const value = parsed(await wholeOf(entries, 'manifest.json', limits.documentBytes))
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== BUNDLE_FORMAT)
    throw new BundleRefused('not_a_bundle')
  const version = 'version' in value ? value.version : null
  if (typeof version === 'number' && version > BUNDLE_VERSION) throw new BundleRefused('newer_version')
  return checked(manifestSchema, value)
}

async function documentOf<T>(
  { entries, listed, limits }: Parts,
  name: BundlePartName,
  schema: z.ZodType<T>,
): Promise<T> {
  const bytes = await wholeOf(entries, name, limits.documentBytes)
  const part = listed.get(name)
  if (part?.bytes !== bytes.length || part.sha256 !== createHash('sha256').update(bytes).digest('hex'))
    throw new BundleRefused('damaged')
  return checked(schema, parsed(bytes))
}

async function wholeOf(entries: Entries, name: BundlePartName, mostBytes: number): Promise<Buffer> {
  const content = entries.get(name)
  if (!content) throw new BundleRefused('damaged')
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of damagedUnless(content())) {
    length += chunk.byteLength
    if (length > mostBytes) throw new BundleRefused('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function* recordsOf<T>(
  { entries, listed, limits }: Parts,
  name: BundlePartName,
  schema: z.ZodType<T>,
): AsyncGenerator<readonly T[]> {
  const content = entries.get(name)
  const part = listed.get(name)
  if (!content || !part) throw new BundleRefused('damaged')
  const hash = createHash('sha256')
  let bytes = 0
  let records = 0
  let batch: T[] = []
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of damagedUnless(content())) {
    bytes += chunk.byteLength
    // A part that is longer than the manifest says is cut off here, however much more there is.
    if (bytes > part.bytes) throw new BundleRefused('damaged')
    hash.update(chunk)
    const buffer = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = buffer.indexOf(NEWLINE); end >= 0; end = buffer.indexOf(NEWLINE, start)) {
      if (end - start > limits.lineBytes) throw new BundleRefused('too_large')
      batch.push(checked(schema, parsed(buffer.subarray(start, end))))
      records += 1
      start = end + 1
      if (batch.length < BATCH_RECORDS) continue
      yield batch
      batch = []
    }
    rest = buffer.subarray(start)
    if (rest.length > limits.lineBytes) throw new BundleRefused('too_large')
  }
  const isWhole = rest.length === 0 && bytes === part.bytes && records === part.records
  if (!isWhole || hash.digest('hex') !== part.sha256) throw new BundleRefused('damaged')
  if (batch.length > 0) yield batch
}

const NEWLINE = 10

/** What fails while unpacking is a fault of the file; nothing of its message is told. */
async function* damagedUnless<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    throw error instanceof BundleRefused ? error : new BundleRefused('damaged')
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new BundleRefused('damaged')
  }
}

function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (!result.success) throw new BundleRefused('damaged')
  return result.data
}
