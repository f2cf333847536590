import { parseModelRef, resolvePair } from '../config/model-ref.ts'
import type { FailoverConfig, ModelChoice } from '../config/types.ts'
import type { Policy } from '../policy/index.ts'
import { agentOf, aliasesOf } from './names.ts'
import { configuredPrimary } from './primary.ts'
import type { Candidate, Chain, DroppedReference, RequestedModel, RouteOrigin } from './types.ts'

export interface ChainRequest {
  /** Normalised; null: the defaults. */
  readonly agentId: string | null
  readonly requested: RequestedModel
  /** Takes the place of every configured fallback and of the primary at the end, also when empty; null: none. */
  readonly fallbacksOverride: readonly string[] | null
}

/**
 * The chain of one run (R43): the requested model, then the override list or the configured fallbacks, then, without an
 * override, the configured primary. No list of allowed models filters it. The profile part of a fallback is discarded.
 */
export function candidateChain(config: FailoverConfig, request: ChainRequest, policy: Policy): Chain {
  const agent = agentOf(config, request.agentId)
  const aliases = aliasesOf(config, agent)
  const primary = configuredPrimary(config, request.agentId, policy).reference
  const provider = request.requested.provider.trim().toLowerCase() || primary.provider
  const model = request.requested.model.trim() || primary.model
  const list = chainList()
  list.add(`${provider}/${model}`, 'requested', resolvePair({ provider, model }, primary.provider, aliases))
  const fallbacks =
    request.fallbacksOverride ?? modelPolicy(agent?.model ?? null) ?? config.defaults.model?.fallbacks ?? []
  for (const text of fallbacks) list.add(text, 'configured-fallback', parseModelRef(text, primary.provider, aliases))
  if (request.fallbacksOverride === null)
    list.add(`${primary.provider}/${primary.model}`, 'configured-primary', primary)
  return list.chain()
}

/**
 * The fallbacks that a model setting of its own brings (R05): a list, also an empty one, is taken as it is; a model
 * without a list is strict; a setting that is absent or empty says nothing: null.
 */
export function modelPolicy(choice: ModelChoice | null): readonly string[] | null {
  if (choice === null) return null
  return choice.fallbacks ?? (choice.primary === null ? null : [])
}

interface ChainList {
  add(text: string, origin: RouteOrigin, reference: Pick<Candidate, 'provider' | 'model'> | null): void
  chain(): Chain
}

/** Candidates in the order they come, each model once; what is left out is named. */
export function chainList(): ChainList {
  const byKey = new Map<string, Candidate>()
  const dropped: DroppedReference[] = []
  return {
    add(text, origin, reference) {
      const key = reference && `${reference.provider}/${reference.model}`
      if (reference === null || key === null) dropped.push({ text, origin, code: 'unreadable' })
      else if (!byKey.has(key)) byKey.set(key, { provider: reference.provider, model: reference.model, origin })
      else if (origin !== 'configured-primary') dropped.push({ text, origin, code: 'duplicate' })
    },
    chain: () => ({ candidates: [...byKey.values()], dropped }),
  }
}
