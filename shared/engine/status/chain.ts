import { parseModelRef, type ModelRef } from '../config/model-ref.ts'
import type { FailoverConfig, ModelChoice } from '../config/types.ts'
import type { Policy } from '../policy/index.ts'

/** The candidates an agent's runs go through, without any session override (R04, R05, R43). */
export interface AgentChain {
  /** The primary first; no model twice. */
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
  const agent = config.agents.find(({ id }) => id === agentId)
  const aliases = { ...config.defaults.aliases, ...agent?.aliases }
  const written = agent?.model?.primary ?? config.defaults.model?.primary ?? null
  const primary = parseModelRef(written ?? policy.builtInModel, providerOfBareModel(config, written), aliases)
  const fallbacks = fallbacksOf(config.defaults.model, agent?.model ?? null)
  const references = [
    primary,
    ...fallbacks.map((text) => parseModelRef(text, primary?.provider ?? null, aliases)),
  ].filter((reference) => reference !== null)
  const byKey = new Map<string, ModelRef>()
  for (const reference of references) {
    const key = `${reference.provider}/${reference.model}`
    if (!byKey.has(key)) byKey.set(key, reference)
  }
  return {
    candidates: [...byKey.values()],
    isStrict: agent?.model != null && fallbacks.length === 0,
    isBuiltIn: written === null,
  }
}

/** An agent with a model of its own does not inherit fallbacks: none written means none. */
function fallbacksOf(defaults: ModelChoice | null, own: ModelChoice | null): readonly string[] {
  return own === null ? (defaults?.fallbacks ?? []) : (own.fallbacks ?? [])
}

/** A bare model id belongs to the only provider that lists it, otherwise to openai. */
function providerOfBareModel(config: FailoverConfig, model: string | null): string {
  const owners = config.providers.filter(({ modelIds }) => model !== null && modelIds.includes(model))
  return owners.length === 1 ? (owners[0]?.id ?? 'openai') : 'openai'
}
