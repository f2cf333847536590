import type { Policy } from '../policy/index.ts'
import type { FailureReason } from '../store/failure-reason.ts'
import type { UsageStats } from '../store/types.ts'
import type { CounterRule, Counters, WindowContext } from './effect-types.ts'
import { lastRecordedUntil } from './records.ts'

/** The counters with one more failure of a reason, started over before it where the policy says so (R36). */
export function countFailure(
  stats: UsageStats,
  reason: FailureReason,
  context: WindowContext,
): { readonly counters: Counters; readonly rule: CounterRule } {
  const rule = startOver(stats, context)
  const from = rule === 'counted' ? stats : startedOver(stats, context.policy)
  return {
    rule,
    counters: {
      errorCount: (from.errorCount ?? 0) + 1,
      failureCounts: { ...from.failureCounts, [reason]: (from.failureCounts[reason] ?? 0) + 1 },
    },
  }
}

/** Counters at zero, apart from the counts that outlive a start-over. */
export function startedOver({ failureCounts }: UsageStats, { windows }: Policy): Counters {
  const lasting = windows.lastingCounts.flatMap((reason) => {
    const count = failureCounts[reason]
    return count === undefined ? [] : [[reason, count] as const]
  })
  return { errorCount: 0, failureCounts: Object.fromEntries(lasting) }
}

/** The last failure is older than the failure window; exactly as old does not count. */
export function hasFailureWindowPassed({ lastFailureAtMs }: UsageStats, { policy, nowMs }: WindowContext): boolean {
  return lastFailureAtMs !== null && nowMs - lastFailureAtMs > policy.windows.failureWindowMs
}

function startOver(stats: UsageStats, context: WindowContext): CounterRule {
  if (hasFailureWindowPassed(stats, context)) return 'restarted_after_failure_window'
  const lastUntilMs = context.policy.windows.countersResetOnExpiry ? lastRecordedUntil(stats) : null
  return lastUntilMs !== null && context.nowMs >= lastUntilMs ? 'restarted_after_expiry' : 'counted'
}
