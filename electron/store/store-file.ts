import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type Database from 'better-sqlite3'
import { APPLICATION_ID } from './migrations/migrate.ts'
import { isStoreOpenHere } from './open-stores.ts'

const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700
const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'
const OFFSET_OF_APPLICATION_ID = 68

export type StoreHeader = 'absent' | 'empty' | 'ours' | 'foreign'

/** What the first bytes of a file say, without SQLite, which would leave files beside it. */
export function readStoreHeader(file: string): StoreHeader {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined) return 'absent'
  // Opening a named pipe would wait for a writer.
  if (!stats.isFile()) return 'foreign'
  // Only ours are open here.
  if (isStoreOpenHere(file)) return 'ours'
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(HEADER_BYTES)
    const length = readSync(descriptor, bytes, 0, HEADER_BYTES, 0)
    if (length === 0) return 'empty'
    if (length < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'foreign'
    return bytes.readInt32BE(OFFSET_OF_APPLICATION_ID) === APPLICATION_ID ? 'ours' : 'foreign'
  } finally {
    closeSync(descriptor)
  }
}

/** Makes the file and its folders if they are not there, for this user alone. SQLite gives its log the mode of the file. */
export function prepareStoreFile(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER })
  // One that is there may be open here: see `noteOpenStore`.
  if (!existsSync(file)) closeSync(openSync(file, 'a', PRIVATE_FILE))
  keepPrivate(file)
}

/** Takes away what others may do with the database and the files beside it. */
export function keepPrivate(file: string): void {
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    const stats = statSync(name, { throwIfNoEntry: false })
    if (stats?.isFile() && (stats.mode & 0o077) !== 0) chmodSync(name, PRIVATE_FILE)
  }
}

/**
 * A consistent copy beside the database, made before it is upgraded. Pages that were deleted are not in it.
 *
 * @returns the path of the copy
 */
export function backUp(database: Database.Database, file: string, version: number): string {
  const target = `${file}.v${version}.bak`
  const unfinished = `${target}.tmp`
  rmSync(unfinished, { force: true })
  try {
    // SQLite fills an empty file that is there, and keeps its mode.
    closeSync(openSync(unfinished, 'wx', PRIVATE_FILE))
    database.prepare('VACUUM INTO ?').run(unfinished)
    renameSync(unfinished, target)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
  return target
}
