import { rmSync } from 'node:fs'
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Environment } from '../context.ts'

/**
 * A folder that only this user can enter, made when it is first needed. What lies in it are copies of databases with
 * secrets: it is removed when the reading ends, when the process exits, and, after a crash, by the next process.
 */
export interface PrivateFolder {
  path(): Promise<string>
  remove(): Promise<void>
}

const NAME_PREFIX = 'switchyard-read-'
/** A folder this young may belong to a process of another PID namespace that shares the temporary folder. */
const MIN_LEFTOVER_AGE_MS = 60_000

const livePaths = new Set<string>()
const sweptBases = new Set<string>()
let isExitHandled = false

export function createPrivateFolder(env: Environment): PrivateFolder {
  let made: Promise<string> | null = null

  return {
    path() {
      made ??= makeFolder(env)
      return made
    },
    async remove() {
      if (made === null) return
      const folder = await made.catch(() => null)
      made = null
      if (folder === null) return
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      livePaths.delete(folder)
    },
  }
}

async function makeFolder(env: Environment): Promise<string> {
  const bases = [env['XDG_RUNTIME_DIR'], tmpdir()].filter((base): base is string => base !== undefined && base !== '')
  for (const base of bases) {
    try {
      // mkdtemp gives the folder mode 0700.
      const folder = await mkdtemp(path.join(base, `${NAME_PREFIX}${process.pid}-`))
      livePaths.add(folder)
      removeOnExit()
      await sweepOnce(base)
      return folder
    } catch (error) {
      if (base === bases.at(-1)) throw error
    }
  }
  throw new Error('No folder for private copies')
}

function removeOnExit(): void {
  if (isExitHandled) return
  isExitHandled = true
  process.once('exit', () => {
    for (const folder of livePaths) rmSync(folder, { recursive: true, force: true })
  })
}

async function sweepOnce(base: string): Promise<void> {
  if (sweptBases.has(base)) return
  sweptBases.add(base)
  await sweepLeftovers(base)
}

/** Removes what processes that no longer run have left in a folder for temporary files. */
export async function sweepLeftovers(base: string): Promise<void> {
  const names = (await readdir(base).catch(() => [])).filter((name) => name.startsWith(NAME_PREFIX))
  for (const name of names) {
    const pid = Number.parseInt(name.slice(NAME_PREFIX.length), 10)
    const folder = path.join(base, name)
    if (Number.isSafeInteger(pid) && pid > 0 && !isRunning(pid) && (await isOwnAndOld(folder))) {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

async function isOwnAndOld(folder: string): Promise<boolean> {
  try {
    const stats = await lstat(folder)
    const isOwn = process.getuid === undefined || stats.uid === process.getuid()
    return stats.isDirectory() && isOwn && Date.now() - stats.mtimeMs > MIN_LEFTOVER_AGE_MS
  } catch {
    return false
  }
}
