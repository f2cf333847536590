import {
  isFailureReason,
  readUsageStats,
  toUsageRecord,
  type UsageRecord,
  type UsageStats,
} from '../../../../shared/engine/index.ts'
import { isRecord } from '../../raw-values.ts'
import type { JsonRecord } from '../types.ts'
import { sectionOf, withSection, without } from './sections.ts'

const KNOWN_FIELDS: Readonly<Record<keyof UsageRecord, true>> = {
  lastUsed: true,
  errorCount: true,
  failureCounts: true,
  lastFailureAt: true,
  lastProbeAt: true,
  cooldownUntil: true,
  cooldownReason: true,
  cooldownModel: true,
  cooldownClassification: true,
  disabledUntil: true,
  disabledReason: true,
  blockedUntil: true,
  blockedReason: true,
  blockedSource: true,
  blockedModel: true,
  blockedScope: true,
}

/**
 * Sets what is recorded about a profile. Fields that this program does not know stay; an entry of which nothing is left
 * goes.
 *
 * @param stats null: nothing is recorded
 */
export function withUsage(state: JsonRecord | null, profileId: string, stats: UsageStats | null): JsonRecord | null {
  const all = sectionOf(state, 'usageStats')
  const entry = Object.hasOwn(all, profileId) ? all[profileId] : undefined
  const before = isRecord(entry) ? entry : {}
  const after = merge(before, toUsageRecord(stats))
  if (isRecord(entry) && JSON.stringify(before) === JSON.stringify(after)) return state
  const isEmpty = Object.keys(after).length === 0
  if (isEmpty && entry === undefined) return state
  return withSection(state, 'usageStats', isEmpty ? without(all, profileId) : { ...all, [profileId]: after })
}

/** What is recorded about a profile, as the rules read it; null: nothing. */
export function usageOf(state: JsonRecord | null, profileId: string): UsageStats | null {
  const all = sectionOf(state, 'usageStats')
  return Object.hasOwn(all, profileId) ? readUsageStats(profileId, all[profileId], []) : null
}

function merge(before: JsonRecord, next: UsageRecord): JsonRecord {
  const fields: JsonRecord = { ...next }
  if (next.failureCounts) fields['failureCounts'] = { ...unknownCounts(before['failureCounts']), ...next.failureCounts }
  // Fields keep their places, so that a change is small to look at.
  const kept = Object.entries(before).flatMap(([name, value]): [string, unknown][] => {
    if (!Object.hasOwn(KNOWN_FIELDS, name)) return [[name, value]]
    return Object.hasOwn(fields, name) ? [[name, fields[name]]] : []
  })
  return { ...Object.fromEntries(kept), ...fields }
}

/** Counts of reasons that a newer release knows. */
function unknownCounts(value: unknown): JsonRecord {
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).filter(([reason]) => !isFailureReason(reason)))
}
