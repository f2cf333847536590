import type Database from 'better-sqlite3'
import type { LogEvent } from '../logs/events.ts'
import type { Dictionaries } from './dictionaries.ts'
import { eventKey } from './event-key.ts'
import { createConsoleLines, type ShownLine } from './console-lines.ts'
import { createLooseEvents } from './loose-events.ts'
import {
  emptyRecord,
  RUN_ORIGINS,
  type RunOrigin,
  type RunRecord,
  type StoredAttempt,
  type StoredEnd,
  type StoredState,
  type StoredStop,
} from './run-record.ts'
import type { RunRows } from './run-rows.ts'
import { factsOf, shapeOf, type CallDecisions } from './run-shape.ts'
import { storedEvents } from './stored-events.ts'
import { isSegmentOf, segmentKey, streamOf } from './segment-keys.ts'
import { compareEvents, isUniqueRunId, segmentsOf, type StreamEvent } from './segments.ts'
import { createTellings, type ToldKind } from './tellings.ts'

export interface Ingested {
  /** Records that are new. */
  readonly added: number
  /** Records that were stored already. */
  readonly known: number
  readonly firstMs: number | null
  readonly lastMs: number | null
  /** Runs as they are now. */
  readonly runs: readonly RunRecord[]
  readonly removedRuns: readonly number[]
  /** Windows of no run. */
  readonly states: readonly StoredState[]
  /** Records in whose place others were stored that tell more. */
  readonly replaced: readonly ReplacedEvent[]
}

export interface ReplacedEvent {
  readonly kind: ToldKind
  readonly id: number
  readonly atMs: number
}

export interface Ingest {
  /** Stores events in one transaction; events may come in any order and more than once. */
  add(events: readonly LogEvent[], source: number): Ingested
  /** Works out again what has become of runs whose records were removed. */
  reshape(runIds: readonly number[]): Pick<Ingested, 'runs' | 'removedRuns'>
  /** Forgets what is held of runs. */
  forget(): void
}

/** Runs that are likely to get more records. */
const MOST_RECENT_RUNS = 4096
const NOWHERE = 0

export function createIngest(database: Database.Database, rows: RunRows, words: Dictionaries): Ingest {
  const { names, models } = words
  const { decisionOf, attemptOf, stateOf, stopOf, endOf, nameOf } = storedEvents(words)
  const recent = new Map<number, RunRecord>()
  const loose = createLooseEvents(database)
  const tellings = createTellings(database)
  const consoleLines = createConsoleLines(database, words, tellings)
  const segmentsOfStream = database.prepare<
    [string, string, string],
    { id: number; run_key: string; started_ms: number }
  >(
    `SELECT id, run_key, started_ms FROM history_runs
      WHERE run_key = ? OR (run_key >= ? AND run_key < ?) ORDER BY started_ms, length(run_key), run_key`,
  )
  const park = database.prepare(`UPDATE history_runs SET run_key = char(0) || id WHERE id = ?`)

  const calls = (): CallDecisions => ({ rotated: nameOf('rotate_profile'), surfaced: nameOf('surface_error') })
  const providerOf = (model: number): number => nameOf(models.get(model).provider)

  function recordOf(id: number): RunRecord | null {
    const held = recent.get(id)
    if (held !== undefined) return held
    const record = rows.load(id)
    if (record !== null) hold(record)
    return record
  }

  function hold(record: RunRecord): void {
    recent.set(record.id, record)
  }

  function shape(record: RunRecord): void {
    // The lane that a run failed in may be the only one to tell whose it was (LG-10).
    record.agent = record.ends.reduce((agent, end) => merged(agent, end.agent), record.ownAgent)
    const shaped = shapeOf(record, providerOf)
    record.facts = factsOf(record, shaped, calls())
  }

  interface Batch {
    readonly touched: Map<number, RunRecord>
    readonly removed: Set<number>
    readonly states: StoredState[]
    readonly streams: Map<string, Stream>
    readonly loose: (StoredAttempt | StoredStop | StoredEnd)[]
    readonly looseRecord: RunRecord
    readonly replaced: ReplacedEvent[]
  }

  interface Stream {
    readonly origin: RunOrigin
    readonly events: StreamEvent[]
    /** When records were taken out of it. */
    readonly takenMs: number[]
    session: number
    agent: number
    lane: number
    parent: number
  }

  type OfStream = Pick<Stream, 'session' | 'agent' | 'lane' | 'parent'>

  /** @param requested what tells apart the chains of one session where no run id does */
  function streamFor(batch: Batch, event: LogEvent, requested: string): Stream {
    const name = event.runId ?? `~${[event.sessionId, event.lane, requested].join('/')}`
    const stream = streamOfName(batch, name, event.runId === null ? RUN_ORIGINS.decisions : RUN_ORIGINS.named)
    stream.session = preferred(stream.session, event.sessionId)
    stream.agent = preferred(stream.agent, event.agentId)
    stream.lane = preferred(stream.lane, event.lane)
    stream.parent = preferred(stream.parent, event.parent)
    return stream
  }

  function streamOfName(batch: Batch, name: string, origin: RunOrigin): Stream {
    let stream = batch.streams.get(name)
    if (stream === undefined) {
      stream = { origin, events: [], takenMs: [], session: 0, agent: 0, lane: 0, parent: 0 }
      batch.streams.set(name, stream)
    }
    return stream
  }

  /** Records of a run may name things differently; which one counts must not depend on their order. */
  function preferred(held: number, text: string | null): number {
    if (text === null) return held
    return held === 0 || isBetter(text, names.textOf(held)) ? names.idOf(text) : held
  }

  function merged(a: number, b: number): number {
    if (a === 0 || a === b) return b
    return b !== 0 && isBetter(names.textOf(b), names.textOf(a)) ? b : a
  }

  /** @returns the number of the record */
  function accept(batch: Batch, event: LogEvent, key: Buffer, source: number): number {
    const id = rows.nextId(event.kind)
    const common = { id, key, atMs: Math.trunc(event.atMs), source, line: event.line, isNew: true }
    const isLoose = event.runId === null
    const looseSession = isLoose ? nameOf(event.sessionId) : 0
    switch (event.kind) {
      case 'decision': {
        const decision = decisionOf(event, { ...common })
        streamFor(batch, event, `${event.requestedProvider}/${event.requestedModel}`).events.push({
          kind: 'decision',
          event: decision,
        })
        return id
      }
      case 'failover': {
        const attempt = attemptOf(event, { ...common, looseSession })
        if (isLoose) batch.loose.push(looselyOf(batch, event, attempt))
        else streamFor(batch, event, '').events.push({ kind: 'attempt', event: attempt })
        return id
      }
      case 'profile_state': {
        const state = stateOf(event, { ...common })
        if (isLoose) batch.states.push(state)
        else streamFor(batch, event, '').events.push({ kind: 'state', event: state })
        return id
      }
      case 'chain_stopped': {
        batch.loose.push(looselyOf(batch, event, stopOf(event, { ...common, looseSession })))
        return id
      }
      case 'agent_end': {
        const end = endOf(event, { ...common, looseSession })
        if (isLoose) batch.loose.push(looselyOf(batch, event, end))
        else streamFor(batch, event, '').events.push({ kind: 'end', event: end })
        return id
      }
      case 'gap':
        rows.saveGap({ ...common, why: event.why })
        return id
    }
  }

  /** What names no run waits for one with what it says about itself. */
  function looselyOf<T extends StoredAttempt | StoredStop | StoredEnd>(batch: Batch, event: LogEvent, stored: T): T {
    loose.remember(stored, {
      agent: nameOf(event.agentId),
      lane: nameOf(event.lane),
      parent: nameOf(event.parent),
    })
    if ('stage' in stored) batch.looseRecord.attempts.push(stored)
    else if ('flags' in stored) batch.looseRecord.ends.push(stored)
    else batch.looseRecord.stops.push(stored)
    return stored
  }

  /** Puts a stream's new events into runs: into the one of that id, or into those that the stream divides into. */
  function place(batch: Batch, name: string, stream: Stream): void {
    if (stream.origin === RUN_ORIGINS.named && isUniqueRunId(name)) {
      const id = rows.idOfKey(name)
      const record = (id === null ? null : recordOf(id)) ?? emptyRecord(rows.nextId('run'), name, stream.origin)
      put(record, stream.events)
      adopt(batch, record, stream, NOWHERE)
      return
    }
    divide(batch, name, stream)
  }

  /** @param ownSession what stands for a session where the records name none */
  function adopt(
    batch: Batch,
    record: RunRecord,
    { session, agent, lane, parent }: OfStream,
    ownSession: number,
  ): void {
    const said = record.session === ownSession ? 0 : record.session
    record.session = merged(said, session === ownSession ? 0 : session) || ownSession
    record.ownAgent = merged(record.ownAgent, agent)
    record.lane = merged(record.lane, lane)
    record.parent = merged(record.parent, parent)
    batch.touched.set(record.id, record)
    batch.removed.delete(record.id)
    hold(record)
  }

  function divide(batch: Batch, name: string, stream: Stream): void {
    stream.events.sort(compareEvents)
    const changedMs = [...stream.takenMs, ...stream.events.slice(0, 1).map(({ event }) => event.atMs)]
    const firstMs = Math.min(...changedMs)
    const lastMs = Math.max(...stream.takenMs, stream.events.at(-1)?.event.atMs ?? firstMs)
    const stored = segmentsOfStream
      .all(name, `${name}@`, `${name}A`)
      .filter(({ run_key }) => isSegmentOf(name, run_key))
    // Without its first record a run may go on with the one before it.
    const isShorter = stream.takenMs.length > 0
    const nearestAt = stored.findLastIndex(({ started_ms }) => started_ms <= firstMs) - (isShorter ? 1 : 0)
    const beforeMs = stored[nearestAt]?.started_ms
    const beforeAt = Math.max(
      0,
      stored.findIndex(({ started_ms }) => started_ms === beforeMs),
    )
    let afterAt = stored.findIndex(({ started_ms }) => started_ms > lastMs)
    if (afterAt < 0) afterAt = stored.length - 1
    const isFirst = beforeAt === 0
    // An id that all runs of a session share is the session's.
    const ownSession = stream.origin === RUN_ORIGINS.named ? names.idOf(name) : NOWHERE
    let old: RunRecord[]
    let segments: readonly (readonly StreamEvent[])[]
    for (;;) {
      old = stored.slice(beforeAt, afterAt + 1).flatMap(({ id }) => recordOf(id) ?? [])
      const events = [...old.flatMap(eventsOf), ...stream.events].toSorted(compareEvents)
      segments = segmentsOf(events, calls().rotated)
      const last = old.at(-1)
      const lastStart = segments.at(-1)?.[0]?.event
      const isInStep = last === undefined || eventsOf(last).toSorted(compareEvents)[0]?.event === lastStart
      if (isInStep || afterAt >= stored.length - 1) break
      afterAt += 1
    }
    const byEvent = new Map(old.flatMap((record) => eventsOf(record).map(({ event }) => [event, record] as const)))
    const reusable = new Set(old)
    const facts = old.reduce<OfStream>(
      (all, record) => ({
        session: merged(all.session, record.session),
        agent: merged(all.agent, record.ownAgent),
        lane: merged(all.lane, record.lane),
        parent: merged(all.parent, record.parent),
      }),
      stream,
    )
    for (const record of old) {
      if (record.isStored) park.run(record.id)
      record.decisions = []
      record.attempts = record.attempts.filter(({ looseSession }) => looseSession !== 0)
      record.states = []
      record.ends = record.ends.filter(({ looseSession }) => looseSession !== 0)
    }
    const starts = new Map<number, number>()
    for (const [index, events] of segments.entries()) {
      const was = events.map(({ event }) => byEvent.get(event)).find((record) => record && reusable.has(record))
      const record = was ?? emptyRecord(rows.nextId('run'), name, stream.origin)
      reusable.delete(record)
      const startMs = events.reduce((first, { event }) => Math.min(first, event.atMs), Number.POSITIVE_INFINITY)
      const isPlain = isFirst && index === 0 && stream.origin === RUN_ORIGINS.named
      const sameStart = starts.get(startMs) ?? 0
      starts.set(startMs, sameStart + 1)
      record.key = isPlain ? name : segmentKey(name, startMs, sameStart)
      put(record, events)
      adopt(batch, record, facts, ownSession)
    }
    for (const record of reusable) {
      loose.orphan(record)
      removeRun(batch, record.id)
    }
  }

  function addAll(events: readonly LogEvent[], source: number): Ingested {
    const batch: Batch = {
      touched: new Map(),
      removed: new Set(),
      states: [],
      streams: new Map(),
      loose: [],
      looseRecord: emptyRecord(NOWHERE, '', RUN_ORIGINS.lone),
      replaced: [],
    }
    const keys = new Set<string>()
    let known = 0
    let completed = 0
    let firstMs: number | null = null
    let lastMs: number | null = null
    for (const event of events) {
      firstMs = firstMs === null ? event.atMs : Math.min(firstMs, event.atMs)
      lastMs = lastMs === null ? event.atMs : Math.max(lastMs, event.atMs)
      const key = eventKey(event)
      const text = key.toString('latin1')
      if (keys.has(text) || isKnown(event, key, source)) {
        known += 1
        continue
      }
      keys.add(text)
      if (event.kind === 'gap') accept(batch, event, key, source)
      else if (event.console !== undefined) consoleLines.wait(event, accept(batch, event, key, source))
      else {
        const lines = consoleLines.linesShowing(event)
        for (const line of lines) takeOut(batch, event.kind, line)
        const id = accept(batch, event, key, source)
        if (lines.length > 0) completed += 1
        for (const line of lines) tellings.move(event.kind, line.id, id)
      }
    }
    for (const [name, stream] of batch.streams) place(batch, name, stream)
    for (const state of batch.states) rows.saveUnrunState(state)
    saveTouched(batch)
    settleLoose(batch)
    trimRecent()
    return {
      added: keys.size - completed,
      known: known + completed,
      firstMs,
      lastMs,
      runs: [...batch.touched.values()],
      removedRuns: [...batch.removed],
      states: batch.states,
      replaced: batch.replaced,
    }
  }

  /** Whether a record is stored already, perhaps in its other form; then this source tells of it too. */
  function isKnown(event: LogEvent, key: Buffer, source: number): boolean {
    const { kind, line } = event
    const stored = rows.find(kind, key)
    if (kind === 'gap') return stored !== null
    if (stored !== null) {
      if (stored.source !== source) tellings.note(kind, stored.id, source, line, null)
      return true
    }
    if (event.console === undefined) return false
    const shown = tellings.recordOf(kind, key) ?? consoleLines.recordShownBy(event, source)
    if (shown !== null) tellings.note(kind, shown, source, line, key)
    return shown !== null
  }

  /** Takes a console's line out of its run, to make place for the record that it shows. */
  function takeOut(batch: Batch, kind: ToldKind, line: ShownLine): void {
    const taken = rows.take(kind, line.id)
    if (taken === null) return
    consoleLines.settle(kind, line)
    tellings.note(kind, line.id, line.source, taken.line, taken.key)
    batch.replaced.push({ kind, id: line.id, atMs: line.atMs })
    const record = taken.runId === null ? null : recordOf(taken.runId)
    if (record === null) return
    const isOther = ({ id }: { readonly id: number }): boolean => id !== line.id
    if (kind === 'decision') record.decisions = record.decisions.filter(isOther)
    else if (kind === 'failover') record.attempts = record.attempts.filter(isOther)
    else if (kind === 'profile_state') record.states = record.states.filter(isOther)
    else if (kind === 'chain_stopped') record.stops = record.stops.filter(isOther)
    else record.ends = record.ends.filter(isOther)
    batch.touched.set(record.id, record)
    const name = streamOf(record.key)
    if (record.origin === RUN_ORIGINS.lone || (record.origin === RUN_ORIGINS.named && isUniqueRunId(name))) return
    streamOfName(batch, name, record.origin).takenMs.push(taken.atMs)
  }

  const add = database.transaction((events: readonly LogEvent[], source: number): Ingested => {
    const lines = events.filter((event) => event.console !== undefined)
    if (lines.length === 0 || lines.length === events.length) return addAll(events, source)
    // What a line shows has to be stored by then.
    const records = addAll(
      events.filter((event) => event.console === undefined),
      source,
    )
    return together(records, addAll(lines, source))
  })

  function saveTouched(batch: Batch): void {
    for (const record of batch.touched.values()) {
      if (isEmpty(record)) {
        removeRun(batch, record.id)
        continue
      }
      shape(record)
      rows.save(record)
    }
  }

  function removeRun(batch: Batch, id: number): void {
    rows.remove(id)
    recent.delete(id)
    batch.touched.delete(id)
    batch.removed.add(id)
  }

  /** Finds the runs of what names none, as far as the runs that changed, and what came, can have to do with it. */
  function settleLoose(batch: Batch): void {
    if (batch.loose.length > 0) rows.saveLoose(batch.looseRecord)
    const changed = loose.settle([...batch.touched.values()], batch.loose, {
      nextRunId: () => rows.nextId('run'),
      nameOf: (id) => names.textOf(id),
      modelOf: (id) => `${models.get(id).provider}/${models.get(id).model}`,
    })
    for (const id of changed) {
      const record = rows.load(id)
      if (record === null) continue
      if (isEmpty(record)) {
        removeRun(batch, id)
        continue
      }
      shape(record)
      rows.save(record)
      hold(record)
      batch.touched.set(id, record)
    }
  }

  function trimRecent(): void {
    for (const id of recent.keys()) {
      if (recent.size <= MOST_RECENT_RUNS) return
      recent.delete(id)
    }
  }

  const reshape = database.transaction((runIds: readonly number[]): Pick<Ingested, 'runs' | 'removedRuns'> => {
    const runs: RunRecord[] = []
    const removedRuns: number[] = []
    for (const id of runIds) {
      recent.delete(id)
      const record = rows.load(id)
      if (record === null) continue
      if (isEmpty(record)) {
        rows.remove(id)
        removedRuns.push(id)
        continue
      }
      shape(record)
      rows.save(record)
      runs.push(record)
    }
    return { runs, removedRuns }
  })

  return {
    add: (events, source) => add.immediate(events, source),
    reshape: (runIds) => reshape.immediate(runIds),
    forget() {
      recent.clear()
      rows.recount()
      loose.reload()
      consoleLines.reload()
    },
  }
}

/** What two parts of one batch came to, the later of which saw what the first did. */
function together(first: Ingested, second: Ingested): Ingested {
  const runs = new Map([...first.runs, ...second.runs].map((run) => [run.id, run]))
  for (const id of second.removedRuns) runs.delete(id)
  const least = (a: number | null, b: number | null): number | null =>
    a === null || b === null ? (a ?? b) : Math.min(a, b)
  const most = (a: number | null, b: number | null): number | null =>
    a === null || b === null ? (a ?? b) : Math.max(a, b)
  return {
    added: first.added + second.added,
    known: first.known + second.known,
    firstMs: least(first.firstMs, second.firstMs),
    lastMs: most(first.lastMs, second.lastMs),
    runs: [...runs.values()],
    removedRuns: [...first.removedRuns, ...second.removedRuns],
    states: [...first.states, ...second.states],
    replaced: [...first.replaced, ...second.replaced],
  }
}

function put(record: RunRecord, events: readonly StreamEvent[]): void {
  for (const { kind, event } of events) {
    if (kind === 'decision') record.decisions.push(event)
    else if (kind === 'attempt') record.attempts.push(event)
    else if (kind === 'state') record.states.push(event)
    else record.ends.push(event)
  }
}

/** What the stream told of; not what was added to it by session and time. */
function eventsOf({ decisions, attempts, states, ends }: RunRecord): StreamEvent[] {
  return [
    ...decisions.map((event) => ({ kind: 'decision', event }) as const),
    ...attempts.filter(({ looseSession }) => looseSession === 0).map((event) => ({ kind: 'attempt', event }) as const),
    ...states.map((event) => ({ kind: 'state', event }) as const),
    ...ends.filter(({ looseSession }) => looseSession === 0).map((event) => ({ kind: 'end', event }) as const),
  ]
}

function isEmpty({ decisions, attempts, states, stops, ends }: RunRecord): boolean {
  return decisions.length + attempts.length + states.length + stops.length + ends.length === 0
}

/** The one that says more; of two that say as much, always the same. */
function isBetter(text: string, than: string): boolean {
  return text.length > than.length || (text.length === than.length && text < than)
}
