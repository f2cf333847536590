import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { openHistoryEngine, type HistoryEngine } from '../../electron/history/history-engine.ts'
import { OWNER_OF_LOOSE } from '../../electron/history/loose-events.ts'
import { NEWEST_PAGE, ROW_BY_ID } from '../../electron/history/page.ts'
import { CUTOFF_OF_SIZE } from '../../electron/history/retain.ts'
import { RUN_ATTEMPTS, RUN_DECISIONS, RUN_ENDS, RUN_STATES, RUN_STOPS } from '../../electron/history/run-rows.ts'
import { connect } from '../../electron/store/connection.ts'
import { MIGRATIONS } from '../../electron/store/migrations/table.ts'
import type { LogEvent } from '../../electron/logs/index.ts'
import { contentOf, generatedEvents, openEngine } from '../support/history.ts'
import { eventsOfText } from '../support/log-events.ts'
import { temporaryFolder } from '../support/openclaw-files.ts'

const START_MS = 1_780_000_000_000
const POLICY = 'openclaw-2026.9'

type Decision = Extract<LogEvent, { kind: 'decision' }>
type Failover = Extract<LogEvent, { kind: 'failover' }>

const BASE = { isTimed: true, runId: 'r1', sessionId: 's1', agentId: null, lane: null, parent: null, line: 1 }

function decision(atMs: number, more: Partial<Decision> = {}): Decision {
  return {
    kind: 'decision',
    ...BASE,
    atMs: START_MS + atMs,
    decision: 'candidate_failed',
    requestedProvider: 'p',
    requestedModel: 'a',
    candidateProvider: 'p',
    candidateModel: 'a',
    attempt: 1,
    total: 2,
    reason: null,
    status: null,
    code: null,
    errorPreview: null,
    errorHash: null,
    providerErrorType: null,
    nextProvider: null,
    nextModel: null,
    isPrimary: null,
    requestedModelMatched: null,
    fallbackConfigured: null,
    isProbe: false,
    profileCount: null,
    suppressed: 0,
    previousAttempts: null,
    finalOutcome: null,
    ...more,
  }
}

function failover(atMs: number, more: Partial<Failover> = {}): Failover {
  return {
    kind: 'failover',
    ...BASE,
    atMs: START_MS + atMs,
    stage: 'assistant',
    decision: 'rotate_profile',
    reason: 'timeout',
    profileReason: null,
    provider: 'p',
    model: 'a',
    sourceProvider: null,
    sourceModel: null,
    profileId: 'p:1',
    status: null,
    retryCount: null,
    profileRotationCount: null,
    attemptCount: null,
    rawErrorPreview: null,
    rawErrorHash: null,
    providerErrorType: null,
    fallbackConfigured: null,
    timedOut: false,
    aborted: false,
    ...more,
  }
}

async function stored(events: readonly LogEvent[]): Promise<HistoryEngine> {
  const engine = openEngine()
  engine.ingest(events, engine.sourceOf('file', 'log'))
  await engine.loaded()
  return engine
}

const second = { candidateProvider: 'q', candidateModel: 'b', attempt: 2 }

describe('cases of others', () => {
  test('RP-01: each attempt keeps its own reason, and a chart shows the billing among the limits', async () => {
    const engine = await stored([
      decision(0, { reason: 'rate_limit', nextProvider: 'q', nextModel: 'b' }),
      decision(5, { ...second, reason: 'billing', finalOutcome: 'chain_exhausted' }),
    ])
    const run = engine.run('r1', POLICY)
    expect(run.candidates.map(({ reason }) => reason)).toEqual(['rate_limit', 'billing'])
    expect(run.outcome).toBe('exhausted')
    const { reasons } = await engine.charts({ fromMs: START_MS, toMs: START_MS + 10, filter: {} })
    expect(reasons).toEqual(
      expect.arrayContaining([
        { provider: 'p', reason: 'rate_limit', count: 1 },
        { provider: 'q', reason: 'billing', count: 1 },
      ]),
    )
  })

  test('RP-02: a window of billing and one of a limit are told apart, each with its end', async () => {
    const state = (profileId: string, more: Partial<Extract<LogEvent, { kind: 'profile_state' }>>): LogEvent => ({
      kind: 'profile_state',
      ...BASE,
      atMs: START_MS,
      profileId,
      provider: 'p',
      reason: 'rate_limit',
      windowType: 'cooldown',
      isReused: false,
      errorCount: 1,
      previousErrorCount: null,
      cooldownUntilMs: null,
      previousCooldownUntilMs: null,
      disabledUntilMs: null,
      previousDisabledUntilMs: null,
      disabledReason: null,
      previousDisabledReason: null,
      failureCounts: {},
      ...more,
    })
    const engine = await stored([
      state('p:1', { cooldownUntilMs: START_MS + 120_000 }),
      state('p:2', { cooldownUntilMs: START_MS + 300_000 }),
      state('p:3', { reason: 'billing', windowType: 'disabled', disabledUntilMs: START_MS + 1000 }),
    ])
    const query = { fromMs: START_MS, toMs: START_MS + 600_000, columns: 600, filter: {} }
    const { lanes } = await engine.timeline({ ...query, lanes: 'profiles' })
    expect(
      lanes.map(({ id, spans }) => [id, spans.map(({ kind, toMs, reason }) => [kind, toMs - START_MS, reason])]),
    ).toEqual([
      ['p:1', [['cooldown', 120_000, 'rate_limit']]],
      ['p:2', [['cooldown', 300_000, 'rate_limit']]],
      ['p:3', [['disabled', 1000, 'billing']]],
    ])
    const { locked } = await engine.charts(query)
    expect(locked.map(({ profileId, cooldownMs, disabledMs }) => [profileId, cooldownMs, disabledMs])).toEqual([
      ['p:2', 300_000, 0],
      ['p:1', 120_000, 0],
      ['p:3', 0, 1000],
    ])
  })

  test('RP-04: a provider that answered keeps the reason and status that it answered with', async () => {
    const engine = await stored([
      decision(0, { reason: 'format', status: 400, nextProvider: 'q', nextModel: 'b' }),
      decision(5, { ...second, reason: 'empty_response' }),
    ])
    expect(engine.run('r1', POLICY).candidates.map(({ reason, status }) => [reason, status])).toEqual([
      ['format', 400],
      ['empty_response', null],
    ])
  })

  test('LG-04: equal records that were left out are counted', async () => {
    const engine = await stored([
      decision(0, { reason: 'auth' }),
      decision(40_000, { reason: 'auth', suppressed: 37, runId: 'r2' }),
    ])
    const { rows } = await engine.page({ filter: {}, offset: 0, limit: 10 })
    expect(rows.map(({ suppressed }) => suppressed)).toEqual([37, 0])
    const { reasons } = await engine.charts({ fromMs: START_MS, toMs: START_MS + 50_000, filter: {} })
    expect(reasons).toEqual([{ provider: 'p', reason: 'auth', count: 39 }])
  })

  test('LG-05: a run without any decision is put together from what there is, and says so', async () => {
    const [line] = [
      '[agent/embedded] embedded_run_agent_end isError=true model=gemini-2.5-flash-lite provider=google failoverReason=null error="An unknown error occurred"',
    ]
    const engine = await stored(eventsOfText(`2026-05-28T20:26:40.000Z ${line}\n`))
    const [run] = runsOf(engine)
    expect(run).toMatchObject({
      isInferred: true,
      outcome: 'unknown',
      requestedProvider: 'google',
      requestedModel: 'gemini-2.5-flash-lite',
      candidates: [{ provider: 'google', reason: null, errorPreview: 'An unknown error occurred' }],
    })
  })

  test('LG-10: what a lane says is joined with the run of its session, with or without the prefix', async () => {
    const engine = await stored([
      decision(0, { sessionId: 'browser-1', reason: 'timeout' }),
      ...eventsOfText(
        `${new Date(START_MS + 20).toISOString()} [diagnostic] lane task error: lane=session:browser-1 error="FailoverError: too slow"\n`,
      ),
    ])
    expect(runsOf(engine)).toHaveLength(1)
    expect(engine.run('r1', POLICY).evidence).toHaveLength(2)
  })

  test('LG-14: the same reason with two decisions keeps both', async () => {
    const engine = await stored([
      failover(0, { decision: 'fallback_model' }),
      decision(1, { reason: 'timeout', nextProvider: 'q', nextModel: 'b' }),
      failover(2, { decision: 'surface_error', provider: 'q', model: 'b', profileId: 'q:1' }),
    ])
    const run = engine.run('r1', POLICY)
    expect(
      run.candidates.flatMap(({ attempts }) => attempts.map(({ reason, decision: done }) => [reason, done])),
    ).toEqual([
      ['timeout', 'fallback_model'],
      ['timeout', 'surface_error'],
    ])
    expect(run.outcome).toBe('exhausted')
  })

  test('LG-20: a run of a job is listed under the job', async () => {
    const engine = await stored([decision(0, { parent: 'cron:nightly', lane: 'cron-nested' })])
    expect(engine.run('r1', POLICY)).toMatchObject({ parent: 'cron:nightly', lane: 'cron-nested' })
  })

  test('FB-12: a record about a model that nothing else names is a row like any other', async () => {
    const engine = await stored([decision(0, { candidateProvider: 'ghost', candidateModel: 'x/y' })])
    const { rows } = await engine.page({ filter: { models: ['ghost/x/y'] }, offset: 0, limit: 10 })
    expect(rows.map(({ provider, model }) => [provider, model])).toEqual([['ghost', 'x/y']])
  })
})

function runsOf(engine: HistoryEngine): readonly ReturnType<HistoryEngine['run']>[] {
  return engine.runKeys().map((key) => engine.run(key, POLICY))
}

describe('what a run comes to', () => {
  const stop: LogEvent = {
    kind: 'chain_stopped',
    ...BASE,
    runId: null,
    atMs: START_MS + 9,
    reason: 'caller_signal_aborted',
    candidateProvider: 'q',
    candidateModel: 'b',
    errorName: 'AbortError',
  }
  const failed = decision(0, { nextProvider: 'q', nextModel: 'b' })

  test.each([
    ['answered', null, [decision(0, { decision: 'candidate_succeeded', isProbe: true })]],
    ['fell_back', null, [failed, decision(5, { ...second, decision: 'candidate_succeeded' })]],
    ['exhausted', null, [failed, decision(5, second)]],
    ['stopped', 'caller_signal_aborted', [failed, stop]],
    ['unknown', null, [failed]],
    ['answered', null, [failover(0)]],
    ['stopped', null, [failover(0, { aborted: true })]],
    ['exhausted', null, [failover(0, { decision: 'surface_error' })]],
    ['unknown', null, [failover(0, { decision: 'fallback_model' })]],
  ] as const)('%s', async (outcome, stopReason, events) => {
    const engine = await stored(events)
    expect(engine.run('r1', POLICY)).toMatchObject({ outcome, stopReason })
  })

  test('a stop without any run before it is a run of its own', async () => {
    const engine = await stored([stop])
    expect(runsOf(engine)).toMatchObject([{ isInferred: true, outcome: 'stopped', sessionId: 's1' }])
  })

  test('falling back and coming back are told once each, with how long it took', async () => {
    const run = (at: number, runId: string, isBack: boolean): readonly LogEvent[] =>
      isBack
        ? [decision(at, { runId, decision: 'candidate_succeeded', isProbe: true })]
        : [
            decision(at, { runId, nextProvider: 'q', nextModel: 'b', reason: 'overloaded' }),
            decision(at + 1000, { ...second, runId, decision: 'candidate_succeeded' }),
          ]
    const engine = await stored([
      ...run(0, 'r1', false),
      ...run(60_000, 'r2', false),
      ...run(120_000, 'r3', true),
      ...run(180_000, 'r4', true),
    ])
    const span = { fromMs: START_MS, toMs: START_MS + 200_000, filter: {} }
    const { flags } = await engine.timeline({ ...span, lanes: 'models', columns: 200 })
    expect(flags.map(({ kind, runKey, label }) => [kind, runKey, label])).toEqual([
      ['fell_back', 'r1', 'q/b'],
      ['came_back', 'r3', 'p/a'],
    ])
    const { recoveries, onFallback, outcomes } = await engine.charts(span)
    expect(recoveries).toEqual([{ model: 'p/a', medianMs: 119_000, p90Ms: 119_000, count: 1 }])
    expect(onFallback).toEqual([{ name: 's1', fallbackMs: 120_000, totalMs: 180_000 }])
    expect(outcomes.reduce((sum, { counts }) => sum + counts.fell_back, 0)).toBe(2)
  })
})

describe('keeping and removing', () => {
  const HISTORY = generatedEvents({ seed: 3, runs: 400, startMs: START_MS, form: '2026.9', noise: 0 })

  test('a restart changes nothing, and the newest page comes before the rest is loaded', async () => {
    const file = path.join(temporaryFolder(), 'switchyard.sqlite')
    const first = openHistoryEngine(file)
    first.ingest(HISTORY, first.sourceOf('file', 'log'))
    const before = await contentOf(first)
    first.close()
    const engine = openEngine(file)
    const early = await engine.page({ filter: {}, offset: 5, limit: 20 })
    await engine.loaded()
    expect(await engine.page({ filter: {}, offset: 5, limit: 20 })).toEqual(early)
    expect(await contentOf(engine)).toEqual(before)
  })

  test('records beyond an age or a number are removed, and runs that lost some are worked out again', async () => {
    const engine = await stored(HISTORY)
    const { count, lastMs } = await engine.page({ filter: {}, offset: 0, limit: 1 })
    const middle = (await engine.page({ filter: {}, offset: Math.floor(count / 2), limit: 1 })).rows[0]?.atMs ?? 0
    const nowMs = lastMs ?? 0
    expect(engine.retain({ maxAgeMs: nowMs - middle, maxDecisions: 1_000_000 }, nowMs)).toBeGreaterThan(0)
    await engine.loaded()
    const kept = await engine.page({ filter: {}, offset: 0, limit: 500 })
    expect(kept.firstMs).toBe(middle)
    const expected = openEngine()
    expected.ingest(
      HISTORY.filter(({ atMs }) => atMs >= middle),
      expected.sourceOf('file', 'log'),
    )
    expect(await contentOf(engine)).toEqual(await contentOf(expected))

    engine.retain({ maxAgeMs: 1e15, maxDecisions: 10 }, nowMs)
    await engine.loaded()
    expect((await engine.page({ filter: {}, offset: 0, limit: 50 })).count).toBe(10)
    expect(engine.retain({ maxAgeMs: 1e15, maxDecisions: 10 }, nowMs)).toBe(0)
  })

  test('a source can be forgotten, or everything but the saved views', async () => {
    const file = path.join(temporaryFolder(), 'switchyard.sqlite')
    const engine = openEngine(file)
    const [one, other] = [engine.sourceOf('file', 'one'), engine.sourceOf('file', 'other')]
    engine.ingest([decision(0, { errorPreview: 'text of one' })], one)
    engine.ingest([decision(1, { runId: 'r2', errorPreview: 'text of the other' })], other)
    const view = engine.views.save({ name: ' mine ', filter: { providers: ['p'] }, preset: null })
    engine.forget(one)
    expect((await engine.page({ filter: {}, offset: 0, limit: 9 })).rows.map(({ runKey }) => runKey)).toEqual(['r2'])
    expect(engine.sources.list().map(({ name }) => name)).toEqual(['other'])
    const database = new Database(file, { readonly: true })
    expect(database.prepare('SELECT text FROM history_texts').pluck().all()).toEqual(['text of the other'])
    engine.forget(null)
    expect((await engine.page({ filter: {}, offset: 0, limit: 9 })).count).toBe(0)
    for (const table of ['decisions', 'runs', 'names', 'texts', 'models', 'profiles', 'sources'])
      expect([table, database.prepare(`SELECT count(*) FROM history_${table}`).pluck().get()]).toEqual([table, 0])
    database.close()
    expect(engine.views.list()).toEqual([view])
    // What was forgotten can come again.
    engine.ingest([decision(0)], engine.sourceOf('file', 'one'))
    expect((await engine.page({ filter: {}, offset: 0, limit: 9 })).count).toBe(1)
  })

  test('views are replaced by name and removed by id', () => {
    const engine = openEngine()
    const first = engine.views.save({ name: 'limits', filter: { reasons: ['rate_limit'] }, preset: null })
    expect(engine.views.save({ name: 'limits', filter: { text: '429' }, preset: null }).id).toBe(first.id)
    expect(engine.views.list()).toEqual([{ id: first.id, name: 'limits', filter: { text: '429' }, preset: null }])
    engine.views.remove(first.id)
    expect(() => engine.views.remove(first.id)).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  test('a view keeps a span that moves along with now; one from before there were such keeps its times', () => {
    const file = path.join(temporaryFolder(), 'switchyard.sqlite')
    const engine = openEngine(file)
    const database = new Database(file)
    database
      .prepare('INSERT INTO history_views (name, filter_json) VALUES (?, ?)')
      .run('before', '{"providers":["p"],"fromMs":1,"toMs":5}')
    database.close()
    const filter = { providers: ['p'], fromMs: 1, toMs: 5 }
    engine.views.save({ name: 'moving', filter, preset: '24h' })
    engine.views.save({ name: 'standing', filter, preset: null })
    expect(engine.views.list()).toEqual([
      { id: 1, name: 'before', filter, preset: null },
      { id: 2, name: 'moving', filter: { providers: ['p'] }, preset: '24h' },
      { id: 3, name: 'standing', filter, preset: null },
    ])
  })

  test('two consoles may write to one history', async () => {
    const file = path.join(temporaryFolder(), 'switchyard.sqlite')
    const [one, other] = [openEngine(file), openEngine(file)]
    await Promise.all([one.loaded(), other.loaded()])
    const half = Math.floor(HISTORY.length / 2)
    one.ingest(HISTORY.slice(0, half), one.sourceOf('file', 'log'))
    other.ingest(HISTORY.slice(half), other.sourceOf('file', 'log'))
    one.ingest([decision(99_000_000)], one.sourceOf('file', 'log'))
    const expected = await stored([...HISTORY, decision(99_000_000)])
    expect(await contentOf(one)).toEqual(await contentOf(expected))
    expect(await contentOf(other)).toEqual(await contentOf(expected))
  })
})

test.each([
  ['the newest page', NEWEST_PAGE, [10, 0], 'history_decisions_by_time'],
  ['a row', ROW_BY_ID, [1], 'PRIMARY KEY'],
  ['the decisions of a run', RUN_DECISIONS, [1], 'history_decisions_by_run'],
  ['the calls of a run', RUN_ATTEMPTS, [1], 'history_attempts_by_run'],
  ['the windows of a run', RUN_STATES, [1], 'history_profile_states_by_run'],
  ['the stops of a run', RUN_STOPS, [1], 'history_stops_by_run'],
  ['the ends of a run', RUN_ENDS, [1], 'history_ends_by_run'],
  ['the run of a stop', OWNER_OF_LOOSE, [1, 1, 1], 'history_runs_by_session'],
  ['where to cut by number', CUTOFF_OF_SIZE, [1], 'history_decisions_by_time'],
])('%s is found by an index', (_, sql, values, index) => {
  const { database } = connect(path.join(temporaryFolder(), 'switchyard.sqlite'), MIGRATIONS)
  const plan = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values)
  const text = plan.map(({ detail }) => detail).join('\n')
  expect(text).toContain(index)
  expect(text).not.toMatch(/SCAN [dr]\b(?!.*USING)|TEMP B-TREE FOR ORDER BY/)
  database.close()
})
