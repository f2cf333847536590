import type { Policy } from '../policy/index.ts'
import type { FailureReason } from '../store/failure-reason.ts'
import type { UsageStats } from '../store/types.ts'
import { cooldownLengthMs, disabledLengthMs } from './lengths.ts'
import type { Window } from './types.ts'
import { blockScope, cooldownScope, isExempt } from './unusable-until.ts'

/** Enough to recognise the rung of any ladder; a rate limit reaches its cap after twelve doublings. */
const MAX_RUNGS = 14

/**
 * Every window on record for a profile, running or past, the longest first, with where it comes from: the records hold
 * only its end, so the start is worked out from the last failure and the ladder, and `startBasis` says how (R18, R23, R34).
 */
export function recordedWindows(stats: UsageStats, policy: Policy, provider: string): readonly Window[] {
  if (isExempt(policy, provider)) return []
  const windows: Window[] = []
  if (stats.disabledUntilMs !== null) windows.push(disabledWindow(stats, policy, provider, stats.disabledUntilMs))
  if (stats.blockedUntilMs !== null && policy.order.hasBlocks)
    windows.push(blockedWindow(stats, policy, stats.blockedUntilMs))
  if (stats.cooldownUntilMs !== null) windows.push(cooldownWindow(stats, policy, stats.cooldownUntilMs))
  return windows.sort((a, b) => b.untilMs - a.untilMs)
}

/** The windows that are running at an instant, the longest first. */
export function windowsOf(stats: UsageStats, policy: Policy, provider: string, nowMs: number): readonly Window[] {
  return recordedWindows(stats, policy, provider).filter((window) => nowMs < window.untilMs)
}

function cooldownWindow(stats: UsageStats, policy: Policy, untilMs: number): Window {
  const reason = stats.cooldownReason
  const failures = failuresOf(stats, reason)
  return {
    kind: 'cooldown',
    untilMs,
    reason,
    model: cooldownScope(stats, policy),
    failures,
    announcedBy: null,
    classification: stats.cooldownClassification,
    ...startOf(untilMs, stats.lastFailureAtMs, failures, (rung) => cooldownLengthMs(policy, reason, rung)),
  }
}

function disabledWindow(stats: UsageStats, policy: Policy, provider: string, untilMs: number): Window {
  const reason = stats.disabledReason
  const failures = failuresOf(stats, reason)
  return {
    kind: 'disabled',
    untilMs,
    reason,
    model: null,
    failures,
    announcedBy: null,
    classification: null,
    ...startOf(untilMs, stats.lastFailureAtMs, failures, (rung) => disabledLengthMs(policy, provider, reason, rung)),
  }
}

function blockedWindow(stats: UsageStats, policy: Policy, untilMs: number): Window {
  const startMs = stats.lastFailureAtMs !== null && stats.lastFailureAtMs < untilMs ? stats.lastFailureAtMs : null
  return {
    kind: 'blocked',
    untilMs,
    startMs,
    startBasis: startMs === null ? 'unknown' : 'last_failure',
    reason: stats.blockedReason,
    model: blockScope(stats, policy),
    rung: null,
    lengthMs: startMs === null ? null : untilMs - startMs,
    failures: stats.failureCounts.rate_limit ?? 0,
    announcedBy: stats.blockedSource,
    classification: null,
  }
}

/** How many failures of the reason are on record; where they are not counted by reason, how many in a row. */
function failuresOf(stats: UsageStats, reason: FailureReason | null): number {
  const counted = reason === null ? undefined : stats.failureCounts[reason]
  return counted ?? stats.errorCount ?? 0
}

type Start = Pick<Window, 'startMs' | 'startBasis' | 'rung' | 'lengthMs'>

/**
 * A failure exactly one rung before the end opened the window. Otherwise a later failure did not move it, and the start
 * is counted back from the end by the rung of the failures on record, unless that lies behind the last failure.
 */
function startOf(
  untilMs: number,
  lastFailureAtMs: number | null,
  failures: number,
  lengthOf: (rung: number) => number,
): Start {
  const failedAtMs = lastFailureAtMs !== null && lastFailureAtMs < untilMs ? lastFailureAtMs : null
  if (failedAtMs !== null) {
    const rung = rungOf(untilMs - failedAtMs, failures, lengthOf)
    if (rung !== null) return { startMs: failedAtMs, startBasis: 'failure', rung, lengthMs: untilMs - failedAtMs }
  }
  if (failures > 0) {
    const lengthMs = lengthOf(failures)
    if (failedAtMs === null || untilMs - lengthMs <= failedAtMs)
      return { startMs: untilMs - lengthMs, startBasis: 'ladder', rung: failures, lengthMs }
  }
  if (failedAtMs === null) return { startMs: null, startBasis: 'unknown', rung: null, lengthMs: null }
  return { startMs: failedAtMs, startBasis: 'last_failure', rung: null, lengthMs: untilMs - failedAtMs }
}

/** The rung that gives a length; where several do (the top of a ladder repeats), the number of failures decides. */
function rungOf(lengthMs: number, failures: number, lengthOf: (rung: number) => number): number | null {
  if (failures > 0 && lengthOf(failures) === lengthMs) return failures
  for (let rung = 1; rung <= MAX_RUNGS; rung++) if (lengthOf(rung) === lengthMs) return rung
  return null
}
