/**
 * Another process that tries to take a database for itself, which nobody may while it is open somewhere:
 * `seize-database-process.ts <file>`. Prints `held`, or `seized` where nobody held it.
 */
import Database from 'better-sqlite3'

const db = new Database(process.argv[2] ?? '', { timeout: 0 })
db.pragma('locking_mode = EXCLUSIVE')
try {
  db.prepare('SELECT count(*) FROM meta').get()
  process.stdout.write('seized')
} catch {
  process.stdout.write('held')
}
db.close()
