import { homedir } from 'node:os'
import path from 'node:path'
import { readConfiguration } from '../config/read-config.ts'
import type { Environment, ReadContext } from '../context.ts'
import { createPrivateFolder } from '../database/private-folder.ts'
import { SHARED_DATABASE_PATH } from '../database/shared-database.ts'
import { listAgents, type AgentPlace } from '../directory/list-agents.ts'
import { openRoot } from '../directory/open-root.ts'
import { openclawHome } from '../directory/state-directory.ts'
import { surveyStores, type StoreSurvey } from '../directory/survey-stores.ts'
import { createProblemList } from '../problems.ts'
import { sharedStoreLocation } from '../stores/shared-store.ts'
import { EditRefused } from './types.ts'

export interface DirectoryPlace {
  readonly root: string
  readonly env: Environment
  /** The home directory the operating system knows; absent: asked for. */
  readonly homeDir?: string
}

/** Where the stores of a directory lie. */
export interface Layout {
  readonly context: ReadContext
  readonly agents: ReadonlyMap<string, AgentPlace>
  /** Stores are files or lie in databases. */
  readonly form: 'files' | 'databases'
  readonly sharedDatabasePath: string
  /** Whether the shared database holds the credentials that agents inherit. */
  hasSharedStore(): Promise<boolean>
}

/** Finds the stores of one directory, anew for each edit. */
export interface LayoutSource {
  /** The layout is good until the task ends. */
  use<T>(task: (layout: Layout) => Promise<T>): Promise<T>
}

export function createLayoutSource(place: DirectoryPlace): LayoutSource {
  const root = path.resolve(place.root)
  /** A directory whose credentials have moved does not go back: that need not be found out again. */
  let hasDatabases = false
  let hasMovedToShared = false

  async function layoutOf(context: ReadContext): Promise<Layout> {
    const { config } = await readConfiguration(context)
    assertConfigured(context)
    const places = await listAgents(context, config)
    let survey: Promise<StoreSurvey> | null = null
    const surveyed = (): Promise<StoreSurvey> => (survey ??= surveyStores(context, config, places))
    const form = hasDatabases || (await surveyed()).era !== 'J' ? 'databases' : 'files'
    hasDatabases ||= form === 'databases' && hasAnyDatabase(await surveyed())
    return {
      context,
      agents: new Map(places.map((agent) => [agent.id, agent])),
      form,
      sharedDatabasePath: path.join(root, SHARED_DATABASE_PATH),
      async hasSharedStore() {
        if (hasMovedToShared) return true
        const { era, sharedDatabase } = await surveyed()
        if (era !== 'S2' || sharedDatabase.kind === 'absent') return false
        const location =
          sharedDatabase.kind === 'read' ? sharedStoreLocation(sharedDatabase.value.ownership) : 'invalid'
        if (location === 'invalid') throw refuseSharedStore()
        hasMovedToShared = location === 'state-db'
        return hasMovedToShared
      },
    }
  }

  return {
    async use(task) {
      const opened = await openRoot(root)
      if ('code' in opened) throw new EditRefused('not_found', opened.message, opened.hint ?? 'Check the path.')
      const context: ReadContext = {
        root,
        realRoot: opened.realRoot,
        homeDir: openclawHome(place.env, place.homeDir ?? homedir()),
        env: place.env,
        problems: createProblemList(root),
        watchPaths: new Set(),
        copies: createPrivateFolder(place.env),
      }
      try {
        return await task(await layoutOf(context))
      } finally {
        await context.copies.remove()
      }
    },
  }
}

/** Of an empty directory it is not known yet what it becomes. */
function hasAnyDatabase({ sources, sharedDatabase }: StoreSurvey): boolean {
  return sharedDatabase.kind !== 'absent' || sources.some(({ database }) => database.kind !== 'absent')
}

/** It says where each agent's credentials lie; a guess could write them to the wrong place. */
function assertConfigured({ problems }: ReadContext): void {
  if (!problems.sorted().some(({ severity }) => severity === 'error')) return
  throw new EditRefused(
    'unreadable',
    'The configuration cannot be read completely, and it says where the credentials of each agent lie.',
    'Correct openclaw.json first; its problems are shown with the directory.',
  )
}

function refuseSharedStore(): EditRefused {
  return new EditRefused(
    'unreadable',
    'The shared database does not say where the shared credentials lie.',
    'Try again; if it stays so, run "openclaw doctor --fix".',
  )
}
