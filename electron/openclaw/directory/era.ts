import type { Era } from '../../../shared/engine/index.ts'

/** What a directory tells about the generation of its format. */
export interface EraEvidence {
  /** Release that wrote it last; null: unknown. */
  readonly version: string | null
  /** The shared database says where credentials live, or holds some. */
  readonly hasSharedStore: boolean
  /** Schema versions of agent databases that can hold credentials. */
  readonly agentSchemaVersions: readonly number[]
  /** An agent's database is there and cannot be read. */
  readonly hasUnreadableAgentDatabase: boolean
  /** Credential files of the JSON generation exist. */
  readonly hasJsonStore: boolean
}

/** The schema of the releases that kept one store per agent; everything above it came with the shared one. */
const LAST_SCHEMA_OF_S1 = 1
const FIRST_RELEASE: Readonly<Record<Exclude<Era, 'J'>, readonly [year: number, month: number, patch: number]>> = {
  S1: [2026, 6, 5],
  S2: [2026, 8, 0],
}

/**
 * The newest generation there is evidence of: an installation carries the files of older ones along, and a release does not
 * go back to them. Where nothing tells, it is a new directory, which today's release would fill.
 */
export function detectEra(evidence: EraEvidence): Era {
  const byVersion = eraOfRelease(evidence.version)
  if (byVersion === 'S2' || evidence.hasSharedStore) return 'S2'
  if (evidence.agentSchemaVersions.some((version) => version > LAST_SCHEMA_OF_S1)) return 'S2'
  const hasAgentDatabase = evidence.agentSchemaVersions.length > 0 || evidence.hasUnreadableAgentDatabase
  if (byVersion === 'S1' || hasAgentDatabase) return 'S1'
  return byVersion === 'J' || evidence.hasJsonStore ? 'J' : 'S2'
}

export function eraOfRelease(version: string | null): Era | null {
  const match = version === null ? null : /^(\d{4})\.(\d{1,2})(?:\.(\d{1,3}))?(?:\D|$)/.exec(version)
  if (!match) return null
  const release = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)]
  if (!isBefore(release, FIRST_RELEASE.S2)) return 'S2'
  return isBefore(release, FIRST_RELEASE.S1) ? 'J' : 'S1'
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  for (const [index, part] of a.entries()) {
    const other = b[index] ?? 0
    if (part !== other) return part < other
  }
  return false
}
