import { watch, type FSWatcher } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { createCoalescer } from './coalesce.ts'
import { isRelevantFile } from './relevant.ts'

export interface DirectoryWatch {
  /** Watches these directories from now on, and no others; resolves when a change in them can no longer be missed. */
  update(paths: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** A writer that saves several files, or replaces one, is done within this time. */
const QUIET_MS = 20
/** Under constant writing a change is passed on at least this often. */
const MAX_WAIT_MS = 80

interface Watched {
  readonly watcher: FSWatcher
  /** Identity of the directory, which tells one that was removed and made again. */
  readonly identity: string
}

/**
 * Calls back when something in the given directories may have changed what reading the state directory gives. Directories
 * are watched, not files: files are replaced by renaming, and logs of databases come and go. Resolves when a change can no
 * longer be missed.
 */
export async function watchStateDirectory(paths: readonly string[], onChange: () => void): Promise<DirectoryWatch> {
  const watched = new Map<string, Watched>()
  const coalescer = createCoalescer(pass, QUIET_MS, MAX_WAIT_MS)
  let wanted: ReadonlySet<string> = new Set(paths)
  let isClosed = false
  let lastStep: Promise<void> = Promise.resolve()

  function pass(): void {
    // A directory that was removed and made again needs a new watch, although its path is the same.
    void follow()
    onChange()
  }

  /** Steps run one after the other. */
  function follow(): Promise<void> {
    lastStep = lastStep.then(followWanted)
    return lastStep
  }

  async function followWanted(): Promise<void> {
    if (isClosed) return
    const isFirst = watched.size === 0
    const identities = await identitiesOf(wanted)
    for (const [folder, entry] of watched) {
      if (identities.get(folder) === entry.identity) continue
      watched.delete(folder)
      entry.watcher.close()
    }
    for (const [folder, identity] of identities) {
      if (isClosed || watched.has(folder)) continue
      const watcher = watchFolder(folder, coalescer.signal)
      if (watcher === null) continue
      watched.set(folder, { watcher, identity })
      // What happened in a new directory before it was watched has been noticed by nobody.
      if (!isFirst) coalescer.signal()
    }
  }

  await follow()
  return {
    update(next) {
      wanted = new Set(next)
      return follow()
    },
    async close() {
      isClosed = true
      coalescer.stop()
      await lastStep
      for (const { watcher } of watched.values()) watcher.close()
      watched.clear()
    },
  }
}

/**
 * The system's own watch, because it names the file that changed: most changes are lines added to transcripts, and those cost
 * nothing here. A library that lists a folder to find out what changed reads thousands of entries for each such line.
 *
 * @returns null: it cannot be watched; it is still read whenever another folder changes
 */
function watchFolder(folder: string, onEvent: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, (_event, name) => {
      if (name === null || name === path.basename(folder) || isRelevantFile(name)) onEvent()
    })
    watcher.on('error', onEvent)
    return watcher
  } catch {
    return null
  }
}

async function identitiesOf(paths: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const entries = await Promise.all([...paths].map(async (folder) => [folder, await identityOf(folder)] as const))
  return new Map(entries.filter((entry): entry is [string, string] => entry[1] !== null))
}

async function identityOf(folder: string): Promise<string | null> {
  try {
    const stats = await stat(folder, { bigint: true })
    // File systems give the number of a removed directory to the next one.
    return stats.isDirectory() ? `${stats.dev}:${stats.ino}:${stats.birthtimeNs}` : null
  } catch {
    return null
  }
}
