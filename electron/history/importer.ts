import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { HistoryState, ImportProgress, LogCounts } from '../../shared/contract/history/index.ts'
import {
  addCounts,
  NO_COUNTS,
  readLog,
  UnreadableSource,
  type LogBatch,
  type LogEvent,
  type LogInput,
} from '../logs/index.ts'
import { asStoreRefused, StoreRefused } from '../store/store-refused.ts'
import type { HistoryEngine } from './history-engine.ts'

/** Takes in logs, one after another, in the background. */
export interface Importer {
  readonly progress: HistoryState['importing']
  /** Adds to what is still to be read. */
  start(inputs: readonly LogInput[]): void
  /** What is stored by then stays. */
  cancel(): void
  /** Resolves when nothing is left to read. */
  finished(): Promise<void>
}

const MOST_PROBLEMS = 50
/** One transaction for many is faster, but what is stored can be seen, and a cancelled import keeps it. */
const EVENTS_AT_ONCE = 8000
const STORED_AFTER_MS = 250

export function createImporter(engine: HistoryEngine, onChange: () => void): Importer {
  let waiting: LogInput[] = []
  let running: Promise<void> | null = null
  let stop = new AbortController()
  let progress: ImportProgress | null = null

  async function run(): Promise<void> {
    stop = new AbortController()
    const done = { counts: NO_COUNTS, bytes: 0, problems: [] as string[] }
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (stop.signal.aborted) break
      await importOne(next, done, stop.signal)
    }
    waiting = []
    if (progress !== null) progress = { ...progress, isDone: true }
    onChange()
  }

  async function importOne(input: LogInput, done: Totals, signal: AbortSignal): Promise<void> {
    const target = input.kind === 'path' ? input.path : input.name
    const before = { ...done }
    let last: LogBatch | null = null
    let known = 0
    const parts = new Map<string, Part>()
    const tell = (isDone: boolean): void => {
      progress = {
        isDone,
        source: last?.source ?? target,
        bytesRead: before.bytes + (last?.bytesRead ?? 0),
        bytesTotal: last?.bytesTotal == null ? null : before.bytes + last.bytesTotal,
        counts: done.counts,
        problems: done.problems,
      }
      onChange()
    }
    tell(false)
    try {
      const isFolder = input.kind === 'path' && (await stat(input.path)).isDirectory()
      let events: LogEvent[] = []
      let storedAtMs = performance.now()
      const store = (part: Part): void => {
        const stored = events.length === 0 ? null : engine.ingest(events, part.id)
        events = []
        storedAtMs = performance.now()
        known += stored?.known ?? 0
        part.counts = { ...part.counts, known: part.counts.known + (stored?.known ?? 0) }
        const { firstMs = null, lastMs = null } = stored ?? {}
        engine.sources.update(part.id, { ...part, firstMs, lastMs })
        done.counts = { ...done.counts, known: before.counts.known + known }
      }
      let part: Part | null = null
      for await (const batch of readLog(input, { signal })) {
        if (part !== null && batch.source !== last?.source) store(part)
        part = partOf(parts, input, isFolder, batch)
        events.push(...batch.events)
        part.counts = addCounts(part.counts, minus(batch.counts, last?.counts ?? NO_COUNTS))
        part.bytes += batch.bytesRead - (last?.bytesRead ?? 0)
        part.modifiedMs = batch.modifiedMs
        last = batch
        done.counts = addCounts(before.counts, { ...batch.counts, known })
        done.problems = [...before.problems, ...batch.problems].slice(0, MOST_PROBLEMS)
        if (events.length < EVENTS_AT_ONCE && performance.now() - storedAtMs < STORED_AFTER_MS) continue
        store(part)
        tell(false)
      }
      if (part !== null) store(part)
    } catch (error) {
      if (signal.aborted) return
      done.problems = [...done.problems, problemOf(target, error)].slice(0, MOST_PROBLEMS)
    }
    done.bytes += last?.bytesRead ?? 0
    tell(false)
  }

  function partOf(parts: Map<string, Part>, input: LogInput, isFolder: boolean, { source }: LogBatch): Part {
    const known = parts.get(source)
    if (known !== undefined) return known
    if (input.kind === 'stream') {
      const part = { id: engine.sourceOf('stdin', input.name), counts: NO_COUNTS, bytes: 0, modifiedMs: null }
      parts.set(source, part)
      return part
    }
    const target = input.path
    const name = source === '' ? target : path.join(isFolder ? target : path.dirname(target), source)
    const kind = isFolder || source === '' || source === path.basename(target) ? 'file' : 'archive'
    const part = { id: engine.sourceOf(kind, name), counts: NO_COUNTS, bytes: 0, modifiedMs: null }
    parts.set(source, part)
    return part
  }

  return {
    get progress() {
      return progress
    },
    start(inputs) {
      waiting.push(...inputs)
      running ??= run().finally(() => {
        running = null
      })
    },
    cancel() {
      waiting = []
      stop.abort()
    },
    finished: async () => {
      await running
    },
  }
}

interface Totals {
  counts: LogCounts
  bytes: number
  problems: string[]
}

interface Part {
  readonly id: number
  counts: LogCounts
  bytes: number
  modifiedMs: number | null
}

function minus(all: LogCounts, before: LogCounts): LogCounts {
  return {
    lines: all.lines - before.lines,
    records: all.records - before.records,
    known: all.known - before.known,
    unrelated: all.unrelated - before.unrelated,
    torn: all.torn - before.torn,
    welded: all.welded - before.welded,
    giant: all.giant - before.giant,
    malformed: all.malformed - before.malformed,
    gaps: all.gaps - before.gaps,
  }
}

/** A message of the system may hold what was read; its code does not. */
function problemOf(target: string, error: unknown): string {
  if (error instanceof UnreadableSource) return error.message
  const isOfStore = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_')
  const refused = isOfStore ? asStoreRefused(error, '') : null
  if (refused instanceof StoreRefused)
    return `What ${target} tells could not be stored. ${refused.message} ${refused.hint}`
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  return `${target} could not be read${code}.`
}
