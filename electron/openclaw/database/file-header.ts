import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { errorCode } from '../files/read-file.ts'

/** What the first bytes of a file say about the database in it. */
export type FileHeader =
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly code: string }
  /** No byte in it. To SQLite that is a database without tables; here it is one that was lost. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'sqlite'; readonly isWal: boolean; readonly sizeBytes: number }

const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'
const OFFSET = { writeVersion: 18, readVersion: 19 }
const WAL_VERSION = 2

/**
 * Synchronous on purpose: what it says decides whether SQLite may open the file in place, and nothing else of this process
 * should come in between.
 */
export function readFileHeader(filePath: string): FileHeader {
  let descriptor: number
  try {
    descriptor = openSync(filePath, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const code = errorCode(error)
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'absent' } : { kind: 'failed', code }
  }
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) return { kind: 'failed', code: 'ENOTFILE' }
    const bytes = Buffer.alloc(HEADER_BYTES)
    return interpret(bytes.subarray(0, readSync(descriptor, bytes, 0, HEADER_BYTES, 0)), stats.size)
  } catch (error) {
    return { kind: 'failed', code: errorCode(error) }
  } finally {
    closeSync(descriptor)
  }
}

function interpret(bytes: Buffer, sizeBytes: number): FileHeader {
  if (bytes.length === 0) return { kind: 'empty' }
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return { kind: 'foreign' }
  const isWal = bytes[OFFSET.readVersion] === WAL_VERSION || bytes[OFFSET.writeVersion] === WAL_VERSION
  return { kind: 'sqlite', isWal, sizeBytes }
}
