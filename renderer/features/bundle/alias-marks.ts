/** A piece of a bundle's text. */
export interface TextPiece {
  readonly text: string
  /** Made up in place of a name. */
  readonly isAlias: boolean
}

/** The forms that aliases have; `electron/bundle/README.md` lists them. */
const ALIAS =
  /(?<![\w-])(?:[\w.-]+:account|agent|session|person|name|identity|job|lane|host|reference|model-alias|provider|model)-\d{1,7}(?![\w-])|00000000-0000-4000-8000-\d{12}(?!\w)/g

/** A line in pieces, those that are aliases apart. */
export function aliasPieces(line: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const match of line.matchAll(ALIAS)) {
    if (match.index > end) pieces.push({ text: line.slice(end, match.index), isAlias: false })
    pieces.push({ text: match[0], isAlias: true })
    end = match.index + match[0].length
  }
  if (end < line.length || pieces.length === 0) pieces.push({ text: line.slice(end), isAlias: false })
  return pieces
}

/** The lines of a part's text; what follows its last newline is none where it is empty. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
