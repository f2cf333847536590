import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { inProject, OUTPUT_FOLDER } from './project-folders.ts'

/** Whatever a build depends on: sources, and, through the lock file, the dependencies. */
const INPUTS = ['electron', 'renderer', 'shared', 'package.json', 'package-lock.json'].map((name) => inProject(name))

const STAMP_FILE = path.join(OUTPUT_FOLDER, '.build-stamp')

/** What a complete build leaves behind; without all of it a stamp means nothing. */
const OUTPUTS = ['main/main.js', 'preload/preload.js', 'serve/serve.js', 'renderer/index.html']

/**
 * One value for the state of all inputs, from names, sizes and times: that takes milliseconds, where reading the files
 * would not, and an added or deleted file counts too.
 */
export async function inputsFingerprint(): Promise<string> {
  const files = (await Promise.all(INPUTS.map(filesUnder))).flat().toSorted()
  const hash = createHash('sha256')
  for (const file of files) {
    const { mtimeMs, size } = await stat(file)
    hash.update(`${file}\0${mtimeMs}\0${size}\n`)
  }
  return hash.digest('hex')
}

export async function readStamp(): Promise<string | undefined> {
  if (!OUTPUTS.every((output) => existsSync(path.join(OUTPUT_FOLDER, output)))) return undefined
  return readFile(STAMP_FILE, 'utf8').catch(() => undefined)
}

/** An interrupted build must not pass for a complete one. */
export async function clearStamp(): Promise<void> {
  await rm(STAMP_FILE, { force: true })
}

export async function writeStamp(fingerprint: string): Promise<void> {
  await mkdir(OUTPUT_FOLDER, { recursive: true })
  await writeFile(STAMP_FILE, fingerprint)
}

async function filesUnder(fileOrFolder: string): Promise<string[]> {
  if (!(await stat(fileOrFolder)).isDirectory()) return [fileOrFolder]
  const entries = await readdir(fileOrFolder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}
