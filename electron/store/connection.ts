import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { APPLICATION_ID, latestVersion, migrate, userVersion } from './migrations/migrate.ts'
import type { Migration } from './migrations/migration.ts'
import { asStoreRefused, damagedStore, foreignStore, newerStore } from './store-refused.ts'
import { backUp, keepPrivate, prepareStoreFile, readStoreHeader } from './store-file.ts'

const BUSY_TIMEOUT_MS = 5000
/** Waiting for readers is not worth holding up the host: what is left of the log goes with the next checkpoint. */
const CHECKPOINT_TIMEOUT_MS = 200
/** Checking more than this at every start takes longer than a person waits. */
const MAX_CHECKED_BYTES = 64 * 1024 * 1024

export interface StoreConnection {
  readonly database: Database.Database
  /** The version it was upgraded from, with the copy made before; null: it was new or up to date. */
  readonly upgraded: { readonly fromVersion: number; readonly backup: string } | null
}

/**
 * Opens the database, makes it where there is none, and brings it to the newest version.
 *
 * @throws {StoreRefused} nothing in the file was changed then
 */
export function connect(file: string, migrations: readonly Migration[]): StoreConnection {
  let database: Database.Database | null = null
  try {
    const header = readStoreHeader(file)
    if (header === 'foreign') throw foreignStore(file)
    prepareStoreFile(file)
    database = new Database(file, { timeout: BUSY_TIMEOUT_MS })
    database.pragma('trusted_schema = OFF')
    const latest = latestVersion(migrations)
    const version = userVersion(database)
    if (version > latest) throw newerStore(file, version, latest)
    if (isDamaged(database, file)) throw damagedStore(file)
    // Before there is a log: the mark must stand in the file itself, where it can be read without SQLite.
    if (header !== 'ours') database.pragma(`application_id = ${APPLICATION_ID}`)
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = NORMAL')
    database.pragma('foreign_keys = ON')
    database.pragma('secure_delete = ON')
    const isOld = version > 0 && version < latest
    const backup = isOld ? backUp(database, file, version) : null
    migrate(database, migrations, file)
    keepPrivate(file)
    return { database, upgraded: backup === null ? null : { fromVersion: version, backup } }
  } catch (error) {
    database?.close()
    throw asStoreRefused(error, file)
  }
}

function isDamaged(database: Database.Database, file: string): boolean {
  if (statSync(file).size > MAX_CHECKED_BYTES) return false
  return database.pragma('quick_check(1)', { simple: true }) !== 'ok'
}

/** Runs a write that has reached the disk when this returns, also through a power cut. Not inside a transaction. */
export function durably<T>(database: Database.Database, write: () => T): T {
  if (database.inTransaction) throw new Error('A durable write cannot be part of another transaction')
  database.pragma('synchronous = FULL')
  try {
    return database.transaction(write).immediate()
  } finally {
    database.pragma('synchronous = NORMAL')
  }
}

/** Moves the log into the database and empties it, so that what was deleted is in neither. */
export function emptyLog(database: Database.Database): void {
  database.pragma(`busy_timeout = ${CHECKPOINT_TIMEOUT_MS}`)
  try {
    database.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  }
}
