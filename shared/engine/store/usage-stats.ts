import { asRecord, asText, own } from '../record.ts'
import { isFailureReason, type FailureReason } from './failure-reason.ts'
import type { StatsFlaw, UsageStats } from './types.ts'

/** The last instant a date can name; nothing in a routing state can lie behind it. */
export const MAX_TIME_MS = 8_640_000_000_000_000
/** A time in seconds of this century has ten digits; as milliseconds it would lie in 1970. */
const SECONDS = { min: 1e9, max: 1e11 }

/**
 * Reads one record of `usageStats` field by field (R33): a value that cannot be right is left out and named, the rest of
 * the record stays usable.
 */
export function readUsageStats(profileId: string, value: unknown, flaws: StatsFlaw[]): UsageStats | null {
  const entry = asRecord(value)
  if (!entry) return null
  const flag = (field: string, flaw: StatsFlaw['flaw']): null => {
    flaws.push({ profileId, field, flaw })
    return null
  }
  const time = (field: string): number | null => readTime(own(entry, field), (flaw) => flag(field, flaw))
  const reason = (field: string): FailureReason | null => {
    const written = own(entry, field)
    if (written === undefined || isFailureReason(written)) return written ?? null
    return flag(field, 'unknown_value')
  }
  const stats: UsageStats = {
    lastUsedMs: time('lastUsed'),
    cooldownUntilMs: time('cooldownUntil'),
    cooldownReason: reason('cooldownReason'),
    cooldownModel: asText(own(entry, 'cooldownModel')),
    cooldownClassification: oneOf(own(entry, 'cooldownClassification'), ['wham_token_expired', 'wham_account_dead']),
    disabledUntilMs: time('disabledUntil'),
    disabledReason: reason('disabledReason'),
    blockedUntilMs: time('blockedUntil'),
    blockedReason: oneOf(own(entry, 'blockedReason'), ['subscription_limit']),
    blockedSource: oneOf(own(entry, 'blockedSource'), ['codex_rate_limits', 'wham']),
    blockedModel: asText(own(entry, 'blockedModel')),
    blockedScope: oneOf(own(entry, 'blockedScope'), ['model']),
    errorCount: readCount(own(entry, 'errorCount'), (flaw) => flag('errorCount', flaw)),
    failureCounts: readFailureCounts(own(entry, 'failureCounts')),
    lastFailureAtMs: time('lastFailureAt'),
    lastProbeAtMs: time('lastProbeAt'),
  }
  return Object.keys(entry).length === 0 ? null : stats
}

function readTime(value: unknown, flag: (flaw: StatsFlaw['flaw']) => null): number | null {
  if (value === undefined || value === null || value === 0) return null
  if (typeof value === 'string') return flag(/^\s*\d+\s*$/.test(value) ? 'number_as_text' : 'not_a_number')
  if (typeof value !== 'number' || !Number.isFinite(value)) return flag('not_a_number')
  if (value < 0) return flag('negative')
  if (value > MAX_TIME_MS) return flag('not_a_time')
  if (value >= SECONDS.min && value < SECONDS.max) return flag('in_seconds')
  return value
}

function readCount(value: unknown, flag: (flaw: StatsFlaw['flaw']) => null): number | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'number' || !Number.isFinite(value)) return flag('not_a_number') ?? 0
  return value < 0 ? (flag('negative') ?? 0) : Math.trunc(value)
}

function readFailureCounts(value: unknown): UsageStats['failureCounts'] {
  const counts: Partial<Record<FailureReason, number>> = {}
  for (const [reason, count] of Object.entries(asRecord(value) ?? {})) {
    if (isFailureReason(reason) && typeof count === 'number' && Number.isFinite(count) && count > 0)
      counts[reason] = Math.trunc(count)
  }
  return counts
}

function oneOf<const T extends string>(value: unknown, allowed: readonly T[]): T | null {
  return allowed.find((item) => item === value) ?? null
}
