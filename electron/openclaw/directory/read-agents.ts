import path from 'node:path'
import type { AgentFacts, Era, SessionFacts } from '../../../shared/engine/index.ts'
import type { ReadContext } from '../context.ts'
import { AGENT_DATABASE_NAME, readAgentDatabase, type AgentDatabase } from '../database/agent-database.ts'
import type { DatabaseRequest } from '../database/database-problems.ts'
import type { DatabaseResult } from '../database/read-database.ts'
import { readSessionFile } from '../sessions/session-file.ts'
import { AGENT_CELLS, readCellStore } from '../stores/cell-store.ts'
import { readJsonStore } from '../stores/json-store.ts'
import { existingPaths, jsonStorePaths, reportLegacyFiles, type AuthoritativeStore } from '../stores/legacy-files.ts'
import type { SharedStoreReading } from '../stores/shared-store.ts'
import { NO_STORE, type StoreContext, type StoreReading } from '../stores/store-reading.ts'
import { MAIN_AGENT_ID, type AgentPlace } from './list-agents.ts'
import { expandHome } from './state-directory.ts'

/** An agent with what its files hold, as it stands there. Does not leave the reader. */
export interface AgentSource {
  readonly place: AgentPlace
  readonly database: DatabaseResult<AgentDatabase>
  /** Credential files of the JSON generation exist. */
  readonly hasJsonStore: boolean
}

export interface AgentsRequest {
  readonly sources: readonly AgentSource[]
  readonly era: Era
  readonly shared: SharedStoreReading
  /** `session.store` of the configuration. */
  readonly sessionStore: string | null
}

/** Enough to keep the disk busy; more would only hold more files open. */
const PARALLEL_AGENTS = 8

export async function gatherAgents(
  context: ReadContext,
  places: readonly AgentPlace[],
): Promise<readonly AgentSource[]> {
  return await inBatches(places, async (place) => {
    for (const folder of [place.folder, place.agentDir]) context.watchPaths.add(folder)
    const databasePath = path.join(place.agentDir, AGENT_DATABASE_NAME)
    const [database, jsonFiles] = await Promise.all([
      readAgentDatabase(context, databasePath, place.id),
      existingPaths(jsonStorePaths(context.root, place)),
    ])
    return { place, database, hasJsonStore: jsonFiles.size > 0 }
  })
}

export async function readAgents(storeContext: StoreContext, request: AgentsRequest): Promise<readonly AgentFacts[]> {
  return await inBatches(request.sources, async (source) => {
    const [reading, sessions] = await Promise.all([
      readStore(storeContext, request, source),
      readSessions(storeContext.context, request, source),
    ])
    const { id, name, isDefault, hasFolder } = source.place
    const storeFile = reading.path === null ? null : storeContext.context.problems.nameOf(reading.path)
    return { id, name, isDefault, hasFolder, storeFile, storeState: reading.state, store: reading.store, sessions }
  })
}

async function readStore(
  storeContext: StoreContext,
  { era, shared }: AgentsRequest,
  { place, database }: AgentSource,
): Promise<StoreReading> {
  if (era === 'J') return await readJsonStore(storeContext, place)
  const reading = readDatabaseStore(storeContext, place, database)
  const ownsShared = era === 'S2' && place.id === MAIN_AGENT_ID && shared.path !== null
  await reportLegacyFiles(storeContext, place, era, ownsShared ? sharedState(shared, reading) : stateOf(reading))
  return reading
}

function readDatabaseStore(
  storeContext: StoreContext,
  place: AgentPlace,
  database: DatabaseResult<AgentDatabase>,
): StoreReading {
  const request: DatabaseRequest = {
    path: path.join(place.agentDir, AGENT_DATABASE_NAME),
    subject: "The agent's database",
    agentId: place.id,
  }
  if (database.kind === 'absent') return NO_STORE
  if (database.kind === 'unreadable') return { path: request.path, state: 'unreadable', store: null }
  return readCellStore(storeContext, request, database.value, AGENT_CELLS)
}

function stateOf({ state }: StoreReading): AuthoritativeStore {
  if (state === 'unreadable') return 'unreadable'
  return state === 'present' ? 'has_profiles' : 'has_none'
}

/** Old files of the main agent belong to the shared store once that has moved. */
function sharedState(shared: SharedStoreReading, reading: StoreReading): AuthoritativeStore {
  if (shared.store === null) return 'unreadable'
  return shared.store.profiles.length > 0 ? 'has_profiles' : stateOf(reading)
}

/** Where the database has a table of sessions, `sessions.json` is only what it was filled from. */
async function readSessions(
  context: ReadContext,
  { era, sessionStore }: AgentsRequest,
  { place, database }: AgentSource,
): Promise<readonly SessionFacts[]> {
  if (database.kind === 'read' && database.value.sessions !== null) return database.value.sessions
  if (era === 'S2' && database.kind !== 'read') return []
  const filePath =
    sessionStore === null
      ? path.join(place.folder, 'sessions', 'sessions.json')
      : path.resolve(context.root, expandHome(sessionStore.replaceAll('{agentId}', place.id), context.homeDir))
  context.watchPaths.add(path.dirname(filePath))
  return await readSessionFile(context, filePath, place.id)
}

async function inBatches<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += PARALLEL_AGENTS) {
    results.push(...(await Promise.all(items.slice(start, start + PARALLEL_AGENTS).map(task))))
  }
  return results
}
