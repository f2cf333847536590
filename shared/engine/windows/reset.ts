import { EMPTY_USAGE_STATS } from '../store/usage-record.ts'
import type { UsageStats } from '../store/types.ts'
import type { ClearCause, WindowContext, WindowEffect } from './effect-types.ts'
import { explained, unchanged } from './effect.ts'
import { NO_WINDOW } from './records.ts'

const NOTHING_LOCKED: Partial<UsageStats> = {
  ...NO_WINDOW.cooldown,
  ...NO_WINDOW.disabled,
  ...NO_WINDOW.blocked,
  errorCount: 0,
  failureCounts: {},
}

/**
 * The effect of a call that succeeded: every window and counter is gone, and the use is noted. The time of the last
 * failure stays on record. An inherited profile is not noted as used where the policy says so.
 */
export function recordSuccess(stats: UsageStats | null, context: WindowContext): WindowEffect {
  const { usageProbe, recordsInheritedUse } = context.policy.windows
  return reset(stats, 'success', context, {
    ...(context.isInherited && !recordsInheritedUse ? {} : { lastUsedMs: context.nowMs }),
    ...(usageProbe.recordsProbeTime ? { lastProbeAtMs: context.nowMs } : {}),
  })
}

/** The effect of noting a use apart from its success, as older releases do: the same, without the time of a probe. */
export function recordUse(stats: UsageStats | null, context: WindowContext): WindowEffect {
  return reset(stats, 'use', context, { lastUsedMs: context.nowMs })
}

/**
 * The effect of clearing by hand, and of a new credential under the same id: every window and counter is gone, the times
 * of use and failure stay. Nothing recorded: nothing to clear.
 */
export function clearWindows(
  stats: UsageStats | null,
  context: WindowContext,
  cause: ClearCause = 'manual_clear',
): WindowEffect {
  if (!stats) return unchanged(stats, 'no_record')
  if (context.policy.windows.clears === 'everything') return reset(stats, cause, context, {})
  const after = { ...stats, ...NO_WINDOW.cooldown, errorCount: 0 }
  return explained(stats, after, context, { counters: cause, windows: { cooldown: { rule: cause } } })
}

function reset(
  stats: UsageStats | null,
  rule: ClearCause | 'success' | 'use',
  context: WindowContext,
  times: Partial<UsageStats>,
): WindowEffect {
  const after: UsageStats = { ...(stats ?? EMPTY_USAGE_STATS), ...NOTHING_LOCKED, ...times }
  const windows = { cooldown: { rule }, disabled: { rule }, blocked: { rule } }
  return explained(stats, after, context, { counters: rule, windows })
}
