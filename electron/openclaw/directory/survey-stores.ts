import type { Era, FailoverConfig } from '../../../shared/engine/index.ts'
import type { ReadContext } from '../context.ts'
import type { DatabaseResult } from '../database/read-database.ts'
import { readSharedDatabase, type SharedDatabase } from '../database/shared-database.ts'
import { hasSharedStoreRows } from '../stores/shared-store.ts'
import { detectEra } from './era.ts'
import type { AgentPlace } from './list-agents.ts'
import { gatherAgents, type AgentSource } from './read-agents.ts'
import { newestVersion } from './versions.ts'

/** What lies in a directory, and of which generation it is. */
export interface StoreSurvey {
  readonly sharedDatabase: DatabaseResult<SharedDatabase>
  readonly sources: readonly AgentSource[]
  /** Release that wrote the directory last; null: unknown. */
  readonly version: string | null
  readonly era: Era
}

export async function surveyStores(
  context: ReadContext,
  config: FailoverConfig,
  places: readonly AgentPlace[],
): Promise<StoreSurvey> {
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
  return { sharedDatabase, sources, version, era }
}

function storeSchemaVersion({ database }: AgentSource): number[] {
  return database.kind === 'read' && database.value.hasStoreTables ? [database.value.schemaVersion] : []
}
