import { realpath, rm } from 'node:fs/promises'
import { backupFile, replaceFile } from '../../files/index.ts'
import { findConfigPath } from '../config/config-path.ts'
import { revisionOf } from '../config/revision.ts'
import type { Environment } from '../context.ts'
import { failureWords } from '../files/file-failures.ts'
import { MAX_FILE_BYTES, readWholeFile } from '../files/read-file.ts'
import { createProblemList } from '../problems.ts'
import { refuseIncluded } from './config-includes.ts'
import { editConfigBytes, NO_CONFIG, parseConfig } from './config-text.ts'
import { refusalOf } from './refusals.ts'
import { EditRefused, type ConfigEdit, type ConfigWrite } from './types.ts'

/** Whose configuration. */
export interface ConfigPlace {
  /** Absolute path of the state directory. */
  readonly root: string
  readonly env: Environment
  readonly homeDir: string
}

export interface ConfigChange {
  readonly edits: readonly ConfigEdit[]
  /** The revision the edits were made for; null: there was no file; undefined: whatever is there now. */
  readonly expected?: string | null | undefined
}

/** How the configuration is written. */
export interface ConfigWriting {
  readonly replaceFile: (
    filePath: string,
    bytes: Uint8Array,
    options: { readonly confirm: () => Promise<void> },
  ) => Promise<void>
  readonly backupFile: (filePath: string, label: string) => Promise<string | null>
  readonly nowMs: () => number
}

const systemWriting: ConfigWriting = { replaceFile, backupFile, nowMs: Date.now }

/** How often an edit that is not meant for a certain revision starts again because somebody else wrote in between. */
const MAX_ATTEMPTS = 4

/** Identity of the configuration's bytes now; null: there is no such file. @throws {EditRefused} it cannot be read */
export async function configRevision(place: ConfigPlace): Promise<string | null> {
  const bytes = await readConfigBytes(await findConfigPath(place))
  return bytes === null ? null : revisionOf(bytes)
}

/**
 * Edits the configuration as text: what the edits do not concern keeps its bytes (CF-04, CF-08). A copy of the old file is
 * made before. Of a link, the file it leads to is written.
 *
 * OpenClaw writes this file without any lock, so none would keep it away. The file is read once more right before it is
 * replaced, and stays if it is not the one that was edited. What somebody writes between that look and the replacement is
 * lost; the moment is too short to be closed without a lock that both sides know.
 *
 * @throws {EditRefused} nothing was written then
 */
export async function updateConfig(
  place: ConfigPlace,
  { edits, expected }: ConfigChange,
  writing: ConfigWriting = systemWriting,
): Promise<ConfigWrite> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await updateOnce(place, { edits, expected }, writing)
    } catch (error) {
      const isOvertaken = error instanceof EditRefused && error.code === 'changed_outside'
      if (!isOvertaken || expected !== undefined || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function updateOnce(
  place: ConfigPlace,
  { edits, expected }: ConfigChange,
  writing: ConfigWriting,
): Promise<ConfigWrite> {
  const configPath = await findConfigPath(place)
  const bytes = await readConfigBytes(configPath)
  const revision = bytes === null ? null : revisionOf(bytes)
  if (expected !== undefined && expected !== revision) throw changedOutside()
  const value = parseConfig(bytes ?? NO_CONFIG)
  for (const { path } of edits) await refuseIncluded(configPath, value, path)
  const edited = editConfigBytes(bytes ?? NO_CONFIG, edits)
  if (!edited.changed) return { files: [], backup: null, revision, changed: false }
  const backup = await replace(configPath, { before: bytes, after: edited.bytes }, writing)
  const { nameOf } = createProblemList(place.root)
  return {
    files: [nameOf(configPath)],
    backup: backup === null ? null : nameOf(backup),
    revision: revisionOf(edited.bytes),
    changed: true,
  }
}

interface Contents {
  readonly before: Buffer | null
  readonly after: Buffer
}

/** @returns the path of the copy of the old file; null: there was none */
async function replace(
  configPath: string,
  { before, after }: Contents,
  writing: ConfigWriting,
): Promise<string | null> {
  const target = await targetOf(configPath)
  let backup: string | null = null
  const confirm = async (): Promise<void> => {
    if (before !== null) backup = await writing.backupFile(configPath, new Date(writing.nowMs()).toISOString())
    const now = await readConfigBytes(configPath)
    const isSame = now === null || before === null ? now === before : now.equals(before)
    if (!isSame || (await targetOf(configPath)) !== target) throw changedOutside()
  }
  try {
    await writing.replaceFile(target, after, { confirm })
  } catch (error) {
    // A copy of a file that was not replaced is of no use to anybody, and holds secrets.
    if (backup !== null) await rm(backup, { force: true }).catch(() => undefined)
    throw refusalOf(error, 'The configuration')
  }
  return backup
}

/** The file that a link leads to. */
async function targetOf(configPath: string): Promise<string> {
  try {
    return await realpath(configPath)
  } catch {
    // Not there yet; a link to nothing was refused when it was read.
    return configPath
  }
}

async function readConfigBytes(configPath: string): Promise<Buffer | null> {
  const content = await readWholeFile(configPath)
  switch (content.kind) {
    case 'bytes':
      return content.bytes
    case 'absent':
      return null
    case 'too_large':
      throw new EditRefused(
        'too_large',
        `The configuration is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB and is not edited.`,
        'A file of this kind is small: check what has grown in it.',
      )
    case 'failed': {
      const { cause, hint } = failureWords(content.code)
      throw new EditRefused('unreadable', `The configuration cannot be read: ${cause}.`, hint)
    }
  }
}

function changedOutside(): EditRefused {
  return new EditRefused(
    'changed_outside',
    'openclaw.json was changed by somebody else in the meantime.',
    'Nothing was written. Look at what is there now and make the change again.',
  )
}
