import type { Policy } from '../policy/index.ts'
import type { UsageStats } from '../store/types.ts'
import { runningUntil } from './records.ts'
import {
  cooldownScope,
  isBlockOfOtherModel,
  isCooldownOfOtherModel,
  isExempt,
  unusableUntil,
} from './unusable-until.ts'

/** A profile that may be waiting, with its normalised provider id. */
export interface WaitingProfile {
  readonly profileId: string
  readonly provider: string
  /** null: nothing is recorded, so it waits for nothing. */
  readonly stats: UsageStats | null
}

export interface SoonestExpiry {
  /** Epoch ms; may be past. */
  readonly untilMs: number
  /** The profile whose window it is. */
  readonly profileId: string
  readonly rule:
    /** rate limits of the model itself share one quota, so the last of their ends counts */
    | 'latest_rate_limit_of_model'
    /** anything else frees the profile alone, so the first of the ends counts */
    | 'earliest'
}

/**
 * When the first of some profiles can serve a model again (R02). Profiles that nothing keeps from serving it, and
 * profiles of exempt providers, do not count.
 *
 * @param model null: any model
 * @returns null where none of them waits
 */
export function soonestExpiry(
  profiles: readonly WaitingProfile[],
  policy: Policy,
  model: string | null,
  nowMs: number,
): SoonestExpiry | null {
  let latestOfModel: SoonestExpiry | null = null
  let earliest: SoonestExpiry | null = null
  for (const { profileId, provider, stats } of profiles) {
    const untilMs = stats && !isExempt(policy, provider) ? waitsUntil(stats, policy, model, nowMs) : 0
    if (!stats || untilMs === 0) continue
    if (isRateLimitOfModel(stats, policy, model, nowMs)) {
      if (latestOfModel === null || untilMs > latestOfModel.untilMs)
        latestOfModel = { untilMs, profileId, rule: 'latest_rate_limit_of_model' }
    } else if (earliest === null || untilMs < earliest.untilMs) earliest = { untilMs, profileId, rule: 'earliest' }
  }
  if (latestOfModel === null || earliest === null) return latestOfModel ?? earliest
  return latestOfModel.untilMs < earliest.untilMs ? latestOfModel : earliest
}

/** 0: a cooldown of another model is all there is, or nothing. */
function waitsUntil(stats: UsageStats, policy: Policy, model: string | null, nowMs: number): number {
  if (isCooldownOfOtherModel(stats, policy, model) && !isOtherwiseLocked(stats, policy, model, nowMs)) return 0
  return unusableUntil(stats, policy, model, nowMs)
}

function isRateLimitOfModel(stats: UsageStats, policy: Policy, model: string | null, nowMs: number): boolean {
  if (model === null || stats.cooldownReason !== 'rate_limit' || stats.cooldownUntilMs === null) return false
  return cooldownScope(stats, policy) === model && !isOtherwiseLocked(stats, policy, model, nowMs)
}

/** A disable, or a block that covers the model, is running. */
function isOtherwiseLocked(stats: UsageStats, policy: Policy, model: string | null, nowMs: number): boolean {
  if (runningUntil(stats, 'disabled', nowMs) !== null) return true
  const isBlocked = policy.order.hasBlocks && runningUntil(stats, 'blocked', nowMs) !== null
  return isBlocked && !isBlockOfOtherModel(stats, policy, model)
}
