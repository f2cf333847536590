import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyWindowEvent,
  DAY_MS,
  EMPTY_USAGE_STATS,
  FAILURE_REASONS,
  POLICIES,
  POLICY_IDS,
  readUsageStats,
  refinePolicy,
  sweepExpired,
  toUsageRecord,
  unusableUntil,
  WINDOW_RULES_BY_RELEASE,
  windowCaps,
  type Policy,
  type UsageProbe,
  type UsageStats,
  type WindowContext,
  type WindowEffect,
  type WindowEvent,
  type WindowKind,
  type WindowRecord,
  type WindowRelease,
} from '../../shared/engine/index.ts'

/** What holds for every sequence of events under every policy, refined or not, and for the rules of every release. */
const T0_MS = 1_770_000_000_000
const KINDS: readonly WindowKind[] = ['cooldown', 'disabled', 'blocked']
const MODELS = [null, 'big', 'small', 'other'] as const

const model = fc.constantFrom(null, 'big', 'small')
const ahead = fc.oneof(
  fc.integer({ min: -1000, max: 400_000 }),
  fc.integer({ min: 0, max: 40 * DAY_MS }),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY),
)
/** Instants are written relative to the event; `atTime` makes them absolute. */
const usageProbe: fc.Arbitrary<UsageProbe> = fc.oneof(
  fc.record({ outcome: fc.constantFrom('available', 'token_expired', 'account_dead', 'http_error', 'failed') }),
  fc.record({ outcome: fc.constant('exhausted' as const), untilMs: ahead }),
)
const failureEvent = fc.record({
  kind: fc.constant('failure' as const),
  reason: fc.constantFrom(...FAILURE_REASONS, 'rate_limit' as const, 'billing' as const),
  model,
  usageProbe: fc.option(usageProbe, { nil: null, freq: 2 }),
  retryAtMs: fc.option(ahead, { nil: null, freq: 2 }),
})
const event: fc.Arbitrary<WindowEvent> = fc.oneof(
  { weight: 6, arbitrary: failureEvent },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('blocked' as const),
      untilMs: ahead,
      model,
      source: fc.constantFrom('codex_rate_limits' as const, 'wham' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sweep' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('snooze' as const), untilMs: ahead }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reprobe' as const), usageProbe }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('success' as const, 'used' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const) }) },
)
const pause = fc.oneof(fc.integer({ min: 0, max: 400_000 }), fc.integer({ min: 0, max: 2 * DAY_MS }))
const policy: fc.Arbitrary<Policy> = fc
  .record({
    preset: fc.constantFrom(...POLICY_IDS),
    release: fc.option(fc.constantFrom(...(Object.keys(WINDOW_RULES_BY_RELEASE) as WindowRelease[])), { nil: null }),
    settings: fc.record(
      { billingBackoffHours: fc.double({ min: -1, max: 40 }), billingMaxHours: fc.double({ min: -1, max: 40 }) },
      { requiredKeys: [] },
    ),
  })
  .map(({ preset, release, settings }) => {
    const windows = release ? WINDOW_RULES_BY_RELEASE[release] : POLICIES[preset].windows
    return refinePolicy({ ...POLICIES[preset], windows }, settings).policy
  })
const scenario = fc.record({
  policy,
  provider: fc.constantFrom('acme', 'acme', 'openrouter'),
  steps: fc.array(fc.record({ pause, event }), { minLength: 1, maxLength: 12 }),
})
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never

interface Step {
  readonly before: UsageStats | null
  readonly event: WindowEvent
  readonly context: WindowContext
  readonly effect: WindowEffect
}

function play({ policy: rules, provider, steps }: Scenario): Step[] {
  let [stats, nowMs]: [UsageStats | null, number] = [null, T0_MS]
  return steps.map((step) => {
    nowMs += step.pause
    const context = { policy: rules, provider, nowMs }
    const at = atTime(step.event, nowMs)
    const before = deepFreeze(stats)
    const effect = applyWindowEvent(before, at, context)
    stats = effect.stats
    return { before, event: at, context, effect }
  })
}

function atTime(relative: WindowEvent, nowMs: number): WindowEvent {
  const probeAt = (probe: UsageProbe): UsageProbe =>
    probe.outcome === 'exhausted' ? { ...probe, untilMs: nowMs + probe.untilMs } : probe
  if (relative.kind === 'failure') {
    const { usageProbe: probe, retryAtMs } = relative
    return {
      ...relative,
      usageProbe: probe ? probeAt(probe) : null,
      retryAtMs: retryAtMs == null ? null : nowMs + retryAtMs,
    }
  }
  if (relative.kind === 'reprobe') return { ...relative, usageProbe: probeAt(relative.usageProbe) }
  return 'untilMs' in relative ? { ...relative, untilMs: nowMs + relative.untilMs } : relative
}

/** A change of frozen records throws, so playing at all shows that effects never change what they are given. */
function deepFreeze(stats: UsageStats | null): UsageStats | null {
  if (stats) Object.freeze(stats.failureCounts)
  return stats && Object.freeze(stats)
}

const untilOf = (stats: UsageStats | null, kind: WindowKind): number =>
  stats?.[kind === 'cooldown' ? 'cooldownUntilMs' : kind === 'disabled' ? 'disabledUntilMs' : 'blockedUntilMs'] ?? 0

/** The events after which a window may be gone: success, clear, expiry; and an answer that refutes a block. */
const ENDING = new Set(['success', 'used', 'clear', 'sweep'])
const refutesBlock = (at: WindowEvent): boolean =>
  (at.kind === 'failure' || at.kind === 'reprobe') && at.usageProbe?.outcome === 'available'
/** What was announced takes the place of what was guessed: of all of it in some releases, else of what it covers. */
const isAnnouncement = (at: WindowEvent): boolean =>
  at.kind === 'blocked' || (at.kind === 'failure' && at.usageProbe?.outcome === 'exhausted')
const mayReplaceCooldown = ({ event: at, context }: Step): boolean =>
  context.policy.windows.blocks.endsCooldown === 'always' && isAnnouncement(at)

const check = (holds: (step: Step) => void): void =>
  fc.assert(
    fc.property(scenario, (input) => play(input).forEach(holds)),
    { numRuns: 2000 },
  )

describe('no event', () => {
  test('ends a running window sooner, except success, clear and expiry', () =>
    check((step) => {
      const { before, event: at, context, effect } = step
      for (const kind of KINDS) {
        const from = untilOf(before, kind)
        if (from <= context.nowMs || (ENDING.has(at.kind) && at.kind !== 'sweep')) continue
        if (kind === 'blocked' && refutesBlock(at)) continue
        if (kind === 'cooldown' && isAnnouncement(at) && untilOf(effect.stats, kind) === 0) {
          if (!mayReplaceCooldown(step)) expect(untilOf(effect.stats, 'blocked')).toBeGreaterThanOrEqual(from)
          continue
        }
        expect(untilOf(effect.stats, kind)).toBeGreaterThanOrEqual(from)
      }
    }))

  test('makes a model usable sooner, except success, clear and expiry', () =>
    check((step) => {
      const { before, event: at, context, effect } = step
      const isExcepted = ENDING.has(at.kind) || refutesBlock(at) || mayReplaceCooldown(step)
      const untilOfModels = (stats: UsageStats | null): number[] =>
        MODELS.map((asked) => (stats ? unusableUntil(stats, context.policy, asked, context.nowMs) : 0))
      const [from, to] = [untilOfModels(before), untilOfModels(effect.stats)]
      const freed = MODELS.filter((_, index) => Math.max(from[index] ?? 0, context.nowMs) > (to[index] ?? 0))
      const locked = MODELS.filter((_, index) => (from[index] ?? 0) > context.nowMs)
      expect(isExcepted ? [] : freed.filter((asked) => locked.includes(asked))).toEqual([])
    }))

  test('locks a profile beyond the cap of its policy, or beyond what a hand chose', () =>
    fc.assert(
      fc.property(scenario, (input) => {
        const caps = windowCaps(input.policy, input.provider)
        let chosenMs = 0
        for (const { event: at, context, effect } of play(input)) {
          if (at.kind === 'snooze' && Number.isFinite(at.untilMs)) chosenMs = Math.max(chosenMs, at.untilMs)
          for (const kind of KINDS) {
            const limitMs = context.nowMs + caps[kind]
            expect(untilOf(effect.stats, kind)).toBeLessThanOrEqual(
              kind === 'disabled' ? Math.max(limitMs, chosenMs) : limitMs,
            )
          }
        }
      }),
      { numRuns: 2000 },
    ))

  test('touches the records of an exempt provider with a window', () =>
    check(({ context, effect }) => {
      const isExempt = context.policy.windows.exemptProviders.includes(context.provider)
      expect(isExempt ? KINDS.filter((kind) => untilOf(effect.stats, kind) > 0) : []).toEqual([])
    }))
})

describe('an explanation', () => {
  test('accounts for every change: the records before and the explanation give the records after', () =>
    check(({ before, effect }) => {
      expect(toUsageRecord(rebuilt(before ?? EMPTY_USAGE_STATS, effect))).toStrictEqual(toUsageRecord(effect.stats))
      expect(new Set(effect.windows.map(({ kind }) => kind)).size).toBe(effect.windows.length)
      if (effect.ignored) expect(effect.stats).toBe(before)
    }))

  test('names the window as it was and as it is', () =>
    check(({ before, effect }) => {
      for (const change of effect.windows) {
        expect(change.before?.untilMs ?? 0).toBe(untilOf(before, change.kind))
        expect(change.after === null).toBe(change.action === 'cleared')
        if (change.action === 'kept') expect(change.after?.untilMs).toBe(change.before?.untilMs)
        if (change.action === 'extended')
          expect(change.after?.untilMs).toBeGreaterThan(change.before?.untilMs ?? Number.POSITIVE_INFINITY)
        if (change.action === 'opened' && change.asked) expect(change.after?.untilMs).toBe(change.asked.untilMs)
      }
    }))
})

function rebuilt(before: UsageStats, { windows, counters, times }: WindowEffect): UsageStats {
  return Object.assign(
    {},
    before,
    ...windows.map(({ kind, after }) => fieldsOf(kind, after)),
    ...times.map(({ field, after }) => ({ [field]: after })),
    counters?.after,
  )
}

function fieldsOf(kind: WindowKind, after: WindowRecord | null): object {
  const { untilMs = null, reason = null, model: scope = null } = after ?? {}
  if (kind === 'disabled') return { disabledUntilMs: untilMs, disabledReason: reason }
  if (kind === 'cooldown')
    return {
      cooldownUntilMs: untilMs,
      cooldownReason: reason,
      cooldownModel: scope,
      cooldownClassification: after?.classification ?? null,
    }
  return {
    blockedUntilMs: untilMs,
    blockedReason: reason,
    blockedModel: scope,
    blockedScope: after?.scope ?? null,
    blockedSource: after?.source ?? null,
  }
}

describe('a sweep', () => {
  test('changes nothing the second time', () =>
    check(({ effect, context }) => {
      const swept = sweepExpired(effect.stats, context)
      const again = sweepExpired(swept.stats, context)
      expect(again.stats).toBe(swept.stats)
      expect(again).toMatchObject({ windows: [], counters: null, times: [] })
    }))

  test('changes nothing about what is usable', () =>
    check(({ effect, context }) => {
      const swept = sweepExpired(effect.stats, context).stats
      if (!effect.stats || !swept) return
      for (const asked of MODELS) {
        const [from, to] = [effect.stats, swept].map((stats) =>
          unusableUntil(stats, context.policy, asked, context.nowMs),
        )
        expect(Math.max(from ?? 0, context.nowMs)).toBe(Math.max(to ?? 0, context.nowMs))
      }
    }))
})

test('the raw form of records is read back as they were', () =>
  check(({ effect }) => {
    const record = toUsageRecord(effect.stats)
    const flaws: Parameters<typeof readUsageStats>[2] = []
    expect(readUsageStats('p:a', record, flaws)).toEqual(Object.keys(record).length > 0 ? effect.stats : null)
    expect(flaws).toEqual([])
  }))
