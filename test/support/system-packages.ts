import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

import { findChromium } from './chromium.ts'
import { reportProgress } from './progress.ts'
import { runCommand } from './run-command.ts'

/**
 * What a test run can need from the operating system:
 * - `display`: a virtual screen, to open windows on a machine without one
 * - `electron`: the libraries that an Electron binary links to
 * - `browser`: a Chromium for the browser edition
 * - `fonts`: legible text in screenshots
 * - `native-build`: unpacking the stand-in Electron and compiling the SQLite binding for it
 */
export type SystemPackageGroup = 'display' | 'electron' | 'browser' | 'fonts' | 'native-build'

interface SystemPackage {
  readonly debianName: string
  /**
   * Looks for what the package provides rather than for its name, so that the check holds on other distributions and
   * across renames of packages.
   */
  readonly isPresent: () => boolean
}

const PACKAGES_BY_GROUP: Readonly<Record<SystemPackageGroup, readonly SystemPackage[]>> = {
  display: [
    { debianName: 'xvfb', isPresent: () => hasProgram('Xvfb') },
    { debianName: 'xauth', isPresent: () => hasProgram('xauth') },
  ],
  electron: [
    { debianName: 'libgtk-3-0', isPresent: () => hasLibrary('libgtk-3.so.0') },
    { debianName: 'libnss3', isPresent: () => hasLibrary('libnss3.so') },
    { debianName: 'libasound2', isPresent: () => hasLibrary('libasound.so.2') },
    { debianName: 'libgbm1', isPresent: () => hasLibrary('libgbm.so.1') },
    { debianName: 'libxss1', isPresent: () => hasLibrary('libXss.so.1') },
    { debianName: 'libxtst6', isPresent: () => hasLibrary('libXtst.so.6') },
    { debianName: 'libnotify4', isPresent: () => hasLibrary('libnotify.so.4') },
    { debianName: 'libsecret-1-0', isPresent: () => hasLibrary('libsecret-1.so.0') },
  ],
  browser: [{ debianName: 'chromium', isPresent: () => findChromium() !== undefined }],
  fonts: [
    {
      debianName: 'fonts-dejavu-core',
      isPresent: () => existsSync('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf') || hasFont('DejaVu Sans'),
    },
  ],
  'native-build': [
    { debianName: 'g++', isPresent: () => hasProgram('g++') },
    { debianName: 'make', isPresent: () => hasProgram('make') },
    { debianName: 'python3', isPresent: () => hasProgram('python3') },
    { debianName: 'unzip', isPresent: () => hasProgram('unzip') },
  ],
}

const APT_TIMEOUT_MS = 10 * 60_000

/**
 * Makes sure that the groups are there: installs what is missing where that is possible (root, apt-get), and otherwise
 * throws with the exact command to run. It never lets a caller go on without them, since a test that silently skips is
 * a test that nobody runs. Only Linux has anything to check.
 */
export async function ensureSystemPackages(groups: readonly SystemPackageGroup[]): Promise<void> {
  if (process.platform !== 'linux') return

  const missing = findMissing(groups)
  if (missing.length === 0) return

  if (!hasProgram('apt-get')) {
    throw new Error(
      `Missing on this system: the equivalents of the Debian packages ${missing.join(', ')}. ` +
        'Install them with your package manager and try again.',
    )
  }
  const command = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`
  if (process.getuid?.() !== 0) {
    throw new Error(`Missing system packages. Run this and try again:\n  sudo sh -c '${command}'`)
  }

  reportProgress(`Installing system packages: ${missing.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand('apt-get', ['update'], { env, timeoutMs: APT_TIMEOUT_MS })
  await runCommand('apt-get', ['install', '-y', '--no-install-recommends', ...missing], {
    env,
    timeoutMs: APT_TIMEOUT_MS,
  })

  const stillMissing = findMissing(groups)
  if (stillMissing.length > 0) {
    throw new Error(`Still missing after "${command}": ${stillMissing.join(', ')}`)
  }
}

function findMissing(groups: readonly SystemPackageGroup[]): string[] {
  return groups
    .flatMap((group) => PACKAGES_BY_GROUP[group])
    .filter((systemPackage) => !systemPackage.isPresent())
    .map((systemPackage) => systemPackage.debianName)
}

function hasProgram(name: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/bin', '/usr/sbin', '/sbin']
  return folders.some((folder) => folder !== '' && existsSync(path.join(folder, name)))
}

function hasLibrary(fileName: string): boolean {
  return outputOf('ldconfig', ['-p']).includes(`\t${fileName} `)
}

function hasFont(family: string): boolean {
  return hasProgram('fc-list') && outputOf('fc-list', [family]).trim() !== ''
}

/** An absent or failing tool answers nothing, and so counts as "what it would have listed is not there". */
function outputOf(command: string, args: readonly string[]): string {
  try {
    const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }
    return execFileSync(command, args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}
