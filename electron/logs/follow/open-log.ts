import { createHash } from 'node:crypto'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { constants, type BigIntStats } from 'node:fs'

/** The beginning of a file, by which one that was emptied and written anew is told. */
export interface LogHead {
  readonly head: string
  readonly headBytes: number
}

/** A log that is held open: it stays the same file, whatever becomes of its name. */
export interface OpenLog {
  readonly file: string
  readonly identity: string
  readonly modifiedMs: number
  head(): LogHead
  /** Whether the file of that name is this one. */
  isAt(file: string): Promise<boolean>
  /** Bytes from there on; none: that is its end. */
  read(offset: number): Promise<Buffer>
  /** It is shorter than what was read of it, or begins otherwise. */
  wasEmptied(offset: number): Promise<boolean>
  /** Takes its beginning as it is now. */
  remember(): Promise<void>
  /** Where its last line begins, which somebody may be writing. */
  lastLineStart(): Promise<number>
  close(): Promise<void>
}

const CHUNK_BYTES = 256 * 1024
const HEAD_BYTES = 256
const TAIL_BYTES = 64 * 1024
const NEWLINE = 10
const HASH_DIGITS = 16

/** null: there is no such file, or it cannot be read. */
export async function openLog(file: string, known: LogHead | null = null): Promise<OpenLog | null> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => null)
  if (handle === null) return null
  const stats = await handle.stat({ bigint: true })
  if (!stats.isFile()) {
    await handle.close()
    return null
  }
  let head = known ?? (await headOf(handle, HEAD_BYTES))

  return {
    file,
    identity: identityOf(stats),
    modifiedMs: Number(stats.mtimeMs),
    head: () => head,
    isAt: async (other) => (await identityAt(other)) === identityOf(stats),
    read: (offset) => readAt(handle, offset, CHUNK_BYTES),
    async wasEmptied(offset) {
      if ((await handle.stat()).size < offset) return true
      const present = await headOf(handle, head.headBytes)
      if (present.head !== head.head) return true
      if (head.headBytes < HEAD_BYTES) head = await headOf(handle, HEAD_BYTES)
      return false
    },
    async remember() {
      head = await headOf(handle, HEAD_BYTES)
    },
    async lastLineStart() {
      const { size } = await handle.stat()
      const from = Math.max(0, size - TAIL_BYTES)
      const last = (await readAt(handle, from, size - from)).lastIndexOf(NEWLINE)
      return last < 0 ? (from === 0 ? 0 : size) : from + last + 1
    },
    close: () => handle.close(),
  }
}

/** Of the file of a name; null: there is none. */
export async function identityAt(file: string): Promise<string | null> {
  return await stat(file, { bigint: true }).then(identityOf, () => null)
}

/** File systems give the number of a removed file to the next one, so the time of its making belongs to it. */
function identityOf({ dev, ino, birthtimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${birthtimeNs}`
}

async function headOf(handle: FileHandle, bytes: number): Promise<LogHead> {
  const head = await readAt(handle, 0, bytes)
  return { head: createHash('sha256').update(head).digest('hex').slice(0, HASH_DIGITS), headBytes: head.length }
}

async function readAt(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  if (length === 0) return Buffer.alloc(0)
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await handle.read(buffer, 0, length, offset)
  return buffer.subarray(0, bytesRead)
}
