import type { UsageStats } from '../store/types.ts'
import type { WindowRecord } from './effect-types.ts'
import type { WindowKind } from './types.ts'

export const WINDOW_KINDS = ['cooldown', 'disabled', 'blocked'] as const satisfies readonly WindowKind[]

/** What removes a window from the records, by kind. */
export const NO_WINDOW = {
  cooldown: { cooldownUntilMs: null, cooldownReason: null, cooldownModel: null, cooldownClassification: null },
  disabled: { disabledUntilMs: null, disabledReason: null },
  blocked: { blockedUntilMs: null, blockedReason: null, blockedSource: null, blockedModel: null, blockedScope: null },
} as const satisfies Record<WindowKind, Partial<UsageStats>>

/** When a window of a kind ends according to the records: epoch ms; null: none is recorded. */
export function recordedUntil(stats: UsageStats, kind: WindowKind): number | null {
  return stats[`${kind}UntilMs`]
}

/** The end of a running window; null: none of the kind is running. At its end a window is over. */
export function runningUntil(stats: UsageStats, kind: WindowKind, nowMs: number): number | null {
  const untilMs = recordedUntil(stats, kind)
  return untilMs !== null && nowMs < untilMs ? untilMs : null
}

/** The latest end on record, whatever it covers; null: no window is recorded. */
export function lastRecordedUntil(stats: UsageStats): number | null {
  const untils = WINDOW_KINDS.flatMap((kind) => recordedUntil(stats, kind) ?? [])
  return untils.length > 0 ? Math.max(...untils) : null
}

/** The fields of a window of a kind; null: none is recorded. */
export function windowRecord(stats: UsageStats, kind: WindowKind): WindowRecord | null {
  const record = fieldsOf(stats, kind)
  return Object.values(record).every((value) => value === null) ? null : record
}

function fieldsOf(stats: UsageStats, kind: WindowKind): WindowRecord {
  const none = { untilMs: null, reason: null, model: null, scope: null, source: null, classification: null }
  if (kind === 'disabled') return { ...none, untilMs: stats.disabledUntilMs, reason: stats.disabledReason }
  if (kind === 'cooldown')
    return {
      ...none,
      untilMs: stats.cooldownUntilMs,
      reason: stats.cooldownReason,
      model: stats.cooldownModel,
      classification: stats.cooldownClassification,
    }
  return {
    ...none,
    untilMs: stats.blockedUntilMs,
    reason: stats.blockedReason,
    model: stats.blockedModel,
    scope: stats.blockedScope,
    source: stats.blockedSource,
  }
}
