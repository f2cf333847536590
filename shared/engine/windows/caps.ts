import type { Policy } from '../policy/index.ts'
import type { UsageStats } from '../store/types.ts'
import { longestCooldownMs, longestDisabledMs } from './lengths.ts'
import type { WindowKind } from './types.ts'
import { accountUnusableUntil, isExempt } from './unusable-until.ts'

/** The longest window of each kind that anything but a hand can open under a policy, in ms from when it is opened. */
export function windowCaps(policy: Policy, provider: string): Readonly<Record<WindowKind, number>> {
  const { usageProbe, blocks, retryHintCapMs, disablingReasons } = policy.windows
  return {
    cooldown: Math.max(
      longestCooldownMs(policy, 'rate_limit'),
      longestCooldownMs(policy, null),
      retryHintCapMs ?? 0,
      ...Object.values(usageProbe.lengthsMs),
    ),
    disabled: Math.max(0, ...disablingReasons.map((reason) => longestDisabledMs(policy, provider, reason))),
    blocked: blocks.capMs,
  }
}

/** Records that cannot be right by the clock: a failure that has not happened yet. */
export interface ClockDoubt {
  readonly flaw: 'failure_in_future'
  /** How far ahead of the clock the last failure lies, in ms. */
  readonly aheadMs: number
  /** When the profile is usable at the latest if the clock is right, epoch ms; now: at once. */
  readonly untilMs: number
}

/**
 * Whether the clock was set back since the last failure. No window outlives that by more than the cap of its kind: what
 * the records name beyond it is an artefact of the clock. Nothing is changed by asking.
 *
 * @returns null where the records agree with the clock
 */
export function clockDoubt(stats: UsageStats, policy: Policy, provider: string, nowMs: number): ClockDoubt | null {
  const { lastFailureAtMs, cooldownUntilMs, cooldownReason, cooldownClassification } = stats
  if (lastFailureAtMs === null || lastFailureAtMs <= nowMs || isExempt(policy, provider)) return null
  const caps = windowCaps(policy, provider)
  const hasPlainCooldown = cooldownClassification === null
  const capMs = { ...caps, cooldown: hasPlainCooldown ? longestCooldownMs(policy, cooldownReason) : caps.cooldown }
  const plausible = (untilMs: number | null, kind: WindowKind): number | null =>
    untilMs === null ? null : Math.min(untilMs, nowMs + capMs[kind])
  const clamped: UsageStats = {
    ...stats,
    cooldownUntilMs: plausible(cooldownUntilMs, 'cooldown'),
    disabledUntilMs: plausible(stats.disabledUntilMs, 'disabled'),
    blockedUntilMs: plausible(stats.blockedUntilMs, 'blocked'),
  }
  return {
    flaw: 'failure_in_future',
    aheadMs: lastFailureAtMs - nowMs,
    untilMs: Math.max(nowMs, accountUnusableUntil({ ...clamped, cooldownModel: null, blockedScope: null }, policy)),
  }
}
