import type Database from 'better-sqlite3'

/** One step from the version before. It runs inside the transaction of the upgrade and never changes once released. */
export interface Migration {
  readonly version: number
  readonly up: (database: Database.Database) => void
}
