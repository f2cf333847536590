import { EMPTY_USAGE_STATS } from '../store/usage-record.ts'
import type { UsageStats } from '../store/types.ts'
import type {
  AskedLength,
  CounterChange,
  CounterRule,
  IgnoreRule,
  TimeChange,
  WindowChange,
  WindowContext,
  WindowEffect,
  WindowRule,
} from './effect-types.ts'
import { runningUntil, WINDOW_KINDS, windowRecord } from './records.ts'
import type { WindowKind } from './types.ts'
import { blockScope, cooldownScope } from './unusable-until.ts'

/** The rules that decided, from which an effect is explained. */
export interface EffectReasons {
  /** For each kind of window that a rule touched, also where it stays as it was. */
  readonly windows: Partial<Record<WindowKind, { readonly rule: WindowRule; readonly asked?: AskedLength | null }>>
  /** null: the counters stay. */
  readonly counters: CounterRule | null
}

/** Nothing is recorded, and why; null: there was nothing to change. */
export function unchanged(stats: UsageStats | null, ignored: IgnoreRule | null): WindowEffect {
  return { stats, ignored, windows: [], counters: null, times: [] }
}

/**
 * Compares the records before and after and names each difference with the rule that made it. Where a rule touched a
 * window without changing it, the window is named as kept.
 */
export function explained(
  before: UsageStats | null,
  after: UsageStats,
  context: WindowContext,
  reasons: EffectReasons,
): WindowEffect {
  const from = before ?? EMPTY_USAGE_STATS
  return {
    stats: after,
    ignored: null,
    windows: WINDOW_KINDS.flatMap((kind) => windowChange(from, after, context, kind, reasons.windows[kind]) ?? []),
    counters: reasons.counters && counterChange(from, after, reasons.counters),
    times: timeChanges(from, after),
  }
}

function windowChange(
  before: UsageStats,
  after: UsageStats,
  context: WindowContext,
  kind: WindowKind,
  reason: EffectReasons['windows'][WindowKind],
): WindowChange | null {
  const [from, to] = [windowRecord(before, kind), windowRecord(after, kind)]
  if (!reason || (from === null && to === null)) return null
  const runningMs = runningUntil(before, kind, context.nowMs)
  return {
    kind,
    rule: reason.rule,
    action: actionOf(to?.untilMs ?? null, runningMs),
    asked: reason.asked ?? null,
    scope: to && scopeChange(modelOf(before, kind, context), modelOf(after, kind, context), runningMs !== null),
    before: from,
    after: to,
  }
}

function actionOf(untilMs: number | null, runningMs: number | null): WindowChange['action'] {
  if (untilMs === null) return 'cleared'
  if (runningMs === null) return 'opened'
  return untilMs > runningMs ? 'extended' : 'kept'
}

function scopeChange(before: string | null, after: string | null, wasRunning: boolean): WindowChange['scope'] {
  if (!wasRunning) return after === null ? 'whole_profile' : 'one_model'
  return before !== null && after === null ? 'widened' : 'unchanged'
}

function modelOf(stats: UsageStats, kind: WindowKind, { policy }: WindowContext): string | null {
  if (kind === 'cooldown') return cooldownScope(stats, policy)
  return kind === 'blocked' ? blockScope(stats, policy) : null
}

function counterChange(before: UsageStats, after: UsageStats, rule: CounterRule): CounterChange {
  return {
    rule,
    before: { errorCount: before.errorCount, failureCounts: before.failureCounts },
    after: { errorCount: after.errorCount, failureCounts: after.failureCounts },
  }
}

function timeChanges(before: UsageStats, after: UsageStats): TimeChange[] {
  return (['lastUsedMs', 'lastFailureAtMs', 'lastProbeAtMs'] as const).flatMap((field) => {
    const [from, to] = [before[field], after[field]]
    return to === null || from === to ? [] : [{ field, before: from, after: to }]
  })
}
