import { watch, type FSWatcher } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isOfSameLog } from './related-files.ts'

/** Tells when something may have happened to a log. */
export interface FolderWake {
  /**
   * Watches the folder of a log, or, as long as there is none, the nearest one above it.
   *
   * @returns why that is not possible, in one sentence; null: it is
   */
  watch(file: string): Promise<string | null>
  /** Resolves after something happened since the last call, or with the end of the signal. */
  next(settleMs: number): Promise<void>
  close(): void
}

export function createFolderWake(signal: AbortSignal): FolderWake {
  let watcher: FSWatcher | null = null
  let watched = ''
  let log = ''
  let hasHappened = false
  let wake: (() => void) | null = null

  function happened(): void {
    hasHappened = true
    wake?.()
  }

  function close(): void {
    watcher?.close()
    watcher = null
    signal.removeEventListener('abort', happened)
  }

  signal.addEventListener('abort', happened)
  return {
    close,
    async watch(file) {
      log = path.basename(file)
      const wanted = path.dirname(file)
      const { folder, identity } = await nearestFolder(wanted)
      if (watcher !== null && watched === identity) return null
      watcher?.close()
      watcher = null
      if (signal.aborted) return null
      try {
        watcher = watch(folder, (_event, name) => {
          // A folder that is removed tells its own name.
          const isOther =
            name !== null && folder === wanted && name !== path.basename(folder) && !isOfSameLog(name, log)
          if (!isOther) happened()
        })
        watcher.on('error', happened)
      } catch (error) {
        return problemOf(error)
      }
      watched = identity
      // What happened before it was watched has been noticed by nobody.
      happened()
      return null
    },
    async next(settleMs) {
      if (!hasHappened) await new Promise<void>((resolve) => (wake = resolve))
      await pause(settleMs, undefined, { signal }).catch(() => undefined)
      hasHappened = signal.aborted
    },
  }
}

async function nearestFolder(wanted: string): Promise<{ readonly folder: string; readonly identity: string }> {
  const stats = await stat(wanted, { bigint: true }).catch(() => null)
  if (stats?.isDirectory() === true || path.dirname(wanted) === wanted) {
    const identity = stats ? `${stats.dev}:${stats.ino}:${stats.birthtimeNs}` : ''
    return { folder: wanted, identity: `${wanted}\0${identity}` }
  }
  return nearestFolder(path.dirname(wanted))
}

function problemOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOSPC' || code === 'EMFILE')
    return 'The system has no more watches for files left, so the log is not followed: raise its limit, or import the log.'
  if (code === 'EACCES' || code === 'EPERM')
    return "The log's folder may not be watched, so the log is not followed: check its permissions."
  return "The log's folder cannot be watched here, so the log is not followed: import it instead."
}
