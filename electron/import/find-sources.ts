import { readdir, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { isCredentialDocument, readFailoverConfig } from '../../shared/engine/index.ts'
import { findConfigPath } from '../openclaw/config/config-path.ts'
import { resolveIncludes } from '../openclaw/config/includes.ts'
import type { Environment, ReadContext } from '../openclaw/context.ts'
import { AGENT_DATABASE_NAME, readAgentDatabase } from '../openclaw/database/agent-database.ts'
import type { DatabaseResult } from '../openclaw/database/read-database.ts'
import { createPrivateFolder } from '../openclaw/database/private-folder.ts'
import { readSharedDatabase, SHARED_DATABASE_PATH } from '../openclaw/database/shared-database.ts'
import type { Cell } from '../openclaw/database/tables.ts'
import { listAgents, MAIN_AGENT_ID, type AgentPlace } from '../openclaw/directory/list-agents.ts'
import { openclawHome } from '../openclaw/directory/state-directory.ts'
import { EditRefused } from '../openclaw/edit/types.ts'
import { errorCode } from '../openclaw/files/read-file.ts'
import { createProblemList } from '../openclaw/problems.ts'
import { isRecord, valueAt } from '../openclaw/raw-values.ts'
import { jsonStorePaths } from '../openclaw/stores/legacy-files.ts'
import { markLeftovers } from './leftovers.ts'
import { carriesMaterial } from './raw-entry.ts'
import { readAnyDatabase, type StoreCells } from './any-database.ts'
import { problemOf, readSourceFile, revisionOf, type ReadSource } from './read-source.ts'
import type { ImportSource, ImportSourceKind } from './types.ts'

export interface FindOptions {
  readonly env: Environment
  readonly homeDir?: string
  /** Databases count as sources; not where the target is the same directory. */
  readonly withDatabases: boolean
}

/** Everything at a place that credentials can be imported from. */
export interface FoundSources {
  readonly path: string
  readonly kind: 'state_directory' | 'agent_folder' | 'file'
  readonly sources: readonly ImportSource[]
}

const STATE_DIRECTORY_NAMES = ['openclaw.json', 'clawdbot.json', 'agents', 'credentials', 'agent', 'state']
const FOLDER_FILES: readonly (readonly [string, ImportSourceKind])[] = [
  ['auth-profiles.json', 'auth_profiles'],
  ['auth.json', 'auth_flat'],
  ['oauth.json', 'oauth'],
  ['auth-state.json', 'auth_state'],
]
/** What the name of a file starts with, its backups and archived forms included. */
const FILE_NAMES: readonly (readonly [RegExp, ImportSourceKind])[] = [
  [/^auth-profiles\.json/i, 'auth_profiles'],
  [/^auth-state\.json/i, 'auth_state'],
  [/^auth\.json/i, 'auth_flat'],
  [/^oauth\.json/i, 'oauth'],
  [/^(?:openclaw|clawdbot)\.json/i, 'config'],
]

/**
 * Finds what can be imported from a state directory, an agent's folder or a single file. Never writes. A file that is broken,
 * too large or not readable is among the sources with its problem. A state directory without any is one without sources.
 *
 * @throws {EditRefused} `not_found`, `no_permission` or `unreadable` where there is nothing to look at
 */
export async function findImportSources(place: string, options: FindOptions): Promise<FoundSources> {
  const root = path.resolve(place)
  const names = await namesAt(root)
  const folder = names === null ? path.dirname(root) : root
  const context: ReadContext = {
    root: folder,
    realRoot: await realpath(folder),
    homeDir: openclawHome(options.env, options.homeDir ?? homedir()),
    env: options.env,
    problems: createProblemList(folder),
    watchPaths: new Set(),
    copies: createPrivateFolder(options.env),
  }
  try {
    if (names === null) return { path: root, kind: 'file', sources: await singleFile(context, root) }
    const isState = STATE_DIRECTORY_NAMES.some((name) => names.has(name))
    const found = isState ? await stateDirectory(context, options) : await agentFolder(context, options)
    if (found.length === 0 && !isState) throw nothingHere()
    return { path: root, kind: isState ? 'state_directory' : 'agent_folder', sources: markLeftovers(found) }
  } finally {
    await context.copies.remove()
  }
}

/** The names in a folder; null: it is a file. */
async function namesAt(place: string): Promise<ReadonlySet<string> | null> {
  try {
    return (await stat(place)).isDirectory() ? new Set(await readdir(place)) : null
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new EditRefused('not_found', 'There is no such file or folder.', 'Check the path.')
    if (code === 'EACCES' || code === 'EPERM')
      throw new EditRefused(
        'no_permission',
        'Your user may not read this place.',
        'Give your user the right to read it.',
      )
    throw new EditRefused('unreadable', `This place cannot be read: the system reports ${code}.`, 'Check the path.')
  }
}

function nothingHere(): EditRefused {
  const message = 'There are no credential files in this folder.'
  return new EditRefused(
    'not_found',
    message,
    'Choose the folder that holds openclaw.json, an agent folder, or one file.',
  )
}

async function stateDirectory(context: ReadContext, { withDatabases }: FindOptions): Promise<ImportSource[]> {
  const { value, source } = await configuration(context)
  const places = await listAgents(context, readFailoverConfig(value))
  const sources: ImportSource[] = []
  for (const place of places) {
    if (withDatabases) sources.push(...(await agentDatabase(context, place)))
    const files = jsonStorePaths(context.root, place)
    const all: readonly (readonly [string | null, ImportSourceKind])[] = [
      [files.profiles, 'auth_profiles'],
      [files.single, 'single_auth_profiles'],
      [files.flat, 'auth_flat'],
      [files.oauth, 'oauth'],
      [files.state, 'auth_state'],
    ]
    for (const [file, kind] of all)
      if (file !== null) sources.push(...(await jsonFile(context, { file, kind, agentId: place.id })))
  }
  if (withDatabases) sources.push(...(await sharedDatabase(context)))
  if (source !== null) {
    const owner = places.find(({ isDefault }) => isDefault)?.id ?? MAIN_AGENT_ID
    sources.push({ ...source, agentId: owner })
  }
  return sources
}

async function agentFolder(context: ReadContext, { withDatabases }: FindOptions): Promise<ImportSource[]> {
  const sources: ImportSource[] = []
  if (withDatabases) sources.push(...(await anyDatabase(context, path.join(context.root, AGENT_DATABASE_NAME))))
  for (const [name, kind] of FOLDER_FILES)
    sources.push(...(await jsonFile(context, { file: path.join(context.root, name), kind, agentId: null })))
  return sources
}

async function singleFile(context: ReadContext, file: string): Promise<ImportSource[]> {
  const name = path.basename(file)
  if (/\.sqlite$/i.test(name)) return await anyDatabase(context, file)
  const kind = FILE_NAMES.find(([pattern]) => pattern.test(name))?.[1]
  if (kind === 'config') {
    const { source } = await configurationAt(context, file)
    if (source !== null) return [source]
    throw new EditRefused('not_found', 'This configuration holds no credentials.', 'Choose a credential file.')
  }
  return await jsonFile(context, { file, kind: kind ?? 'auth_profiles', agentId: null })
}

interface FileRequest {
  readonly file: string
  readonly kind: ImportSourceKind
  readonly agentId: string | null
}

async function jsonFile(context: ReadContext, request: FileRequest): Promise<ImportSource[]> {
  const read = await readSourceFile(request.file, 'json')
  if (read === null) return []
  const isState = request.kind === 'auth_state'
  const isWrong =
    read.problem === null &&
    (!isRecord(read.value) || (request.kind === 'auth_flat' && isCredentialDocument(read.value)))
  return [
    {
      ...sourceOf(context, request, read),
      ...(isWrong ? { problem: problemOf('wrong_shape') } : {}),
      credentials: isState || isWrong ? undefined : read.value,
      state: isState && !isWrong ? read.value : undefined,
    },
  ]
}

interface FoundConfiguration {
  readonly value: unknown
  /** null: no credential is in it. */
  readonly source: ImportSource | null
}

async function configuration(context: ReadContext): Promise<FoundConfiguration> {
  return await configurationAt(context, await findConfigPath(context))
}

async function configurationAt(context: ReadContext, file: string): Promise<FoundConfiguration> {
  const read = await readSourceFile(file, 'json5')
  if (read === null) return { value: undefined, source: null }
  const base = sourceOf(context, { file, kind: 'config', agentId: null }, read)
  if (read.problem !== null) return { value: undefined, source: base }
  const value = await resolveIncludes(context, read.value, file)
  const profiles = valueAt(value, 'auth', 'profiles')
  if (!isRecord(profiles) || !Object.values(profiles).some(carriesMaterial)) return { value, source: null }
  // Only its credentials matter, wherever they are included from: other edits do not make a preview stale.
  const source: ImportSource = { ...base, revision: revisionOf(JSON.stringify(profiles)), credentials: value }
  return { value, source }
}

function sourceOf(context: ReadContext, { file, kind, agentId }: FileRequest, read: ReadSource): ImportSource {
  const name = context.problems.nameOf(file)
  return {
    id: `${kind}:${name}`,
    kind,
    file: name,
    agentId,
    sizeBytes: read.sizeBytes,
    revision: read.revision,
    problem: read.problem,
    isLeftover: false,
    duplicateKey: read.duplicateKey,
    credentials: undefined,
    state: undefined,
  }
}

async function agentDatabase(context: ReadContext, place: AgentPlace): Promise<ImportSource[]> {
  const file = path.join(place.agentDir, AGENT_DATABASE_NAME)
  const result = await readAgentDatabase(context, file, place.id)
  return await databaseSource(context, { file, kind: 'agent_database', agentId: place.id }, result)
}

/** A database that lies alone: nothing around it says whose it is. */
async function anyDatabase(context: ReadContext, file: string): Promise<ImportSource[]> {
  const result = await readAnyDatabase(context, file)
  const kind = result.kind === 'read' ? result.value.kind : 'agent_database'
  return await databaseSource(context, { file, kind, agentId: null }, result)
}

async function sharedDatabase(context: ReadContext): Promise<ImportSource[]> {
  const file = path.join(context.root, SHARED_DATABASE_PATH)
  const result = await readSharedDatabase(context)
  return await databaseSource(context, { file, kind: 'shared_database', agentId: MAIN_AGENT_ID }, result)
}

async function databaseSource(
  context: ReadContext,
  request: FileRequest,
  result: DatabaseResult<StoreCells>,
): Promise<ImportSource[]> {
  if (result.kind === 'absent') return []
  if (result.kind === 'unreadable') return [await unreadableDatabase(context, request)]
  const cells = result.value
  if (cells.credentials.kind === 'none' && cells.state.kind === 'none') return []
  const credentials = documentIn(cells.credentials)
  const state = documentIn(cells.state)
  if (credentials === 'broken' || state === 'broken') return [await unreadableDatabase(context, request)]
  const revision = revisionOf(JSON.stringify([cells.credentials, cells.state]))
  const read: ReadSource = { ...(await emptyReading(request.file)), revision }
  return [{ ...sourceOf(context, request, read), credentials, state }]
}

function documentIn(cell: Cell): unknown {
  if (cell.kind === 'none') return undefined
  if (cell.kind === 'unreadable') return 'broken'
  try {
    const value: unknown = JSON.parse(cell.text)
    return isRecord(value) ? value : 'broken'
  } catch {
    return 'broken'
  }
}

async function unreadableDatabase(context: ReadContext, request: FileRequest): Promise<ImportSource> {
  const read = { ...(await emptyReading(request.file)), problem: problemOf('database_unreadable') }
  return sourceOf(context, request, read)
}

async function emptyReading(file: string): Promise<ReadSource> {
  const { size } = await stat(file).catch(() => ({ size: 0 }))
  return { sizeBytes: size, revision: null, value: undefined, problem: null, duplicateKey: null }
}
