import JSON5 from 'json5'

export interface JsonScan {
  /** Offsets of keys that their object already has; the parsers keep the last value and say nothing. */
  readonly duplicateKeyOffsets: readonly number[]
  /** Offset of the first thing that JSON5 allows and JSON does not; -1: none. */
  readonly firstExtensionOffset: number
}

interface Level {
  readonly keys: Set<string> | null
  expectsKey: boolean
  lastCommaOffset: number
}

const DELIMITERS = new Set('{}[],:"\'/')
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const PLAIN_WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null'])

/**
 * Walks through a text that a parser has accepted and finds what the parser does not tell. It relies on the text being valid
 * JSON5 and judges nothing itself.
 */
export function scanJson(text: string): JsonScan {
  const duplicateKeyOffsets: number[] = []
  const levels: Level[] = []
  let firstExtensionOffset = -1
  let index = 0

  function noteExtension(offset: number): void {
    if (firstExtensionOffset < 0) firstExtensionOffset = offset
  }

  function takeKey(level: Level, start: number, end: number): void {
    const key = keyText(text.slice(start, end))
    level.expectsKey = false
    if (level.keys?.has(key)) duplicateKeyOffsets.push(start)
    else level.keys?.add(key)
  }

  while (index < text.length) {
    const start = index
    const character = text[index] as string
    const level = levels.at(-1)
    if (character === '{' || character === '[') {
      if (level) level.lastCommaOffset = -1
      levels.push({ keys: character === '{' ? new Set() : null, expectsKey: character === '{', lastCommaOffset: -1 })
      index += 1
    } else if (character === '}' || character === ']') {
      if (level && level.lastCommaOffset >= 0) noteExtension(level.lastCommaOffset)
      levels.pop()
      index += 1
    } else if (character === ',') {
      if (level) {
        level.lastCommaOffset = index
        level.expectsKey = level.keys !== null
      }
      index += 1
    } else if (character === ' ' || character === '\n' || character === ':' || isSpace(character)) {
      index += 1
    } else if (character === '/') {
      noteExtension(start)
      index = endOfComment(text, index)
    } else {
      const isQuoted = character === '"' || character === "'"
      index = isQuoted ? endOfString(text, index) : endOfWord(text, index)
      const isKey = level?.expectsKey === true
      if (level) level.lastCommaOffset = -1
      if (isKey && level) takeKey(level, start, index)
      if (!isPlain(text, start, index, isQuoted, isKey)) noteExtension(start)
    }
  }
  return { duplicateKeyOffsets, firstExtensionOffset }
}

function isPlain(text: string, start: number, end: number, isQuoted: boolean, isKey: boolean): boolean {
  if (isQuoted) return text[start] === '"'
  const word = text.slice(start, end)
  return !isKey && (PLAIN_WORDS.has(word) || PLAIN_NUMBER.test(word))
}

function isSpace(character: string): boolean {
  return character.trim() === ''
}

function endOfComment(text: string, start: number): number {
  if (text[start + 1] === '*') {
    const end = text.indexOf('*/', start + 2)
    return end < 0 ? text.length : end + 2
  }
  let index = start
  while (index < text.length && !/[\n\r\u2028\u2029]/.test(text[index] as string)) index += 1
  return Math.max(index, start + 1)
}

function endOfString(text: string, start: number): number {
  const quote = text.charCodeAt(start)
  let index = start + 1
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === quote) return index + 1
    index += code === 92 ? 2 : 1
  }
  return text.length
}

function endOfWord(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && !DELIMITERS.has(text[index] as string) && !isSpace(text[index] as string)) index += 1
  return index
}

/** Keys may be quoted either way or bare, and may be written with escapes. */
function keyText(source: string): string {
  const isQuoted = source[0] === '"' || source[0] === "'"
  if (!source.includes('\\')) return isQuoted ? source.slice(1, -1) : source
  return isQuoted ? JSON5.parse<string>(source) : (Object.keys(JSON5.parse<object>(`{${source}:0}`))[0] ?? source)
}
