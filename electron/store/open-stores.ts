import { statSync } from 'node:fs'
import type Database from 'better-sqlite3'

/** The connections of this process to each database, by the file itself, whatever its path. */
const openByFile = new Map<string, Set<Database.Database>>()

/**
 * Notes that this process has a database open. On POSIX systems a process that closes a file gives up all its locks on it,
 * also those that SQLite took elsewhere in the process. So whatever would look into such a file by itself asks here first.
 *
 * @returns how to say that the connection is closed
 */
export function noteOpenStore(file: string, database: Database.Database): () => void {
  const key = keyOf(file)
  if (key === null) return () => undefined
  const connections = openByFile.get(key) ?? new Set()
  openByFile.set(key, connections.add(database))
  return () => {
    connections.delete(database)
    if (connections.size === 0 && openByFile.get(key) === connections) openByFile.delete(key)
  }
}

export function isStoreOpenHere(file: string): boolean {
  const key = keyOf(file)
  return key !== null && openByFile.has(key)
}

/** The bytes of a database that this process has open, without opening its file again; null: it has not. */
export function bytesOfOpenStore(file: string): Uint8Array | null {
  const key = keyOf(file)
  const [connection] = (key === null ? undefined : openByFile.get(key)) ?? []
  return connection?.serialize() ?? null
}

/** null: there is no such file. */
function keyOf(file: string): string | null {
  try {
    const { dev, ino } = statSync(file, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return null
  }
}
