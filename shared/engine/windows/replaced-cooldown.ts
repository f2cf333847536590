import type { UsageStats } from '../store/types.ts'
import type { WindowContext, WindowRule } from './effect-types.ts'
import { NO_WINDOW, runningUntil } from './records.ts'
import { blockScope, cooldownScope } from './unusable-until.ts'

/**
 * The cooldown beside a block that was just announced: what is known takes the place of what was guessed. Under a policy
 * that keeps longer cooldowns, one that was running before stays where it ends later than the block or covers more.
 *
 * @param before the records before the announcement
 * @param blocked the records with the block
 */
export function cooldownAfterBlock(
  before: UsageStats,
  blocked: UsageStats,
  context: WindowContext,
): { readonly after: UsageStats; readonly rule: WindowRule } {
  const rule = 'block_replaces_cooldown'
  if (!outlastsBlock(before, blocked, context)) return { rule, after: { ...blocked, ...NO_WINDOW.cooldown } }
  const { cooldownUntilMs, cooldownReason, cooldownModel, cooldownClassification } = before
  return { rule, after: { ...blocked, cooldownUntilMs, cooldownReason, cooldownModel, cooldownClassification } }
}

function outlastsBlock(before: UsageStats, blocked: UsageStats, { policy, nowMs }: WindowContext): boolean {
  const untilMs = runningUntil(before, 'cooldown', nowMs)
  if (policy.windows.blocks.endsCooldown === 'always' || untilMs === null) return false
  const scope = blockScope(blocked, policy)
  return untilMs > (blocked.blockedUntilMs ?? 0) || (scope !== null && scope !== cooldownScope(before, policy))
}
