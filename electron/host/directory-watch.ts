import type { DirectoryPorts, Watch } from './ports.ts'

/** Watches an open directory, or waits for its return while it is missing. */
export interface DirectoryWatch {
  /** The directory is there: watches these paths. */
  follow(paths: readonly string[]): Promise<void>
  /** The directory is missing: watches for its return. */
  awaitReturn(): Promise<void>
  close(): Promise<void>
}

/** Resolves when a change of one of the paths can no longer be missed. */
export async function watchDirectory(
  ports: Pick<DirectoryPorts, 'watch' | 'watchForReturn'>,
  { path, paths, onChange }: { path: string; paths: readonly string[]; onChange: () => void },
): Promise<DirectoryWatch> {
  const content = await ports.watch(paths, onChange)
  let forReturn: Watch | null = null

  async function stopWaiting(): Promise<void> {
    await forReturn?.close()
    forReturn = null
  }

  return {
    async follow(next) {
      await stopWaiting()
      await content.update(next)
    },
    async awaitReturn() {
      await content.update([])
      forReturn ??= ports.watchForReturn(path, onChange)
    },
    async close() {
      await stopWaiting()
      await content.close()
    },
  }
}
