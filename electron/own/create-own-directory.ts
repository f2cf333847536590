import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import Database from 'better-sqlite3'
import { openSwitchyardStore } from '../store/index.ts'
import { syncFolder, writeNewFile } from './files.ts'
import { DIRECTORY_MARK, STORE_NAME } from './own-directory.ts'
import { asOwnRefused, OwnRefused } from './own-refused.ts'

const MAIN_AGENT = 'main'
const SCHEMA_VERSION = 1
const CANNOT = 'The directory cannot be made'
/** An unfinished one this old belongs to nobody who is still at it. */
const LEFTOVER_AGE_MS = 60 * 60 * 1000

export interface NewDirectory {
  /** A folder that is empty or not there yet; folders above it are made. */
  readonly path: string
  readonly clock: { now(): number }
}

/**
 * Makes a state directory of our own, in the layout with one database per agent. It is built beside its place under another
 * name and put there in one step: what stands in the place afterwards is whole, or nothing.
 *
 * @returns the absolute path
 * @throws {OwnRefused} nothing is left of the attempt then
 */
export async function createOwnDirectory({ path: wanted, clock }: NewDirectory): Promise<string> {
  const target = path.resolve(wanted)
  try {
    await refuseOccupied(target)
    const parent = path.dirname(target)
    await mkdir(parent, { recursive: true, mode: 0o700 })
    await removeLeftovers(target)
    const unfinished = path.join(parent, `${leftoverPrefix(target)}${randomBytes(6).toString('hex')}`)
    try {
      await build(unfinished, clock)
      await putInPlace(unfinished, target)
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true, maxRetries: 3 })
      throw error
    }
    await syncFolder(parent)
    return target
  } catch (error) {
    throw asOwnRefused(error, CANNOT)
  }
}

async function refuseOccupied(target: string): Promise<void> {
  let names: readonly string[]
  try {
    names = await readdir(target)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') return
    if (code === 'ENOTDIR' && (await isFile(target)))
      throw new OwnRefused('not_a_folder', `${CANNOT}: a file lies in that place.`, 'Choose another name.')
    throw error
  }
  if (names.length > 0)
    throw new OwnRefused(
      'not_empty',
      `${CANNOT}: the folder is not empty.`,
      'Choose an empty folder or a new name. To look at what is there, open it as a state directory.',
    )
}

async function isFile(target: string): Promise<boolean> {
  return await stat(target).then(
    (stats) => stats.isFile(),
    () => false,
  )
}

async function build(folder: string, clock: NewDirectory['clock']): Promise<void> {
  const agentFolder = path.join(folder, 'agents', MAIN_AGENT, 'agent')
  await mkdir(agentFolder, { recursive: true, mode: 0o700 })
  await writeNewFile(path.join(folder, 'openclaw.json'), configText())
  await writeAgentDatabase(path.join(agentFolder, 'openclaw-agent.sqlite'), clock.now())
  const store = openSwitchyardStore(path.join(folder, STORE_NAME), { clock })
  try {
    store.meta.set(DIRECTORY_MARK.key, DIRECTORY_MARK.value)
  } finally {
    store.close()
  }
  for (const made of [agentFolder, path.dirname(agentFolder), path.join(folder, 'agents'), folder])
    await syncFolder(made)
}

/** The sections that get their content in the console, so that each has its place in the file. */
function configText(): string {
  const config = {
    agents: { defaults: { model: { fallbacks: [] } }, list: [{ id: MAIN_AGENT, default: true }] },
    models: { providers: {} },
    auth: { profiles: {}, order: {} },
  }
  return `${JSON.stringify(config, null, 2)}\n`
}

/** An agent's database without any account. A routing state that says nothing has no row. */
async function writeAgentDatabase(file: string, nowMs: number): Promise<void> {
  // SQLite keeps the mode of a file that is there.
  await writeNewFile(file, '')
  const atMs = Math.trunc(nowMs)
  const database = new Database(file)
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.transaction(() => {
      database.exec(`
        CREATE TABLE schema_meta (
          meta_key TEXT NOT NULL PRIMARY KEY, role TEXT NOT NULL, schema_version INTEGER NOT NULL,
          agent_id TEXT, app_version TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
        CREATE TABLE auth_profile_store (
          store_key TEXT NOT NULL PRIMARY KEY, store_json TEXT NOT NULL, updated_at INTEGER NOT NULL);
        CREATE TABLE auth_profile_state (
          state_key TEXT NOT NULL PRIMARY KEY, state_json TEXT NOT NULL, updated_at INTEGER NOT NULL)`)
      database
        .prepare("INSERT INTO schema_meta VALUES ('primary', 'agent', ?, ?, NULL, ?, ?)")
        .run(SCHEMA_VERSION, MAIN_AGENT, atMs, atMs)
      database
        .prepare("INSERT INTO auth_profile_store VALUES ('primary', ?, ?)")
        .run(JSON.stringify({ version: 1, profiles: {} }), atMs)
      database.pragma(`user_version = ${SCHEMA_VERSION}`)
    })()
  } finally {
    database.close()
  }
}

async function putInPlace(unfinished: string, target: string): Promise<void> {
  // An empty folder makes room; one that is not empty any more does not.
  await rmdir(target).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  })
  await rename(unfinished, target)
}

/** What attempts that were cut off have left beside the place. */
async function removeLeftovers(target: string): Promise<void> {
  const parent = path.dirname(target)
  for (const name of await readdir(parent)) {
    if (!name.startsWith(leftoverPrefix(target))) continue
    const folder = path.join(parent, name)
    const { mtimeMs } = await stat(folder)
    if (Date.now() - mtimeMs > LEFTOVER_AGE_MS) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function leftoverPrefix(target: string): string {
  return `.${path.basename(target)}.switchyard-new-`
}
