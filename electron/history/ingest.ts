import type Database from 'better-sqlite3'
import type { LogEvent } from '../logs/events.ts'
import type { Dictionaries } from './dictionaries.ts'
import { eventKey } from './event-key.ts'
import { createBatch, streamOfName, type Batch, type Stream } from './batch.ts'
import { createBetterNames } from './better-names.ts'
import { createConsoleLines, type ShownLine } from './console-lines.ts'
import { together, type Ingested } from './ingested.ts'
import { createLooseEvents } from './loose-events.ts'
import { createStreamPlacing } from './place-streams.ts'
import { createRecentRuns } from './recent-runs.ts'
import { isEmpty, removePart } from './run-parts.ts'
import { RUN_ORIGINS, type RunRecord, type StoredAttempt, type StoredEnd, type StoredStop } from './run-record.ts'
import type { RunRows } from './run-rows.ts'
import { factsOf, shapeOf, type CallDecisions } from './run-shape.ts'
import { storedEvents } from './stored-events.ts'
import { streamOf } from './segment-keys.ts'
import { isUniqueRunId } from './segments.ts'
import { createTellings, type ToldKind } from './tellings.ts'

export interface Ingest {
  /** Stores events in one transaction; events may come in any order and more than once. */
  add(events: readonly LogEvent[], source: number): Ingested
  /** Works out again what has become of runs whose records were removed. */
  reshape(runIds: readonly number[]): Pick<Ingested, 'runs' | 'removedRuns'>
  /** Forgets what is held of runs. */
  forget(): void
}

export function createIngest(database: Database.Database, rows: RunRows, words: Dictionaries): Ingest {
  const { names, models } = words
  const { decisionOf, attemptOf, stateOf, stopOf, endOf, nameOf } = storedEvents(words)
  const recent = createRecentRuns(rows)
  const betterNames = createBetterNames(names)
  const { preferred, merged } = betterNames
  const loose = createLooseEvents(database)
  const tellings = createTellings(database)
  const consoleLines = createConsoleLines(database, words, tellings)
  const placeStream = createStreamPlacing(database, {
    rows,
    recent,
    names,
    betterNames,
    loose,
    rotated: () => nameOf('rotate_profile'),
    removeRun,
  })
  const calls = (): CallDecisions => ({ rotated: nameOf('rotate_profile'), surfaced: nameOf('surface_error') })
  const providerOf = (model: number): number => nameOf(models.get(model).provider)

  function shape(record: RunRecord): void {
    // The lane that a run failed in may be the only one to tell whose it was (LG-10).
    record.agent = record.ends.reduce((agent, end) => merged(agent, end.agent), record.ownAgent)
    const shaped = shapeOf(record, providerOf)
    record.facts = factsOf(record, shaped, calls())
  }

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

  function addAll(events: readonly LogEvent[], source: number): Ingested {
    const batch = createBatch()
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
    for (const [name, stream] of batch.streams) placeStream(batch, name, stream)
    for (const state of batch.states) rows.saveUnrunState(state)
    saveTouched(batch)
    settleLoose(batch)
    recent.trim()
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
    const record = taken.runId === null ? null : recent.recordOf(taken.runId)
    if (record === null) return
    removePart(record, kind, line.id)
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
    recent.drop(id)
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
      recent.hold(record)
      batch.touched.set(id, record)
    }
  }

  const reshape = database.transaction((runIds: readonly number[]): Pick<Ingested, 'runs' | 'removedRuns'> => {
    const runs: RunRecord[] = []
    const removedRuns: number[] = []
    for (const id of runIds) {
      recent.drop(id)
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
