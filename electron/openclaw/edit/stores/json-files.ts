import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { isCredentialDocument } from '../../../../shared/engine/index.ts'
import {
  prepareReplacement,
  withFileLock,
  writeFailureOf,
  type HeldLock,
  type LockOptions,
  type Replacement,
  type ReplaceOptions,
} from '../../../files/index.ts'
import { decodeText } from '../../files/decode-text.ts'
import { failureWords } from '../../files/file-failures.ts'
import { MAX_FILE_BYTES, readWholeFile } from '../../files/read-file.ts'
import { existingPaths, type JsonStorePaths } from '../../stores/legacy-files.ts'
import { applyChange, type Change } from '../apply-change.ts'
import { refusalOf, refuseBeforeMigration, refuseTooLarge, refuseUnreadable } from '../refusals.ts'
import { EditRefused, type JsonRecord, type StoreDocuments } from '../types.ts'
import { assertNothingHidden, parseStored } from './stored-text.ts'

/** Parameters for tests. */
export type JsonFilesOptions = LockOptions & Pick<ReplaceOptions, 'calls' | 'waiting'>

const CREDENTIALS = 'The list of credentials'
const STATE = 'The record of cooldowns and orders'
const PRIVATE_FOLDER_MODE = 0o700

/** Reads the two files of a store as they are now. */
export async function readJsonFiles(paths: JsonStorePaths): Promise<StoreDocuments> {
  return documentsOf(await readTexts(paths))
}

/**
 * Changes the files of a store under the lock that OpenClaw itself takes for both: that of `auth-profiles.json`. They are
 * read again under it (ST-07, ST-08), and only the one that changes is written.
 *
 * A missing `auth-profiles.json` is not created for the sake of the routing state: an empty one is something else than
 * none (ST-13), and would keep a release from taking over what an older one has left.
 */
export async function updateJsonFiles<T>(
  paths: JsonStorePaths,
  change: Change<T>,
  options: JsonFilesOptions = {},
): Promise<T> {
  try {
    await mkdir(path.dirname(paths.profiles), { recursive: true, mode: PRIVATE_FOLDER_MODE }).catch(
      (error: unknown) => {
        throw writeFailureOf(error)
      },
    )
    return await withFileLock(paths.profiles, (lock) => updateLocked(paths, change, lock, options), options)
  } catch (error) {
    throw refusalOf(error, 'The credential store of this agent')
  }
}

async function updateLocked<T>(
  paths: JsonStorePaths,
  change: Change<T>,
  lock: HeldLock,
  options: JsonFilesOptions,
): Promise<T> {
  const texts = await readTexts(paths)
  const applied = applyChange(documentsOf(texts), change)
  if (applied.credentialsChanged) {
    assertNothingHidden(texts.credentials, CREDENTIALS)
    if (texts.credentials === null) await assertNothingWaits(paths)
  }
  const writes = [
    ...(applied.credentialsChanged ? [fileWrite(paths.profiles, applied.documents.credentials, CREDENTIALS)] : []),
    ...(applied.stateChanged ? [fileWrite(paths.state, applied.documents.state, STATE)] : []),
  ]
  await writeAll(writes, lock, options)
  await assertWritten(writes)
  return applied.result
}

interface FileWrite {
  readonly path: string
  /** null: the file goes. */
  readonly text: string | null
}

function fileWrite(filePath: string, document: JsonRecord | null, subject: string): FileWrite {
  if (document === null) return { path: filePath, text: null }
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (Buffer.byteLength(text) > MAX_FILE_BYTES) throw refuseTooLarge(subject)
  return { path: filePath, text }
}

/** Everything is on the disk before anything changes, so that a full disk leaves all of it as it was. */
async function writeAll(writes: readonly FileWrite[], lock: HeldLock, options: JsonFilesOptions): Promise<void> {
  const replacements: Replacement[] = []
  try {
    for (const { path: filePath, text } of writes) {
      if (text !== null) replacements.push(await prepareReplacement(filePath, text, options))
    }
    if (writes.length > 0) await lock.assertHeld()
    for (const replacement of replacements) await replacement.commit()
    for (const { path: filePath, text } of writes) if (text === null) await remove(filePath)
  } catch (error) {
    for (const replacement of replacements) await replacement.discard()
    throw error
  }
}

async function remove(filePath: string): Promise<void> {
  try {
    await rm(filePath, { force: true })
  } catch (error) {
    throw writeFailureOf(error)
  }
}

/** Success is only reported after a look at what is there (OR-09). */
async function assertWritten(writes: readonly FileWrite[]): Promise<void> {
  for (const { path: filePath, text } of writes) {
    const content = await readWholeFile(filePath)
    const isThere =
      text === null ? content.kind === 'absent' : content.kind === 'bytes' && content.bytes.equals(Buffer.from(text))
    if (!isThere) {
      throw new EditRefused(
        'write_failed',
        'Another program has changed the credential store in the same moment.',
        'Look at what is there now and try again.',
      )
    }
  }
}

async function assertNothingWaits(paths: JsonStorePaths): Promise<void> {
  const existing = await existingPaths(paths)
  const older = [paths.flat, paths.oauth, paths.single]
  if (older.some((file) => file !== null && existing.has(file))) throw refuseBeforeMigration(CREDENTIALS)
}

/** Null: there is no such file. */
interface StoredTexts {
  readonly credentials: string | null
  readonly state: string | null
}

async function readTexts(paths: JsonStorePaths): Promise<StoredTexts> {
  return { credentials: await readText(paths.profiles, CREDENTIALS), state: await readText(paths.state, STATE) }
}

function documentsOf(texts: StoredTexts): StoreDocuments {
  const credentials = texts.credentials === null ? null : parseStored(texts.credentials, CREDENTIALS)
  if (credentials !== null && !isCredentialDocument(credentials)) {
    throw refuseUnreadable(CREDENTIALS, 'has a form that OpenClaw does not read')
  }
  return { credentials, state: texts.state === null ? null : parseStored(texts.state, STATE) }
}

async function readText(filePath: string, subject: string): Promise<string | null> {
  const content = await readWholeFile(filePath)
  if (content.kind === 'absent') return null
  if (content.kind === 'too_large') throw refuseTooLarge(subject)
  if (content.kind === 'failed') {
    const { cause, hint } = failureWords(content.code)
    throw new EditRefused('unreadable', `${subject} cannot be read: ${cause}.`, hint)
  }
  const { text, encoding, isDamaged } = decodeText(content.bytes)
  if (isDamaged || encoding === 'utf-16') throw refuseUnreadable(subject, 'is not UTF-8 text')
  return text
}
