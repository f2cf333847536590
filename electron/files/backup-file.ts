import path from 'node:path'
import { systemCalls, type FileCalls } from './file-calls.ts'
import { systemCode, writeFailureOf } from './write-failure.ts'

const KEPT = 10
const PRIVATE_MODE = 0o600

/**
 * Copies a file to `<file>.switchyard-<label>.bak` beside it, readable by this user only, and keeps the newest ten of
 * these copies.
 *
 * @param label the time in ISO form, which sorts; colons are replaced
 * @returns the path of the copy; null: there is no such file
 * @throws {WriteFailure}
 */
export async function backupFile(
  filePath: string,
  label: string,
  calls: FileCalls = systemCalls,
): Promise<string | null> {
  try {
    const content = await calls.readFile(filePath)
    const copy = await writeCopy(`${filePath}.switchyard-${label.replaceAll(':', '-')}`, content, calls)
    await keepNewest(filePath, calls)
    return copy
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw writeFailureOf(error)
  }
}

/** Two copies of one instant get a number. */
async function writeCopy(stem: string, content: Uint8Array, calls: FileCalls): Promise<string> {
  for (let number = 1; ; number += 1) {
    const copy = number === 1 ? `${stem}.bak` : `${stem}.${number}.bak`
    try {
      const handle = await calls.open(copy, 'wx', PRIVATE_MODE)
      try {
        await handle.writeFile(content)
        await handle.sync()
      } catch (error) {
        await calls.rm(copy, { force: true })
        throw error
      } finally {
        await handle.close()
      }
      return copy
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error
    }
  }
}

async function keepNewest(filePath: string, calls: FileCalls): Promise<void> {
  const prefix = `${path.basename(filePath)}.switchyard-`
  const folder = path.dirname(filePath)
  const names = await calls.readdir(folder).catch(() => [])
  const ours = names.filter((name) => name.startsWith(prefix) && name.endsWith('.bak')).sort()
  for (const name of ours.slice(0, -KEPT))
    await calls.rm(path.join(folder, name), { force: true }).catch(() => undefined)
}
