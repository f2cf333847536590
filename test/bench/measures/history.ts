import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { openHistoryEngine } from '../../../electron/history/history-engine.ts'
import { openHistory } from '../../../electron/history/index.ts'
import { createImporter } from '../../../electron/history/importer.ts'
import { openSwitchyardStore } from '../../../electron/store/index.ts'
import type { DecisionRow, HistoryFilter } from '../../../shared/contract/history/index.ts'
import { writeLog } from '../../support/log-generator/index.ts'
import { eventsOfText } from '../../support/log-events.ts'
import { median, percentile, type Benchmark, type Measure } from '../measure.ts'
import { fillHistory } from '../support/million-decisions.ts'

const DECISIONS = 1_000_000
/** As in logs of real releases at their usual level of detail. */
const NOISE = 17
const IMPORT_RUNS = 25_000
const COLUMNS = 1000
const LIVE_SAMPLES = 30

/** Taking in a log, and questions about a million decisions. */
export const historyBenchmark: Benchmark = {
  name: 'history',
  async run() {
    const folder = mkdtempSync(path.join(tmpdir(), 'switchyard-bench-'))
    try {
      const imported = await measureImport(folder)
      const file = path.join(folder, 'million.sqlite')
      openSwitchyardStore(file, { clock: { now: () => Date.now() } }).close()
      fillHistory(file, DECISIONS)
      const questions = await measureQuestions(file)
      return [...imported, ...questions, ...(await measureLive(file))]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Against the least that anybody has to do with a log of JSON lines. */
async function measureImport(folder: string): Promise<readonly Measure[]> {
  const log = path.join(folder, 'openclaw.log')
  const written = await writeLog(log, {
    seed: 1,
    runs: IMPORT_RUNS,
    startMs: 1_770_000_000_000,
    form: '2026.9',
    noise: NOISE,
  })
  const bareMs: number[] = []
  const importMs: number[] = []
  let bytes = 0
  for (let round = 0; round < 3; round++) {
    bareMs.push(await timeMs(() => parseLines(log)))
    const file = path.join(folder, `import-${round}.sqlite`)
    const engine = openHistoryEngine(file)
    const importer = createImporter(engine, () => {})
    importMs.push(
      await timeMs(() => {
        importer.start([{ kind: 'path', path: log }])
        return importer.finished()
      }),
    )
    engine.close()
    bytes = statSync(file).size
  }
  return [
    {
      name: 'import of a log, against reading and parsing its lines',
      value: median(importMs) / median(bareMs),
      unit: '×',
      target: 1 / 0.6,
    },
    {
      name: `import of ${Math.round(written.bytes / 1e6)} MB with ${written.records} records`,
      value: median(importMs),
      unit: 'ms',
      target: null,
    },
    {
      name: 'database, for each million records',
      value: ((bytes / written.records) * 1e6) / 2 ** 20,
      unit: 'MiB',
      target: 200,
    },
  ]
}

async function parseLines(log: string): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(log) })) JSON.parse(line)
}

async function measureQuestions(file: string): Promise<readonly Measure[]> {
  const firstMs: number[] = []
  for (let round = 0; round < 5; round++)
    firstMs.push(
      await timeMs(async () => {
        const engine = openHistoryEngine(file)
        await engine.page({ filter: {}, offset: 0, limit: 100 })
        engine.close()
      }),
    )
  const start = performance.now()
  const engine = openHistoryEngine(file)
  await engine.loaded()
  const loadedMs = performance.now() - start
  try {
    const { rows, firstMs: fromMs, lastMs: toMs } = await engine.page({ filter: {}, offset: 0, limit: 500 })
    const span = { fromMs: fromMs ?? 0, toMs: (toMs ?? 0) + 1 }
    const filters = variedFilters(rows, span)
    const filterMs = await eachMs(filters, (filter, round) =>
      // A filter that was not asked before: what is remembered of others does not help.
      engine.page({ filter: { ...filter, toMs: (filter.toMs ?? span.toMs) + round }, offset: 0, limit: 100 }),
    )
    const facetMs = await eachMs(filters, (filter) => engine.facets(filter))
    const timelineMs = await eachMs(filters, (filter) =>
      engine.timeline({ ...span, lanes: 'profiles', columns: COLUMNS, filter }),
    )
    const chartsMs = await eachMs(filters, (filter) => engine.charts({ ...span, filter }))
    const p95 = (name: string, values: readonly number[], target: number | null): Measure => ({
      name: `${name} of 1,000,000 decisions, 95th percentile`,
      value: percentile(values, 0.95),
      unit: 'ms',
      target,
    })
    return [
      { name: 'first page of 1,000,000 decisions after opening', value: median(firstMs), unit: 'ms', target: 300 },
      { name: 'all of 1,000,000 decisions in memory', value: loadedMs, unit: 'ms', target: null },
      p95('filter', filterMs, 100),
      p95('facets', facetMs, 100),
      p95('timeline', timelineMs, 100),
      p95('charts', chartsMs, 100),
    ]
  } finally {
    engine.close()
  }
}

function variedFilters(
  rows: readonly DecisionRow[],
  span: { readonly fromMs: number; readonly toMs: number },
): readonly HistoryFilter[] {
  const middleMs = (span.fromMs + span.toMs) / 2
  const profile = rows.find(({ profileId }) => profileId !== null)?.profileId ?? ''
  const [row] = rows
  return [
    {},
    { providers: ['one'] },
    { models: ['two/m2', 'three/m3'] },
    { decisions: ['candidate_failed'] },
    { reasons: ['rate_limit', 'overloaded'] },
    { statuses: [429, 503] },
    { sessions: [row?.sessionId ?? ''] },
    { runs: [row?.runKey ?? ''] },
    { profiles: [profile] },
    { fromMs: middleMs, toMs: middleMs + 86_400_000 },
    { text: 'overloaded' },
    { text: 'too many one' },
    { text: (row?.runKey ?? '').slice(0, 8) },
    { text: 'found nowhere' },
    {
      providers: ['one', 'two'],
      decisions: ['candidate_failed', 'skip_candidate'],
      reasons: ['rate_limit', 'billing'],
      text: 'm1',
    },
  ]
}

/** From a record of our own engine to the new state at a watcher, in a history of a million decisions. */
async function measureLive(file: string): Promise<readonly Measure[]> {
  const history = openHistory({
    file,
    clockShiftMs: 0,
    usualLog: () => '',
    policyId: () => 'openclaw-2026.9',
    facts: () => null,
    retention: { maxAgeMs: 1e15, maxDecisions: 1e9 },
    log: (message) => console.error(message),
  })
  try {
    await history.facets({})
    const watch = history.watch()
    let count = (await watch.next()).value?.count ?? 0
    const timesMs: number[] = []
    for (let sample = 0; sample < LIVE_SAMPLES; sample++) {
      const [event] = eventsOfText(liveLine(Date.now(), sample))
      // The watcher is told at most ten times a second.
      await pause(150)
      const start = performance.now()
      await history.record(event === undefined ? [] : [event])
      for (let state = await watch.next(); (state.value?.count ?? 0) <= count; state = await watch.next());
      timesMs.push(performance.now() - start)
      count += 1
    }
    await watch.return?.()
    return [{ name: 'record to pushed state, 1,000,000 decisions', value: median(timesMs), unit: 'ms', target: 100 }]
  } finally {
    await history.close()
  }
}

function liveLine(atMs: number, sample: number): string {
  const fields = `runId=live-${sample} decision=skip_candidate requested=one/m1 candidate=one/m1 reason=billing next=two/m2`
  return `${new Date(atMs).toISOString()} [model-fallback/decision] model fallback decision: ${fields}\n`
}

async function timeMs(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await task()
  return performance.now() - start
}

async function eachMs(
  filters: readonly HistoryFilter[],
  ask: (filter: HistoryFilter, round: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const timesMs: number[] = []
  for (let round = 0; round < 4; round++)
    for (const filter of filters) {
      const spentMs = await timeMs(() => ask(filter, round))
      // The first round warms the code.
      if (round > 0) timesMs.push(spentMs)
    }
  return timesMs
}
