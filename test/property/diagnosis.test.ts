import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diagnose, type DiagnosisInput } from '../../electron/diagnosis/index.ts'
import { findingsSchema } from '../../shared/contract/schemas/history/index.ts'
import { HOUR_MS, MINUTE_MS } from '../../shared/engine/index.ts'
import { diagnosisInput, NOW_MS } from '../support/diagnosis-input.ts'

const profileId = fc.constantFrom('alpha:a', 'alpha:b', 'beta:a', 'sha256:0123456789ab')
const provider = fc.constantFrom('alpha', 'beta')
const model = fc.constantFrom('alpha/big', 'alpha/small', 'beta/big')
const runKey = fc.nat({ max: 40 }).map((number) => `run:${number}`)
const atMs = fc.integer({ min: NOW_MS - 3 * HOUR_MS, max: NOW_MS + 5 * MINUTE_MS })
const reason = fc.constantFrom('rate_limit', 'billing', 'overloaded', 'timeout', 'auth', 'nonsense', null)
const status = fc.constantFrom(402, 429, 500, 529, null)

const windows = fc.record({
  profileId,
  provider,
  kind: fc.constantFrom('cooldown', 'disabled', 'blocked'),
  reason,
  atMs,
  untilMs: fc.integer({ min: NOW_MS - 3 * HOUR_MS, max: NOW_MS + 90 * HOUR_MS }),
  isKept: fc.boolean(),
  failures: fc.option(fc.nat({ max: 5 })),
  runKey: fc.option(runKey),
  causeText: fc.option(fc.string()),
})
const answers = fc.record({
  sessionId: fc.constantFrom('chat', 'cron'),
  runKey,
  atMs,
  requested: model,
  answered: model,
  requestedWas: fc.constantFrom('answered', 'failed', 'skipped', 'untried'),
})
const minutes = fc.record({
  minuteMs: fc.integer({ min: 0, max: 30 }).map((minute) => NOW_MS - minute * MINUTE_MS),
  provider,
  model,
  profileId: fc.option(profileId),
  reason,
  status,
  count: fc.integer({ min: 1, max: 9 }),
})
const limits = fc.record({ atMs, provider, profileId, runKey })
const texts = fc.record({
  provider,
  text: fc.constantFrom('429 Too Many Requests', '402 try again in 2 hours', 'credit balance too low', ''),
  status,
  code: fc.constantFrom('insufficient_quota', null),
  count: fc.integer({ min: 1, max: 9 }),
  firstMs: atMs,
  lastMs: fc.constant(NOW_MS + 5 * MINUTE_MS),
})
const clocks = fc.oneof(
  fc.record({
    kind: fc.constant('ahead' as const),
    count: fc.nat({ max: 3 }),
    firstMs: fc.constant(NOW_MS),
    lastMs: atMs.map((ms) => Math.max(ms, NOW_MS)),
  }),
  fc.record({ kind: fc.constant('file' as const), source: fc.nat(2), lastMs: atMs, modifiedMs: atMs }),
)
const MANY = { maxLength: 60 }
const inputs: fc.Arbitrary<DiagnosisInput> = fc
  .record({
    windows: fc.array(windows, MANY),
    answers: fc.array(answers, MANY),
    minutes: fc.array(minutes, MANY),
    limits: fc.array(limits, MANY),
    texts: fc.array(texts, { maxLength: 8 }),
    // What is ahead is told in one record, and each source in one.
    clocks: fc.uniqueArray(clocks, {
      maxLength: 3,
      selector: (record) => (record.kind === 'file' ? record.source : record.kind),
    }),
  })
  .map(diagnosisInput)

const reversed = <T>(items: readonly T[]): T[] => items.toReversed()

test('the same records in another order give the same findings', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const other = diagnosisInput({
        windows: reversed(input.windows),
        answers: reversed(input.answers),
        minutes: reversed(input.minutes),
        limits: reversed(input.limits),
        texts: reversed(input.texts),
        clocks: reversed(input.clocks),
      })
      expect(diagnose(other)).toEqual(diagnose(input))
    }),
  )
})

test('every finding has its evidence among the records, and its filter leads there', () => {
  let seen = 0
  fc.assert(
    fc.property(inputs, (input) => {
      const findings = diagnose(input)
      expect(findingsSchema.parse(findings)).toEqual(findings)
      expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length)
      const names = new Set([...input.windows, ...input.limits, ...input.minutes].map((record) => record.profileId))
      const sessions = new Set(input.answers.map(({ sessionId }) => sessionId))
      const runs = new Set([...input.windows, ...input.answers, ...input.limits].map((record) => record.runKey))
      for (const finding of findings) {
        seen += 1
        expect(finding.profileIds.every((id) => names.has(id))).toBe(true)
        expect(finding.sessions.every((id) => sessions.has(id))).toBe(true)
        expect(finding.runKeys.every((key) => runs.has(key))).toBe(true)
        expect(Object.values(finding.figures).every(Number.isFinite)).toBe(true)
        expect(finding.fromMs).toBeLessThanOrEqual(finding.toMs)
        expect(finding.filter.runs ?? [finding.filter.fromMs, finding.filter.toMs]).not.toContain(undefined)
      }
    }),
    { numRuns: 200 },
  )
  expect(seen).toBeGreaterThan(0)
})

test('without records there is nothing to find', () => expect(diagnose(diagnosisInput({}))).toEqual([]))
