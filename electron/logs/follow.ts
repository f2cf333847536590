import type { LogCounts } from '../../shared/contract/history/index.ts'
import { addCounts, NO_COUNTS } from './counts.ts'
import type { GapReason, LogEvent } from './events.ts'
import { createFolderWake } from './follow/folder-wake.ts'
import { identityAt, openLog, type OpenLog } from './follow/open-log.ts'
import { findFile, partsBetween } from './follow/related-files.ts'
import { createLogScanner, type LogScanner } from './log-scanner.ts'

/** Where a log was left; lets following go on there after a restart. Plain data. */
export interface LogPosition {
  readonly file: string
  /** Tells the file itself from another one of its name. */
  readonly identity: string
  /** Everything before it has been read. */
  readonly offset: number
  /** Hash of the first bytes: tells one that was emptied and written anew. */
  readonly head: string
  /** Of how many bytes. */
  readonly headBytes: number
}

export interface FollowOptions {
  /** The log's path now: logs that have their day in the name change it. */
  fileNow(nowMs: number): string
  now(): number
  /** Where to begin: at the present end, at the beginning, or where it was left. */
  readonly from: 'end' | 'start' | LogPosition
  /** Ends the following: the generator returns. */
  readonly signal: AbortSignal
}

export interface FollowBatch {
  readonly file: string
  /** Gaps stand where something may be missing (LG-09). */
  readonly events: readonly LogEvent[]
  /** Of everything since the beginning of the following. */
  readonly counts: LogCounts
  /** After these events; null: there is no log yet. */
  readonly position: LogPosition | null
  /** Why following is not possible any more; the batch is the last one. */
  readonly problem: string | null
}

/** What a writer has more to say is there after this time; without it every line would be a batch. */
const SETTLE_MS = 20

/**
 * Follows a log as it is written: by the file itself, not by its name (LG-09). A rotated file is read to its end before the
 * one that took its place, with those in between; one that was emptied is read from its beginning; the next day's is found
 * when it appears. Waits for the system to tell of changes and asks for nothing in between.
 */
export async function* followLog(options: FollowOptions): AsyncGenerator<FollowBatch> {
  const { signal, fileNow, now } = options
  const wake = createFolderWake(signal)
  let current: Followed | null = null
  let done: LogCounts = NO_COUNTS
  let gaps = 0

  function gap(why: GapReason): LogEvent {
    gaps++
    const unknown = { runId: null, sessionId: null, agentId: null, lane: null, parent: null, line: null }
    return { kind: 'gap', why, atMs: now(), isTimed: true, ...unknown }
  }

  function batch(events: readonly LogEvent[], problem: string | null = null): FollowBatch {
    const counts = current ? addCounts(done, current.scanner.counts()) : done
    return {
      file: current?.log.file ?? fileNow(now()),
      events,
      counts: { ...counts, gaps: counts.gaps + gaps },
      position: current ? positionOf(current) : null,
      problem,
    }
  }

  /** What has been added to the current file. */
  async function* readOn(): AsyncGenerator<FollowBatch> {
    if (!current) return
    if (await current.log.wasEmptied(current.offset)) {
      const { log, scanner } = current
      scanner.end()
      const rest = scanner.take()
      done = addCounts(done, scanner.counts())
      await log.remember()
      current = { log, offset: 0, scanner: createLogScanner({ fallbackMs: now() }) }
      yield batch([...rest, gap('truncated')])
    }
    for (;;) {
      const bytes = await current.log.read(current.offset)
      if (bytes.length === 0 || signal.aborted) return
      current.offset += bytes.length
      current.scanner.push(bytes)
      yield batch(current.scanner.take())
    }
  }

  /** The file to its end, which nobody writes to any more. */
  async function* finish(): AsyncGenerator<FollowBatch> {
    if (!current) return
    yield* readOn()
    // What has not been read yet is read when following goes on from the last position.
    if (signal.aborted) return
    current.scanner.end()
    const rest = current.scanner.take()
    if (rest.length > 0) yield batch(rest)
    done = addCounts(done, current.scanner.counts())
    await current.log.close()
    current = null
  }

  async function begin(file: string, from: 'end' | 'start' | LogPosition): Promise<boolean> {
    const log = await openLog(file, typeof from === 'string' ? null : from)
    if (log === null) return false
    const offset = from === 'end' ? await log.lastLineStart() : from === 'start' ? 0 : from.offset
    current = { log, offset, scanner: createLogScanner({ fallbackMs: log.modifiedMs, isInside: offset > 0 }) }
    return true
  }

  /** Goes on to the file that has the log's name now, by way of those that had it in between. */
  async function* changeOver(): AsyncGenerator<FollowBatch> {
    const file = fileNow(now())
    if (current && (await current.log.isAt(file))) return
    if ((await identityAt(file)) === null) return
    const left = current?.log ?? null
    const between = left && (await partsBetween(left.identity, file))
    const isRenamed = left?.file === file
    yield* finish()
    for (const part of between ?? []) {
      if (!signal.aborted && (await begin(part, 'start'))) yield* finish()
    }
    if (signal.aborted || !(await begin(file, 'start'))) return
    // Of a file that lost its name, lines may have been lost; one of another day just ended.
    if (isRenamed || (left && !between)) yield batch([gap('rotated')])
    yield* readOn()
  }

  /** Where a former following was left, if that file still is there. */
  async function* resume(position: LogPosition): AsyncGenerator<FollowBatch> {
    const file = fileNow(now())
    const found = await findFile(position.identity, [file, position.file])
    if (found !== null) await begin(found, position)
    if (current) return yield* readOn()
    if (await begin(file, 'start')) {
      yield batch([gap('rotated')])
      yield* readOn()
    } else yield batch([])
  }

  try {
    await wake.watch(fileNow(now()))
    if (typeof options.from === 'object') yield* resume(options.from)
    else {
      await begin(fileNow(now()), options.from)
      // What is written from here on is seen.
      yield batch([])
    }
    while (!signal.aborted) {
      yield* readOn()
      yield* changeOver()
      if (signal.aborted) return
      const problem = await wake.watch(fileNow(now()))
      if (problem !== null) {
        yield batch([], problem)
        return
      }
      await wake.next(SETTLE_MS)
    }
  } finally {
    wake.close()
    await (current as Followed | null)?.log.close()
  }
}

interface Followed {
  readonly log: OpenLog
  offset: number
  readonly scanner: LogScanner
}

/** A line whose end has not come is read again. */
function positionOf({ log, offset, scanner }: Followed): LogPosition {
  return { file: log.file, identity: log.identity, offset: offset - scanner.pendingBytes, ...log.head() }
}
