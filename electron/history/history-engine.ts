import { setImmediate } from 'node:timers/promises'
import type {
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
} from '../../shared/contract/history.ts'
import { POLICIES, type DirectoryFacts, type PolicyId } from '../../shared/engine/index.ts'
import { diagnose } from '../diagnosis/index.ts'
import type { LogEvent } from '../logs/index.ts'
import { chartsOf } from './charts.ts'
import { diagnosisInputOf } from './diagnosis-input.ts'
import { openDictionaries } from './dictionaries.ts'
import { facetsOf } from './facets.ts'
import { createFilters } from './filter.ts'
import { openHistoryDatabase } from './history-database.ts'
import { createIngest, type Ingested } from './ingest.ts'
import { createHistoryMemory } from './memory.ts'
import { createPages } from './page.ts'
import { createRemoval, type Removed, type Retention } from './retain.ts'
import { createRunChanges } from './run-changes.ts'
import { createRunDetails } from './run-detail.ts'
import { createRunRows } from './run-rows.ts'
import { createSources, type Sources } from './sources.ts'
import { createTimelines } from './timeline.ts'
import { createViews, type Views } from './views.ts'
import { createWindowSpans } from './window-spans.ts'

/** Storage and questions of one history, in the process or thread that it is opened in. */
export interface HistoryEngine {
  readonly sources: Sources
  readonly views: Views
  /** Resolves when every question can be answered from memory. */
  loaded(): Promise<void>
  state(): Omit<HistoryState, 'importing' | 'bundle'>
  page(query: PageQuery): Promise<HistoryPage>
  facets(filter: HistoryFilter): Promise<HistoryFacets>
  /** @throws {HistoryRefused} `not_found` */
  run(runKey: string, policyId: PolicyId): RunDetail
  timeline(query: TimelineQuery): Promise<TimelineData>
  charts(query: ChartsQuery): Promise<ChartsData>
  findings(facts: DirectoryFacts | null, nowMs: number): Promise<readonly Finding[]>
  rows(filter: HistoryFilter): Promise<Iterable<DecisionRow>>
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
  const words = openDictionaries(database)
  const rows = createRunRows(database)
  const ingest = createIngest(database, rows, words)
  const memory = createHistoryMemory(database)
  const filters = createFilters(memory, words)
  const pages = createPages(database, memory, words, filters)
  const details = createRunDetails(database, rows, words)
  const windows = createWindowSpans(database, memory, words)
  const changes = createRunChanges(memory)
  const timelines = createTimelines(database, memory, words, filters, windows, changes)
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
  let isClosed = false

  async function load(): Promise<void> {
    // The first page comes before; loading takes its time in small parts.
    await setImmediate()
    while (!isClosed && memory.loadSome()) await setImmediate()
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
      return chartsOf(query, memory, words, filters, windows, changes)
    },
    async findings(facts, nowMs) {
      await ready()
      return diagnose(diagnosisInputOf(database, memory, words, facts, nowMs))
    },
    async rows(filter) {
      await ready()
      return pages.rows(filter)
    },
    ingest(events, source) {
      const { added, known, firstMs, lastMs } = store(events, source)
      return { added, known, firstMs, lastMs }
    },
    sourceOf: (kind, name) => sources.idOf(kind, name),
    knowProfiles: (ids) => words.profiles.know(ids),
    retain(retention, nowMs) {
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
      isClosed = true
      database.close()
    },
  }
}
