import type { UsageStats } from '../store/types.ts'
import { hasFailureWindowPassed, startedOver } from './counters.ts'
import type { CounterRule, WindowContext, WindowEffect } from './effect-types.ts'
import { explained, unchanged, type EffectReasons } from './effect.ts'
import { lastRecordedUntil, NO_WINDOW, recordedUntil, WINDOW_KINDS } from './records.ts'

/**
 * Removes the windows that have ended, each for itself. Once none is left on record the counters start over, where the
 * policy has it so; where they live on until the failure window has passed, they start over when it has (R36).
 */
export function sweepExpired(stats: UsageStats | null, context: WindowContext): WindowEffect {
  if (!stats) return unchanged(stats, null)
  const expired = WINDOW_KINDS.filter((kind) => {
    const untilMs = recordedUntil(stats, kind)
    return untilMs !== null && context.nowMs >= untilMs
  })
  const swept: UsageStats = Object.assign({}, stats, ...expired.map((kind) => NO_WINDOW[kind]))
  const counters = counterRule(swept, expired.length > 0, context)
  if (expired.length === 0 && counters === null) return unchanged(stats, null)
  const after = counters ? { ...swept, ...startedOver(stats, context.policy) } : swept
  const windows: EffectReasons['windows'] = Object.fromEntries(expired.map((kind) => [kind, { rule: 'expired' }]))
  return explained(stats, after, context, { counters, windows })
}

function counterRule(swept: UsageStats, hasExpired: boolean, context: WindowContext): CounterRule | null {
  if (lastRecordedUntil(swept) !== null) return null
  if (context.policy.windows.countersResetOnExpiry) return hasExpired ? 'expired' : null
  const isCounting = (swept.errorCount ?? 0) > 0 || Object.keys(swept.failureCounts).length > 0
  return isCounting && hasFailureWindowPassed(swept, context) ? 'failure_window_passed' : null
}
