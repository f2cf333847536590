import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Outside the checkout, so that a fresh clone or a cleaned node_modules does not repeat minutes of work. */
function cacheRoot(): string {
  const base = process.env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache')
  return path.join(base, 'switchyard')
}

/**
 * Returns the cache folder of that name, built by `build` when it is not there. The work happens in a temporary
 * sibling that is renamed at the very end: a folder with the final name is always complete, whatever was interrupted.
 * The name must carry every version that the content depends on, as an existing folder is never rebuilt.
 */
export async function cachedFolder(
  versionedName: string,
  build: (emptyFolder: string) => Promise<void>,
): Promise<string> {
  const finalFolder = path.join(cacheRoot(), versionedName)
  if (existsSync(finalFolder)) return finalFolder

  await mkdir(cacheRoot(), { recursive: true })
  const workFolder = await mkdtemp(path.join(cacheRoot(), `.building-${versionedName}-`))
  try {
    await build(workFolder)
    await rename(workFolder, finalFolder)
  } catch (error) {
    await rm(workFolder, { recursive: true, force: true })
    // Another process may have finished the same folder first; its result is as good as ours.
    if (!existsSync(finalFolder)) throw error
  }
  return finalFolder
}
