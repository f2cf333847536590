import { watch, type FSWatcher } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'

/** What a gateway's log says about a change it noticed. */
export type ReloadOutcome = 'reloaded' | 'restarted'

/** Far more than a gateway writes between two looks; a log that grew by more is looked at from there. */
const MAX_BYTES_AT_ONCE = 1024 * 1024
const OF_RELOAD = /subsystem[\\":\s]+(?:[\w-]+\/)?reload\b|\[(?:[\w-]+\/)?reload\]/
const RELOADED = /config hot reload applied/
const RESTARTED = /config change requires gateway restart/

/** What a line of the log tells, if it is about reloading. */
export function reloadOutcomeOf(line: string): ReloadOutcome | null {
  if (!OF_RELOAD.test(line)) return null
  if (RELOADED.test(line)) return 'reloaded'
  return RESTARTED.test(line) ? 'restarted' : null
}

/** Follows a log from its present end. */
export interface ReloadWatch {
  /** Resolves with the first outcome that is written from now on; null: stopped before there was one. */
  readonly outcome: Promise<ReloadOutcome | null>
  stop(): void
}

export async function watchForReload(logFile: string): Promise<ReloadWatch> {
  let offset = await sizeOf(logFile)
  let rest = ''
  let reading: Promise<void> = Promise.resolve()
  const { promise: outcome, resolve: settle } = deferred<ReloadOutcome | null>()
  const watcher = watchFolder(path.dirname(logFile), look)

  function look(): void {
    reading = reading.then(readOn).catch(() => undefined)
  }

  async function readOn(): Promise<void> {
    const size = await sizeOf(logFile)
    // Rotated or truncated: a new log starts at its beginning.
    if (size < offset) offset = 0
    if (size - offset > MAX_BYTES_AT_ONCE) offset = size - MAX_BYTES_AT_ONCE
    if (size === offset) return
    const text = await readRange(logFile, offset, size)
    offset = size
    const lines = (rest + text).split('\n')
    rest = lines.pop()?.slice(-MAX_BYTES_AT_ONCE) ?? ''
    for (const line of lines) {
      const found = reloadOutcomeOf(line)
      if (found !== null) return stop(found)
    }
  }

  function stop(found: ReloadOutcome | null = null): void {
    watcher?.close()
    settle(found)
  }

  // What was written while the watch was being set up.
  look()
  return { outcome, stop: () => stop() }
}

/** `Promise.withResolvers`, which the oldest supported runtime lacks. */
function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  const found: { resolve?: (value: T) => void } = {}
  const promise = new Promise<T>((resolve) => (found.resolve = resolve))
  return { promise, resolve: (value) => found.resolve?.(value) }
}

function watchFolder(folder: string, onChange: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, onChange)
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    // No such folder: nothing will be confirmed.
    return null
  }
}

async function sizeOf(file: string): Promise<number> {
  return await stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}

async function readRange(file: string, from: number, to: number): Promise<string> {
  const handle = await open(file, 'r')
  try {
    const buffer = Buffer.alloc(to - from)
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
