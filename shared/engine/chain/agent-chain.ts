import type { ModelRef } from '../config/model-ref.ts'
import type { FailoverConfig } from '../config/types.ts'
import type { Policy } from '../policy/index.ts'
import { candidateChain, modelPolicy } from './candidates.ts'
import { agentOf } from './names.ts'
import { configuredPrimary } from './primary.ts'

/** The candidates an agent's runs go through, without any session override (R04, R05, R43). */
export interface AgentChain {
  /** The primary first, with the profile its reference names; no model twice. */
  readonly candidates: readonly ModelRef[]
  /** The agent has a model of its own without fallbacks: nothing else may answer. */
  readonly isStrict: boolean
  /** Neither the agent nor the defaults name a model, so OpenClaw uses the one built in. */
  readonly isBuiltIn: boolean
}

/**
 * The chain of an agent: its own primary or the default one, then the agent's own fallbacks if it has a model setting of
 * its own, otherwise the default fallbacks. References that lack a half are dropped.
 */
export function agentChain(config: FailoverConfig, agentId: string, policy: Policy): AgentChain {
  const own = agentOf(config, agentId)?.model ?? null
  const primary = configuredPrimary(config, agentId, policy)
  const fallbacksOverride = modelPolicy(own)
  const { candidates } = candidateChain(config, { agentId, requested: primary.reference, fallbacksOverride }, policy)
  return {
    candidates: candidates.map(({ provider, model }, index) => ({
      provider,
      model,
      profileId: index === 0 ? primary.reference.profileId : null,
    })),
    isStrict: fallbacksOverride?.length === 0,
    isBuiltIn: primary.source === 'built_in',
  }
}
