import path from 'node:path'
import type { FileCalls } from './file-calls.ts'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** No write takes this long; a younger file may be one that is being written. */
const MIN_AGE_MS = 60_000

/**
 * Removes what writers that were killed have left beside a file: temporary copies, which hold secrets. What is wrong with
 * them is no reason to fail.
 */
export async function removeLeftovers(filePath: string, calls: FileCalls): Promise<void> {
  const folder = path.dirname(filePath)
  const names = await calls.readdir(folder).catch(() => [])
  const prefix = path.basename(filePath)
  const rest = new RegExp(`^(?:\\.lock)?\\.${UUID}\\.tmp$`)
  for (const name of names) {
    if (!name.startsWith(prefix) || !rest.test(name.slice(prefix.length))) continue
    const leftover = path.join(folder, name)
    try {
      const stats = await calls.lstat(leftover)
      if (stats.isFile() && Date.now() - stats.mtimeMs > MIN_AGE_MS) await calls.rm(leftover, { force: true })
    } catch {
      // Somebody else has removed it, or it cannot be: it does no harm.
    }
  }
}
