import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { inTurn, type Waiting } from '../../files/index.ts'
import { AGENT_DATABASE_NAME } from '../database/agent-database.ts'
import { MAIN_AGENT_ID, type AgentPlace } from '../directory/list-agents.ts'
import { openclawHome } from '../directory/state-directory.ts'
import { existingPaths, jsonStorePaths } from '../stores/legacy-files.ts'
import type { Change } from './apply-change.ts'
import { configRevision, updateConfig, type ConfigPlace } from './config-file.ts'
import { sectionOf } from './documents/sections.ts'
import { createLayoutSource, type DirectoryPlace, type Layout } from './layout.ts'
import { refuseLayout } from './refusals.ts'
import { agentCells, sharedCells, type CellPlace } from './stores/cell-places.ts'
import { readCells, updateCells, type CellsOptions } from './stores/cells.ts'
import { readJsonFiles, updateJsonFiles, type JsonFilesOptions } from './stores/json-files.ts'
import { joinState } from './documents/embedded-state.ts'
import { EditRefused, type DirectoryEditor, type StoreDocuments, type StoreOwner } from './types.ts'

export interface EditorOptions extends Omit<DirectoryPlace, 'root'> {
  /** Says when a row was written, epoch ms. */
  readonly clock: { now(): number }
  /** Parameters for tests. */
  readonly waiting?: Waiting
  readonly files?: JsonFilesOptions
  readonly openDatabase?: NonNullable<CellsOptions['openDatabase']>
}

/** An editor of one state directory. It may be kept: what lies where is found out anew for each edit. */
export function createDirectoryEditor(root: string, options: EditorOptions): DirectoryEditor {
  const { clock, waiting, files, openDatabase, ...place } = options
  const layouts = createLayoutSource({ root, ...place })
  const homeDir = openclawHome(place.env, place.homeDir ?? homedir())
  const config: ConfigPlace = { root: path.resolve(root), env: place.env, homeDir }

  async function update<T>(layout: Layout, owner: StoreOwner, change: Change<T>): Promise<T> {
    const store = await storeOf(layout, owner)
    const patience = waiting === undefined ? {} : { waiting }
    if ('files' in store) {
      return await updateJsonFiles(store.files, unlessMoved(store.database, change), { ...patience, ...files })
    }
    return await updateCells(store.cells, change, {
      ...patience,
      ...(openDatabase === undefined ? {} : { openDatabase }),
      nowMs: () => clock.now(),
      isMigrationPending: await hasOlderFiles(layout, store.agent),
    })
  }

  return {
    configRevision: () => configRevision(config),
    updateConfig: (edits, expected) =>
      inTurn(`configuration ${config.root}`, () => updateConfig(config, { edits, expected })),
    ownerOf: (agentId, profileId) => layouts.use((layout) => ownerOf(layout, agentId, profileId)),
    readStore: (owner) => layouts.use((layout) => read(layout, owner)),
    updateStore: (owner, change) => layouts.use((layout) => update(layout, owner, change)),
  }
}

type Store =
  /** `database`: where these files would move to. */
  | { readonly files: ReturnType<typeof jsonStorePaths>; readonly database: string }
  /** `agent`: whose files of older releases would be taken over into it. */
  | { readonly cells: CellPlace; readonly agent: AgentPlace | null }

async function storeOf(layout: Layout, owner: StoreOwner): Promise<Store> {
  if (owner.kind === 'shared') {
    if (await layout.hasSharedStore()) {
      return { cells: sharedCells(layout.sharedDatabasePath), agent: layout.agents.get(MAIN_AGENT_ID) ?? null }
    }
    throw refuseLayout('This directory has no shared store.', 'The main agent holds what the others inherit.')
  }
  const agent = layout.agents.get(owner.agentId)
  if (agent === undefined) {
    throw new EditRefused('not_found', 'There is no such agent in this directory.', 'Look at the list of agents again.')
  }
  const database = path.join(agent.agentDir, AGENT_DATABASE_NAME)
  if (layout.form === 'files') return { files: jsonStorePaths(layout.context.root, agent), database }
  return { cells: agentCells(database, agent.id), agent }
}

/** An upgrade may move the credentials between the look at the directory and the lock. */
function unlessMoved<T>(database: string, change: Change<T>): Change<T> {
  const wasThere = existsSync(database)
  return (documents) => {
    if (wasThere || !existsSync(database)) return change(documents)
    throw new EditRefused('busy', 'OpenClaw is moving these credentials to a database.', 'Try again in a moment.')
  }
}

async function read(layout: Layout, owner: StoreOwner): Promise<StoreDocuments> {
  const store = await storeOf(layout, owner)
  return joinState('files' in store ? await readJsonFiles(store.files) : await readCells(layout.context, store.cells))
}

/** An agent's own profile, else the one of the store it reads through to; nothing is ever copied (CD-30). */
async function ownerOf(layout: Layout, agentId: string, profileId: string): Promise<StoreOwner | null> {
  const own: StoreOwner = { kind: 'agent', agentId }
  if (await holds(layout, own, profileId)) return own
  if (await layout.hasSharedStore()) {
    const shared: StoreOwner = { kind: 'shared' }
    return (await holds(layout, shared, profileId)) ? shared : null
  }
  if (agentId === MAIN_AGENT_ID || !layout.agents.has(MAIN_AGENT_ID)) return null
  const main: StoreOwner = { kind: 'agent', agentId: MAIN_AGENT_ID }
  return (await holds(layout, main, profileId)) ? main : null
}

async function holds(layout: Layout, owner: StoreOwner, profileId: string): Promise<boolean> {
  return Object.hasOwn(sectionOf((await read(layout, owner)).credentials, 'profiles'), profileId)
}

async function hasOlderFiles(layout: Layout, agent: AgentPlace | null): Promise<boolean> {
  if (agent === null) return false
  const paths = jsonStorePaths(layout.context.root, agent)
  return [...(await existingPaths(paths))].some((file) => file !== paths.state)
}
