import type { Policy } from '../policy/index.ts'
import type { UsageStats } from '../store/types.ts'

/**
 * When the last window that counts ends: epoch ms, 0 when none is recorded. The profile is unusable while
 * `nowMs < unusableUntil`; at the instant itself it is usable again. Without a model every window counts (R18, R32).
 *
 * @param model the requested model, so that windows of other models do not count; null: all models
 * @param nowMs decides only whether a disable or block is still running and so ends the model scope of a cooldown
 */
export function unusableUntil(stats: UsageStats, policy: Policy, model: string | null, nowMs: number): number {
  const rules = policy.order
  const disabledUntilMs = stats.disabledUntilMs ?? 0
  const blockedUntilMs = rules.hasBlocks && !isBlockOfOtherModel(stats, policy, model) ? (stats.blockedUntilMs ?? 0) : 0
  const others = Math.max(disabledUntilMs, blockedUntilMs)
  const cooldownUntilMs = stats.cooldownUntilMs ?? 0
  if (cooldownUntilMs <= others) return others
  const endsScope = nowMs < disabledUntilMs || (rules.blockEndsModelScope && nowMs < blockedUntilMs)
  return !endsScope && isCooldownOfOtherModel(stats, policy, model) ? others : cooldownUntilMs
}

export function isExempt(policy: Policy, provider: string): boolean {
  return policy.windows.exemptProviders.includes(provider)
}

/** The model a running cooldown is limited to; null: it covers the profile. */
export function cooldownScope(stats: UsageStats, policy: Policy): string | null {
  const isScoped = stats.cooldownReason !== null && policy.order.modelScopedReasons.includes(stats.cooldownReason)
  return isScoped ? stats.cooldownModel : null
}

/** The model a block is limited to; null: it covers the profile. */
export function blockScope(stats: UsageStats, policy: Policy): string | null {
  return policy.order.hasModelScopedBlocks && stats.blockedScope === 'model' ? stats.blockedModel : null
}

function isCooldownOfOtherModel(stats: UsageStats, policy: Policy, model: string | null): boolean {
  if (model === null) return false
  const scope = cooldownScope(stats, policy)
  return scope !== null && scope !== model
}

function isBlockOfOtherModel(stats: UsageStats, policy: Policy, model: string | null): boolean {
  if (model === null) return false
  const scope = blockScope(stats, policy)
  return scope !== null && scope !== model
}
