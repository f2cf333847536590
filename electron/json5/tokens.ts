/**
 * The ends of JSON5's tokens. Everything here relies on the text being valid, which its parser has found before, and judges
 * nothing itself.
 */

export interface Comment {
  readonly start: number
  readonly end: number
  /** It runs to the end of its line; the line break is no part of it. */
  readonly isLine: boolean
}

const DELIMITERS = new Set('{}[],:"\'/')
const LINE_BREAKS = /\r\n|[\n\r\u2028\u2029]/g
const LINE_BREAK = /[\n\r\u2028\u2029]/

export function isSpace(character: string): boolean {
  return character.trim() === ''
}

export function hasLineBreak(text: string): boolean {
  return LINE_BREAK.test(text)
}

/** Whether nothing but blanks stands before the first line break. */
export function startsWithLineBreak(text: string): boolean {
  return hasLineBreak(text.slice(0, text.length - text.trimStart().length))
}

export function countLineBreaks(text: string): number {
  return text.match(LINE_BREAKS)?.length ?? 0
}

/** The blanks that a text puts at the start of its last line. */
export function lastIndent(text: string): string {
  const lastLine = text.split(LINE_BREAK).at(-1) ?? ''
  return /^[ \t]*/.exec(lastLine)?.[0] ?? ''
}

/** The blanks at the start of the line that an offset lies on. */
export function lineIndent(text: string, offset: number): string {
  let start = offset
  while (start > 0 && !LINE_BREAK.test(text[start - 1] ?? '')) start -= 1
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ''
}

export function endOfString(text: string, start: number): number {
  const quote = text[start]
  let index = start + 1
  while (index < text.length && text[index] !== quote) index += text[index] === '\\' ? 2 : 1
  return Math.min(index + 1, text.length)
}

export function endOfWord(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && !DELIMITERS.has(text[index] ?? '') && !isSpace(text[index] ?? '')) index += 1
  return index
}

export function endOfComment(text: string, start: number): number {
  if (text[start + 1] === '*') {
    const end = text.indexOf('*/', start + 2)
    return end < 0 ? text.length : end + 2
  }
  let index = start
  while (index < text.length && !LINE_BREAK.test(text[index] ?? '')) index += 1
  return Math.max(index, start + 1)
}

/** The comments of a stretch that holds nothing but blanks, commas and comments. */
export function commentsIn(text: string, start: number = 0, end: number = text.length): readonly Comment[] {
  const comments: Comment[] = []
  for (let index = start; index < end;) {
    if (text[index] !== '/') {
      index += 1
      continue
    }
    const commentEnd = endOfComment(text, index)
    comments.push({ start: index, end: commentEnd, isLine: text[index + 1] === '/' })
    index = commentEnd
  }
  return comments
}

export function hasComment(trivia: string): boolean {
  return trivia.includes('/')
}

/** A stretch up to the end of its last comment; nothing if there is none. */
export function upToLastComment(trivia: string): string {
  return trivia.slice(0, commentsIn(trivia).at(-1)?.end ?? 0)
}

/** Whether what follows a stretch of blanks and comments must stand on a new line. */
export function endsWithLineComment(trivia: string): boolean {
  const last = commentsIn(trivia).at(-1)
  return last !== undefined && last.isLine && !hasLineBreak(trivia.slice(last.end))
}
