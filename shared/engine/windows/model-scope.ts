import type { UsageStats } from '../store/types.ts'
import type { Announcement, ProfileFailure, WindowContext } from './effect-types.ts'
import { runningUntil } from './records.ts'
import { blockScope, cooldownScope } from './unusable-until.ts'

/**
 * The model that the cooldown is limited to after a failure; null: it covers the profile (R32). A new window takes the
 * model that failed, if the reason can be limited to one. A running window widens to the profile with any failure that
 * is not of its own model, and never narrows.
 */
export function scopeAfterFailure(stats: UsageStats, failure: ProfileFailure, context: WindowContext): string | null {
  const { policy, nowMs } = context
  const canBeScoped = policy.windows.recordsCooldownReason && policy.order.modelScopedReasons.includes(failure.reason)
  if (!canBeScoped) return null
  if (runningUntil(stats, 'cooldown', nowMs) === null) return failure.model
  const scope = cooldownScope(stats, policy)
  return scope === failure.model ? scope : null
}

type BlockedScope = Pick<UsageStats, 'blockedModel' | 'blockedScope'>

const WHOLE_PROFILE: BlockedScope = { blockedModel: null, blockedScope: null }

/**
 * What a block is limited to after an announcement. Like a cooldown it widens and never narrows; where blocks cannot be
 * limited, the model is noted and means nothing.
 */
export function scopeAfterAnnouncement(
  stats: UsageStats,
  { model }: Announcement,
  { policy, nowMs }: WindowContext,
): BlockedScope {
  if (!policy.order.hasModelScopedBlocks) return { blockedModel: model, blockedScope: null }
  const isRunning = runningUntil(stats, 'blocked', nowMs) !== null
  if (model === null || (isRunning && blockScope(stats, policy) !== model)) return WHOLE_PROFILE
  return { blockedModel: model, blockedScope: 'model' }
}
