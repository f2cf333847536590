import {
  applyWindowEvent,
  POLICIES,
  readUsageStats,
  toUsageRecord,
  type Policy,
  type PolicyId,
  type UsageRecord,
  type UsageStats,
  type WindowContext,
  type WindowEffect,
  type WindowEvent,
} from '../../shared/engine/index.ts'

export const T0_MS = 1_770_000_000_000

/** The records of a profile from their raw form. */
export function statsOf(raw: object): UsageStats | null {
  return readUsageStats('p:a', raw, [])
}

interface Play {
  readonly policy?: PolicyId | Policy
  readonly provider?: string
  readonly initial?: object
  readonly context?: Partial<WindowContext>
}

export interface Played {
  readonly stats: UsageStats | null
  readonly record: UsageRecord
  readonly effects: readonly WindowEffect[]
  readonly last: WindowEffect
}

/** Plays events, each with its time after `T0_MS`, on the records of a profile. */
export function play(setup: Play, ...events: readonly (readonly [offsetMs: number, event: WindowEvent])[]): Played {
  const { policy = 'docs-2026.7', provider = 'acme', initial = {}, context } = setup
  const effects: WindowEffect[] = []
  let stats = statsOf(initial)
  for (const [offsetMs, event] of events) {
    const at = { provider, policy: typeof policy === 'string' ? POLICIES[policy] : policy, nowMs: T0_MS + offsetMs }
    const effect = applyWindowEvent(stats, event, { ...at, ...context })
    effects.push(effect)
    stats = effect.stats
  }
  const last = effects.at(-1)
  if (!last) throw new Error('No event was played')
  return { stats, record: toUsageRecord(stats), effects, last }
}

/** A failure of a model, `m` if it does not matter which. */
export function failure(
  reason: (WindowEvent & { kind: 'failure' })['reason'],
  more: Partial<WindowEvent & { kind: 'failure' }> = {},
): WindowEvent {
  return { kind: 'failure', reason, model: 'm', ...more }
}

/** A recorded block that ends this long after the start of the play; of one model, if one is given. */
export function blockOf(offsetMs: number, model?: string): object {
  return {
    blockedUntil: T0_MS + offsetMs,
    blockedReason: 'subscription_limit',
    ...(model === undefined ? {} : { blockedModel: model, blockedScope: 'model' }),
  }
}

/** A recorded cooldown that ends this long after the start of the play; of one model, if one is given. */
export function coolingOf(offsetMs: number, cooldownReason: string, cooldownModel?: string): object {
  return {
    cooldownUntil: T0_MS + offsetMs,
    cooldownReason,
    ...(cooldownModel === undefined ? {} : { cooldownModel }),
  }
}
