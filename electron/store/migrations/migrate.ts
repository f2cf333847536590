import type Database from 'better-sqlite3'
import { newerStore } from '../store-refused.ts'
import type { Migration } from './migration.ts'

/** Marks the file as Switchyard's: the letters `SWyd`. */
export const APPLICATION_ID = 0x53577964

/** The version of the newest migration. Throws where they do not count up one by one: a defect. */
export function latestVersion(migrations: readonly Migration[]): number {
  for (const [index, { version }] of migrations.entries())
    if (version !== index + 1) throw new Error(`Migration ${version} stands in place ${index + 1}`)
  return migrations.length
}

export function userVersion(database: Database.Database): number {
  return Number(database.pragma('user_version', { simple: true }))
}

/**
 * Brings a database to the newest version, in one transaction: either every step is done or none.
 *
 * @returns the version it had before
 * @throws {StoreRefused} `newer` where it comes from a newer Switchyard
 */
export function migrate(database: Database.Database, migrations: readonly Migration[], file: string): number {
  const latest = latestVersion(migrations)
  const upgrade = database.transaction((): number => {
    // Another process may have upgraded it since it was opened: only what is read in here counts.
    const version = userVersion(database)
    if (version > latest) throw newerStore(file, version, latest)
    if (version === latest) return version
    for (const migration of migrations.slice(version)) migration.up(database)
    database.pragma(`user_version = ${latest}`)
    return version
  })
  return upgrade.immediate()
}
