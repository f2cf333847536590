import { existsSync, watch, type FSWatcher } from 'node:fs'
import { dirname } from 'node:path'
import type { Watch } from './ports.ts'

/**
 * Waits for a missing path to come back, without polling: it watches the nearest folder above it that exists, and moves
 * down or up as folders come and go.
 */
export function watchForReturn(path: string, onChange: () => void): Watch {
  let watcher: FSWatcher | null = null
  let isClosed = false

  function follow(): void {
    watcher?.close()
    watcher = null
    if (isClosed) return
    if (existsSync(path)) return onChange()
    try {
      watcher = watch(nearestExisting(dirname(path)), follow)
      watcher.on('error', follow)
      // It may have come back between the look and the watch.
      if (existsSync(path)) follow()
    } catch {
      // The folder went while it was looked at. Its parent is next, one turn later, so that this cannot spin.
      setImmediate(follow)
    }
  }

  follow()
  return {
    close() {
      isClosed = true
      watcher?.close()
    },
  }
}

function nearestExisting(folder: string): string {
  const parent = dirname(folder)
  return parent === folder || existsSync(folder) ? folder : nearestExisting(parent)
}
