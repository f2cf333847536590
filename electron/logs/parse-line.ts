import { createTextCleaner, type TextCleaner } from './clean-text.ts'
import { eventOfFields, type RecordPlace } from './event-of-fields.ts'
import { eventOfText, messageOf, type TextMessage } from './event-of-text.ts'
import type { ConsoleLine, LogEvent } from './events.ts'
import { asFields, type RawFields } from './fields.ts'
import { readPlainRecord } from './plain-record.ts'
import { timeOfRecord } from './record-time.ts'
import { firstBeginning, recoverRecords } from './recover-records.ts'

/** What a line turned out to be. */
export interface ParsedLine {
  readonly verdict: 'records' | 'unrelated' | 'malformed'
  /** A record begins in it and is cut; others may be whole. */
  readonly isTorn: boolean
  /** It holds several records, which only happens when writers get into each other's way. */
  readonly isWelded: boolean
}

export interface LineParser {
  /** Adds the events of one line to `events`. Never throws. */
  parse(text: string, line: number | null, events: LogEvent[]): ParsedLine
}

const RECORDS: ParsedLine = { verdict: 'records', isTorn: false, isWelded: false }
const UNRELATED: ParsedLine = { verdict: 'unrelated', isTorn: false, isWelded: false }
const MALFORMED: ParsedLine = { verdict: 'malformed', isTorn: false, isWelded: false }
const TORN: ParsedLine = { verdict: 'malformed', isTorn: true, isWelded: false }

/** Where loggers put what they were given: by position, or under a name. */
const EVENT_FIELDS = ['1', '0', '2', 'data', 'fields', 'attributes', 'context', 'payload', 'record', 'body'] as const
const TEXT_FIELDS = ['1', '0', '2', 'message', 'msg', 'text', 'body'] as const
/** A container's log holds lines of text, which may be records; those hold no further ones. */
const MAX_DEPTH = 2
/** A log whose times are not in order brings few of them back. */
const MOST_COARSE_LINES = 4096
const NULS = /\0+/g

/**
 * Reads lines of a log in all forms that releases write: JSON lines, bare events, the console's text, and what containers
 * and system logs make of them.
 *
 * @param fallbackMs when the file was last written: the time of records that tell none, until one does
 */
export function createLineParser(fallbackMs: number, clean: TextCleaner = createTextCleaner()): LineParser {
  let nearMs = fallbackMs
  /** How many lines of a console said the same at the same coarse time. */
  const coarse = new Map<string, number>()

  function placeAt(atMs: number | null, line: number | null, outer: RawFields | null): RecordPlace {
    if (atMs !== null) nearMs = atMs
    return { atMs: atMs ?? nearMs, isTimed: atMs !== null, line, outer }
  }

  function consoleLine({ text }: TextMessage, atMs: number | null, precisionMs: number | null): ConsoleLine {
    if (atMs === null || precisionMs === null || precisionMs === 1) return { precisionMs, occurrence: 0 }
    const same = `${atMs} ${text}`
    const occurrence = coarse.get(same) ?? 0
    if (coarse.size >= MOST_COARSE_LINES) coarse.clear()
    coarse.set(same, occurrence + 1)
    return { precisionMs, occurrence }
  }

  function parse(written: string, line: number | null, events: LogEvent[]): ParsedLine {
    const text = (written.includes('\0') ? written.replace(NULS, '') : written).trim()
    const first = text.charCodeAt(0)
    if (first !== OPEN && first !== BRACKET) return ofTextLine(text, line, events)
    const plain = first === OPEN ? readPlainRecord(text) : null
    if (plain) return ofRecord(plain, line, events, 0)
    const value = parsedJson(text)
    if (value !== undefined) return ofValue(value, line, events, 0)
    return first === OPEN ? ofPieces(text, line, events) : ofTextLine(text, line, events)
  }

  function ofTextLine(text: string, line: number | null, events: LogEvent[]): ParsedLine {
    const beginning = firstBeginning(text)
    if (beginning < 0) return ofText(text, null, line, events)
    // Something stands before a record: another record's text, or what a runtime puts there.
    const before = ofText(text.slice(0, beginning), null, line, events)
    return together(before, parse(text.slice(beginning), line, events))
  }

  function ofValue(value: unknown, line: number | null, events: LogEvent[], depth: number): ParsedLine {
    if (!Array.isArray(value)) {
      const record = asFields(value)
      return record ? ofRecord(record, line, events, depth) : UNRELATED
    }
    let result = UNRELATED
    for (const item of value) {
      const record = asFields(item)
      if (record) result = best(result, ofRecord(record, line, events, depth))
    }
    return result
  }

  function ofRecord(record: RawFields, line: number | null, events: LogEvent[], depth: number): ParsedLine {
    const atMs = timeOfRecord(record)
    const isConsole = isOfConsole(record)
    const at = placeAt(atMs, line, record)
    const place = isConsole ? { ...at, console: { precisionMs: atMs === null ? null : 1, occurrence: 0 } } : at
    const isEvent = typeof record['event'] === 'string' || typeof record['decision'] === 'string'
    const event = isEvent ? eventOfFields(record, place, clean) : null
    if (event !== null) return added(event, events)
    for (const name of EVENT_FIELDS) {
      const fields = asFields(record[name])
      const found = fields && eventOfFields(fields, place, clean)
      if (found) return added(found, events)
    }
    if (depth < MAX_DEPTH && typeof record['log'] === 'string') {
      const inner = record['log'].trim()
      const value = inner.startsWith('{') ? parsedJson(inner) : undefined
      return value === undefined ? ofText(inner, record, line, events, true) : ofValue(value, line, events, depth + 1)
    }
    for (const name of TEXT_FIELDS) {
      const text = record[name]
      const result = typeof text === 'string' ? ofText(text, record, line, events, isConsole) : UNRELATED
      if (result !== UNRELATED) return result
    }
    return UNRELATED
  }

  /** @param isConsole what holds the text is no record of OpenClaw's own log */
  function ofText(
    text: string,
    record: RawFields | null,
    line: number | null,
    events: LogEvent[],
    isConsole = record === null,
  ): ParsedLine {
    const message = messageOf(text, nearMs)
    const around = record && timeOfRecord(record)
    const atMs = around ?? message.atMs
    const event = eventOfText(message, placeAt(atMs, line, record), clean)
    if (event === null) return UNRELATED
    if (event === 'malformed' || !isConsole) return added(event, events)
    const shown = consoleLine(message, atMs, around === null ? message.precisionMs : 1)
    return added({ ...event, console: shown }, events)
  }

  function ofPieces(text: string, line: number | null, events: LogEvent[]): ParsedLine {
    const { values, texts, isTorn } = recoverRecords(text)
    let result = UNRELATED
    for (const value of values) result = together(result, ofValue(value, line, events, 0))
    for (const rest of texts) result = together(result, ofText(rest, null, line, events))
    if (isTorn) return { ...result, verdict: result.verdict === 'records' ? 'records' : 'malformed', isTorn }
    return result === UNRELATED && values.length === 0 ? MALFORMED : result
  }

  return {
    parse(text, line, events) {
      try {
        return parse(text, line, events)
      } catch {
        // Too deep to be walked through, for one; a record is never like that.
        return TORN
      }
    },
  }
}

const OPEN = 123
const BRACKET = 91

/** A console can be told to write records too; they have no positions and nothing about the logger. */
function isOfConsole(record: RawFields): boolean {
  return typeof record['subsystem'] === 'string' && typeof record['level'] === 'string' && !('_meta' in record)
}

function added(event: LogEvent | 'malformed', events: LogEvent[]): ParsedLine {
  if (event === 'malformed') return MALFORMED
  events.push(event)
  return RECORDS
}

function best(one: ParsedLine, other: ParsedLine): ParsedLine {
  return one.verdict === 'records' || other.verdict === 'unrelated' ? one : other
}

/** Of two parts of one line. */
function together(one: ParsedLine, other: ParsedLine): ParsedLine {
  const better = best(one, other)
  const isTorn = one.isTorn || other.isTorn
  const isWelded = one.isWelded || other.isWelded || (one.verdict === 'records' && other.verdict === 'records')
  return isTorn === better.isTorn && isWelded === better.isWelded ? better : { ...better, isTorn, isWelded }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
