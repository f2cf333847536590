import type { Policy } from '../policy/index.ts'
import { FAILURE_REASONS, type FailureReason } from '../store/failure-reason.ts'
import type { UsageStats } from '../store/types.ts'
import { runningUntil } from './records.ts'
import type { WaitingProfile } from './soonest-expiry.ts'
import { isExempt } from './unusable-until.ts'

/** What one profile says about why nothing is available. */
export interface UnavailabilityVote {
  readonly profileId: string
  readonly reason: FailureReason
  /** 1000 for a running window with a reason; otherwise the number of failures on record, at least 1. */
  readonly points: number
  readonly basis: 'disabled' | 'blocked' | 'cooldown' | 'failure_counts' | 'nothing_on_record'
}

export interface UnavailableReason {
  readonly reason: FailureReason
  /** Sum of the votes by reason. Between equals the more lasting reason wins, in the order of `FAILURE_REASONS`. */
  readonly points: Readonly<Partial<Record<FailureReason, number>>>
  readonly votes: readonly UnavailabilityVote[]
}

const RUNNING_WINDOW_POINTS = 1000

/**
 * Why every one of some profiles is unavailable: the reason with the most points. A profile without a running window
 * says nothing; neither does one of an exempt provider.
 *
 * @returns null where no profile says anything
 */
export function unavailableReason(
  profiles: readonly WaitingProfile[],
  policy: Policy,
  nowMs: number,
): UnavailableReason | null {
  const votes = profiles.flatMap(({ profileId, provider, stats }) =>
    stats && !isExempt(policy, provider)
      ? votesOf(stats, policy, nowMs).map((vote) => Object.assign(vote, { profileId }))
      : [],
  )
  const points: Partial<Record<FailureReason, number>> = {}
  for (const vote of votes) points[vote.reason] = (points[vote.reason] ?? 0) + vote.points
  const best = Math.max(0, ...Object.values(points))
  const reason = FAILURE_REASONS.find((candidate) => points[candidate] === best)
  return reason ? { reason, points, votes } : null
}

type Vote = Omit<UnavailabilityVote, 'profileId'>

function votesOf(stats: UsageStats, policy: Policy, nowMs: number): Vote[] {
  if (stats.disabledReason !== null && runningUntil(stats, 'disabled', nowMs) !== null)
    return [{ reason: stats.disabledReason, points: RUNNING_WINDOW_POINTS, basis: 'disabled' }]
  if (policy.order.hasBlocks && runningUntil(stats, 'blocked', nowMs) !== null)
    return [{ reason: 'rate_limit', points: RUNNING_WINDOW_POINTS, basis: 'blocked' }]
  if (runningUntil(stats, 'cooldown', nowMs) === null) return []
  if (stats.cooldownReason !== null)
    return [{ reason: stats.cooldownReason, points: RUNNING_WINDOW_POINTS, basis: 'cooldown' }]
  const counted = FAILURE_REASONS.flatMap((reason): Vote[] => {
    const points = stats.failureCounts[reason]
    return points === undefined ? [] : [{ reason, points, basis: 'failure_counts' }]
  })
  if (counted.length > 0) return counted
  return [{ reason: policy.windows.unexplainedReason, points: 1, basis: 'nothing_on_record' }]
}
