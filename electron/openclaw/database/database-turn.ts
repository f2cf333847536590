import { realpathSync } from 'node:fs'
import path from 'node:path'

/**
 * The turn of one database file, for `inTurn`. On POSIX systems a process that closes a file gives up all its locks on it,
 * also those that SQLite took in another place of the same process. So whatever opens such a file here, to read, to copy or
 * to write it, does so in this turn.
 */
export function databaseTurn(filePath: string): string {
  try {
    return `database ${realpathSync(filePath)}`
  } catch {
    return `database ${path.resolve(filePath)}`
  }
}
