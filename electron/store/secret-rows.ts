import type Database from 'better-sqlite3'
import { durably, emptyLog } from './connection.ts'

/** A sealed secret as it lies in the table. */
export interface SecretRow {
  readonly id: string
  readonly keyVersion: number
  /** version ‖ nonce ‖ ciphertext ‖ tag */
  readonly sealed: Buffer
  readonly createdAtMs: number
}

export type WrapKind = 'safe_storage' | 'keyring' | 'passphrase' | 'key_file'

/** The key of the vault, wrapped for one way to unlock it. */
export interface WrapRow {
  readonly id: string
  readonly kind: WrapKind
  readonly keyVersion: number
  readonly dataJson: string
  readonly createdAtMs: number
}

/** The rows of the vault. They know nothing of what is in them. Every write has reached the disk when it returns. */
export interface SecretRows {
  insertSecret(row: SecretRow): void
  /** null: there is none under this id. */
  readSecret(id: string): SecretRow | null
  listSecrets(): readonly Pick<SecretRow, 'id' | 'createdAtMs'>[]
  /** @returns how many there were; they are gone from the log, too */
  deleteSecrets(ids: readonly string[]): number
  listWraps(): readonly WrapRow[]
  /** @returns false: there is a wrap already, and nothing was changed */
  insertFirstWrap(row: WrapRow): boolean
  /** @returns false: there is one of this kind, and nothing was changed */
  insertWrap(row: WrapRow): boolean
  /** Of one kind. @returns false: the old one is not there any more, and nothing was changed */
  replaceWrap(oldId: string, row: WrapRow): boolean
  /** @returns false: it is the last one or not there, and nothing was changed */
  deleteWrap(id: string): boolean
}

const SECRET_COLUMNS = 'id, key_version AS keyVersion, sealed, created_at_ms AS createdAtMs'
const WRAP_COLUMNS = 'id, kind, key_version AS keyVersion, data_json AS dataJson, created_at_ms AS createdAtMs'
/** A wrap takes the place of one of its own kind only. */
const REPLACE_WRAP = `UPDATE vault_keys
  SET id = @id, key_version = @keyVersion, data_json = @dataJson, created_at_ms = @createdAtMs
  WHERE id = @oldId AND kind = @kind`
const INSERT_WRAP = `INSERT OR IGNORE INTO vault_keys (id, kind, key_version, data_json, created_at_ms)
  VALUES (@id, @kind, @keyVersion, @dataJson, @createdAtMs)`

export function createSecretRows(database: Database.Database): SecretRows {
  const insert = database.prepare('INSERT INTO secrets VALUES (@id, @keyVersion, @sealed, @createdAtMs)')
  const byId = database.prepare<[string], SecretRow>(`SELECT ${SECRET_COLUMNS} FROM secrets WHERE id = ?`)
  const all = database.prepare<[], Pick<SecretRow, 'id' | 'createdAtMs'>>(
    'SELECT id, created_at_ms AS createdAtMs FROM secrets',
  )
  const remove = database.prepare('DELETE FROM secrets WHERE id = ?')
  const wraps = database.prepare<[], WrapRow>(`SELECT ${WRAP_COLUMNS} FROM vault_keys ORDER BY created_at_ms, id`)
  const countWraps = database.prepare('SELECT count(*) FROM vault_keys').pluck()
  const addWrap = database.prepare(INSERT_WRAP)
  const changeWrap = database.prepare(REPLACE_WRAP)
  const removeWrap = database.prepare('DELETE FROM vault_keys WHERE id = ?')

  const deleting = <T>(write: () => T): T => {
    const result = durably(database, write)
    emptyLog(database)
    return result
  }

  return {
    insertSecret: (row) => void durably(database, () => insert.run(row)),
    readSecret: (id) => byId.get(id) ?? null,
    listSecrets: () => all.all(),
    deleteSecrets: (ids) =>
      ids.length === 0 ? 0 : deleting(() => ids.reduce((count, id) => count + remove.run(id).changes, 0)),
    listWraps: () => wraps.all(),
    insertFirstWrap: (row) => durably(database, () => countWraps.get() === 0 && addWrap.run(row).changes === 1),
    insertWrap: (row) => durably(database, () => addWrap.run(row).changes === 1),
    replaceWrap: (oldId, row) => deleting(() => changeWrap.run({ ...row, oldId }).changes === 1),
    deleteWrap: (id) => deleting(() => Number(countWraps.get()) > 1 && removeWrap.run(id).changes === 1),
  }
}
