import { readdir } from 'node:fs/promises'
import path from 'node:path'

const OURS = /\.switchyard-[^.]+(?:\.\d+Z)?(?:\.\d+)?\.bak$/

/**
 * The name of an earlier version that lies beside a file, such as `openclaw.json.last-good` or `auth-profiles.json.bak`;
 * null: none. Only its name is looked at.
 */
export async function findBackup(filePath: string): Promise<string | null> {
  const prefix = `${path.basename(filePath)}.`
  try {
    const names = await readdir(path.dirname(filePath))
    const backups = names.filter((name) => name.startsWith(prefix) && /\.(?:last-good|bak)(?:\.\d+)?$/.test(name))
    return backups.sort(compareBackups)[0] ?? null
  } catch {
    return null
  }
}

/** The last good one first, then the plain backup before numbered, older ones; of ours, which carry the time, the newest. */
function compareBackups(a: string, b: string): number {
  const isOlder = OURS.test(a) && OURS.test(b) ? a < b : a > b
  return rank(a) - rank(b) || a.length - b.length || (isOlder ? 1 : -1)
}

function rank(name: string): number {
  return name.endsWith('.last-good') ? 0 : 1
}
