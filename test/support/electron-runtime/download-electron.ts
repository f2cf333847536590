import path from 'node:path'

import { reportProgress } from '../progress.ts'
import { runCommand } from '../run-command.ts'
import type { ElectronRuntime } from './index.ts'
import { electronPackageFolder, findInstalledElectron } from './installed-electron.ts'

/**
 * Long enough for a slow line. An unreachable network does not wait for it: a refused connection fails at once, and
 * the installer's own connect timeout ends a silent one after some seconds.
 */
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000

/** Lets the `electron` package fetch its binary, as it does for everybody on first use. Throws when it cannot. */
export async function downloadElectron(): Promise<Omit<ElectronRuntime, 'args'>> {
  reportProgress('Electron is not installed yet: downloading it (about 120 MB, once)')
  try {
    await runCommand(process.execPath, [path.join(electronPackageFolder(), 'install.js')], {
      timeoutMs: DOWNLOAD_TIMEOUT_MS,
    })
  } catch (error) {
    reportProgress('Electron could not be downloaded from its usual place; looking for another one')
    throw error
  }
  const installed = findInstalledElectron()
  if (installed === undefined) throw new Error("Electron's installer ended without error but left no usable binary")
  return { ...installed, source: 'downloaded' }
}
