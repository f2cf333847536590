import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import type { ElectronRuntime } from './index.ts'

type FoundElectron = Omit<ElectronRuntime, 'args'>

const PROGRAM_BY_PLATFORM: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  linux: 'electron',
  win32: 'electron.exe',
}

/** The folder of the `electron` npm package, which holds the installer and, once fetched, the binary. */
export function electronPackageFolder(): string {
  return path.dirname(createRequire(import.meta.url).resolve('electron/package.json'))
}

/** Electron's own convention for pointing its tools at another build. A wrong folder is an error, not a fall-through. */
export function findOverriddenElectron(): FoundElectron | undefined {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  if (folder === undefined || folder === '') return undefined

  const executablePath = path.join(folder, programName())
  if (!existsSync(executablePath)) {
    throw new Error(`ELECTRON_OVERRIDE_DIST_PATH is set, but there is no ${executablePath}`)
  }
  return { executablePath, source: 'override', env: {} }
}

/** The binary inside node_modules, but only when it is complete and of the version that the package asks for. */
export function findInstalledElectron(): FoundElectron | undefined {
  const packageFolder = electronPackageFolder()
  const executablePath = path.join(packageFolder, 'dist', programName())
  try {
    const wanted = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as { version: string }
    const present = readFileSync(path.join(packageFolder, 'dist', 'version'), 'utf8')
      .trim()
      .replace(/^v/, '')
    // The installer writes path.txt last, so its presence means that unpacking came to its end.
    const isComplete = existsSync(path.join(packageFolder, 'path.txt')) && existsSync(executablePath)
    if (!isComplete || present !== wanted.version) return undefined
  } catch {
    return undefined
  }
  return { executablePath, source: 'installed', env: {} }
}

function programName(): string {
  const name = PROGRAM_BY_PLATFORM[process.platform]
  if (name === undefined) throw new Error(`There is no Electron for ${process.platform}`)
  return name
}
