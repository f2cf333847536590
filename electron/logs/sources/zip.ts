import { createInflateRaw } from 'node:zlib'
import type { FileHandle } from 'node:fs/promises'
import { DamagedArchive } from './tar.ts'
import { unpacked } from './unpack.ts'

/** A file in a zip archive. */
export interface ZipEntry {
  /** As written: never a path of this machine. */
  readonly name: string
  readonly modifiedMs: number
  /** null: encrypted, or packed in a way that is not known here. */
  readonly content: (() => AsyncGenerator<Uint8Array>) | null
}

const END_OF_DIRECTORY = 0x06054b50
const END_OF_DIRECTORY_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const MAX_COMMENT_BYTES = 0xffff
/** Of a directory larger than this nobody made logs. */
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024
const IN_EXTRA = 0xffffffff
const CHUNK_BYTES = 256 * 1024
const STORED = 0
const DEFLATED = 8

export function isZip(head: Buffer): boolean {
  return head.length >= 4 && ['504b0304', '504b0506'].includes(head.toString('hex', 0, 4))
}

/**
 * The files of an archive by its directory at the end, which is right where local headers may not be.
 *
 * @throws {DamagedArchive} where there is no such directory, as in an archive that was cut
 */
export async function* readZip(file: FileHandle): AsyncGenerator<ZipEntry> {
  const { size } = await file.stat()
  const { offset, length } = await directoryOf(file, size)
  if (length > MAX_DIRECTORY_BYTES || offset + length > size) throw new DamagedArchive()
  const directory = await readAt(file, offset, length)
  for (let at = 0; at + ENTRY_BYTES <= directory.length;) {
    if (directory.readUInt32LE(at) !== ENTRY) throw new DamagedArchive()
    const nameLength = directory.readUInt16LE(at + 28)
    const extraLength = directory.readUInt16LE(at + 30)
    const next = at + ENTRY_BYTES + nameLength + extraLength + directory.readUInt16LE(at + 32)
    const name = directory.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength)
    const extra = directory.subarray(at + ENTRY_BYTES + nameLength, at + ENTRY_BYTES + nameLength + extraLength)
    const isEncrypted = (directory.readUInt16LE(at + 8) & 1) === 1
    const method = directory.readUInt16LE(at + 10)
    const [packed, start] = placeOf(directory, at, extra)
    const isReadable = !isEncrypted && (method === STORED || method === DEFLATED)
    if (!name.endsWith('/'))
      yield {
        name,
        modifiedMs: dosTime(directory.readUInt16LE(at + 14), directory.readUInt16LE(at + 12)),
        content: isReadable ? () => contentOf(file, start, packed, method) : null,
      }
    at = next
  }
}

async function directoryOf(file: FileHandle, size: number): Promise<{ offset: number; length: number }> {
  const tailBytes = Math.min(size, END_BYTES + MAX_COMMENT_BYTES)
  const tail = await readAt(file, size - tailBytes, tailBytes)
  let at = tail.length - END_BYTES
  while (at >= 0 && tail.readUInt32LE(at) !== END_OF_DIRECTORY) at--
  if (at < 0) throw new DamagedArchive()
  const length = tail.readUInt32LE(at + 12)
  const offset = tail.readUInt32LE(at + 16)
  if (offset !== IN_EXTRA && length !== IN_EXTRA) return { offset, length }
  if (at < 20 || tail.readUInt32LE(at - 20) !== LOCATOR_64) throw new DamagedArchive()
  const end = await readAt(file, Number(tail.readBigUInt64LE(at - 12)), 56)
  if (end.length < 56 || end.readUInt32LE(0) !== END_OF_DIRECTORY_64) throw new DamagedArchive()
  return { offset: Number(end.readBigUInt64LE(48)), length: Number(end.readBigUInt64LE(40)) }
}

/** Packed size and offset; those of large files stand in an extra field, in this order and only where needed. */
function placeOf(directory: Buffer, at: number, extra: Buffer): readonly [packed: number, start: number] {
  const unpackedBytes = directory.readUInt32LE(at + 24)
  let packed = directory.readUInt32LE(at + 20)
  let start = directory.readUInt32LE(at + 42)
  for (let field = 0; field + 4 <= extra.length; field += 4 + extra.readUInt16LE(field + 2)) {
    if (extra.readUInt16LE(field) !== 1) continue
    let place = field + 4 + (unpackedBytes === IN_EXTRA ? 8 : 0)
    if (packed === IN_EXTRA && place + 8 <= extra.length) {
      packed = Number(extra.readBigUInt64LE(place))
      place += 8
    }
    if (start === IN_EXTRA && place + 8 <= extra.length) start = Number(extra.readBigUInt64LE(place))
  }
  return [packed, start]
}

async function* contentOf(file: FileHandle, start: number, packed: number, method: number): AsyncGenerator<Uint8Array> {
  const header = await readAt(file, start, LOCAL_BYTES)
  if (header.length < LOCAL_BYTES || header.readUInt32LE(0) !== LOCAL_ENTRY) throw new DamagedArchive()
  const from = start + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  const bytes = rangeOf(file, from, from + packed)
  yield* method === STORED ? bytes : unpacked(bytes, createInflateRaw())
}

async function* rangeOf(file: FileHandle, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to;) {
    const bytes = await readAt(file, at, Math.min(CHUNK_BYTES, to - at))
    if (bytes.length === 0) throw new DamagedArchive()
    at += bytes.length
    yield bytes
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (!Number.isSafeInteger(position) || position < 0) throw new DamagedArchive()
  if (length === 0) return Buffer.alloc(0)
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** Local time of the machine that packed it, in steps of two seconds. */
function dosTime(date: number, time: number): number {
  const year = 1980 + (date >> 9)
  return new Date(year, ((date >> 5) & 15) - 1, date & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2).getTime()
}
