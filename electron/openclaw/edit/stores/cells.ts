import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { isCredentialDocument } from '../../../../shared/engine/index.ts'
import { inTurn, realWaiting, WriteFailure, type Waiting } from '../../../files/index.ts'
import type { ReadContext } from '../../context.ts'
import { databaseTurn } from '../../database/database-turn.ts'
import { readFileHeader } from '../../database/file-header.ts'
import { readDatabase } from '../../database/read-database.ts'
import { existingTables, type Cell } from '../../database/tables.ts'
import { failureWords } from '../../files/file-failures.ts'
import { errorCode, MAX_FILE_BYTES } from '../../files/read-file.ts'
import { createProblemList } from '../../problems.ts'
import { applyChange, type AppliedChange, type Change } from '../apply-change.ts'
import { sectionOf } from '../documents/sections.ts'
import { refusalOf, refuseBeforeMigration, refuseLayout, refuseTooLarge, refuseUnreadable } from '../refusals.ts'
import { EditRefused, type JsonRecord, type StoreDocuments } from '../types.ts'
import { assertStoreDatabase, cellAt, type CellAddress, type CellPlace } from './cell-places.ts'
import { assertNothingHidden, parseStored } from './stored-text.ts'

type Connection = Database.Database

export interface CellsOptions {
  /** Epoch ms: when a row was written. */
  readonly nowMs: () => number
  /** Files of older releases hold credentials that wait to be taken over. */
  readonly isMigrationPending: boolean
  readonly waiting?: Waiting
  /** Opens a database that exists, without waiting for locks. */
  readonly openDatabase?: (file: string) => Connection
}

/** As long as OpenClaw itself waits for a lock of SQLite. */
const BUSY_MS = 5000
/** Waiting inside SQLite would hold up this whole process, so it is done between attempts. */
const RETRY_DELAY_MS = { min: 5, spread: 20 }
/** Once the lock is there, only readers of the last state have to be waited for, and they are quick. */
const COMMIT_BUSY_MS = 1000
const CHECKPOINT_PAGES = 1000
const LOG_LIMIT_BYTES = 67_108_864
const ANY_WRITE_BIT = 0o222

/** Reads the two documents as they are now, without leaving a trace. */
export async function readCells(context: ReadContext, place: CellPlace): Promise<StoreDocuments> {
  const problems = createProblemList(context.root)
  const result = await readDatabase({ ...context, problems }, { ...place, path: place.file }, (connection) => {
    const tables = existingTables(connection, [place.credentials.table, place.state.table])
    const cell = (address: CellAddress): Cell =>
      tables.has(address.table) ? cellAt(connection, address) : { kind: 'none' }
    return { credentials: cell(place.credentials), state: cell(place.state) }
  })
  if (result.kind === 'absent') return { credentials: null, state: null }
  if (result.kind === 'read') return documentsOf(place, result.value)
  const [problem] = problems.sorted()
  const code = problem?.code === 'database_busy' ? 'busy' : 'unreadable'
  throw new EditRefused(code, problem?.message ?? `${place.subject} cannot be read.`, problem?.hint ?? 'Try again.')
}

/**
 * Changes the documents in one immediate transaction, in which they are read again. Unchanged documents are not written;
 * a state of which nothing is left loses its row. What kind of journal the database has is left alone, and its log is
 * checkpointed by SQLite alone, which does not when somebody else needs it.
 */
export async function updateCells<T>(place: CellPlace, change: Change<T>, options: CellsOptions): Promise<T> {
  const waiting = options.waiting ?? realWaiting
  for (let waitedMs = 0; ;) {
    const outcome = await inTurn(databaseTurn(place.file), () => attempt(place, change, options))
    if (outcome !== 'busy') return outcome.result
    if (waitedMs >= BUSY_MS) throw refusalOf(new WriteFailure('busy'), place.subject)
    const delayMs = RETRY_DELAY_MS.min + Math.floor(waiting.random() * RETRY_DELAY_MS.spread)
    await waiting.pause(delayMs)
    waitedMs += delayMs
  }
}

async function attempt<T>(
  place: CellPlace,
  change: Change<T>,
  options: CellsOptions,
): Promise<AppliedChange<T> | 'busy'> {
  assertWritable(place)
  let connection: Connection | null = null
  try {
    connection = openForWriting(place.file, options.openDatabase ?? openExisting)
    return changeIn(connection, place, change, options)
  } catch (error) {
    if (isBusy(error)) return 'busy'
    throw databaseRefusal(error, place.subject)
  } finally {
    connection?.close()
  }
}

function openExisting(file: string): Connection {
  return new Database(file, { fileMustExist: true, timeout: 0 })
}

function openForWriting(file: string, open: (file: string) => Connection): Connection {
  const connection = open(file)
  try {
    connection.pragma('foreign_keys = ON')
    connection.pragma('synchronous = NORMAL')
    connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    connection.pragma(`journal_size_limit = ${LOG_LIMIT_BYTES}`)
    // Views and triggers of the file get no say, and a secret that is replaced does not stay in a free page.
    connection.pragma('trusted_schema = OFF')
    connection.pragma('secure_delete = ON')
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function changeIn<T>(
  connection: Connection,
  place: CellPlace,
  change: Change<T>,
  { nowMs, isMigrationPending }: CellsOptions,
): AppliedChange<T> {
  const transaction = connection.transaction((): AppliedChange<T> => {
    connection.pragma(`busy_timeout = ${COMMIT_BUSY_MS}`)
    assertStoreDatabase(connection, place)
    const cells = { credentials: cellAt(connection, place.credentials), state: cellAt(connection, place.state) }
    const stored = documentsOf(place, cells)
    const applied = applyChange(stored, change)
    if (applied.credentialsChanged) {
      if (cells.credentials.kind === 'text') assertNothingHidden(cells.credentials.text, credentialsOf(place))
      if (isMigrationPending && hasNoProfile(stored)) throw refuseBeforeMigration(place.subject)
    }
    const atMs = Math.round(nowMs())
    if (applied.credentialsChanged) write(connection, place, place.credentials, applied.documents.credentials, atMs)
    if (applied.stateChanged) write(connection, place, place.state, applied.documents.state, atMs)
    return applied
  })
  return transaction.immediate()
}

function hasNoProfile({ credentials }: StoreDocuments): boolean {
  return Object.keys(sectionOf(credentials, 'profiles')).length === 0
}

function write(
  connection: Connection,
  place: CellPlace,
  address: CellAddress,
  document: JsonRecord | null,
  atMs: number,
): void {
  const { table, keyColumn, valueColumn, timeColumn, key } = address
  if (document === null) {
    connection.prepare(`DELETE FROM ${table} WHERE ${keyColumn} = ?`).run(key)
    return
  }
  const text = JSON.stringify(document)
  if (Buffer.byteLength(text) > MAX_FILE_BYTES) throw refuseTooLarge(place.subject)
  connection
    .prepare(
      `INSERT INTO ${table} (${keyColumn}, ${valueColumn}, ${timeColumn}) VALUES (?, ?, ?)
       ON CONFLICT (${keyColumn}) DO UPDATE SET ${valueColumn} = excluded.${valueColumn}, ${timeColumn} = excluded.${timeColumn}`,
    )
    .run(key, text, atMs)
  const there = cellAt(connection, address)
  // Success is only reported after a look at what is there (OR-09).
  if (there.kind !== 'text' || there.text !== text) throw new WriteFailure('failed')
}

function documentsOf(place: CellPlace, cells: { readonly credentials: Cell; readonly state: Cell }): StoreDocuments {
  const subject = credentialsOf(place)
  const credentials = parse(cells.credentials, subject)
  if (credentials !== null && !isCredentialDocument(credentials)) {
    throw refuseUnreadable(subject, 'has a form that OpenClaw does not read')
  }
  return { credentials, state: parse(cells.state, `${place.subject} has a record of cooldowns and orders that`) }
}

function credentialsOf({ subject }: CellPlace): string {
  return `${subject} has a list of credentials that`
}

function parse(cell: Cell, subject: string): JsonRecord | null {
  if (cell.kind === 'none') return null
  if (cell.kind === 'unreadable') throw refuseUnreadable(subject, 'is no text, or far too long')
  return parseStored(cell.text, subject)
}

/** A file without any write permission was made so on purpose, even where root could write it. */
function assertWritable({ file, subject }: CellPlace): void {
  const header = readFileHeader(file)
  switch (header.kind) {
    case 'sqlite':
      if ((statSync(file).mode & ANY_WRITE_BIT) !== 0) return
      throw refusalOf(new WriteFailure('read_only'), subject)
    case 'absent':
      throw refuseLayout(
        `${subject} does not exist yet; only OpenClaw can lay it out.`,
        'Let the agent run once, or run "openclaw doctor --fix", and try again.',
      )
    case 'empty':
      throw refuseUnreadable(subject, 'has lost its content')
    case 'foreign':
      throw refuseUnreadable(subject, 'is not an SQLite database, or it is encrypted')
    case 'failed': {
      const { cause, hint } = failureWords(header.code)
      throw new EditRefused('unreadable', `${subject} cannot be read: ${cause}.`, hint)
    }
  }
}

function isBusy(error: unknown): boolean {
  return /^SQLITE_(?:BUSY|LOCKED|PROTOCOL|READONLY_DBMOVED)/.test(sqliteCode(error))
}

/** An error of SQLite as a refusal; its text goes no further. Any other error is handed back as it is. */
function databaseRefusal(error: unknown, subject: string): unknown {
  if (error instanceof WriteFailure) return refusalOf(error, subject)
  const code = sqliteCode(error)
  if (code === '') return error
  if (/^SQLITE_(?:NOTADB|CORRUPT|FORMAT)/.test(code)) return refuseUnreadable(subject, 'is damaged')
  if (code.startsWith('SQLITE_READONLY')) return refusalOf(new WriteFailure('read_only'), subject)
  if (code.startsWith('SQLITE_FULL')) return refusalOf(new WriteFailure('disk_full'), subject)
  if (/^SQLITE_(?:PERM|AUTH|CANTOPEN)/.test(code)) return refusalOf(new WriteFailure('no_permission'), subject)
  return refusalOf(new WriteFailure('failed', code), subject)
}

function sqliteCode(error: unknown): string {
  const code = error instanceof Error ? errorCode(error) : ''
  return code.startsWith('SQLITE_') ? code : ''
}
