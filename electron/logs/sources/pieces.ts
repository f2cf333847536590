import { open, type FileHandle } from 'node:fs/promises'
import { constants } from 'node:fs'
import { createByteReader, type ByteReader } from './byte-reader.ts'
import { isLogInArchive } from './file-names.ts'
import { filesOf, type SourceFile } from './files-of.ts'
import { DamagedArchive, isTar, readTar } from './tar.ts'
import { gunzipped, isGzip } from './unpack.ts'
import { isZip, readZip } from './zip.ts'

/** A part of a log: some of its bytes, or its end. */
export interface LogPiece {
  /** For people: the file's name, and inside an archive the archive's before it. */
  readonly source: string
  readonly modifiedMs: number
  /** A clock with a zone told that time; a pipe has none, and a zip archive keeps the local time of wherever it was made. */
  readonly isModifiedCertain: boolean
  /** null: no more of this log. */
  readonly bytes: Buffer | null
}

/** What the reading of sources is told and tells. */
export interface SourceContext {
  readonly limits: UnpackLimits
  /** Bytes that were taken from a file or a stream, packed as they are. */
  onRead(bytes: number): void
  /** A file, or a part of it, that cannot be read; one sentence without its content. */
  onProblem(problem: string): void
}

/** Beyond both, an archive is no log but made to fill a disk or waste time. */
export interface UnpackLimits {
  readonly bytes: number
  /** How many times as large as the archive. */
  readonly ratio: number
}

export const UNPACK_LIMITS: UnpackLimits = { bytes: 1024 * 1024 * 1024, ratio: 250 }

class Bomb extends Error {}

const HEAD_BYTES = 512
const CHUNK_BYTES = 256 * 1024
/** An archive of packed logs is one inside another; nobody needs more. */
const MAX_LAYERS = 3
const MAX_ENTRIES = 10_000
const MAX_NAME_CHARS = 120
/** Beginnings of files in a packing that is not read here, and what they are called. */
const FOREIGN = new Map([
  ['fd377a58', 'xz'],
  ['28b52ffd', 'zstd'],
  ['425a6839', 'bzip2'],
  ['377abcaf', '7z'],
  ['52617221', 'rar'],
])

interface Layer {
  readonly source: string
  readonly modifiedMs: number
  readonly isModifiedCertain: boolean
  readonly depth: number
}

/** The logs of a file, an archive or a folder, whose files come in the order in which they were written. */
export async function* piecesOfPath(target: string, context: SourceContext): AsyncGenerator<LogPiece> {
  for (const file of await filesOf(target)) yield* guarded(file.name, context, () => piecesOfFile(file, context))
}

/** The logs that come through a pipe; packed ones too, but for zip, whose directory is at its end. */
export async function* piecesOfStream(
  source: string,
  chunks: AsyncIterable<Uint8Array>,
  modifiedMs: number,
  context: SourceContext,
): AsyncGenerator<LogPiece> {
  const reader = createByteReader(countedChunks(chunks, context))
  try {
    const layer = { source, modifiedMs, isModifiedCertain: false, depth: 0 }
    yield* guarded(source, context, () => piecesOf(reader, layer, context))
  } finally {
    await reader.close()
  }
}

async function* piecesOfFile(file: SourceFile, context: SourceContext): AsyncGenerator<LogPiece> {
  const handle = await open(file.path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const layer = { source: file.name, modifiedMs: file.modifiedMs, isModifiedCertain: true, depth: 0 }
    const head = Buffer.alloc(HEAD_BYTES)
    const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0)
    if (isZip(head.subarray(0, bytesRead))) yield* piecesOfZip(handle, layer, file.bytes, context)
    else yield* piecesOf(createByteReader(countedChunks(chunksOfFile(handle), context)), layer, context)
  } finally {
    await handle.close()
  }
}

/** Up to where the file ends now: what is written meanwhile is for whoever follows it. One chunk is read ahead. */
async function* chunksOfFile(handle: FileHandle): AsyncGenerator<Buffer> {
  const { size } = await handle.stat()
  // Some systems' files have no size, but bytes.
  const end = size === 0 ? Infinity : size
  let next = readChunk(handle, 0, end)
  try {
    for (let position = 0; ;) {
      const chunk = await next
      if (chunk.length === 0) return
      position += chunk.length
      next = readChunk(handle, position, end)
      yield chunk
    }
  } finally {
    // The file may not be closed under a read.
    await next.catch(() => undefined)
  }
}

async function readChunk(handle: FileHandle, position: number, end: number): Promise<Buffer> {
  if (position >= end) return Buffer.alloc(0)
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - position))
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
  return buffer.subarray(0, bytesRead)
}

async function* countedChunks(chunks: AsyncIterable<Uint8Array>, context: SourceContext): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    context.onRead(chunk.byteLength)
    yield chunk
  }
}

async function* piecesOf(reader: ByteReader, layer: Layer, context: SourceContext): AsyncGenerator<LogPiece> {
  const head = await reader.peek(HEAD_BYTES)
  const foreign = FOREIGN.get(head.toString('hex', 0, 4)) ?? (isZip(head) ? 'zip' : null)
  if (foreign !== null)
    return context.onProblem(
      `${layer.source} is packed as ${foreign}, which is not read here: unpack it first, then import what was in it.`,
    )
  if ((isGzip(head) || isTar(head)) && layer.depth >= MAX_LAYERS)
    return context.onProblem(`${layer.source} is an archive inside of too many others and was left out.`)
  if (isGzip(head)) yield* piecesOfGzip(reader, layer, context)
  else if (isTar(head)) yield* piecesOfTar(reader, layer, context)
  else {
    const { source, modifiedMs, isModifiedCertain } = layer
    for await (const bytes of reader.chunks(Infinity)) yield { source, modifiedMs, isModifiedCertain, bytes }
    yield { source, modifiedMs, isModifiedCertain, bytes: null }
  }
}

async function* piecesOfGzip(reader: ByteReader, layer: Layer, context: SourceContext): AsyncGenerator<LogPiece> {
  let packed = 0
  async function* fed(): AsyncGenerator<Buffer> {
    for await (const chunk of reader.chunks(Infinity)) {
      packed += chunk.length
      yield chunk
    }
  }
  const inner = createByteReader(limited(gunzipped(fed()), { bytes: 0 }, () => packed, context.limits))
  try {
    yield* piecesOf(inner, { ...layer, depth: layer.depth + 1 }, context)
  } finally {
    await inner.close()
  }
}

async function* piecesOfTar(reader: ByteReader, layer: Layer, context: SourceContext): AsyncGenerator<LogPiece> {
  let entries = 0
  for await (const { name, modifiedMs, content } of readTar(reader)) {
    if (++entries > MAX_ENTRIES)
      return context.onProblem(`${layer.source} holds too many files; the rest was left out.`)
    if (isLogInArchive(name)) yield* piecesOfEntry(content, name, modifiedMs, layer, context)
  }
  // Archives are filled up to a round size.
  await reader.skip(Infinity)
}

async function* piecesOfZip(
  handle: FileHandle,
  layer: Layer,
  size: number,
  context: SourceContext,
): AsyncGenerator<LogPiece> {
  // Entries may share their bytes, so the limit is for all of them together.
  const tally = { bytes: 0 }
  let entries = 0
  for await (const { name, modifiedMs, content } of readZip(handle)) {
    if (++entries > MAX_ENTRIES)
      return context.onProblem(`${layer.source} holds too many files; the rest was left out.`)
    if (!isLogInArchive(name)) continue
    if (content === null)
      context.onProblem(`${inside(layer, name)} is encrypted or packed in an unusual way: unpack it first.`)
    else
      yield* piecesOfEntry(
        limited(content(), tally, () => size, context.limits),
        name,
        modifiedMs,
        { ...layer, isModifiedCertain: false },
        context,
      )
  }
  context.onRead(size)
}

async function* piecesOfEntry(
  content: AsyncGenerator<Uint8Array>,
  name: string,
  modifiedMs: number,
  layer: Layer,
  context: SourceContext,
): AsyncGenerator<LogPiece> {
  const source = inside(layer, name)
  const isTold = Number.isFinite(modifiedMs) && modifiedMs > 0
  const time = isTold ? modifiedMs : layer.modifiedMs
  const isModifiedCertain = isTold && layer.isModifiedCertain
  const reader = createByteReader(content)
  try {
    const entry = { source, modifiedMs: time, isModifiedCertain, depth: layer.depth + 1 }
    yield* guarded(source, context, () => piecesOf(reader, entry, context))
  } finally {
    await reader.close()
  }
}

/** Names in archives are what somebody wrote there: the last part, without what would not print. */
function inside(layer: Layer, name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  return `${layer.source}/${last.replace(/[^\p{L}\p{N} ._()+-]/gu, '?').slice(0, MAX_NAME_CHARS)}`
}

async function* limited(
  bytes: AsyncIterable<Uint8Array>,
  tally: { bytes: number },
  packedBytes: () => number,
  { bytes: most, ratio }: UnpackLimits,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    tally.bytes += chunk.byteLength
    if (tally.bytes > most && tally.bytes > packedBytes() * ratio) throw new Bomb()
    yield chunk
  }
}

/** A file that cannot be read is told of, and the next one is read. */
async function* guarded(
  source: string,
  context: SourceContext,
  pieces: () => AsyncGenerator<LogPiece>,
): AsyncGenerator<LogPiece> {
  try {
    yield* pieces()
  } catch (error) {
    context.onProblem(`${source} ${problemOf(error)}`)
    // What was read of it stays; its last line is as it is.
    yield { source, modifiedMs: 0, isModifiedCertain: false, bytes: null }
  }
}

function problemOf(error: unknown): string {
  if (error instanceof Bomb) return 'unpacks to far more than logs do: the rest was left out.'
  if (error instanceof DamagedArchive) return 'is damaged: what stands before the damage was read.'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('Z_') || code.startsWith('ERR_')) return 'is damaged: what stands before the damage was read.'
  if (code === 'EACCES' || code === 'EPERM') return 'could not be read: check its permissions.'
  return 'could not be read to its end.'
}
