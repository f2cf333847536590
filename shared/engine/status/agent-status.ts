import { attentionOf } from './attention.ts'
import { agentRotation, policyOf } from './agent-rotation.ts'
import { agentChain } from '../chain/index.ts'
import { contradictedAmong } from './contradicted-locks.ts'
import type { DirectoryFacts } from './facts.ts'
import { providerLanes } from './lanes.ts'
import { locksOf } from './locks.ts'
import { servingOf } from './serving.ts'
import { signInChangeAtMs } from './sign-in.ts'
import type { AgentStatus, ProviderLane } from './types.ts'

/**
 * Evaluates one agent at one instant: the answers to the home screen's four questions but the last, and the Accounts
 * lanes. The same facts, agent and time always give the same answer.
 *
 * @returns null when the directory has no such agent
 */
export function describeAgent(facts: DirectoryFacts, agentId: string, nowMs: number): AgentStatus | null {
  const agent = facts.agents.find(({ id }) => id === agentId)
  if (!agent) return null
  const rotation = agentRotation(facts, agent)
  const chain = agentChain(facts.config, agentId, policyOf(facts))
  const lanes = providerLanes(rotation, nowMs)
  const serving = servingOf(rotation, chain, nowMs)
  const locks = locksOf(lanes)
  const contradicted = contradictedAmong(facts, agent, locks, nowMs)
  return {
    agentId,
    nowMs,
    lanes,
    serving,
    locks,
    attention: attentionOf(rotation, chain, lanes, serving, contradicted.locks),
    nextChangeAtMs: sooner(nextChangeAtMs(lanes, nowMs), contradicted.nextChangeAtMs),
  }
}

/** Evaluates every agent of a directory at one instant, in the order of its agents. */
export function describeDirectory(facts: DirectoryFacts, nowMs: number): readonly AgentStatus[] {
  return facts.agents.flatMap(({ id }) => describeAgent(facts, id, nowMs) ?? [])
}

function nextChangeAtMs(lanes: readonly ProviderLane[], nowMs: number): number | null {
  let next = Number.POSITIVE_INFINITY
  for (const lane of lanes) {
    for (const profile of [...lane.profiles, ...lane.excluded]) {
      for (const { untilMs } of profile.windows) next = Math.min(next, untilMs)
      const signInAtMs = signInChangeAtMs(profile.signIn)
      if (signInAtMs !== null && signInAtMs > nowMs) next = Math.min(next, signInAtMs)
    }
  }
  return Number.isFinite(next) ? next : null
}

function sooner(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b)
}
