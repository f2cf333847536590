import { parseModelRef, type ModelRef } from '../config/model-ref.ts'
import type { FailoverConfig } from '../config/types.ts'
import type { Policy } from '../policy/index.ts'
import { agentOf, aliasesOf, providerOfBareModel } from './names.ts'

/** Where the primary of an agent comes from. */
export type PrimarySource =
  /** the agent's own model setting */
  | 'agent'
  /** `agents.defaults.model` */
  | 'defaults'
  /** nobody names one, and `openai` is not among the configured providers: the first model of the first that is */
  | 'first_provider'
  /** nobody names one: the model built into OpenClaw */
  | 'built_in'

export interface Primary {
  readonly reference: ModelRef
  readonly source: PrimarySource
}

/**
 * The model an agent uses where nothing else is selected (R04, R05). A primary that lacks a half counts as none.
 *
 * @param agentId normalised; null: the defaults
 */
export function configuredPrimary(config: FailoverConfig, agentId: string | null, policy: Policy): Primary {
  const agent = agentOf(config, agentId)
  const aliases = aliasesOf(config, agent)
  const written = agent?.model?.primary ?? config.defaults.model?.primary ?? null
  const source = agent?.model?.primary ? 'agent' : 'defaults'
  const named = written === null ? null : parseModelRef(written, providerOfBareModel(config, agent, written), aliases)
  if (named) return { reference: named, source }
  const first = firstConfigured(config)
  if (first) return { reference: first, source: 'first_provider' }
  const builtIn = parseModelRef(policy.builtInModel)
  return {
    reference: builtIn ?? { provider: 'openai', model: policy.builtInModel, profileId: null },
    source: 'built_in',
  }
}

function firstConfigured(config: FailoverConfig): ModelRef | null {
  if (config.providers.some(({ id }) => id === 'openai')) return null
  const provider = config.providers.find(({ modelIds }) => modelIds.length > 0)
  const model = provider?.modelIds[0]
  return provider && model !== undefined ? { provider: provider.id, model, profileId: null } : null
}
