import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import Database from 'better-sqlite3'
import { readStoreHeader } from '../store/index.ts'

export const STORE_NAME = 'switchyard.sqlite'
/** The row of `meta` that says what the directory is to the console. */
export const DIRECTORY_MARK = { key: 'directory', value: 'own' } as const

/**
 * Whether a state directory was made by the console. Where it was not, nothing is opened and nothing is written there.
 * A database of ours that cannot be read still counts: only our own directories hold one.
 */
export function isOwnDirectory(directory: string): boolean {
  const file = path.join(directory, STORE_NAME)
  try {
    if (readStoreHeader(file) !== 'ours') return false
  } catch {
    return false
  }
  let database: Database.Database | null = null
  try {
    database = new Database(file, { readonly: true, fileMustExist: true })
    const mark = database.prepare('SELECT value FROM meta WHERE key = ?').pluck().get(DIRECTORY_MARK.key)
    return mark === DIRECTORY_MARK.value
  } catch {
    return true
  } finally {
    database?.close()
  }
}

/**
 * Where the console keeps what it remembers about a directory: in an own one with it, and for any other one in the data
 * folder, under a name made from the real path. Nothing is ever put into somebody else's directory.
 */
export async function historyFileFor(directory: string, dataFolderPath: string): Promise<string> {
  const real = await realpath(directory).catch(() => path.resolve(directory))
  if (isOwnDirectory(real)) return path.join(real, STORE_NAME)
  const name = createHash('sha256').update(real).digest('hex').slice(0, 16)
  return path.join(dataFolderPath, 'attached', name, STORE_NAME)
}
