import type { RunRules } from '../policy/index.ts'
import type { SessionEntry } from './entry.ts'

/**
 * What a session's model fields amount to. Half a pair selects nothing, and what ran last never does (R46).
 *
 * @returns null: no selection of its own
 */
export function selectionKind(
  session: SessionEntry,
  rules: RunRules['selection'],
): 'user' | 'auto' | 'legacy' | 'default' | null {
  if (session.overrideSource === 'default') return 'default'
  if (session.overrideProvider === null || session.overrideModel === null) return null
  if (session.overrideSource !== null) return session.overrideSource
  const hasOrigin = session.originProvider !== null && session.originModel !== null
  return hasOrigin && rules.originMeansAuto ? 'auto' : 'legacy'
}

/** A session that an agent spawned, by its key. */
export function isSpawnedSession(sessionKey: string | null): boolean {
  return sessionKey !== null && /(?:^|:)subagent:/.test(sessionKey)
}
