import type { LogCounts } from '../../shared/contract/history/index.ts'
import { NO_COUNTS } from './counts.ts'
import type { LogEvent } from './events.ts'
import { createLineParser, type ParsedLine } from './parse-line.ts'
import { createPrettyAssembler, isOpening } from './pretty-records.ts'
import { hasNeedle, searchNeedles } from './needles.ts'

/** A line longer than this is no record: it is passed over, and counted. */
export const MAX_LINE_BYTES = 1024 * 1024
/** Pieces that are looked through at once. */
const MAX_PIECE_BYTES = 1024 * 1024

/** Among these it shows whether the records of a log are spread over lines. */
const FIRST_LINES = 64

type Counts = { -readonly [Name in keyof LogCounts]: LogCounts[Name] }

/** Turns the bytes of one log, as they come, into events. What it keeps in memory is at most one line. */
export interface LogScanner {
  /** The chunk may be used anew afterwards. */
  push(chunk: Uint8Array): void
  /** No more bytes follow: a last line without its end is looked at too. */
  end(): void
  /** The events since the last call, in the order of the log. */
  take(): readonly LogEvent[]
  /** A copy, of everything so far. `unrelated` counts blank lines too; a torn record counts as `torn`, not as `malformed`. */
  counts(): LogCounts
  /** Bytes of a line whose end has not come yet. */
  readonly pendingBytes: number
}

export interface ScannerOptions {
  /** When the log was last written: the time of records without one. Epoch ms. */
  readonly fallbackMs: number
  /** The bytes do not begin where the file does: lines have no numbers, and the first may be the rest of one. */
  readonly isInside?: boolean
}

const NEWLINE = 10
const OPEN = 123

export function createLogScanner({ fallbackMs, isInside = false }: ScannerOptions): LogScanner {
  const parser = createLineParser(fallbackMs)
  const pretty = createPrettyAssembler(MAX_LINE_BYTES)
  const counts: Counts = { ...NO_COUNTS }
  let events: LogEvent[] = []
  let pending: Buffer[] = []
  let pendingBytes = 0
  /** Inside of a line that is too long. */
  let isGiant = false
  let isStarted = false
  let isPretty = false

  function push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    for (let at = 0; at < bytes.length; at += MAX_PIECE_BYTES) pushPiece(bytes.subarray(at, at + MAX_PIECE_BYTES))
  }

  function pushPiece(written: Buffer): void {
    const piece = isStarted ? written : fromFirstCharacter(written)
    isStarted = true
    const last = piece.lastIndexOf(NEWLINE)
    if (last < 0) return keep(piece)
    const first = pendingBytes > 0 || isGiant ? piece.indexOf(NEWLINE) : -1
    if (first >= 0) endPending(piece.subarray(0, first))
    scan(piece.subarray(first + 1, last + 1))
    keep(piece.subarray(last + 1))
  }

  function keep(rest: Buffer): void {
    if (isGiant || rest.length === 0) return
    // A log that was emptied under its writer begins with a hole, which reads as any number of zeros.
    const bytes = pendingBytes === 0 ? withoutLeadingNuls(rest) : rest
    if (bytes.length === 0) return
    pendingBytes += bytes.length
    if (pendingBytes > MAX_LINE_BYTES) {
      pending = []
      pendingBytes = 0
      isGiant = true
    } else pending.push(Buffer.from(bytes))
  }

  function endPending(rest: Buffer): void {
    if (!isGiant) keep(rest)
    const isTooLong = isGiant
    const line = pending.length === 1 ? (pending[0] as Buffer) : Buffer.concat(pending)
    pending = []
    pendingBytes = 0
    isGiant = false
    if (isTooLong) {
      counts.lines++
      counts.giant++
    } else anyLine(line)
  }

  function anyLine(line: Buffer): void {
    if (counts.lines < FIRST_LINES && isOpening(line)) isPretty = true
    if (isPretty) prettyLine(line)
    else oneLine(line)
  }

  function oneLine(bytes: Buffer): void {
    counts.lines++
    if (hasNeedle(bytes)) read(bytes.toString('utf8'), counts.lines)
    else counts.unrelated++
  }

  /** Whole lines, each with its end. */
  function scan(block: Buffer): void {
    if (block.length === 0) return
    let at = 0
    while (at < block.length && (isPretty || counts.lines < FIRST_LINES)) {
      const end = block.indexOf(NEWLINE, at)
      anyLine(block.subarray(at, end))
      at = end + 1
    }
    const needles = searchNeedles(block)
    while (at < block.length) {
      const end = block.indexOf(NEWLINE, at)
      const place = needles.nextIn(at, end)
      counts.lines++
      if (place < end) {
        read(block.toString('utf8', at, end), counts.lines)
        at = end + 1
      } else {
        counts.unrelated++
        at = passLines(block, end + 1, place)
      }
    }
  }

  /** Counts the lines that end before a place; gives the beginning of the one there. */
  function passLines(block: Buffer, from: number, place: number): number {
    let start = from
    for (;;) {
      const end = block.indexOf(NEWLINE, start)
      if (end < 0 || end >= place) return start
      counts.lines++
      counts.unrelated++
      start = end + 1
    }
  }

  function prettyLine(bytes: Buffer): void {
    const { state, record } = pretty.add(bytes.toString('utf8'))
    if (state === 'none') return oneLine(bytes)
    counts.lines++
    if (state === 'giant') counts.giant++
    else if (record !== null && hasNeedle(Buffer.from(record))) read(record, counts.lines)
    else counts.unrelated++
  }

  function read(text: string, line: number): void {
    const before = events.length
    count(parser.parse(text, isInside ? null : line, events), before)
  }

  function count({ verdict, isTorn, isWelded }: ParsedLine, before: number): void {
    for (let index = before; index < events.length; index++) {
      if (events[index]?.kind === 'gap') counts.gaps++
      else counts.records++
    }
    if (isWelded) counts.welded += events.length - before
    if (isTorn) counts.torn++
    else if (verdict === 'malformed') counts.malformed++
    if (verdict === 'unrelated') counts.unrelated++
  }

  function finish(): void {
    if (isGiant) {
      isGiant = false
      counts.lines++
      counts.giant++
    } else if (pendingBytes > 0) lastLine(Buffer.concat(pending))
    pending = []
    pendingBytes = 0
    if (pretty.drop()) counts.torn++
  }

  /** A record without its end is torn, whatever it would have become: nobody will write the rest. */
  function lastLine(bytes: Buffer): void {
    if (isPretty) return anyLine(bytes)
    if (bytes[0] !== OPEN || hasNeedle(bytes) || bytes.toString('utf8').trimEnd().endsWith('}')) return oneLine(bytes)
    counts.lines++
    counts.torn++
  }

  return {
    push,
    end: finish,
    take() {
      const taken = events
      events = []
      return taken
    },
    counts: () => ({ ...counts }),
    get pendingBytes() {
      return pendingBytes
    },
  }
}

function withoutLeadingNuls(bytes: Buffer): Buffer {
  let at = 0
  while (at < bytes.length && bytes[at] === 0) at++
  return at === 0 ? bytes : bytes.subarray(at)
}

/** A window into a text can begin inside of a character (LG-17), a text with a mark. */
function fromFirstCharacter(bytes: Buffer): Buffer {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3)
  let at = 0
  while (at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++
  return bytes.subarray(at)
}
