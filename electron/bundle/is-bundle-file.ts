import { open } from 'node:fs/promises'
import { isZip } from '../logs/sources/zip.ts'

const HEAD_BYTES = 4

/** Whether a path leads to a file that somebody means as a bundle, by its name or by what it begins with. Never throws. */
export async function isBundleFile(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => null)
  if (file === null) return false
  try {
    if (!(await file.stat()).isFile()) return false
    if (path.toLowerCase().endsWith('.zip')) return true
    const head = Buffer.alloc(HEAD_BYTES)
    await file.read(head, 0, HEAD_BYTES, 0)
    return isZip(head)
  } catch {
    return false
  } finally {
    await file.close()
  }
}
