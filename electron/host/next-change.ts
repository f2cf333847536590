import type { AgentStatus } from '../../shared/engine/index.ts'

/** The soonest instant at which time alone changes what any agent of a directory shows; null: never. */
export function soonestChangeAtMs(statuses: readonly AgentStatus[]): number | null {
  const instants = statuses.flatMap(({ nextChangeAtMs, nowMs }) =>
    nextChangeAtMs !== null && nextChangeAtMs > nowMs ? [nextChangeAtMs] : [],
  )
  return instants.length === 0 ? null : Math.min(...instants)
}
