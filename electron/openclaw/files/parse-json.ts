import JSON5 from 'json5'
import { positionAt, type TextPosition } from './text-position.ts'
import { countKeys, countWrittenKeys } from './count-keys.ts'
import { scanJson } from './scan-json.ts'

/** `json5`: what the configuration is written in. `json`: what programs write for themselves. */
export type JsonDialect = 'json' | 'json5'

export type JsonResult =
  | { readonly kind: 'value'; readonly value: unknown }
  /** No character but white space and NUL, which is what a file system leaves of a file whose write was cut off. */
  | { readonly kind: 'empty' }
  /** A complete value, and then another one. */
  | { readonly kind: 'several'; readonly position: TextPosition }
  | { readonly kind: 'syntax'; readonly position: TextPosition | null; readonly cause: SyntaxCause }

/** Keys written twice in the same object. */
export interface DuplicateKeys {
  readonly count: number
  readonly first: TextPosition
}

export type SyntaxCause =
  /** The text ends inside a value: half of it is missing. */
  | { readonly kind: 'end' }
  | { readonly kind: 'line_break_in_text' }
  /** The character is named only if it is punctuation: anything else could be part of a secret. */
  | { readonly kind: 'character'; readonly punctuation: string | null }
  /** Valid as JSON5, but this file is read as JSON. */
  | { readonly kind: 'json5_only' }

/**
 * Parses a text without ever repeating any of it: the parsers' own messages quote the text around an error, and with it
 * whatever secret stands there.
 */
export function parseJson(text: string, dialect: JsonDialect): JsonResult {
  if (isBlank(text)) return { kind: 'empty' }
  try {
    return { kind: 'value', value: JSON.parse(text) as unknown }
  } catch {
    return parseAsJson5(text, dialect)
  }
}

function parseAsJson5(text: string, dialect: JsonDialect): JsonResult {
  let value: unknown
  try {
    value = JSON5.parse(text)
  } catch (error) {
    return explain(text, offsetOf(error, text))
  }
  if (dialect === 'json5') return { kind: 'value', value }
  const { firstExtensionOffset } = scanJson(text)
  const position = firstExtensionOffset < 0 ? null : positionAt(text, firstExtensionOffset)
  return { kind: 'syntax', position, cause: { kind: 'json5_only' } }
}

/**
 * Looks through a text that was parsed; the parsers keep the last of such keys and say nothing. null: there are none.
 *
 * @param value what it was parsed to, if that is at hand: with as many keys as are written, none is written twice, and
 *   nobody has to look closer
 */
export function findDuplicateKeys(text: string, value?: unknown): DuplicateKeys | null {
  if (value !== undefined && countWrittenKeys(text) === countKeys(value)) return null
  const { duplicateKeyOffsets } = scanJson(text)
  const [first] = duplicateKeyOffsets
  return first === undefined ? null : { count: duplicateKeyOffsets.length, first: positionAt(text, first) }
}

function explain(text: string, offset: number | null): JsonResult {
  if (offset === null) return { kind: 'syntax', position: null, cause: { kind: 'character', punctuation: null } }
  const position = positionAt(text, offset)
  if (offset >= text.length) return { kind: 'syntax', position, cause: { kind: 'end' } }
  if (isWholeValue(text.slice(0, offset))) return { kind: 'several', position }
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0)
  if (/[\n\r]/.test(character)) return { kind: 'syntax', position, cause: { kind: 'line_break_in_text' } }
  const punctuation = /^[{}[\],:;()"'`<>=]$/.test(character) ? character : null
  return { kind: 'syntax', position, cause: { kind: 'character', punctuation } }
}

function isWholeValue(text: string): boolean {
  try {
    JSON5.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * json5 counts lines by `\n` and gives the column of the character it stopped at; a line break it names as column 0 of the
 * line that follows.
 */
function offsetOf(error: unknown, text: string): number | null {
  const { lineNumber, columnNumber } = error as { lineNumber?: unknown; columnNumber?: unknown }
  if (typeof lineNumber !== 'number' || typeof columnNumber !== 'number') return null
  let lineStart = 0
  for (let line = 1; line < lineNumber; line += 1) lineStart = text.indexOf('\n', lineStart) + 1
  const offset = Math.max(lineStart + columnNumber - 1, 0)
  return isAtEnd(error) ? text.length : Math.min(offset, text.length)
}

function isAtEnd(error: unknown): boolean {
  return error instanceof Error && error.message.includes('end of input')
}

function isBlank(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code !== 0 && (text[index] as string).trim() !== '') return false
  }
  return true
}
