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

/**
 * When the account as such becomes usable, whatever the model: windows that are limited to one model do not count.
 * Epoch ms, 0 when none is recorded.
 */
export function accountUnusableUntil(stats: UsageStats, policy: Policy): number {
  const cooldownUntilMs = cooldownScope(stats, policy) === null ? stats.cooldownUntilMs : null
  const hasAccountBlock = policy.order.hasBlocks && blockScope(stats, policy) === null
  return Math.max(cooldownUntilMs ?? 0, stats.disabledUntilMs ?? 0, (hasAccountBlock && stats.blockedUntilMs) || 0)
}

/** Whether a window keeps a profile from being used for a model; null: for any. Profiles of exempt providers never are. */
export function isUnusable(
  stats: UsageStats | null,
  policy: Policy,
  provider: string,
  model: string | null,
  nowMs: number,
): boolean {
  return stats !== null && !isExempt(policy, provider) && nowMs < unusableUntil(stats, policy, model, nowMs)
}

/** Whether the profiles of a provider (normalised id) are never locked. */
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

/** A cooldown is recorded and limited to another model than this one; null: to none but all. */
export function isCooldownOfOtherModel(stats: UsageStats, policy: Policy, model: string | null): boolean {
  if (model === null) return false
  const scope = cooldownScope(stats, policy)
  return scope !== null && scope !== model
}

/** A block is recorded and limited to another model than this one; null: to none but all. */
export function isBlockOfOtherModel(stats: UsageStats, policy: Policy, model: string | null): boolean {
  if (model === null) return false
  const scope = blockScope(stats, policy)
  return scope !== null && scope !== model
}
