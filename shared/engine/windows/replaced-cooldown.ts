import type { UsageStats } from '../store/types.ts'
import type { WindowContext, WindowRule } from './effect-types.ts'
import { NO_WINDOW, runningUntil } from './records.ts'

/**
 * The cooldown beside a block that was just announced: what is known takes the place of what was guessed. Under a policy
 * that keeps longer cooldowns, one that was running before stays where it ends later than the block.
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
  if (policy.windows.blocks.endsCooldown === 'always') return false
  return (runningUntil(before, 'cooldown', nowMs) ?? 0) > (blocked.blockedUntilMs ?? 0)
}
