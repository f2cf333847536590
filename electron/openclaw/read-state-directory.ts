import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import type { OpenFailure } from '../../shared/contract/errors.ts'
import type { Problem } from '../../shared/contract/problems.ts'
import { POLICIES, policyForVersion, type DirectoryFacts, type PolicyId } from '../../shared/engine/index.ts'
import { readConfigValue, readConfiguration, type Configuration } from './config/read-config.ts'
import type { Environment, ReadContext } from './context.ts'
import { createPrivateFolder } from './database/private-folder.ts'
import { readAgents } from './directory/read-agents.ts'
import { listAgents } from './directory/list-agents.ts'
import { openRoot } from './directory/open-root.ts'
import { openclawHome } from './directory/state-directory.ts'
import { surveyStores } from './directory/survey-stores.ts'
import { createProblemList } from './problems.ts'
import { readSharedStore } from './stores/shared-store.ts'

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
  /** The configuration as a file, and how a gateway on it is found. */
  readonly configFile: Pick<Configuration, 'path' | 'revision' | 'gateway'>
}

/**
 * Reads a state directory of any era. Never writes, and leaves no trace. What is wrong inside the directory is among the
 * problems, and everything else is there nevertheless; it fails only where there is no state directory at all.
 */
export async function readStateDirectory(
  directory: string,
  options: ReadOptions,
): Promise<DirectoryReading | OpenFailure> {
  const context = await contextOf(directory, options)
  if ('code' in context) return context
  try {
    const { facts, configFile } = await readFacts(context, options.policyId ?? null)
    return {
      facts,
      configFile,
      problems: context.problems.sorted(),
      watchPaths: await existingFolders(context.watchPaths),
    }
  } finally {
    await context.copies.remove()
  }
}

/**
 * The configuration of a state directory as it is written, includes merged: for calls to providers, and for nothing else,
 * because it may hold secrets. undefined: there is none, or it cannot be read.
 */
export async function readRawConfig(directory: string, options: ReadOptions): Promise<unknown> {
  const context = await contextOf(directory, options)
  return 'code' in context ? undefined : await readConfigValue(context)
}

async function contextOf(directory: string, options: ReadOptions): Promise<ReadContext | OpenFailure> {
  const root = path.resolve(directory)
  const opened = await openRoot(root)
  if ('code' in opened) return opened
  return {
    root,
    realRoot: opened.realRoot,
    homeDir: openclawHome(options.env, options.homeDir ?? homedir()),
    env: options.env,
    problems: createProblemList(root),
    watchPaths: new Set([root]),
    copies: createPrivateFolder(options.env),
  }
}

async function readFacts(
  context: ReadContext,
  chosenPolicyId: PolicyId | null,
): Promise<Pick<DirectoryReading, 'configFile'> & { readonly facts: DirectoryFacts }> {
  const { config, sessionStore, ...configFile } = await readConfiguration(context)
  const places = await listAgents(context, config)
  const { sharedDatabase, sources, version, era } = await surveyStores(context, config, places)
  const policyId = chosenPolicyId ?? policyForVersion(version, era)
  const storeContext = { context, rules: POLICIES[policyId].order }
  const shared = era === 'S2' ? readSharedStore(storeContext, sharedDatabase) : { path: null, store: null }
  const agents = await readAgents(storeContext, { sources, era, shared, sessionStore })

  for (const name of ['agents', 'state', 'credentials', 'agent']) context.watchPaths.add(path.join(context.root, name))
  const hasProfiles = [shared.store, ...agents.map((agent) => agent.store)].some((store) => store?.profiles.length)
  const isUnknown = context.problems.sorted().some(({ severity }) => severity === 'error')
  if (!hasProfiles && !isUnknown) reportNoStore(context)
  const facts: DirectoryFacts = {
    era,
    openclawVersion: version,
    policyId,
    config,
    sharedStore: shared.store,
    sharedStoreFile: shared.path === null ? null : context.problems.nameOf(shared.path),
    agents,
  }
  return { facts, configFile }
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
