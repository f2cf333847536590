import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { openHistoryEngine, type HistoryEngine } from '../../electron/history/history-engine.ts'
import { DECISIONS, type DecisionRow, type HistoryFilter } from '../../shared/contract/history/index.ts'
import {
  chartsDataSchema,
  historyFacetsSchema,
  historyPageSchema,
  timelineDataSchema,
} from '../../shared/contract/schemas/history/index.ts'
import { temporaryDatabase } from '../support/history-file.ts'
import { generatedEvents } from '../support/history.ts'

const START_MS = 1_780_000_000_000

let engine: HistoryEngine
let rows: readonly DecisionRow[]

beforeAll(async () => {
  const file = temporaryDatabase()
  engine = openHistoryEngine(file.path)
  const events = generatedEvents({ seed: 5, runs: 1500, startMs: START_MS, form: '2026.9', noise: 0 })
  engine.ingest(events, engine.sourceOf('file', 'log'))
  engine.knowProfiles(['one:a', 'two:b'])
  await engine.loaded()
  const all: DecisionRow[] = []
  while (all.length % 500 === 0) all.push(...(await engine.page({ filter: {}, offset: all.length, limit: 500 })).rows)
  rows = all
  return () => {
    engine.close()
    file.remove()
  }
})

/** What a filter means, without any of the ways to find it fast. */
function isMatch(row: DecisionRow, filter: HistoryFilter): boolean {
  const among = <T>(values: readonly T[] | undefined, value: T | null): boolean =>
    values === undefined || (value !== null && values.includes(value))
  const texts = [
    row.runKey,
    row.agentId,
    row.sessionId,
    `${row.provider}/${row.model}`,
    `${row.requestedProvider}/${row.requestedModel}`,
    row.profileId,
    row.reason,
    row.code,
    row.errorPreview,
  ]
  const words = (filter.text ?? '').toLowerCase().split(/\s+/)
  return (
    row.atMs >= (filter.fromMs ?? 0) &&
    row.atMs < (filter.toMs ?? Number.MAX_VALUE) &&
    among(filter.agents, row.agentId) &&
    among(filter.sessions, row.sessionId) &&
    among(filter.runs, row.runKey) &&
    among(filter.providers, row.provider) &&
    among(filter.models, `${row.provider}/${row.model}`) &&
    among(filter.profiles, row.profileId) &&
    among(filter.decisions, row.decision) &&
    among(filter.reasons, row.reason) &&
    among(filter.statuses, row.status) &&
    words.every((word) => texts.some((text) => text?.toLowerCase().includes(word)))
  )
}

const some = <T>(values: () => readonly (T | null)[]) =>
  fc
    .array(fc.nat(1_000_000), { minLength: 1, maxLength: 3 })
    .map((places) => places.flatMap((place) => values()[place % values().length] ?? []))

const FIELDS = {
  fromMs: fc.nat(20_000_000).map((offset) => START_MS + offset),
  toMs: fc.nat(20_000_000).map((offset) => START_MS + offset),
  sessions: some(() => rows.map(({ sessionId }) => sessionId)),
  runs: some(() => rows.map(({ runKey }) => runKey)),
  providers: some(() => rows.map(({ provider }) => provider)),
  models: some(() => rows.map(({ provider, model }) => `${provider}/${model}`)),
  profiles: some(() => rows.map(({ profileId }) => profileId)),
  decisions: fc.subarray([...DECISIONS], { minLength: 1 }),
  reasons: some(() => rows.map(({ reason }) => reason)),
  statuses: some(() => rows.map(({ status }) => status)),
  text: fc.constantFrom('one', 'OVERLOADED', 'too many', 'm2 429', 'nothing has this', '', ' ', 'sha256', 'one:a'),
}

/** With all fields at once hardly any row would match. */
const filters: fc.Arbitrary<HistoryFilter> = fc
  .tuple(fc.shuffledSubarray(Object.keys(FIELDS) as (keyof typeof FIELDS)[], { maxLength: 3 }), fc.record(FIELDS))
  .map(([names, all]): HistoryFilter => Object.fromEntries(names.map((name) => [name, all[name]])))

describe('any filter', () => {
  test('finds the rows that match, newest first, and counts them in every question', async () => {
    await fc.assert(
      fc.asyncProperty(filters, fc.nat(400), async (filter, offset) => {
        const expected = rows.filter((row) => isMatch(row, filter))
        const page = await engine.page({ filter, offset, limit: 50 })
        expect(page.rows).toEqual(expected.slice(offset, offset + 50))
        expect(page.count).toBe(expected.length)
        expect(historyPageSchema.safeParse(page).error).toBeUndefined()

        const facets = await engine.facets(filter)
        const { reasons: _r, ...withoutReasons } = filter
        const counts = new Map<string, number>()
        for (const { reason } of rows.filter((row) => isMatch(row, withoutReasons)))
          if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1)
        expect(new Map(facets.reasons.map(({ value, count }) => [value, count]))).toEqual(counts)
        const { sessions: _s, ...withoutSessions } = filter
        expect(facets.sessions.reduce((sum, { count }) => sum + count, 0)).toBe(
          rows.filter((row) => isMatch(row, withoutSessions)).length,
        )
        expect(historyFacetsSchema.safeParse(facets).error).toBeUndefined()

        const toMs = (page.lastMs ?? 0) + 1
        for (const lanes of ['profiles', 'models'] as const) {
          const data = await engine.timeline({ fromMs: START_MS, toMs, lanes, columns: 37, filter })
          expect(data.density.reduce((sum, count) => sum + count, 0)).toBe(expected.length)
          const marks = data.lanes.flatMap((lane) => lane.marks)
          const count = (kind: string): number =>
            marks.filter((mark) => mark.kind === kind).reduce((sum, mark) => sum + mark.count, 0)
          expect([count('answered'), count('skipped'), count('probed')]).toEqual(
            ['candidate_succeeded', 'skip_candidate', 'probe_cooldown_candidate'].map(
              (decision) => expected.filter((row) => row.decision === decision).length,
            ),
          )
          for (const lane of data.lanes)
            for (const span of lane.spans) expect(span.fromMs < toMs && span.toMs > START_MS).toBe(true)
          expect(timelineDataSchema.safeParse(data).error).toBeUndefined()
        }
        const charts = await engine.charts({ fromMs: START_MS, toMs, filter })
        const failed = expected.filter(({ decision }) => decision === 'candidate_failed')
        expect(charts.reasons.reduce((sum, bar) => sum + bar.count, 0)).toBe(
          failed.reduce((sum, { suppressed }) => sum + 1 + suppressed, 0),
        )
        expect(chartsDataSchema.safeParse(charts).error).toBeUndefined()
      }),
      { numRuns: 60 },
    )
  })
})

test('every run of the table can be told, and its outcome counts once', async () => {
  expect(rows.length).toBeGreaterThan(300)
  const keys = [...new Set(rows.map(({ runKey }) => runKey))]
  const outcomes = new Map<string, number>()
  for (const key of keys) {
    const run = engine.run(key, 'openclaw-2026.9')
    const ofRun = rows.filter(({ runKey }) => runKey === key)
    expect(run.candidates.length).toBeGreaterThan(0)
    expect(run.candidates.length).toBeLessThanOrEqual(ofRun.length)
    expect(run.isInferred).toBe(false)
    outcomes.set(run.outcome, (outcomes.get(run.outcome) ?? 0) + 1)
  }
  const decisions = [...DECISIONS]
  const charts = await engine.charts({ fromMs: 0, toMs: 8e15, filter: { decisions } })
  for (const outcome of ['answered', 'fell_back', 'exhausted', 'stopped', 'unknown'] as const)
    expect([outcome, charts.outcomes.reduce((sum, { counts }) => sum + counts[outcome], 0)]).toEqual([
      outcome,
      outcomes.get(outcome) ?? 0,
    ])
})

test('an unknown run is told', () => {
  expect(() => engine.run('no such run', 'openclaw-2026.9')).toThrow(expect.objectContaining({ code: 'not_found' }))
})

test('a profile is named by its id as soon as that is known, in rows and filters', async () => {
  const { count } = await engine.page({ filter: { profiles: ['three:c'] }, offset: 0, limit: 1 })
  expect(count).toBeGreaterThan(0)
  const before = await engine.facets({})
  expect(before.profiles.some(({ value }) => value === 'three:c')).toBe(false)
  engine.knowProfiles(['three:c'])
  const after = await engine.facets({})
  expect(after.profiles.find(({ value }) => value === 'three:c')?.count).toBe(count)
  engine.knowProfiles(['three:c'])
  expect((await engine.page({ filter: { text: 'three:c' }, offset: 0, limit: 1 })).count).toBe(count)
})
