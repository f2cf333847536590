/** A place in a text, both 1-based. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** Lines end with `\n`, `\r\n` or `\r`, as an editor counts them. */
export function positionAt(text: string, offset: number): TextPosition {
  let line = 1
  let lineStart = 0
  for (let index = 0; index < offset; index += 1) {
    const code = text.charCodeAt(index)
    const endsLine = code === 10 || (code === 13 && text.charCodeAt(index + 1) !== 10)
    if (!endsLine) continue
    line += 1
    lineStart = index + 1
  }
  return { line, column: Math.max(offset - lineStart, 0) + 1 }
}
