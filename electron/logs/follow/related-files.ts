import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { inOrder } from '../sources/file-names.ts'
import { identityAt } from './open-log.ts'

/** A name without what differs between the parts and days of one log. */
function stemOf(name: string): string {
  return name
    .replace(/(?:\.\d{1,4})?$/, '')
    .replace(/\.\d{1,4}(?=\.\w+$)/, '')
    .replace(/\d{4}-\d\d-\d\d/, '#')
}

/** Whether a name is that of the log's file, of an older part of it, or of another day's. */
export function isOfSameLog(name: string, file: string): boolean {
  return stemOf(name) === stemOf(path.basename(file))
}

/** Paths of all parts of a log, in the order in which they were written. */
export async function partsOf(file: string): Promise<readonly string[]> {
  const folder = path.dirname(file)
  const names = await readdir(folder).catch(() => [])
  const parts: { name: string; modifiedMs: number }[] = []
  for (const name of names.filter((candidate) => isOfSameLog(candidate, file))) {
    const stats = await stat(path.join(folder, name)).catch(() => null)
    if (stats?.isFile() === true) parts.push({ name, modifiedMs: stats.mtimeMs })
  }
  return inOrder(parts).map(({ name }) => path.join(folder, name))
}

/** The parts that were written after the file of an identity and before `file`; null: that one is gone. */
export async function partsBetween(identity: string, file: string): Promise<readonly string[] | null> {
  const parts = await partsOf(file)
  const identities = await Promise.all(parts.map(identityAt))
  const found = identities.indexOf(identity)
  if (found < 0) return null
  const end = parts.indexOf(file)
  return parts.slice(found + 1, end < 0 ? parts.length : end)
}

/** The path at which the file of an identity is now; null: it is gone. */
export async function findFile(identity: string, places: readonly string[]): Promise<string | null> {
  for (const place of places) {
    for (const candidate of [place, ...(await partsOf(place))]) {
      if ((await identityAt(candidate)) === identity) return candidate
    }
  }
  return null
}
