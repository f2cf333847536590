import { describeAgent, type Moment } from '../../shared/engine/index.ts'

/** The soonest instant at which time alone changes what any agent of a directory shows; null: never. */
export function nextChangeAtMs({ facts, nowMs }: Moment): number | null {
  const instants = facts.agents
    .map(({ id }) => describeAgent(facts, id, nowMs)?.nextChangeAtMs ?? null)
    .filter((instant) => instant !== null && instant > nowMs)
  return instants.length === 0 ? null : Math.min(...(instants as number[]))
}
