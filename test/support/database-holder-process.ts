/** Runs a script on a database, starts a second one without committing it, and waits until it is told to end. */
import Database from 'better-sqlite3'

const [file = '', committed = '', open = ''] = process.argv.slice(2)
const db = new Database(file)
db.exec(committed)
if (open !== '') db.exec(`BEGIN IMMEDIATE; ${open}`)
process.stdout.write('ready\n')
process.stdin.resume()
// The handler's hold on the connection also keeps the garbage collector from closing it.
process.stdin.on('end', () => process.exit(db.open ? 0 : 1))
