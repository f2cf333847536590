import { EMPTY_USAGE_STATS } from '../store/usage-record.ts'
import type { UsageStats } from '../store/types.ts'
import { countFailure } from './counters.ts'
import type { AskedLength, IgnoreRule, ProfileFailure, WindowContext, WindowEffect } from './effect-types.ts'
import { explained, unchanged, type EffectReasons } from './effect.ts'
import { askCooldown, askDisabled, untilAfter } from './lengths.ts'
import { scopeAfterFailure } from './model-scope.ts'
import { runningUntil } from './records.ts'
import { blockScope, isExempt } from './unusable-until.ts'
import { withUsageProbe } from './usage-probe.ts'

/**
 * The effect of a failed call: counts it and opens, widens or keeps a window. A running window never ends sooner for it;
 * whether it may end later is a matter of policy. The reason of a window is that of the last failure inside it, also
 * where its end stays.
 *
 * @param stats null: nothing is recorded about the profile yet
 */
export function recordFailure(stats: UsageStats | null, failure: ProfileFailure, context: WindowContext): WindowEffect {
  const before = stats ?? EMPTY_USAGE_STATS
  const ignored = ignoreRule(before, failure, context)
  if (ignored) return unchanged(stats, ignored)
  const { counters, rule } = countFailure(before, failure.reason, context)
  const counted: UsageStats = {
    ...before,
    ...counters,
    lastFailureAtMs: context.nowMs,
    cooldownClassification: null,
  }
  const { after, windows } = context.policy.windows.disablingReasons.includes(failure.reason)
    ? disable(before, counted, failure, context)
    : coolDown(before, counted, failure, context)
  return explained(stats, after, context, { counters: rule, windows })
}

/** Why a failure leaves the records alone; null: it does not. */
function ignoreRule(
  stats: UsageStats,
  { reason, model, usageProbe }: ProfileFailure,
  context: WindowContext,
): IgnoreRule | null {
  const { policy, provider, nowMs } = context
  const { blocks, inlineKeyReasons, probeOnlyReasons } = policy.windows
  if (isExempt(policy, provider)) return 'exempt_provider'
  if (context.isInlineKey && !inlineKeyReasons.includes(reason)) return 'inline_key'
  if (probeOnlyReasons.includes(reason) && !usageProbe) return 'needs_usage_probe'
  const isBlocked = stats.blockedReason === 'subscription_limit' && runningUntil(stats, 'blocked', nowMs) !== null
  if (reason !== 'rate_limit' || !blocks.absorbsRateLimits || !isBlocked) return null
  const scope = blockScope(stats, policy)
  return scope === null || scope === model ? 'covered_by_block' : null
}

interface WindowsAfter {
  readonly after: UsageStats
  readonly windows: EffectReasons['windows']
}

function disable(
  before: UsageStats,
  counted: UsageStats,
  { reason }: ProfileFailure,
  context: WindowContext,
): WindowsAfter {
  const asked = askDisabled(reason, counted, context)
  const disabledUntilMs = endOf(runningUntil(before, 'disabled', context.nowMs), asked, context)
  return {
    after: { ...counted, disabledUntilMs, disabledReason: reason },
    windows: {
      disabled: { rule: asked.rule, asked },
      ...(before.cooldownClassification === null ? {} : { cooldown: { rule: 'classification_outdated' } }),
    },
  }
}

function coolDown(
  before: UsageStats,
  counted: UsageStats,
  failure: ProfileFailure,
  context: WindowContext,
): WindowsAfter {
  const { recordsCooldownReason } = context.policy.windows
  const runningMs = runningUntil(before, 'cooldown', context.nowMs)
  const asked = askCooldown(failure.reason, counted, context)
  const hinted = hintedLength(failure, asked, context)
  const untilMs = hinted ? Math.max(runningMs ?? 0, hinted.untilMs) : endOf(runningMs, asked, context)
  const after: UsageStats = {
    ...counted,
    cooldownUntilMs: untilMs,
    cooldownReason: recordsCooldownReason ? failure.reason : null,
    cooldownModel: scopeAfterFailure(before, failure, context),
  }
  const own = hinted ?? asked
  if (!failure.usageProbe) return { after, windows: { cooldown: { rule: own.rule, asked: own } } }
  return withUsageProbe(before, { after, asked: own }, failure.reason, failure.usageProbe, context)
}

/** When a window ends: a running one where it did, or, if running windows move, at the later of the two ends. */
function endOf(runningMs: number | null, asked: AskedLength, { policy }: WindowContext): number {
  if (runningMs === null) return asked.untilMs
  return policy.windows.runningWindowsMove ? Math.max(runningMs, asked.untilMs) : runningMs
}

/** The provider's retry hint, if the policy heeds it and it asks for more than the rung; capped. */
function hintedLength({ retryAtMs }: ProfileFailure, asked: AskedLength, context: WindowContext): AskedLength | null {
  const lengthMs = Math.min((retryAtMs ?? 0) - context.nowMs, context.policy.windows.retryHintCapMs ?? 0)
  if (!(lengthMs > asked.lengthMs)) return null
  return { rule: 'retry_hint', rung: null, failures: null, lengthMs, untilMs: untilAfter(context.nowMs, lengthMs) }
}
