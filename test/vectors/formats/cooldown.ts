import {
  accountUnusableUntil,
  applyWindowEvent,
  isExempt,
  isUnusable,
  POLICIES,
  readFailoverConfig,
  readUsageStats,
  refinePolicy,
  toUsageRecord,
  unusableUntil,
  WINDOW_RULES_BY_RELEASE,
  type FailureReason,
  type Policy,
  type PolicyId,
  type UsageProbe,
  type UsageRecord,
  type WindowEffect,
  type WindowEvent,
  type WindowRelease,
} from '../../../shared/engine/index.ts'
import { runChecks, type Check } from './check.ts'
import type { VectorFormat } from './format.ts'

interface WhamResult {
  readonly cooldownMs: number
  readonly available?: boolean
  readonly blockedUntil?: number
  readonly cooldownClassification?: 'wham_token_expired' | 'wham_account_dead'
}

interface RecordedEvent {
  readonly t: number
  readonly kind: 'failure' | 'success' | 'used' | 'clear' | 'sweep' | 'blocked'
  readonly reason?: FailureReason
  readonly model?: string
  readonly until?: number
  readonly whamResult?: WhamResult
}

/** One recorded sequence of events on the records of a profile. */
export interface CooldownVector {
  readonly name: string
  readonly behaviourProfile: WindowRelease
  readonly provider: string
  readonly config: unknown
  readonly initialStats: object
  readonly events: readonly RecordedEvent[]
  readonly expectedStats: UsageRecord
  readonly expectedUnusableUntil: number | null
  /** The windows after each event, as far as the recording names them. */
  readonly trace?: readonly Readonly<Record<string, unknown>>[]
  /** `model` null asks for the account as such, absent for any model. */
  readonly expectedInCooldown?: readonly {
    readonly at: number
    readonly model?: string | null
    readonly value: boolean
  }[]
}

const PRESETS: Readonly<Record<WindowRelease, PolicyId>> = {
  '2026.1.30': 'docs-2026.4',
  '2026.3.13': 'docs-2026.4',
  '2026.7.1': 'openclaw-2026.7',
  '2026.9.6': 'openclaw-2026.9',
}

/** The policy of a recorded release: its preset, with the windows exactly as that release had them, and the settings. */
export function policyOfVector({ behaviourProfile, config }: CooldownVector): Policy {
  const policy = { ...POLICIES[PRESETS[behaviourProfile]], windows: WINDOW_RULES_BY_RELEASE[behaviourProfile] }
  return refinePolicy(policy, readFailoverConfig(config).cooldowns).policy
}

export interface PlayedVector {
  readonly effects: readonly WindowEffect[]
  readonly stats: UsageRecord
  readonly unusableUntil: number | null
  readonly inCooldown: readonly boolean[]
  /** The same fields as the recorded trace. */
  readonly trace: readonly object[]
}

export function playVector(vector: CooldownVector): PlayedVector {
  const policy = policyOfVector(vector)
  const { provider } = vector
  const effects: WindowEffect[] = []
  let stats = readUsageStats('p:a', vector.initialStats, [])
  for (const event of vector.events) {
    const effect = applyWindowEvent(stats, eventOf(event, policy), { policy, provider, nowMs: event.t })
    effects.push(effect)
    stats = effect.stats
  }
  const endMs = vector.events.at(-1)?.t ?? 0
  return {
    effects,
    stats: toUsageRecord(stats),
    unusableUntil: (stats && unusableUntil(stats, policy, null, endMs)) || null,
    inCooldown: (vector.expectedInCooldown ?? []).map(({ at, model }) => {
      if (model !== null) return isUnusable(stats, policy, provider, model ?? null, at)
      return stats !== null && !isExempt(policy, provider) && at < accountUnusableUntil(stats, policy)
    }),
    trace: effects.map((effect, index) => traceOf(effect, vector.events[index])),
  }
}

function traceOf(effect: WindowEffect, event: RecordedEvent | undefined): object {
  const { cooldownUntil, disabledUntil, blockedUntil, errorCount } = toUsageRecord(effect.stats)
  const fields = { after: `${event?.kind}@${event?.t}`, cooldownUntil, disabledUntil, blockedUntil, errorCount }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function eventOf(event: RecordedEvent, policy: Policy): WindowEvent {
  const { kind, reason = 'unknown', model = null, until = 0, whamResult } = event
  if (kind === 'blocked') return { kind, untilMs: until, model, source: 'codex_rate_limits' }
  if (kind !== 'failure') return { kind }
  return { kind, reason, model, usageProbe: whamResult ? usageProbeOf(whamResult, policy) : null }
}

/** Recordings hold what the probe made of the answer; where only a length is left of it, the length tells the answer. */
function usageProbeOf(result: WhamResult, policy: Policy): UsageProbe {
  if (result.blockedUntil !== undefined) return { outcome: 'exhausted', untilMs: result.blockedUntil }
  if (result.available) return { outcome: 'available' }
  if (result.cooldownClassification === 'wham_token_expired') return { outcome: 'token_expired' }
  if (result.cooldownClassification === 'wham_account_dead') return { outcome: 'account_dead' }
  const lengths = Object.entries(policy.windows.usageProbe.lengthsMs)
  const outcome = lengths.find(([, lengthMs]) => lengthMs === result.cooldownMs)?.[0] ?? 'failed'
  return { outcome: outcome as Exclude<UsageProbe['outcome'], 'exhausted'> }
}

/** Cooldown vectors: the records at the end, after each event, and what is unusable when. */
export const cooldownFormat: VectorFormat = {
  name: 'cooldown-vectors',
  run: (vectors) => runChecks((vectors as readonly CooldownVector[]).flatMap(checksOf)),
}

function checksOf(vector: CooldownVector): Check[] {
  const { trace, expectedInCooldown, expectedStats, expectedUnusableUntil } = vector
  const name = `${vector.name} (${vector.behaviourProfile})`
  const checks: Check[] = [
    { name, expected: expectedStats, actual: () => playVector(vector).stats },
    {
      name: `${name}, unusable until`,
      expected: expectedUnusableUntil,
      actual: () => playVector(vector).unusableUntil,
    },
  ]
  if (trace) checks.push({ name: `${name}, after each event`, expected: trace, actual: () => playVector(vector).trace })
  if (expectedInCooldown)
    checks.push({
      name: `${name}, in cooldown`,
      expected: expectedInCooldown.map(({ value }) => value),
      actual: () => playVector(vector).inCooldown,
    })
  return checks
}
