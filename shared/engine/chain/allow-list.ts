import { parseModelRef } from '../config/model-ref.ts'
import type { FailoverConfig } from '../config/types.ts'
import type { RunRules } from '../policy/index.ts'
import { agentOf } from './names.ts'
import type { RequestedModel } from './types.ts'

/**
 * Whether a model may be selected at all: by a user, or by a scheduled job. Nothing written allows everything; an
 * `@profile` suffix does not matter. Fallbacks and the configured primary are never asked.
 */
export function isAllowedModel(
  config: FailoverConfig,
  agentId: string | null,
  { provider, model }: RequestedModel,
  rules: RunRules['selection'],
): boolean {
  const { defaults } = config
  const agent = agentOf(config, agentId)
  const listed =
    rules.allowList === 'model_policy' ? defaults.allowedModels : [...defaults.modelRefs, ...(agent?.modelRefs ?? [])]
  if (listed === null || (rules.allowList === 'named_models' && listed.length === 0)) return true
  return listed.some((text) => {
    const reference = parseModelRef(text)
    return reference?.provider === provider && reference.model === model
  })
}

/** The default fallbacks that an agent's own model setting puts out of use (R05); none: empty. */
export function shadowedFallbacks(config: FailoverConfig, agentId: string): readonly string[] {
  const own = agentOf(config, agentId)?.model ?? null
  return own !== null && own.primary !== null && own.fallbacks === null ? (config.defaults.model?.fallbacks ?? []) : []
}
