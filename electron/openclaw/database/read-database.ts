import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { inTurn } from '../../files/index.ts'
import type { ReadContext } from '../context.ts'
import { errorCode } from '../files/read-file.ts'
import { readFileHeader, type FileHeader } from './file-header.ts'
import { reportDatabase, type DatabaseRequest } from './database-problems.ts'
import { databaseTurn } from './database-turn.ts'
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
  return await inTurn(databaseTurn(request.path), () => readAlone(context, request, query))
}

async function readAlone<T>(
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
    return { kind: 'read', value: await readSqlite(context, request, header, query) }
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
  if (isReadInPlace(request.path, header)) {
    try {
      return readInPlace(request.path, query)
    } catch (error) {
      if (!needsCopy(error)) throw error
      if (isBusy(error)) reportDatabase(context, request, { kind: 'locked' })
    }
  }
  return await readCopy(context, request, header, query)
}

/**
 * A database with a rollback journal can be read where it lies: a read-only connection takes a shared lock and creates
 * nothing. Not while there is a journal, though: rolling it back is a write.
 *
 * In write-ahead mode even a reader creates the log and its index if they are missing, and may tidy them up when it closes.
 * Such a database is read from a copy, where SQLite may do all that. The exception is a large one whose owner has it open:
 * copying hundreds of megabytes after each change would be worse for everybody.
 */
function isReadInPlace(filePath: string, header: SqliteHeader): boolean {
  if (!header.isWal) return sizeOf(`${filePath}-journal`) === 0
  return header.sizeBytes > LARGE_DATABASE_BYTES && isOpenElsewhere(filePath)
}

/**
 * Log and index exist as long as somebody has a database in write-ahead mode open. A read-only connection then creates
 * nothing: it only marks in the index, as every reader does, which part of the log it is using.
 */
function isOpenElsewhere(filePath: string): boolean {
  return sizeOf(`${filePath}-shm`) > 0 && existsSync(`${filePath}-wal`)
}

function readInPlace<T>(filePath: string, query: Query<T>): T {
  return runQuery(new Database(filePath, { readonly: true, fileMustExist: true, timeout: 0 }), query)
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
    if (await copySteadily(request.path, copy)) {
      return runQuery(new Database(copy, { fileMustExist: true, timeout: 0 }), query)
    }
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(copy + suffix, { force: true })
  }
  return readWhileWritten(request.path, header, query)
}

/** The last resort for a database that does not hold still: its writer is there, so SQLite's own locks keep readers right. */
function readWhileWritten<T>(filePath: string, header: SqliteHeader, query: Query<T>): T {
  if (header.isWal && !isOpenElsewhere(filePath)) throw new UnreadableDatabase('busy')
  try {
    return readInPlace(filePath, query)
  } catch (error) {
    throw needsCopy(error) ? new UnreadableDatabase('busy') : error
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
  if (code === 'SQLITE_NOTADB') return { kind: 'foreign' }
  // The query does not fit the tables.
  if (code === 'SQLITE_ERROR') return { kind: 'no_tables' }
  if (/^SQLITE_(?:CORRUPT|IOERR|FORMAT|TOOBIG|FULL)/.test(code)) return { kind: 'damaged' }
  return isBusy(error) ? { kind: 'busy' } : { kind: 'failed', code }
}

function sizeOf(filePath: string): number {
  return statSync(filePath, { throwIfNoEntry: false })?.size ?? 0
}
