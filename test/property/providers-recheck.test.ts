import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effectOfRecheck, modelForRecheck, type CallConclusion } from '../../electron/providers/index.ts'
import { spellingsOf, maskKnown } from '../../electron/providers/known-secrets.ts'
import {
  applyWindowEvent,
  DAY_MS,
  FAILURE_REASONS,
  POLICIES,
  POLICY_IDS,
  unusableUntil,
  type UsageProbe,
  type UsageStats,
  type WindowEvent,
} from '../../shared/engine/index.ts'

const T0_MS = 1_770_000_000_000
const MODELS = ['big', 'small', 'other'] as const

const aheadMs = fc.integer({ min: -DAY_MS, max: 9 * DAY_MS })
const event = fc.oneof(
  fc.record({
    kind: fc.constant('failure' as const),
    reason: fc.constantFrom(...FAILURE_REASONS),
    model: fc.constantFrom(null, 'big', 'small'),
  }),
  fc.record({
    kind: fc.constant('blocked' as const),
    source: fc.constantFrom('wham' as const, 'codex_rate_limits' as const),
    model: fc.constantFrom(null, 'big', 'small'),
    untilMs: aheadMs.map((ms) => T0_MS + ms),
  }),
) satisfies fc.Arbitrary<WindowEvent>
const usageProbe: fc.Arbitrary<UsageProbe | null> = fc.oneof(
  fc.constant(null),
  fc.record({ outcome: fc.constantFrom('available', 'token_expired', 'account_dead', 'http_error', 'failed') }),
  fc.record({ outcome: fc.constant('exhausted' as const), untilMs: aheadMs.map((ms) => T0_MS + ms) }),
)

test('a re-check never makes a lock longer and never counts a failure, whatever happened before', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...POLICY_IDS),
      fc.array(fc.tuple(event, fc.integer({ min: 0, max: DAY_MS }))),
      fc.constantFrom('ok' as const, 'failed' as const),
      fc.constantFrom(null, ...MODELS),
      usageProbe,
      (policyId, events, outcome, model, probe) => {
        const policy = POLICIES[policyId]
        let nowMs = T0_MS
        let stats: UsageStats | null = null
        for (const [happened, laterMs] of events) {
          nowMs += laterMs
          stats = applyWindowEvent(stats, happened, { policy, provider: 'openai', nowMs }).stats
        }
        const context = { policy, provider: 'openai', nowMs }
        const conclusion: CallConclusion = {
          outcome,
          model: modelForRecheck(stats, context, model),
          status: null,
          latencyMs: 1,
          reason: null,
          ruleId: null,
          retryAtMs: null,
          message: null,
          usageProbe: probe,
        }
        const effect = effectOfRecheck(stats, conclusion, context)
        if (outcome === 'failed' && probe === null) expect(effect).toBeNull()
        const after = effect?.stats
        if (!after || !stats) return
        for (const asked of MODELS) {
          expect(unusableUntil(after, policy, asked, nowMs)).toBeLessThanOrEqual(
            unusableUntil(stats, policy, asked, nowMs),
          )
        }
        expect(after.errorCount ?? 0).toBeLessThanOrEqual(stats.errorCount ?? 0)
        for (const reason of FAILURE_REASONS)
          expect(after.failureCounts[reason] ?? 0).toBeLessThanOrEqual(stats.failureCounts[reason] ?? 0)
      },
    ),
  )
})

test('of a masked text, no spelling of the secret is left', () => {
  const secret = fc
    .string({ minLength: 8, maxLength: 60, unit: 'grapheme-ascii' })
    .filter((text) => text.trim().length >= 8)
  fc.assert(
    fc.property(secret, fc.string(), fc.string(), (key, before, after) => {
      const spellings = spellingsOf([key])
      for (const spelling of spellings) {
        const masked = maskKnown(`${before}${spelling}${after}`, spellings)
        expect(masked).toContain('***')
        expect(masked.includes(spelling) && !`${before}${after}`.includes(spelling)).toBe(false)
      }
    }),
  )
})
