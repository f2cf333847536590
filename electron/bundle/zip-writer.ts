import { open, type FileHandle } from 'node:fs/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { BundleRefused } from './bundle-refused.ts'

/** Writes a zip archive part by part; what a part holds is packed as it comes and need not fit into memory. */
export interface ZipWriter {
  /** Writes one file into the archive. */
  add(name: string, chunks: Iterable<Buffer>): Promise<void>
  /** @returns the size of the archive in bytes */
  end(): Promise<number>
  /** Lets the file go, whatever has been written of it. */
  close(): Promise<void>
}

const LOCAL_ENTRY = 0x04034b50
const ENTRY = 0x02014b50
const END_OF_DIRECTORY = 0x06054b50
const VERSION = 20
/** Names are UTF-8. */
const FLAGS = 0x0800
const DEFLATED = 8
/** The first day that the format knows: when a part was packed says nothing. */
const FIRST_DAY = 0x21
/** Sizes and places are written with four bytes. */
const MAX_BYTES = 0xffff_fffe
const PRIVATE_MODE = 0o600
/** So much is written at once, and so much may wait to be packed in another thread while more is made ready. */
const PACKING = { chunkSize: 256 * 1024, highWaterMark: 2 * 1024 * 1024 }

interface Written {
  readonly name: Buffer
  readonly crc: number
  readonly packed: number
  readonly bytes: number
  readonly start: number
}

/** @param path a file that must not be there yet; only its owner may read it */
export async function createZipWriter(path: string): Promise<ZipWriter> {
  const file = await open(path, 'wx', PRIVATE_MODE)
  const parts: Written[] = []
  let position = 0

  async function write(bytes: Buffer): Promise<void> {
    if (position + bytes.length > MAX_BYTES) throw new BundleRefused('too_large')
    await writeAll(file, bytes, position)
    position += bytes.length
  }

  return {
    async add(name, chunks) {
      const start = position
      const nameBytes = Buffer.from(name, 'utf8')
      const header = { name: nameBytes, crc: 0, packed: 0, bytes: 0, start }
      await write(localHeader(header))
      const contentStart = position
      let crc = 0
      let bytes = 0
      for await (const packed of packedChunks(chunks, (chunk) => {
        crc = crc32(chunk, crc)
        bytes += chunk.length
        if (bytes > MAX_BYTES) throw new BundleRefused('too_large')
      }))
        await write(packed)
      const written: Written = { name: nameBytes, crc, packed: position - contentStart, bytes, start }
      // Now that the sizes are known, the header is written once more.
      await writeAll(file, localHeader(written), start)
      parts.push(written)
    },
    async end() {
      const start = position
      for (const part of parts) await write(directoryEntry(part))
      const end = Buffer.alloc(22)
      end.writeUInt32LE(END_OF_DIRECTORY, 0)
      end.writeUInt16LE(parts.length, 8)
      end.writeUInt16LE(parts.length, 10)
      end.writeUInt32LE(position - start, 12)
      end.writeUInt32LE(start, 16)
      await write(end)
      await file.sync()
      return position
    },
    close: () => file.close(),
  }
}

async function* packedChunks(chunks: Iterable<Buffer>, onChunk: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw(PACKING)
  const feeding = feed(deflate, chunks, onChunk)
  // It is awaited below; until then its failure must not be unhandled.
  feeding.catch((error: unknown) => void deflate.destroy(error instanceof Error ? error : new Error('Packing failed')))
  for await (const packed of deflate) yield packed as Buffer
  await feeding
}

async function feed(
  deflate: ReturnType<typeof createDeflateRaw>,
  chunks: Iterable<Buffer>,
  onChunk: (chunk: Buffer) => void,
): Promise<void> {
  for (const chunk of chunks) {
    onChunk(chunk)
    if (!deflate.write(chunk)) await drained(deflate)
  }
  deflate.end()
}

/** Also when whoever reads the other end has given up. */
function drained(stream: ReturnType<typeof createDeflateRaw>): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done)
      stream.off('close', done)
      resolve()
    }
    stream.on('drain', done)
    stream.on('close', done)
  })
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at)
    at += bytesWritten
  }
}

function localHeader({ name, crc, packed, bytes }: Written): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(LOCAL_ENTRY, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(DEFLATED, 8)
  header.writeUInt16LE(FIRST_DAY, 12)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(packed, 18)
  header.writeUInt32LE(bytes, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function directoryEntry({ name, crc, packed, bytes, start }: Written): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(ENTRY, 0)
  entry.writeUInt16LE(VERSION, 4)
  entry.writeUInt16LE(VERSION, 6)
  entry.writeUInt16LE(FLAGS, 8)
  entry.writeUInt16LE(DEFLATED, 10)
  entry.writeUInt16LE(FIRST_DAY, 14)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packed, 20)
  entry.writeUInt32LE(bytes, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(start, 42)
  return Buffer.concat([entry, name])
}
