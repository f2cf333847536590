import { randomUUID } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import type { ReadContext } from '../context.ts'
import { errorCode } from '../files/read-file.ts'
import { readFileHeader, type FileHeader } from './file-header.ts'
import { reportDatabase, type DatabaseRequest } from './database-problems.ts'
import { copySteadily } from './steady-copy.ts'

export type DatabaseResult<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'absent' }
  /** The reason is among the problems. */
  | { readonly kind: 'unreadable' }

type Connection = Database.Database
type Query<T> = (connection: Connection) => T
type SqliteHeader = Extract<FileHeader, { kind: 'sqlite' }>

/** A file this large is not copied while its owner has it open: see `isReadInPlace`. */
export const LARGE_DATABASE_BYTES = 64 * 1024 * 1024
/** Beyond this, not even a database that nobody has open is copied. */
const MAX_COPY_BYTES = 2 * 1024 * 1024 * 1024

/**
 * Runs a query on somebody else's database and leaves no trace there: no byte is written, no file appears beside it, and
 * no lock is waited for.
 *
 * @param query synchronous; it runs in one read transaction and must not keep the connection
 */
export async function readDatabase<T>(
  context: ReadContext,
  request: DatabaseRequest,
  query: Query<T>,
): Promise<DatabaseResult<T>> {
  const header = readFileHeader(request.path)
  if (header.kind === 'absent') return { kind: 'absent' }
  if (header.kind !== 'sqlite') {
    reportDatabase(context, request, header.kind === 'failed' ? header : { kind: header.kind })
    return { kind: 'unreadable' }
  }
  try {
    const value = await readSqlite(context, request, header, query)
    if (header.isShort) reportDatabase(context, request, { kind: 'short' })
    return { kind: 'read', value }
  } catch (error) {
    reportDatabase(context, request, failureOf(error))
    return { kind: 'unreadable' }
  }
}

async function readSqlite<T>(
  context: ReadContext,
  request: DatabaseRequest,
  header: SqliteHeader,
  query: Query<T>,
): Promise<T> {
  if (!isReadInPlace(request.path, header)) return await readCopy(context, request, header, query)
  try {
    return runQuery(openInPlace(request.path), query)
  } catch (error) {
    if (!needsCopy(error)) throw error
    if (isBusy(error)) reportDatabase(context, request, { kind: 'locked' })
    return await readCopy(context, request, header, query)
  }
}

/**
 * A database with a rollback journal can be read where it lies: a read-only connection takes a shared lock and creates
 * nothing. Not while there is a journal, though: rolling it back is a write.
 *
 * In write-ahead mode even a reader creates the log and its index if they are missing, and may tidy them up when it closes.
 * Such a database is read from a copy, where SQLite may do all that. The exception is a large one whose owner has it open:
 * its log and index exist and stay, a read-only connection only marks in the index, as every reader does, which part of the
 * log it is using, and copying hundreds of megabytes after each change would be worse for everybody.
 */
function isReadInPlace(filePath: string, header: SqliteHeader): boolean {
  if (!header.isWal) return sizeOf(`${filePath}-journal`) === 0
  return header.sizeBytes > LARGE_DATABASE_BYTES && sizeOf(`${filePath}-shm`) > 0 && sizeOf(`${filePath}-wal`) > 0
}

function openInPlace(filePath: string): Connection {
  return new Database(filePath, { readonly: true, fileMustExist: true, timeout: 0 })
}

async function readCopy<T>(
  context: ReadContext,
  request: DatabaseRequest,
  header: SqliteHeader,
  query: Query<T>,
): Promise<T> {
  if (header.sizeBytes > MAX_COPY_BYTES) throw new UnreadableDatabase('too_large')
  const copy = path.join(await context.copies.path(), randomUUID())
  try {
    const isSteady = await copySteadily(request.path, copy)
    return runQuery(new Database(copy, { fileMustExist: true, timeout: 0 }), (connection) => {
      if (!isSteady && connection.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new UnreadableDatabase('busy')
      return query(connection)
    })
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(copy + suffix, { force: true })
  }
}

function runQuery<T>(connection: Connection, query: Query<T>): T {
  try {
    if (!connection.readonly) {
      // Only this process knows the copy: no index file is needed, and nothing needs to reach the disk.
      connection.pragma('locking_mode = EXCLUSIVE')
      connection.pragma('synchronous = OFF')
    }
    connection.pragma('query_only = ON')
    connection.pragma('trusted_schema = OFF')
    return connection.transaction(() => query(connection))()
  } finally {
    connection.close()
  }
}

class UnreadableDatabase extends Error {
  readonly kind: 'busy' | 'too_large'

  constructor(kind: 'busy' | 'too_large') {
    super(kind)
    this.kind = kind
  }
}

/** Held by a writer, or left by one in a state that only a writer can tidy up. */
function needsCopy(error: unknown): boolean {
  return isBusy(error) || /^SQLITE_(?:READONLY|CANTOPEN|PROTOCOL)/.test(errorCode(error))
}

function isBusy(error: unknown): boolean {
  return /^SQLITE_(?:BUSY|LOCKED)/.test(errorCode(error))
}

function failureOf(error: unknown): Parameters<typeof reportDatabase>[2] {
  if (error instanceof UnreadableDatabase) return { kind: error.kind }
  const code = errorCode(error)
  if (/^SQLITE_NOTADB/.test(code)) return { kind: 'foreign' }
  if (/^SQLITE_(?:CORRUPT|IOERR|FORMAT|ERROR|TOOBIG|FULL)/.test(code)) return { kind: 'damaged' }
  return isBusy(error) ? { kind: 'busy' } : { kind: 'failed', code }
}

function sizeOf(filePath: string): number {
  return statSync(filePath, { throwIfNoEntry: false })?.size ?? 0
}
