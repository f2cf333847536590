import { constants, type Stats } from 'node:fs'
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'

export type PathFlaw =
  | 'not_absolute'
  | 'missing'
  | 'unreadable'
  | 'not_a_file'
  | 'is_link'
  | 'outside_trusted'
  | 'wrong_owner'
  | 'open_to_others'

export interface PathRules {
  /** A link is followed, and its target checked instead. */
  readonly allowsLink: boolean
  /** Folders of which one must hold the file; empty: any. */
  readonly trustedFolders: readonly string[]
  /** Owner and rights are not looked at. */
  readonly allowsInsecure: boolean
  /** Others may read it; nobody else may ever write it. */
  readonly allowsReaders: boolean
}

export function expandHome(file: string): string {
  return file === '~' || file.startsWith('~/') ? path.join(homedir(), file.slice(1)) : file
}

/** The path to use, or what speaks against it. Owner and rights are only known where the system has them. */
export async function checkPath(file: string, rules: PathRules): Promise<{ path: string } | { flaw: PathFlaw }> {
  const written = expandHome(file)
  if (!path.isAbsolute(written)) return { flaw: 'not_absolute' }
  let target = written
  let stats = await statsOf(target)
  if (typeof stats === 'string') return { flaw: stats }
  if (stats.isSymbolicLink()) {
    if (!rules.allowsLink) return { flaw: 'is_link' }
    const resolved = await realpath(target).catch(() => null)
    if (resolved === null) return { flaw: 'missing' }
    target = resolved
    stats = await statsOf(target)
    if (typeof stats === 'string') return { flaw: stats }
  }
  const isTrusted = rules.trustedFolders.some((folder) => isInside(expandHome(folder), target))
  if (rules.trustedFolders.length > 0 && !isTrusted) return { flaw: 'outside_trusted' }
  const flaw = flawOf(stats, rules)
  return flaw ? { flaw } : { path: target }
}

function flawOf(stats: Stats, rules: PathRules): PathFlaw | null {
  if (!stats.isFile()) return 'not_a_file'
  if (rules.allowsInsecure || process.platform === 'win32') return null
  if (stats.uid !== 0 && stats.uid !== process.getuid?.()) return 'wrong_owner'
  return (stats.mode & (rules.allowsReaders ? 0o022 : 0o077)) === 0 ? null : 'open_to_others'
}

async function statsOf(file: string): Promise<Stats | PathFlaw> {
  try {
    return await lstat(file)
  } catch (error) {
    return isMissing(error) ? 'missing' : 'unreadable'
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(path.resolve(folder), file)
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative)
}

/** The bytes of a file that passed; what was opened is checked again, as the path may lead elsewhere by now. */
export async function readSecretFile(
  file: string,
  rules: PathRules,
  maxBytes: number,
): Promise<{ bytes: Buffer } | { flaw: PathFlaw | 'too_large' }> {
  const checked = await checkPath(file, rules)
  if ('flaw' in checked) return checked
  let handle: FileHandle
  try {
    // Without O_NONBLOCK, a pipe in the place of the file would be waited for without end.
    handle = await open(checked.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch {
    return { flaw: 'unreadable' }
  }
  try {
    const flaw = flawOf(await handle.stat(), rules)
    if (flaw) return { flaw }
    const buffer = Buffer.alloc(maxBytes + 1)
    let size = 0
    while (size < buffer.length) {
      const { bytesRead } = await handle.read(buffer, size, buffer.length - size, size)
      if (bytesRead === 0) break
      size += bytesRead
    }
    return size > maxBytes ? { flaw: 'too_large' } : { bytes: buffer.subarray(0, size) }
  } catch {
    return { flaw: 'unreadable' }
  } finally {
    await handle.close()
  }
}
