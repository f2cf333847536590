import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import type { OpenFailure } from '../../shared/contract/errors.ts'
import type { Problem } from '../../shared/contract/problems.ts'
import { POLICIES, policyForVersion, type DirectoryFacts, type PolicyId } from '../../shared/engine/index.ts'
import { readConfiguration } from './config/read-config.ts'
import type { Environment, ReadContext } from './context.ts'
import { createPrivateFolder } from './database/private-folder.ts'
import { readSharedDatabase } from './database/shared-database.ts'
import { gatherAgents, readAgents, type AgentSource } from './directory/read-agents.ts'
import { detectEra } from './directory/era.ts'
import { listAgents } from './directory/list-agents.ts'
import { openRoot } from './directory/open-root.ts'
import { newestVersion } from './directory/versions.ts'
import { openclawHome } from './directory/state-directory.ts'
import { createProblemList } from './problems.ts'
import { hasSharedStoreRows, readSharedStore } from './stores/shared-store.ts'

export interface ReadOptions {
  readonly env: Environment
  /** Rules to read by; absent or null: those of the release that wrote the directory. */
  readonly policyId?: PolicyId | null
  /** The home directory the operating system knows; absent: asked for. */
  readonly homeDir?: string
}

/** What a state directory says at one moment, reduced to what may be known about it: no secret is in it. */
export interface DirectoryReading {
  readonly facts: DirectoryFacts
  /** Errors first. */
  readonly problems: readonly Problem[]
  /** Directories in which a change may change the reading. */
  readonly watchPaths: readonly string[]
}

/**
 * Reads a state directory of any era. Never writes, and leaves no trace. What is wrong inside the directory is among the
 * problems, and everything else is there nevertheless; it fails only where there is no state directory at all.
 *
 * One process should not read a database here while it writes to the same one: on POSIX systems, closing a file gives up
 * all locks that the process holds on it.
 */
export async function readStateDirectory(
  directory: string,
  options: ReadOptions,
): Promise<DirectoryReading | OpenFailure> {
  const root = path.resolve(directory)
  const opened = await openRoot(root)
  if ('code' in opened) return opened
  const context: ReadContext = {
    root,
    realRoot: opened.realRoot,
    homeDir: openclawHome(options.env, options.homeDir ?? homedir()),
    env: options.env,
    problems: createProblemList(root),
    watchPaths: new Set([root]),
    copies: createPrivateFolder(options.env),
  }
  try {
    const facts = await readFacts(context, options.policyId ?? null)
    return { facts, problems: context.problems.sorted(), watchPaths: await existingFolders(context.watchPaths) }
  } finally {
    await context.copies.remove()
  }
}

async function readFacts(context: ReadContext, chosenPolicyId: PolicyId | null): Promise<DirectoryFacts> {
  const { config, sessionStore } = await readConfiguration(context)
  const places = await listAgents(context, config)
  const sharedDatabase = await readSharedDatabase(context)
  const sources = await gatherAgents(context, places)

  const version = newestVersion([
    config.lastTouchedVersion,
    sharedDatabase.kind === 'read' ? sharedDatabase.value.appVersion : null,
    ...sources.map(({ database }) => (database.kind === 'read' ? database.value.appVersion : null)),
  ])
  const era = detectEra({
    version,
    hasSharedStore: hasSharedStoreRows(sharedDatabase),
    agentSchemaVersions: sources.flatMap(storeSchemaVersion),
    hasUnreadableAgentDatabase: sources.some(({ database }) => database.kind === 'unreadable'),
    hasJsonStore: sources.some((source) => source.hasJsonStore),
  })
  const policyId = chosenPolicyId ?? policyForVersion(version, era)
  const storeContext = { context, rules: POLICIES[policyId].order }
  const shared = era === 'S2' ? readSharedStore(storeContext, sharedDatabase) : { path: null, store: null }
  const agents = await readAgents(storeContext, { sources, era, shared, sessionStore })

  for (const name of ['agents', 'state', 'credentials', 'agent']) context.watchPaths.add(path.join(context.root, name))
  const hasProfiles = [shared.store, ...agents.map((agent) => agent.store)].some((store) => store?.profiles.length)
  const isUnknown = context.problems.sorted().some(({ severity }) => severity === 'error')
  if (!hasProfiles && !isUnknown) reportNoStore(context)
  return {
    era,
    openclawVersion: version,
    policyId,
    config,
    sharedStore: shared.store,
    sharedStoreFile: shared.path === null ? null : context.problems.nameOf(shared.path),
    agents,
  }
}

function storeSchemaVersion({ database }: AgentSource): number[] {
  return database.kind === 'read' && database.value.hasStoreTables ? [database.value.schemaVersion] : []
}

function reportNoStore(context: ReadContext): void {
  context.problems.add({
    severity: 'info',
    code: 'no_store',
    path: path.join(context.root, 'agents'),
    message: 'No credentials are stored in this directory.',
    hint: 'Add some with "openclaw models auth add".',
  })
}

async function existingFolders(folders: Iterable<string>): Promise<string[]> {
  const all = [...folders].sort()
  const exists = await Promise.all(
    all.map(async (folder) => {
      try {
        return (await stat(folder)).isDirectory()
      } catch {
        return false
      }
    }),
  )
  return all.filter((_, index) => exists[index])
}
