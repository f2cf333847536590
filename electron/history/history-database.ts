import Database from 'better-sqlite3'
import { connect } from '../store/connection.ts'
import { userVersion } from '../store/migrations/migrate.ts'
import { MIGRATIONS } from '../store/migrations/table.ts'

const BUSY_TIMEOUT_MS = 5000
/** The index of record identities is read at random places; it has to fit for a large import. */
const CACHE_KIB = 64 * 1024
/** Pages of 4 KiB. Moving the log into the database more often makes a large import wait for the disk. */
const CHECKPOINT_PAGES = 16_384

/**
 * The history's own connection to Switchyard's database, beside that of the host.
 *
 * @throws {StoreRefused} the file cannot be used
 */
export function openHistoryDatabase(file: string): Database.Database {
  const database = openCurrent(file) ?? connect(file, MIGRATIONS).database
  database.pragma(`cache_size = -${CACHE_KIB}`)
  database.pragma('synchronous = NORMAL')
  database.pragma('temp_store = MEMORY')
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  return database
}

/** Where the host has just checked the file and brought it up to date, that is not done again. */
function openCurrent(file: string): Database.Database | null {
  let database: Database.Database
  try {
    database = new Database(file, { timeout: BUSY_TIMEOUT_MS, fileMustExist: true })
  } catch {
    return null
  }
  try {
    if (userVersion(database) === MIGRATIONS.length) {
      database.pragma('trusted_schema = OFF')
      return database
    }
  } catch {
    // What is wrong with it is told by whoever opens it with care.
  }
  database.close()
  return null
}
