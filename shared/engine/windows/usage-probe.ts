import { MAX_TIME_MS } from '../store/usage-stats.ts'
import type { FailureReason } from '../store/failure-reason.ts'
import type { UsageStats } from '../store/types.ts'
import type { AskedLength, UsageProbe, WindowContext, WindowRule } from './effect-types.ts'
import type { EffectReasons } from './effect.ts'
import { untilAfter } from './lengths.ts'
import { NO_WINDOW, runningUntil } from './records.ts'
import { cooldownAfterBlock } from './replaced-cooldown.ts'

type Outcome = Exclude<UsageProbe['outcome'], 'exhausted'>

const RULES = {
  available: 'usage_probe_available',
  token_expired: 'usage_probe_token_expired',
  account_dead: 'usage_probe_account_dead',
  http_error: 'usage_probe_http_error',
  failed: 'usage_probe_failed',
} as const satisfies Record<Outcome, WindowRule>

/** What a refused credential is called in the records. */
const REFUSALS = {
  token_expired: { cooldownReason: 'auth', cooldownClassification: 'wham_token_expired' },
  account_dead: { cooldownReason: 'auth_permanent', cooldownClassification: 'wham_account_dead' },
} as const

interface Probed {
  readonly after: UsageStats
  readonly windows: EffectReasons['windows']
}

/**
 * What the answer of the usage endpoint makes of a failure: it replaces the length that the rule asked for, or puts a
 * block with the announced end in the place of the cooldown. It never ends a window that was running before the failure
 * sooner, except a block that the answer refutes.
 *
 * @param before the records before the failure
 * @param failed the records with the failure, and the length it asked for
 */
export function withUsageProbe(
  before: UsageStats,
  failed: { readonly after: UsageStats; readonly asked: AskedLength },
  reason: FailureReason,
  probe: UsageProbe,
  context: WindowContext,
): Probed {
  const { usageProbe } = context.policy.windows
  const unprobed: Probed = {
    after: failed.after,
    windows: { cooldown: { rule: failed.asked.rule, asked: failed.asked } },
  }
  if (!usageProbe.reasons.includes(reason)) return unprobed
  const after = usageProbe.recordsProbeTime ? { ...failed.after, lastProbeAtMs: context.nowMs } : failed.after
  if (probe.outcome === 'exhausted') {
    const asked = announcedLength(probe.untilMs, context)
    return asked ? exhausted(before, after, asked, context) : answered(before, { ...failed, after }, 'failed', context)
  }
  return answered(before, { ...failed, after }, probe.outcome, context)
}

/** An announced end as a length: capped by the policy; null: it is not a time in the future. */
export function announcedLength(untilMs: number, { policy, nowMs }: WindowContext): AskedLength | null {
  if (!Number.isFinite(untilMs) || untilMs <= nowMs) return null
  const cappedMs = Math.min(untilMs, nowMs + policy.windows.blocks.capMs, MAX_TIME_MS)
  return { rule: 'announced_reset', rung: null, failures: null, lengthMs: cappedMs - nowMs, untilMs: cappedMs }
}

function exhausted(before: UsageStats, failed: UsageStats, asked: AskedLength, context: WindowContext): Probed {
  const blocked: UsageStats = {
    ...failed,
    blockedUntilMs: Math.max(runningUntil(before, 'blocked', context.nowMs) ?? 0, asked.untilMs),
    blockedReason: 'subscription_limit',
    blockedSource: 'wham',
    blockedModel: null,
    blockedScope: null,
  }
  const { after, rule } = cooldownAfterBlock(before, blocked, context)
  return { after, windows: { blocked: { rule: asked.rule, asked }, cooldown: { rule } } }
}

function answered(
  before: UsageStats,
  failed: { readonly after: UsageStats; readonly asked: AskedLength },
  outcome: Outcome,
  context: WindowContext,
): Probed {
  const rules = context.policy.windows.usageProbe
  const isUndecided = outcome === 'http_error' || outcome === 'failed'
  if (isUndecided && rules.keepsRateLimitLength && failed.after.cooldownReason === 'rate_limit')
    return { after: failed.after, windows: { cooldown: { rule: failed.asked.rule, asked: failed.asked } } }
  const lengthMs = rules.lengthsMs[outcome]
  const untilMs = untilAfter(context.nowMs, lengthMs)
  const asked = { rule: RULES[outcome], rung: null, failures: null, lengthMs, untilMs }
  const endsBlock = outcome === 'available' && rules.availableEndsBlock
  return {
    after: {
      ...failed.after,
      cooldownUntilMs: Math.max(runningUntil(before, 'cooldown', context.nowMs) ?? 0, untilMs),
      ...(outcome in REFUSALS && rules.namesRefusals
        ? { ...REFUSALS[outcome as keyof typeof REFUSALS], cooldownModel: null }
        : {}),
      ...(endsBlock ? NO_WINDOW.blocked : {}),
    },
    windows: { cooldown: { rule: asked.rule, asked }, ...(endsBlock ? { blocked: { rule: asked.rule } } : {}) },
  }
}
