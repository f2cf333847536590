import { POLICIES, refinePolicy, type Policy } from '../policy/index.ts'
import { createRotation, type Rotation } from '../rotation/index.ts'
import { effectiveStore } from '../store/effective-store.ts'
import type { AuthStore } from '../store/types.ts'
import type { AgentFacts, DirectoryFacts } from './facts.ts'

const SHARED_MAIN_AGENT = 'main'

/** The policy a directory is evaluated under: its preset, refined by what `auth.cooldowns` sets (R52). */
export function policyOf(facts: DirectoryFacts): Policy {
  return refinePolicy(POLICIES[facts.policyId], facts.config.cooldowns).policy
}

/** The store an agent reads through to: the shared one, or, before it was moved, the one of agent `main`. */
export function inheritedStore(facts: DirectoryFacts, agent: AgentFacts): AuthStore | null {
  if (facts.sharedStore) return facts.sharedStore
  if (agent.id === SHARED_MAIN_AGENT) return null
  return facts.agents.find(({ id }) => id === SHARED_MAIN_AGENT)?.store ?? null
}

/** An agent's profiles, own and inherited, indexed under the directory's policy. */
export function agentRotation(facts: DirectoryFacts, agent: AgentFacts): Rotation {
  const policy = policyOf(facts)
  return createRotation(policy, facts.config, effectiveStore(inheritedStore(facts, agent), agent.store, policy.order))
}
