import type Database from 'better-sqlite3'
import { NOWHERE, type Batch, type OfStream, type Stream } from './batch.ts'
import type { BetterNames } from './better-names.ts'
import type { Dictionaries } from './dictionaries.ts'
import type { LooseEvents } from './loose-events.ts'
import type { RecentRuns } from './recent-runs.ts'
import { eventsOf, put } from './run-parts.ts'
import { emptyRecord, RUN_ORIGINS, type RunRecord } from './run-record.ts'
import type { RunRows } from './run-rows.ts'
import { isSegmentOf, segmentKey } from './segment-keys.ts'
import { compareEvents, isUniqueRunId, segmentsOf, type StreamEvent } from './segments.ts'

export interface PlacingPorts {
  readonly rows: RunRows
  readonly recent: RecentRuns
  readonly names: Dictionaries['names']
  readonly betterNames: BetterNames
  readonly loose: LooseEvents
  /** The number of `rotate_profile`. */
  rotated(): number
  removeRun(batch: Batch, id: number): void
}

/**
 * Puts streams into runs in the order of their records, whatever order these come in: a run that is there already takes what
 * belongs to it, and is divided again where that changes what it is.
 */
export function createStreamPlacing(
  database: Database.Database,
  { rows, recent, names, betterNames, loose, rotated, removeRun }: PlacingPorts,
): (batch: Batch, name: string, stream: Stream) => void {
  const { merged } = betterNames
  const segmentsOfStream = database.prepare<
    [string, string, string],
    { id: number; run_key: string; started_ms: number }
  >(
    `SELECT id, run_key, started_ms FROM history_runs
      WHERE run_key = ? OR (run_key >= ? AND run_key < ?) ORDER BY started_ms, length(run_key), run_key`,
  )
  const park = database.prepare(`UPDATE history_runs SET run_key = char(0) || id WHERE id = ?`)

  /** Puts a stream's new events into runs: into the one of that id, or into those that the stream divides into. */
  function place(batch: Batch, name: string, stream: Stream): void {
    if (stream.origin === RUN_ORIGINS.named && isUniqueRunId(name)) {
      const id = rows.idOfKey(name)
      const record = (id === null ? null : recent.recordOf(id)) ?? emptyRecord(rows.nextId('run'), name, stream.origin)
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
    recent.hold(record)
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
      old = stored.slice(beforeAt, afterAt + 1).flatMap(({ id }) => recent.recordOf(id) ?? [])
      const events = [...old.flatMap(eventsOf), ...stream.events].toSorted(compareEvents)
      segments = segmentsOf(events, rotated())
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

  return place
}
