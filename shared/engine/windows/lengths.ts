import type { DoublingLane, Policy } from '../policy/index.ts'
import { own } from '../record.ts'
import type { FailureReason } from '../store/failure-reason.ts'

const MAX_DOUBLINGS = 10

/** Length of the window that the n-th failure in a row opens, in ms (R24, R25, R34, R37). */
export function disabledLengthMs(
  policy: Policy,
  provider: string,
  reason: FailureReason | null,
  failures: number,
): number {
  const { windows } = policy
  if (reason === 'auth_permanent') return doubled(windows.authPermanent, failures)
  const baseMs = own(windows.billingBaseMsByProvider, provider) ?? windows.billing.baseMs
  return doubled({ ...windows.billing, baseMs }, failures)
}

/** Length of the cooldown that the n-th failure in a row opens, in ms. */
export function cooldownLengthMs(policy: Policy, reason: FailureReason | null, failures: number): number {
  const { cooldownLadderMs, rateLimitDoubling } = policy.windows
  if (reason === 'rate_limit' && rateLimitDoubling)
    return doubled(rateLimitDoubling, failures, Number.POSITIVE_INFINITY)
  const rung = Math.min(Math.max(failures, 1), cooldownLadderMs.length)
  return cooldownLadderMs[rung - 1] ?? 0
}

function doubled({ baseMs, capMs }: DoublingLane, failures: number, maxDoublings = MAX_DOUBLINGS): number {
  return Math.min(Math.max(capMs, baseMs), baseMs * 2 ** Math.min(Math.max(failures, 1) - 1, maxDoublings))
}
