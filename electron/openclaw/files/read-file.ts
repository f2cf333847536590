import { constants, type BigIntStats } from 'node:fs'
import { lstat, open, type FileHandle } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** Far above any real file of this kind; reading and parsing more would hold up everything else. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024

export type FileContent =
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly modifiedMs: number }
  | { readonly kind: 'absent' }
  | { readonly kind: 'too_large' }
  /** `code`: that of the operating system, or `ENOTFILE` for something that is no regular file. */
  | { readonly kind: 'failed'; readonly code: string }

const MAX_ATTEMPTS = 4
const RETRY_DELAY_MS = 5

/** Reads a file as it was at one moment: a file that changes while it is read is read again. */
export async function readWholeFile(filePath: string): Promise<FileContent> {
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer for ever.
    const handle = await open(filePath, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      return await readFromHandle(handle)
    } finally {
      await handle.close()
    }
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' && !(await isDanglingLink(filePath))) return { kind: 'absent' }
    if (code === 'ENOTDIR') return { kind: 'absent' }
    return { kind: 'failed', code }
  }
}

async function readFromHandle(handle: FileHandle): Promise<FileContent> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await handle.stat({ bigint: true })
    if (!before.isFile()) return { kind: 'failed', code: 'ENOTFILE' }
    if (before.size > BigInt(MAX_FILE_BYTES)) return { kind: 'too_large' }
    const bytes = await readAll(handle, Number(before.size))
    const after = await handle.stat({ bigint: true })
    if (isSameState(before, after) || attempt === MAX_ATTEMPTS) {
      return { kind: 'bytes', bytes, modifiedMs: Number(after.mtimeMs) }
    }
    await delay(RETRY_DELAY_MS)
  }
}

async function readAll(handle: FileHandle, sizeBytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(sizeBytes)
  let filled = 0
  while (filled < sizeBytes) {
    const { bytesRead } = await handle.read(buffer, filled, sizeBytes - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}

/** Whether nothing was written to a file between two looks at it. */
export function isSameState(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.dev === b.dev && a.size === b.size && a.mtimeNs === b.mtimeNs
}

export function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : 'UNKNOWN'
}

async function isDanglingLink(filePath: string): Promise<boolean> {
  try {
    return (await lstat(filePath)).isSymbolicLink()
  } catch {
    return false
  }
}
