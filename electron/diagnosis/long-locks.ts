import type { Finding } from '../../shared/contract/history/index.ts'
import {
  classifierOf,
  classifyFailure,
  contradictedLocks,
  cooldownLengthMs,
  disabledLengthMs,
  isFailureReason,
  MINUTE_MS,
  POLICIES,
  POLICY_IDS,
  policyOf,
  type ContradictedLock,
  type DirectoryFacts,
  type FailureReason,
  type Policy,
} from '../../shared/engine/index.ts'
import { findingOf, groupBy } from './finding.ts'
import type { DiagnosisInput, WindowRecord } from './input.ts'
import { standingLocks } from './standing-locks.ts'

/** "Far" longer: settings and rounding explain less than that. */
const FACTOR = 2
const SLACK_MS = 10 * MINUTE_MS
/** Records that do not say how many failures there were get the longest rung. */
const ANY_FAILURES = 1000
/** Only these providers are asked how much is left, which gives cooldowns of a length of their own. */
const PROBED_PROVIDERS = /^openai(-codex)?$/

const RULES = POLICIES['docs-2026.7'].classification

/** Windows that were opened for far longer than their failure justifies, and running ones that a fresher answer refutes. */
export function locksLongerThanCause(input: DiagnosisInput): Finding[] {
  return [...tooLong(input), ...(input.facts ? contradicted(input.facts, input.nowMs) : [])]
}

/** Whether the text of its failure has to be known to judge a window, which costs whoever gathers the records a question. */
export function asksForCause(
  window: Omit<WindowRecord, 'causeText' | 'runKey'>,
  facts: DirectoryFacts | null,
): boolean {
  return isFarLonger(window, ruledMs(window, policiesFor(facts)))
}

function tooLong({ windows, facts, nowMs }: DiagnosisInput): Finding[] {
  const policies = policiesFor(facts)
  const isStanding = standingLocks(windows, facts, nowMs)
  const byLock = groupBy(
    windows.filter(({ isKept }) => !isKept),
    ({ profileId, kind, untilMs }) => JSON.stringify([profileId, kind, untilMs]),
  )
  return [...byLock.values()].flatMap((ofLock) => {
    // Several agents may tell of one window; the earliest opened it.
    const window = ofLock.reduce((a, b) => (b.atMs < a.atMs || (b.atMs === a.atMs && isBefore(b, a)) ? b : a))
    const justifiedMs = Math.max(ruledMs(window, policies), announcedMs(window))
    if (!isFarLonger(window, justifiedMs)) return []
    const { profileId, provider, kind, atMs, untilMs, failures, runKey } = window
    const stands = isStanding(window)
    return findingOf({
      code: 'lock_longer_than_cause',
      severity: stands ? 'error' : 'info',
      about: `${profileId}|${kind}|${untilMs}`,
      fromMs: atMs,
      toMs: untilMs,
      provider,
      profileIds: [profileId],
      figures: {
        lengthMs: untilMs - atMs,
        justifiedMs,
        untilMs,
        ...(failures === null ? {} : { failures }),
        ...(!stands && untilMs > nowMs ? { leftEarlyMs: untilMs - nowMs } : {}),
      },
      filter: { profiles: [profileId] },
      runKeys: runKey === null ? [] : [runKey],
    })
  })
}

function isBefore(a: WindowRecord, b: WindowRecord): boolean {
  return JSON.stringify([a.runKey, a.reason, a.failures]) < JSON.stringify([b.runKey, b.reason, b.failures])
}

function isFarLonger({ atMs, untilMs }: Pick<WindowRecord, 'atMs' | 'untilMs'>, justifiedMs: number): boolean {
  return untilMs - atMs > Math.max(FACTOR * justifiedMs, justifiedMs + SLACK_MS)
}

/** Without a directory nobody knows which rules were in force, so the most generous ones are granted. */
function policiesFor(facts: DirectoryFacts | null): readonly Policy[] {
  return facts ? [policyOf(facts)] : POLICY_IDS.map((id) => POLICIES[id])
}

function ruledMs(
  window: Pick<WindowRecord, 'kind' | 'provider' | 'reason' | 'failures'>,
  policies: readonly Policy[],
): number {
  return Math.max(...policies.map((policy) => ruledBy(policy, window)))
}

function ruledBy(policy: Policy, window: Pick<WindowRecord, 'kind' | 'provider' | 'reason' | 'failures'>): number {
  const { kind, provider, failures } = window
  const reason = reasonOf(window.reason)
  const count = failures ?? ANY_FAILURES
  if (kind === 'blocked') return policy.windows.blocks.capMs
  if (kind === 'disabled') return disabledLengthMs(policy, provider, reason, count)
  const { reasons, lengthsMs } = policy.windows.usageProbe
  const isProbed = PROBED_PROVIDERS.test(provider) && reason !== null && reasons.includes(reason)
  return Math.max(cooldownLengthMs(policy, reason, count), isProbed ? Math.max(...Object.values(lengthsMs)) : 0)
}

function reasonOf(reason: string | null): FailureReason | null {
  return reason !== null && isFailureReason(reason) ? reason : null
}

/** How far away the end is that the provider itself named. */
function announcedMs({ causeText, provider, atMs }: WindowRecord): number {
  if (causeText === null) return 0
  const failure = { origin: 'provider_error', error: causeText, provider } as const
  return classifyFailure(classifierOf(RULES), failure, { nowMs: atMs }).retryHint?.delayMs ?? 0
}

function contradicted(facts: DirectoryFacts, nowMs: number): Finding[] {
  const locks = facts.agents.flatMap(({ id }) => contradictedLocks(facts, id, nowMs))
  // A window of a store that agents share is found once for each of them.
  return [...groupBy(locks, lockKey).values()].map((same) => ofContradicted(same, nowMs))
}

function lockKey({ owner, profileId, windowKind, untilMs }: ContradictedLock): string {
  return JSON.stringify([owner, profileId, windowKind, untilMs])
}

function ofContradicted(same: readonly ContradictedLock[], nowMs: number): Finding {
  const [lock] = same as readonly [ContradictedLock]
  const { owner, profileId, provider, windowKind, untilMs, signal, model } = lock
  const isAnswered = signal.code !== 'failure_in_future'
  return findingOf({
    code: 'lock_longer_than_cause',
    severity: 'error',
    about: `${profileId}|${windowKind}|${untilMs}|${owner.kind === 'agent' ? owner.agentId : 'shared'}`,
    fromMs: Math.min(signal.failedAtMs, signal.signalAtMs),
    toMs: untilMs,
    provider,
    profileIds: [profileId],
    models: model === null ? [] : [`${provider}/${model}`],
    figures: {
      untilMs,
      leftMs: untilMs - nowMs,
      failedMs: signal.failedAtMs,
      ...(isAnswered ? { answeredMs: signal.signalAtMs } : {}),
    },
    filter: { profiles: [profileId] },
  })
}
