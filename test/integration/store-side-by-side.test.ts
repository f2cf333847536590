import { execFileSync } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createOwnDirectory, isOwnDirectory } from '../../electron/own/index.ts'
import { scanForPlaintext } from '../../electron/plaintext/index.ts'
import { bytesOfOpenStore, openSwitchyardStore, readStoreHeader } from '../../electron/store/index.ts'
import { temporaryFolder } from '../support/openclaw-files.ts'
import { NOW_MS, openStore } from '../support/own-store.ts'

/**
 * On POSIX systems a process that closes a file gives up its locks on it. Whoever looks into a database that is open in the
 * same process must not do it by opening the file.
 */

const clock = { now: () => NOW_MS }

/** Whether another process can take a database for itself. */
function attemptToSeize(file: string): string {
  const script = path.join(import.meta.dirname, '..', 'support', 'seize-database-process.ts')
  return execFileSync(process.execPath, [script, file], { encoding: 'utf8' })
}

test('a database that is open is held, whatever else of this process looks into it', async () => {
  const root = await createOwnDirectory({ path: path.join(temporaryFolder(), 'own'), clock })
  const link = `${root}-link`
  symlinkSync(root, link)
  const [file, linked] = [root, link].map((folder) => path.join(folder, 'switchyard.sqlite')) as [string, string]
  expect(attemptToSeize(file)).toBe('seized')
  const store = openStore(file)
  store.meta.set('kept', 'yes')
  expect(attemptToSeize(file)).toBe('held')

  expect(readStoreHeader(linked)).toBe('ours')
  expect(attemptToSeize(file)).toBe('held')
  expect([isOwnDirectory(root), isOwnDirectory(link)]).toEqual([true, true])
  expect(attemptToSeize(file)).toBe('held')
  const second = openSwitchyardStore(linked, { clock })
  expect(attemptToSeize(file)).toBe('held')
  second.meta.set('also', 'yes')
  second.close()
  expect(attemptToSeize(file)).toBe('held')
  const scan = { root: link, directory: 'own', knownSecrets: [], bytesOfOpen: bytesOfOpenStore } as const
  expect((await scanForPlaintext(scan)).notScanned).toEqual([])
  expect(attemptToSeize(file)).toBe('held')
  expect([store.meta.get('kept'), store.meta.get('also')]).toEqual(['yes', 'yes'])

  store.close()
  expect(bytesOfOpenStore(file)).toBeNull()
  expect(attemptToSeize(file)).toBe('seized')
})

test('a new file in the place of one that is open is looked into', () => {
  const file = path.join(temporaryFolder(), 'switchyard.sqlite')
  const store = openStore(file)
  expect(bytesOfOpenStore(file)?.length).toBeGreaterThan(0)
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix)
  expect([readStoreHeader(file), bytesOfOpenStore(file)]).toEqual(['absent', null])
  openStore(file).meta.set('new', 'yes')
  store.close()
  expect(readStoreHeader(file)).toBe('ours')
  expect(bytesOfOpenStore(file)?.length).toBeGreaterThan(0)
})
