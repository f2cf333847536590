import { EMPTY_USAGE_STATS } from '../store/usage-record.ts'
import type { UsageStats } from '../store/types.ts'
import type { Announcement, UsageProbe, WindowContext, WindowEffect } from './effect-types.ts'
import { explained, unchanged } from './effect.ts'
import { scopeAfterAnnouncement } from './model-scope.ts'
import { NO_WINDOW, runningUntil } from './records.ts'
import { cooldownAfterBlock } from './replaced-cooldown.ts'
import { isExempt } from './unusable-until.ts'
import { announcedLength } from './usage-probe.ts'

/**
 * The effect of a reset time that the provider announced: a block until then, capped by the policy, never sooner than a
 * running one ends. It counts as a rate limit, but not as a failure in a row, and takes the place of the cooldown.
 */
export function recordBlock(stats: UsageStats | null, announced: Announcement, context: WindowContext): WindowEffect {
  const { policy, provider, nowMs } = context
  if (!policy.order.hasBlocks) return unchanged(stats, 'no_blocks')
  if (isExempt(policy, provider)) return unchanged(stats, 'exempt_provider')
  const asked = announcedLength(announced.untilMs, context)
  if (!asked) return unchanged(stats, 'not_in_future')
  const before = stats ?? EMPTY_USAGE_STATS
  const blocked: UsageStats = {
    ...before,
    blockedUntilMs: Math.max(runningUntil(before, 'blocked', nowMs) ?? 0, asked.untilMs),
    blockedReason: 'subscription_limit',
    blockedSource: announced.source,
    ...scopeAfterAnnouncement(before, announced, context),
    lastFailureAtMs: nowMs,
    failureCounts: { ...before.failureCounts, rate_limit: (before.failureCounts.rate_limit ?? 0) + 1 },
  }
  const { after, rule } = cooldownAfterBlock(before, blocked, context)
  return explained(stats, after, context, {
    counters: 'announced',
    windows: { blocked: { rule: asked.rule, asked }, cooldown: { rule } },
  })
}

/**
 * Whether a running block is due for another look at the usage endpoint: it stands alone, and the last answer is old
 * enough. Who asks records the answer with `recordReprobe`.
 */
export function isReprobeDue(stats: UsageStats, { policy, nowMs }: WindowContext): boolean {
  const { reprobeAfterMs } = policy.windows.usageProbe
  const isBlocked = stats.blockedReason === 'subscription_limit' && runningUntil(stats, 'blocked', nowMs) !== null
  if (reprobeAfterMs === null || !isBlocked) return false
  if (runningUntil(stats, 'cooldown', nowMs) !== null || runningUntil(stats, 'disabled', nowMs) !== null) return false
  return stats.lastProbeAtMs === null || nowMs - stats.lastProbeAtMs >= reprobeAfterMs
}

/**
 * The effect of another look at a running block: capacity ends it, a later reset moves it with its scope kept, every
 * other answer leaves it. It is no failure, so nothing is counted.
 */
export function recordReprobe(stats: UsageStats | null, probe: UsageProbe, context: WindowContext): WindowEffect {
  const untilMs = stats && runningUntil(stats, 'blocked', context.nowMs)
  if (!stats || untilMs === null) return unchanged(stats, 'no_block')
  const asked = probe.outcome === 'exhausted' ? announcedLength(probe.untilMs, context) : null
  const isOver = probe.outcome === 'available'
  const after: UsageStats = {
    ...stats,
    lastProbeAtMs: context.policy.windows.usageProbe.recordsProbeTime ? context.nowMs : stats.lastProbeAtMs,
    ...(isOver ? NO_WINDOW.blocked : {}),
    ...(asked ? { blockedUntilMs: Math.max(untilMs, asked.untilMs), blockedSource: 'wham' } : {}),
  }
  const rule = isOver ? 'usage_probe_available' : asked ? asked.rule : 'usage_probe_failed'
  return explained(stats, after, context, { counters: null, windows: { blocked: { rule, asked } } })
}
