/**
 * Another process that tries to take a database for itself, which nobody may while it is open somewhere:
 * `leave-wal-process.ts <file>`. Prints the mode that the database is in afterwards.
 */
import Database from 'better-sqlite3'

const db = new Database(process.argv[2] ?? '', { timeout: 0 })
try {
  db.pragma('journal_mode = DELETE')
} catch {
  // Held by somebody.
}
process.stdout.write(String(db.pragma('journal_mode', { simple: true })))
db.close()
