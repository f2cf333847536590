import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { realWaiting, type Waiting } from './waiting.ts'
import { systemCalls, type FileCalls } from './file-calls.ts'
import { removeLeftovers } from './leftovers.ts'
import { giveTo, ownerInFolder, type Owner } from './owner.ts'
import { systemCode, writeFailureOf, WriteFailure } from './write-failure.ts'

export interface ReplaceOptions {
  /** Asked right before the file is replaced; if it throws, the file stays as it is. */
  readonly confirm?: () => Promise<void>
  readonly calls?: FileCalls
  readonly waiting?: Waiting
}

/** New content of a file that is on the disk already, beside the file. */
export interface Replacement {
  /** Puts the new content in the place of the old one, in one step. */
  commit(): Promise<void>
  /** Removes it again. */
  discard(): Promise<void>
}

const PRIVATE_MODE = 0o600
const ANY_WRITE_BIT = 0o222
/** Virus scanners and indexers hold a file for a moment, and some systems then refuse to rename over it. */
const RENAME_DELAYS_MS = [10, 40, 160]
const HELD_CODES: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY', 'EEXIST'])
/** Not every file system can do it for a folder. */
const NO_FOLDER_SYNC: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP', 'ENOSYS'])

/**
 * Replaces a file in one step: whoever reads it, and whenever the power fails, it is the old one or the new one. The new
 * content goes into `<file>.<uuid>.tmp` beside it and reaches the disk before it takes the name. Mode and owner stay those of the
 * existing file; a new one is private. Of a symbolic link, the target is replaced.
 *
 * @throws {WriteFailure} the file is as it was. A file without any write permission is `read_only`, although its folder
 *   would let it be replaced: somebody has made it so on purpose.
 */
export async function replaceFile(
  filePath: string,
  content: Uint8Array | string,
  options: ReplaceOptions = {},
): Promise<void> {
  const replacement = await prepareReplacement(filePath, content, options)
  try {
    await options.confirm?.()
    await replacement.commit()
  } catch (error) {
    await replacement.discard()
    throw error
  }
}

/** The first half of `replaceFile`: whatever can fail for lack of room or permission has happened before anything changes. */
export async function prepareReplacement(
  filePath: string,
  content: Uint8Array | string,
  { calls = systemCalls, waiting = realWaiting }: ReplaceOptions = {},
): Promise<Replacement> {
  let temporary: string | null = null
  const discard = async (): Promise<void> => {
    if (temporary !== null) await calls.rm(temporary, { force: true }).catch(() => undefined)
    temporary = null
  }
  try {
    const target = await targetOf(filePath, calls)
    const existing = await statsOf(target, calls)
    if (existing !== null && !existing.isFile()) throw new WriteFailure('failed', 'ENOTFILE')
    if (existing !== null && (existing.mode & ANY_WRITE_BIT) === 0) throw new WriteFailure('read_only')
    const name = `${target}.${randomUUID()}.tmp`
    const handle = await calls.open(name, 'wx', PRIVATE_MODE)
    temporary = name
    await fill(
      handle,
      content,
      existing ?? (await ownerInFolder(path.dirname(target), calls)),
      existing?.mode ?? PRIVATE_MODE,
    )
    return {
      async commit() {
        try {
          await renameOver(name, target, calls, waiting)
          temporary = null
          await syncFolder(path.dirname(target), calls)
        } catch (error) {
          throw writeFailureOf(error)
        }
        await removeLeftovers(target, calls)
      },
      discard,
    }
  } catch (error) {
    await discard()
    throw writeFailureOf(error)
  }
}

async function fill(handle: FileHandle, content: Uint8Array | string, owner: Owner, mode: number): Promise<void> {
  try {
    await giveTo(handle, owner)
    await handle.chmod(mode & 0o777)
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function targetOf(filePath: string, calls: FileCalls): Promise<string> {
  try {
    return await calls.realpath(filePath)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
    const isLink = (await calls.lstat(filePath).catch(() => null))?.isSymbolicLink() === true
    if (isLink) throw new WriteFailure('failed', 'ENOENT')
    return path.join(await calls.realpath(path.dirname(filePath)), path.basename(filePath))
  }
}

async function statsOf(filePath: string, calls: FileCalls): Promise<Stats | null> {
  try {
    return await calls.stat(filePath)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  }
}

async function renameOver(source: string, target: string, calls: FileCalls, waiting: Waiting): Promise<void> {
  for (const delayMs of [...RENAME_DELAYS_MS, null]) {
    try {
      await calls.rename(source, target)
      return
    } catch (error) {
      if (delayMs === null || !HELD_CODES.has(systemCode(error) ?? '')) throw error
      await waiting.pause(delayMs)
    }
  }
}

async function syncFolder(folder: string, calls: FileCalls): Promise<void> {
  try {
    const handle = await calls.open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!NO_FOLDER_SYNC.has(systemCode(error) ?? '')) throw error
  }
}
