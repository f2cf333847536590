import type { ConfiguredAgent, FailoverConfig } from '../config/types.ts'
import { parseModelRef } from '../config/model-ref.ts'

export function agentOf(config: FailoverConfig, agentId: string | null): ConfiguredAgent | null {
  return config.agents.find(({ id }) => id === agentId) ?? null
}

/**
 * Alias (lower case) to reference, as an agent sees them: the defaults' and its own, of which its own win. A blank alias
 * takes away the one that is inherited for the same model.
 */
export function aliasesOf(config: FailoverConfig, agent: ConfiguredAgent | null): Readonly<Record<string, string>> {
  const { defaults } = config
  if (!agent) return defaults.aliases
  if (agent.unaliased.length === 0) return { ...defaults.aliases, ...agent.aliases }
  const muted = new Set(agent.unaliased.map(referenceKey))
  const inherited = Object.entries(defaults.aliases).filter(([, reference]) => !muted.has(referenceKey(reference)))
  return { ...Object.fromEntries(inherited), ...agent.aliases }
}

/** A bare model id belongs to the only provider that lists it, otherwise to `openai`. */
export function providerOfBareModel(config: FailoverConfig, agent: ConfiguredAgent | null, model: string): string {
  const owners = new Set<string>()
  for (const { id, modelIds } of config.providers) if (modelIds.includes(model)) owners.add(id)
  for (const reference of [...config.defaults.modelRefs, ...(agent?.modelRefs ?? [])]) {
    const named = parseModelRef(reference)
    if (named?.model === model) owners.add(named.provider)
  }
  const [owner] = owners
  return owners.size === 1 && owner !== undefined ? owner : 'openai'
}

function referenceKey(reference: string): string {
  const named = parseModelRef(reference)
  return named ? `${named.provider}/${named.model}` : reference
}
