import { chmod, link, lstat, mkdir, open, readFile, realpath, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { KEY_BYTES } from './sealing.ts'
import { refused, type VaultRefused } from './vault-refused.ts'

/** A file with a random key, for machines without a key ring. Whoever can read it and the database has the secrets. */
const MAX_BYTES = 200
const TEXT = /^[A-Za-z0-9+/]{43}=\s*$/

/**
 * Reads the key, or makes the file where there is none.
 *
 * @param file outside of `directory`, so that a copy of the directory does not carry its own key
 */
export async function makeKeyFile(file: string, directory: string): Promise<Buffer> {
  const target = await realFile(file)
  const inside = path.relative(await realFile(directory), target)
  if (inside === '' || (!inside.startsWith('..') && !path.isAbsolute(inside)))
    throw keyFileRefused('It would lie in the directory whose secrets it opens.', 'Choose a place outside of it.')
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  await createIfAbsent(target)
  return await readKeyFile(target)
}

/** @throws {VaultRefused} `unavailable`: not there, not readable, readable by others, or not a key */
export async function readKeyFile(file: string): Promise<Buffer> {
  const text = await readPrivately(file)
  if (!TEXT.test(text)) throw keyFileRefused('What is in it is no key.', 'Put back the key file that was made for it.')
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== KEY_BYTES) throw keyFileRefused('What is in it is no key.', 'Put back the right key file.')
  return key
}

async function readPrivately(file: string): Promise<string> {
  let stats
  try {
    stats = await lstat(await realpath(file))
  } catch {
    throw keyFileRefused('It is not there or cannot be reached.', 'Put it back, or unlock the vault another way.')
  }
  if (!stats.isFile() || stats.size > MAX_BYTES)
    throw keyFileRefused('It is no key file.', 'Put back the key file that was made for it.')
  // Windows keeps rights in another way; the file lies in the user's own folder there.
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
    throw keyFileRefused('Other users can read it.', 'Take the right away from them (mode 600) and try again.')
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw keyFileRefused('It cannot be read.', 'Give your user the right to read it.')
  }
}

/** All or nothing, also when two processes do it at once: the file appears under its name with its content in it. */
async function createIfAbsent(file: string): Promise<void> {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const handle = await open(unfinished, 'wx', 0o600)
    try {
      await handle.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await chmod(unfinished, 0o600)
    await link(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw keyFileRefused('It cannot be written.', 'Check the folder and the room on the disk, or use a passphrase.')
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** The path with links resolved, as far as it exists. */
async function realFile(file: string): Promise<string> {
  const absolute = path.resolve(file)
  try {
    return await realpath(absolute)
  } catch {
    const parent = path.dirname(absolute)
    return parent === absolute ? absolute : path.join(await realFile(parent), path.basename(absolute))
  }
}

function keyFileRefused(cause: string, hint: string): VaultRefused {
  return refused('unavailable', `The key file cannot be used. ${cause}`, hint)
}
