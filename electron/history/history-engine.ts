import { setImmediate } from 'node:timers/promises'
import type {
  BundleOptions,
  ChartsData,
  ChartsQuery,
  DecisionRow,
  Finding,
  HistoryFacets,
  HistoryFilter,
  HistoryPage,
  HistoryState,
  LogSource,
  PageQuery,
  RunDetail,
  TimelineData,
  TimelineQuery,
} from '../../shared/contract/history/index.ts'
import { POLICIES, type DirectoryFacts, type PolicyId } from '../../shared/engine/index.ts'
import type { BundleSource } from '../bundle/index.ts'
import { diagnose } from '../diagnosis/index.ts'
import { NO_COUNTS, type LogEvent } from '../logs/index.ts'
import { bundleSourceOf, type BundleContext } from './bundle-source.ts'
import { chartsOf } from './charts.ts'
import { diagnosisInputOf } from './diagnosis-input.ts'
import { openDictionaries } from './dictionaries.ts'
import { facetsOf } from './facets.ts'
import { createFilters } from './filter.ts'
import { openHistoryDatabase } from './history-database.ts'
import { createIngest } from './ingest.ts'
import type { Ingested } from './ingested.ts'
import { createHistoryMemory, type HistoryMemory } from './memory.ts'
import { createPages } from './page.ts'
import type { HistoryParts } from './parts.ts'
import { createRemoval, type Removed, type Retention } from './retain.ts'
import { createRunChanges } from './run-changes.ts'
import { createRunDetails } from './run-detail.ts'
import { createRunRows } from './run-rows.ts'
import { createSources, type Sources } from './sources.ts'
import { takeBundle, type TakenBundle } from './take-bundle.ts'
import { createTimelines } from './timeline.ts'
import { createViews, type Views } from './views.ts'
import { createWindowSpans } from './window-spans.ts'

/** Storage and questions of one history, in the process or thread that it is opened in. */
export interface HistoryEngine {
  readonly sources: Sources
  readonly views: Views
  /** Resolves when every question can be answered from memory. */
  loaded(): Promise<void>
  state(): Omit<HistoryState, 'importing' | 'bundling'>
  page(query: PageQuery): Promise<HistoryPage>
  facets(filter: HistoryFilter): Promise<HistoryFacets>
  /** @throws {HistoryRefused} `not_found` */
  run(runKey: string, policyId: PolicyId): RunDetail
  timeline(query: TimelineQuery): Promise<TimelineData>
  charts(query: ChartsQuery): Promise<ChartsData>
  findings(facts: DirectoryFacts | null, nowMs: number): Promise<readonly Finding[]>
  rows(filter: HistoryFilter): Promise<Iterable<DecisionRow>>
  /** Of all runs, those without any row of the table as well; by their beginning. */
  runKeys(): readonly string[]
  /** What a bundle is made of. */
  bundleSource(context: BundleContext, options: BundleOptions, privateWords: readonly string[]): Promise<BundleSource>
  /** Stores what is in a bundle. @throws {BundleRefused} */
  takeBundle(path: string): Promise<TakenBundle>
  /** Stores events; what is stored already adds nothing. */
  ingest(events: readonly LogEvent[], source: number): Pick<Ingested, 'added' | 'known' | 'firstMs' | 'lastMs'>
  sourceOf(kind: LogSource['kind'], name: string): number
  knowProfiles(ids: readonly string[]): void
  retain(retention: Retention, nowMs: number): number
  forget(source: number | null): void
  close(): void
}

export function openHistoryEngine(file: string): HistoryEngine {
  const database = openHistoryDatabase(file)
  const lifetime = { isClosed: false }
  const words = openDictionaries(database)
  const rows = createRunRows(database)
  const ingest = createIngest(database, rows, words)
  const memory = createHistoryMemory(database)
  const filters = createFilters(memory, words)
  const pages = createPages(database, memory, words, filters)
  const details = createRunDetails(database, rows, words)
  const windows = createWindowSpans(database, memory, words)
  const changes = createRunChanges(memory)
  const parts: HistoryParts = { memory, words, filters, windows, changes }
  const timelines = createTimelines(database, parts)
  const sources = createSources(database)
  const removal = createRemoval(database)
  const lastIds = database
    .prepare<[], readonly [number, number, number]>(
      `SELECT (SELECT coalesce(max(id), 0) FROM history_decisions), (SELECT coalesce(max(id), 0) FROM history_runs),
        (SELECT coalesce(max(id), 0) FROM history_attempts)`,
    )
    .raw()
  let stamp = String(lastIds.get())
  let loading: Promise<void> = load()

  async function load(): Promise<void> {
    // The first page comes before; loading takes its time in small parts.
    await setImmediate()
    while (!lifetime.isClosed && memory.loadSome()) await setImmediate()
    if (lifetime.isClosed) return
    // What the first question would wait for.
    windows.all()
    await setImmediate()
    changes.all()
  }

  function reload(): void {
    words.reload()
    ingest.forget()
    memory.restart()
    stamp = String(lastIds.get())
    loading = load()
  }

  /** Another process may write to the same history. */
  function lookForOthers(): void {
    if (String(lastIds.get()) !== stamp || words.isBehind()) reload()
  }

  async function ready(): Promise<void> {
    lookForOthers()
    await loading
  }

  function store(events: readonly LogEvent[], source: number): Ingested {
    lookForOthers()
    try {
      const ingested = ingest.add(events, source)
      memory.apply(ingested)
      return ingested
    } catch (error) {
      // What was taken into memory while it was tried is not there.
      reload()
      throw error
    } finally {
      stamp = String(lastIds.get())
    }
  }

  function afterRemoval({ records, runs }: Removed): void {
    if (runs.length > 0) ingest.reshape(runs)
    if (records > 0 || runs.length > 0) reload()
  }

  return {
    sources,
    views: createViews(database),
    loaded: ready,
    state() {
      const { count, firstMs, lastMs } = memory.isLoaded
        ? pages.page({ filter: {}, offset: 0, limit: 0 })
        : pages.newest({ offset: 0, limit: 0 })
      return { count, firstMs, lastMs, newestId: lastIds.get()?.[0] ?? 0, sources: sources.list() }
    },
    async page(query) {
      lookForOthers()
      if (!memory.isLoaded && Object.keys(query.filter).length === 0) return pages.newest(query)
      await ready()
      return pages.page(query)
    },
    async facets(filter) {
      await ready()
      return facetsOf(filter, memory, words, filters)
    },
    run: (runKey, policyId) => details.detail(runKey, POLICIES[policyId]),
    async timeline(query) {
      await ready()
      return timelines.timeline(query)
    },
    async charts(query) {
      await ready()
      return chartsOf(query, parts)
    },
    async findings(facts, nowMs) {
      await ready()
      return diagnose(diagnosisInputOf(database, memory, words, facts, nowMs))
    },
    async rows(filter) {
      await ready()
      return pages.rows(filter)
    },
    async bundleSource(context, options, privateWords) {
      await ready()
      const findings = diagnose(diagnosisInputOf(database, memory, words, context.facts, context.nowMs))
      return bundleSourceOf(database, words, { ...context, findings, privateWords }, options)
    },
    async takeBundle(path) {
      let records = 0
      const taken = await takeBundle(path, {
        database,
        take(name, events) {
          const source = sources.idOf('bundle', name)
          const { firstMs, lastMs } = store(events, source)
          records += events.length
          sources.update(source, { bytes: 0, counts: { ...NO_COUNTS, records }, firstMs, lastMs })
        },
      })
      await ready()
      return taken
    },
    runKeys: () => Array.from(memory.runs.inTime(), (id) => memory.runs.keyOf(id)),
    ingest(events, source) {
      const { added, known, firstMs, lastMs } = store(events, source)
      return { added, known, firstMs, lastMs }
    },
    sourceOf: (kind, name) => sources.idOf(kind, name),
    knowProfiles: (ids) => words.profiles.know(ids),
    retain(retention, nowMs) {
      if (memory.isLoaded && isWithin(memory, retention, nowMs)) return 0
      const removed = removal.retain(retention, nowMs)
      afterRemoval(removed)
      return removed.records
    },
    forget(source) {
      afterRemoval(removal.forget(source))
      sources.remove(source)
      if (source === null) reload()
    },
    close() {
      lifetime.isClosed = true
      database.close()
    },
  }
}

/** Looking through all records takes a while; most of the time there is nothing to remove. */
function isWithin(
  { decisions, attempts, states }: HistoryMemory,
  { maxAgeMs, maxDecisions }: Retention,
  nowMs: number,
): boolean {
  const isYoung = [decisions, attempts, states].every(
    ({ length, times }) => length === 0 || (times[0] ?? 0) >= nowMs - maxAgeMs,
  )
  return isYoung && decisions.length <= maxDecisions
}
