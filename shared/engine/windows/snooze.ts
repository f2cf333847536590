import { EMPTY_USAGE_STATS } from '../store/usage-record.ts'
import type { UsageStats } from '../store/types.ts'
import { MAX_TIME_MS } from '../store/usage-stats.ts'
import type { AskedLength, WindowContext, WindowEffect } from './effect-types.ts'
import { explained, unchanged } from './effect.ts'
import { runningUntil } from './records.ts'
import { isExempt } from './unusable-until.ts'

/**
 * The effect of locking a profile by hand until a chosen time. It takes the `disabled` window: that one covers every
 * model, and no announcement ends it. A running one never ends sooner for it and keeps its reason; a new one has none,
 * so that nothing is mistaken for a billing failure. Nothing is counted.
 *
 * @param untilMs epoch ms; the caller's choice, not capped by the policy
 */
export function snooze(stats: UsageStats | null, untilMs: number, context: WindowContext): WindowEffect {
  if (isExempt(context.policy, context.provider)) return unchanged(stats, 'exempt_provider')
  if (!Number.isFinite(untilMs) || untilMs <= context.nowMs || untilMs > MAX_TIME_MS)
    return unchanged(stats, 'not_in_future')
  const before = stats ?? EMPTY_USAGE_STATS
  const runningMs = runningUntil(before, 'disabled', context.nowMs)
  const lengthMs = untilMs - context.nowMs
  const asked: AskedLength = { rule: 'snooze', rung: null, failures: null, lengthMs, untilMs }
  const after: UsageStats = {
    ...before,
    disabledUntilMs: Math.max(runningMs ?? 0, untilMs),
    disabledReason: runningMs === null ? null : before.disabledReason,
  }
  return explained(stats, after, context, { counters: null, windows: { disabled: { rule: 'snooze', asked } } })
}
