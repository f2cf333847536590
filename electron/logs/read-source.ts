import type { LogCounts } from '../../shared/contract/history/index.ts'
import { addCounts, NO_COUNTS } from './counts.ts'
import type { LogEvent } from './events.ts'
import { createLogScanner, type LogScanner } from './log-scanner.ts'
import { filesOf } from './sources/files-of.ts'
import { piecesOfPath, piecesOfStream, UNPACK_LIMITS, type SourceContext } from './sources/pieces.ts'
import type { LogPiece, UnpackLimits } from './sources/pieces.ts'
import { utf16Decoder } from './sources/utf16.ts'

/** What to read: a file, an archive or a folder; or bytes that come through a pipe. */
export type LogInput =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'stream'; readonly name: string; readonly chunks: AsyncIterable<Uint8Array> }

export interface ReadLogOptions {
  /** Ends the reading at the next batch: the generator throws the signal's reason. */
  readonly signal?: AbortSignal
  /** The time of records without one, where there is no file to tell: epoch ms. */
  readonly nowMs?: number
  readonly limits?: UnpackLimits
}

/** Some of what was read. The next batch is read when it is asked for. */
export interface LogBatch {
  /** The file the events come from, for people; inside an archive with the archive's name before it. */
  readonly source: string
  readonly events: readonly LogEvent[]
  /** When that file was last written, by the clock of its system; null: nothing tells. */
  readonly modifiedMs: number | null
  /** Of everything that was read until now. */
  readonly counts: LogCounts
  /** Of the files as they lie there, packed or not. */
  readonly bytesRead: number
  /** null: not known, as with a pipe. */
  readonly bytesTotal: number | null
  /** What could not be read until now, in one sentence each. */
  readonly problems: readonly string[]
}

/** Progress is told at least this often. */
const BATCH_BYTES = 4 * 1024 * 1024
/** More would make a batch that holds up whoever stores it. */
const BATCH_EVENTS = 2000

/**
 * Reads logs from wherever they are, in the order in which they were written, with memory that does not depend on their
 * size (LG-02). The last batch has the final counts.
 *
 * @throws {UnreadableSource} where there is nothing to read
 */
export async function* readLog(input: LogInput, options: ReadLogOptions = {}): AsyncGenerator<LogBatch> {
  const { signal, limits = UNPACK_LIMITS, nowMs = Date.now() } = options
  const problems: string[] = []
  let bytesRead = 0
  const context: SourceContext = {
    limits,
    onRead: (bytes) => (bytesRead += bytes),
    onProblem: (problem) => problems.push(problem),
  }
  const bytesTotal =
    input.kind === 'path' ? (await filesOf(input.path)).reduce((total, { bytes }) => total + bytes, 0) : null
  const pieces =
    input.kind === 'path' ? piecesOfPath(input.path, context) : piecesOfStream(input.name, input.chunks, nowMs, context)

  let done: LogCounts = NO_COUNTS
  let current: Reading | null = null
  let events: LogEvent[] = []
  let sourceOfEvents = ''
  let modifiedMs: number | null = null
  let bytesSinceBatch = 0

  function batch(source: string): LogBatch {
    const counts = current ? addCounts(done, current.scanner.counts()) : done
    const taken = events
    events = []
    bytesSinceBatch = 0
    return { source, events: taken, modifiedMs, counts, bytesRead, bytesTotal, problems: [...problems] }
  }

  for await (const piece of pieces) {
    signal?.throwIfAborted()
    if (events.length > 0 && piece.source !== sourceOfEvents) yield batch(sourceOfEvents)
    if (piece.source !== sourceOfEvents) modifiedMs = null
    sourceOfEvents = piece.source
    if (piece.isModifiedCertain) modifiedMs = piece.modifiedMs
    if (piece.bytes !== null) current ??= startReading(piece, nowMs)
    if (current === null) continue
    takePiece(current, piece.bytes)
    for (const event of current.scanner.take()) events.push(event)
    if (piece.bytes === null) {
      done = addCounts(done, current.scanner.counts())
      current = null
    }
    bytesSinceBatch += piece.bytes?.length ?? 0
    if (events.length >= BATCH_EVENTS || bytesSinceBatch >= BATCH_BYTES) yield batch(sourceOfEvents)
  }
  signal?.throwIfAborted()
  yield batch(sourceOfEvents)
}

interface Reading {
  readonly scanner: LogScanner
  readonly decode: ((chunk: Buffer) => Buffer) | null
}

function startReading({ bytes, modifiedMs }: LogPiece, nowMs: number): Reading {
  return {
    scanner: createLogScanner({ fallbackMs: modifiedMs > 0 ? modifiedMs : nowMs }),
    decode: utf16Decoder(bytes ?? Buffer.alloc(0)),
  }
}

function takePiece({ scanner, decode }: Reading, bytes: Buffer | null): void {
  if (bytes === null) scanner.end()
  else scanner.push(decode ? decode(bytes) : bytes)
}
