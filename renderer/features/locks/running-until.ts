import type { AgentStatus } from '../../../shared/engine/index.ts'

/** When the longest running lock of the one chosen account ends, epoch ms; null: none runs, or there are several accounts. */
export function runningUntil({ locks }: Pick<AgentStatus, 'locks'>, profileIds: readonly string[]): number | null {
  const [only, ...others] = profileIds
  if (only === undefined || others.length > 0) return null
  const ends = locks.filter(({ profileId }) => profileId === only).map(({ window }) => window.untilMs)
  return ends.length === 0 ? null : Math.max(...ends)
}
