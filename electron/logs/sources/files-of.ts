import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { inOrder, isLogName } from './file-names.ts'

/** There is nothing to read; the message says what to do about it. */
export class UnreadableSource extends Error {}

export interface SourceFile {
  readonly path: string
  /** For people. */
  readonly name: string
  readonly bytes: number
  readonly modifiedMs: number
}

/**
 * The files that reading a path means: itself, or the logs in it.
 *
 * @throws {UnreadableSource} where there is nothing to read, with what to do about it
 */
export async function filesOf(target: string): Promise<readonly SourceFile[]> {
  const stats = await stat(target).catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableSource(
      error.code === 'ENOENT' ? 'There is no such file or folder.' : 'It could not be read: check its permissions.',
    )
  })
  if (stats.isFile())
    return [{ path: target, name: path.basename(target), bytes: stats.size, modifiedMs: stats.mtimeMs }]
  if (!stats.isDirectory()) throw new UnreadableSource('It is neither a file nor a folder.')
  const names = await readdir(target).catch(() => {
    throw new UnreadableSource('The folder could not be listed: check its permissions.')
  })
  const found: SourceFile[] = []
  for (const name of names.filter(isLogName)) {
    const file = path.join(target, name)
    const own = await stat(file).catch(() => null)
    if (own?.isFile() === true) found.push({ path: file, name, bytes: own.size, modifiedMs: own.mtimeMs })
  }
  if (found.length === 0)
    throw new UnreadableSource('The folder has no logs: files named *.log or *.jsonl, also rotated or packed ones.')
  return inOrder(found)
}
