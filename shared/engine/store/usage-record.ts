import type { UsageStats } from './types.ts'

/** One record of `usageStats` in the form of the routing state (R33). Times in epoch ms; what is not recorded is absent. */
export interface UsageRecord {
  lastUsed?: number
  errorCount?: number
  failureCounts?: Record<string, number>
  lastFailureAt?: number
  lastProbeAt?: number
  cooldownUntil?: number
  cooldownReason?: string
  cooldownModel?: string
  cooldownClassification?: string
  disabledUntil?: number
  disabledReason?: string
  blockedUntil?: number
  blockedReason?: string
  blockedSource?: string
  blockedModel?: string
  blockedScope?: string
}

/** Records without anything on them; the start of a profile that was never used. */
export const EMPTY_USAGE_STATS: UsageStats = {
  lastUsedMs: null,
  cooldownUntilMs: null,
  cooldownReason: null,
  cooldownModel: null,
  cooldownClassification: null,
  disabledUntilMs: null,
  disabledReason: null,
  blockedUntilMs: null,
  blockedReason: null,
  blockedSource: null,
  blockedModel: null,
  blockedScope: null,
  errorCount: null,
  failureCounts: {},
  lastFailureAtMs: null,
  lastProbeAtMs: null,
}

/**
 * The inverse of `readUsageStats`: exactly the fields that are recorded, under the names of the document. Fields of
 * newer releases are not among them; who writes a record back keeps those of the record it replaces.
 *
 * @param stats null: nothing is recorded, which gives an empty record
 */
export function toUsageRecord(stats: UsageStats | null): UsageRecord {
  if (!stats) return {}
  const fields: { readonly [K in keyof UsageRecord]-?: UsageRecord[K] | null } = {
    lastUsed: stats.lastUsedMs,
    errorCount: stats.errorCount,
    failureCounts: Object.keys(stats.failureCounts).length > 0 ? { ...stats.failureCounts } : null,
    lastFailureAt: stats.lastFailureAtMs,
    lastProbeAt: stats.lastProbeAtMs,
    cooldownUntil: stats.cooldownUntilMs,
    cooldownReason: stats.cooldownReason,
    cooldownModel: stats.cooldownModel,
    cooldownClassification: stats.cooldownClassification,
    disabledUntil: stats.disabledUntilMs,
    disabledReason: stats.disabledReason,
    blockedUntil: stats.blockedUntilMs,
    blockedReason: stats.blockedReason,
    blockedSource: stats.blockedSource,
    blockedModel: stats.blockedModel,
    blockedScope: stats.blockedScope,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}
