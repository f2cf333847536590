import type { Policy } from '../policy/index.ts'
import type { UsageStats } from '../store/types.ts'
import { windowCaps } from './caps.ts'
import type { WindowContext, WindowEffect } from './effect-types.ts'
import { explained, unchanged, type EffectReasons } from './effect.ts'
import { NO_WINDOW } from './records.ts'
import type { Window, WindowKind } from './types.ts'
import { windowsOf } from './windows.ts'

export const CONTRADICTION_CODES = [
  /** the profile answered after the last failure, and an answer ends every window */
  'answered_since',
  /** the same credential answered after it from the store that the agent inherits from */
  'answered_elsewhere',
  /** the failure is ahead of the clock, and the window ends later than any that could have opened by now */
  'failure_in_future',
] as const
export type ContradictionCode = (typeof CONTRADICTION_CODES)[number]

/** A fresher signal says that a running window has outlived its cause. */
export interface Contradiction {
  readonly code: ContradictionCode
  /** The last failure on record, epoch ms: the window is not younger. */
  readonly failedAtMs: number
  /** When the signal was given, epoch ms: the answer, or now by the clock. */
  readonly signalAtMs: number
}

/** What the contradiction of a window is judged by. */
export interface ContradictionContext extends Pick<WindowContext, 'policy' | 'provider' | 'nowMs'> {
  /** The records of the very same credential in the store that the agent inherits from; null: there are none. */
  readonly elsewhere: UsageStats | null
}

/**
 * Whether something newer than the failure contradicts a running window. A window that a hand chose has no cause that could
 * be outlived, so it never is. Nothing is changed by asking.
 *
 * @returns null where nothing does
 */
export function contradictionOf(
  window: Window,
  stats: UsageStats,
  context: ContradictionContext,
): Contradiction | null {
  const { nowMs, elsewhere } = context
  const failedAtMs = stats.lastFailureAtMs
  if (failedAtMs === null || isChosen(window, failedAtMs, context)) return null
  if (failedAtMs > nowMs) {
    const isPlausible = window.untilMs <= nowMs + capOf(window, context)
    return isPlausible ? null : { code: 'failure_in_future', failedAtMs, signalAtMs: nowMs }
  }
  const answeredAfter = (records: UsageStats | null): number | null => {
    const atMs = records?.lastUsedMs ?? null
    return atMs !== null && failedAtMs < atMs && atMs <= nowMs ? atMs : null
  }
  const sinceMs = answeredAfter(stats)
  if (sinceMs !== null) return { code: 'answered_since', failedAtMs, signalAtMs: sinceMs }
  // An answer elsewhere may have been for any model.
  const elsewhereMs = window.model === null ? answeredAfter(elsewhere) : null
  return elsewhereMs === null ? null : { code: 'answered_elsewhere', failedAtMs, signalAtMs: elsewhereMs }
}

/**
 * The effect of believing the fresher signals: each contradicted window is gone, and where an answer contradicted it, the
 * counters start over as that answer should have made them. Nothing is contradicted afterwards.
 */
export function endContradicted(stats: UsageStats | null, context: ContradictionContext): WindowEffect {
  if (!stats) return unchanged(stats, 'no_record')
  const found = windowsOf(stats, context.policy, context.provider, context.nowMs).flatMap((window) => {
    const contradiction = contradictionOf(window, stats, context)
    return contradiction === null ? [] : [{ kind: window.kind, code: contradiction.code }]
  })
  if (found.length === 0) return unchanged(stats, null)
  const hasAnswered = found.some(({ code }) => code !== 'failure_in_future')
  const after: UsageStats = Object.assign(
    {},
    stats,
    ...found.map(({ kind }) => NO_WINDOW[kind]),
    hasAnswered ? { errorCount: 0, failureCounts: {} } : {},
  )
  const windows: EffectReasons['windows'] = Object.fromEntries(
    found.map(({ kind }): [WindowKind, { rule: 'contradicted' }] => [kind, { rule: 'contradicted' }]),
  )
  return explained(stats, after, context, { counters: hasAnswered ? 'contradicted' : null, windows })
}

/** The next instant at which time alone may change what contradicts a window, epoch ms; null: none. */
export function contradictionChangeAtMs(
  window: Window,
  stats: UsageStats,
  context: ContradictionContext,
): number | null {
  const { nowMs, elsewhere } = context
  const times = [
    stats.lastFailureAtMs,
    stats.lastUsedMs,
    elsewhere?.lastUsedMs ?? null,
    window.untilMs - capOf(window, context),
  ]
  const ahead = times.filter((atMs) => atMs !== null).filter((atMs) => atMs > nowMs)
  return ahead.length === 0 ? null : Math.min(...ahead)
}

/**
 * A snooze takes the `disabled` window: without a reason, or, over a running one, with an end that no failure can have
 * given.
 */
function isChosen(window: Window, failedAtMs: number, context: { policy: Policy; provider: string }): boolean {
  return window.kind === 'disabled' && (window.reason === null || window.untilMs > failedAtMs + capOf(window, context))
}

function capOf({ kind }: Window, { policy, provider }: { policy: Policy; provider: string }): number {
  return windowCaps(policy, provider)[kind]
}
