import type { DoublingLane, Policy } from '../policy/index.ts'
import { own } from '../record.ts'
import type { FailureReason } from '../store/failure-reason.ts'
import { MAX_TIME_MS } from '../store/usage-stats.ts'
import type { AskedLength, Counters, WindowContext } from './effect-types.ts'

const MAX_DOUBLINGS = 10

/** Length of the window that the n-th failure in a row opens, in ms (R34, R37). */
export function disabledLengthMs(
  policy: Policy,
  provider: string,
  reason: FailureReason | null,
  failures: number,
): number {
  return doubled(disabledLane(policy, provider, reason), failures)
}

/** Length of the cooldown that the n-th failure in a row opens, in ms (R24, R25). */
export function cooldownLengthMs(policy: Policy, reason: FailureReason | null, failures: number): number {
  const { cooldownLadderMs, rateLimitDoubling } = policy.windows
  if (reason === 'rate_limit' && rateLimitDoubling)
    return doubled(rateLimitDoubling, failures, Number.POSITIVE_INFINITY)
  const rung = Math.min(Math.max(failures, 1), cooldownLadderMs.length)
  return cooldownLadderMs[rung - 1] ?? 0
}

/** The longest window that failures of a reason can open, in ms. */
export function longestDisabledMs(policy: Policy, provider: string, reason: FailureReason | null): number {
  return capOf(disabledLane(policy, provider, reason))
}

/** The longest cooldown that failures of a reason can open, in ms. */
export function longestCooldownMs(policy: Policy, reason: FailureReason | null): number {
  const { cooldownLadderMs, rateLimitDoubling } = policy.windows
  if (reason === 'rate_limit' && rateLimitDoubling) return capOf(rateLimitDoubling)
  return Math.max(0, ...cooldownLadderMs)
}

/** What the failure just counted asks of the long lane: its rung is the number of failures of the same reason. */
export function askDisabled(reason: FailureReason, counters: Counters, context: WindowContext): AskedLength {
  const failures = counters.failureCounts[reason] ?? 1
  const rule = reason === 'auth_permanent' ? 'permanent_auth_doubling' : 'billing_doubling'
  const lengthMs = disabledLengthMs(context.policy, context.provider, reason, failures)
  return { rule, rung: failures, failures, lengthMs, untilMs: untilAfter(context.nowMs, lengthMs) }
}

/** What the failure just counted asks of the short lane: the ladder counts all failures, the doubling rate limits. */
export function askCooldown(reason: FailureReason, counters: Counters, { policy, nowMs }: WindowContext): AskedLength {
  const doubles = reason === 'rate_limit' && policy.windows.rateLimitDoubling !== null
  const failures = (doubles ? counters.failureCounts.rate_limit : counters.errorCount) ?? 1
  const lengthMs = cooldownLengthMs(policy, reason, failures)
  return {
    rule: doubles ? 'rate_limit_doubling' : 'cooldown_ladder',
    rung: doubles ? failures : Math.min(failures, policy.windows.cooldownLadderMs.length),
    failures,
    lengthMs,
    untilMs: untilAfter(nowMs, lengthMs),
  }
}

/**
 * The end of a span from now, epoch ms: at least a millisecond away, and now itself where it would lie behind the last
 * instant that a date can name.
 */
export function untilAfter(nowMs: number, lengthMs: number): number {
  const untilMs = nowMs + Math.max(1, lengthMs)
  return untilMs <= MAX_TIME_MS ? untilMs : nowMs
}

function disabledLane(policy: Policy, provider: string, reason: FailureReason | null): DoublingLane {
  const { authPermanent, billing, billingBaseMsByProvider } = policy.windows
  if (reason === 'auth_permanent' && authPermanent) return authPermanent
  return { ...billing, baseMs: own(billingBaseMsByProvider, provider) ?? billing.baseMs }
}

function doubled(lane: DoublingLane, failures: number, maxDoublings = MAX_DOUBLINGS): number {
  return Math.min(capOf(lane), lane.baseMs * 2 ** Math.min(Math.max(failures, 1) - 1, maxDoublings))
}

function capOf({ baseMs, capMs }: DoublingLane): number {
  return Math.max(capMs, baseMs)
}
