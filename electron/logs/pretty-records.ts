/** What a line is: a part of a record, its end, the one with which it became too long and was dropped, or none of these. */
export interface PrettyLine {
  readonly state: 'inside' | 'whole' | 'giant' | 'none'
  /** The whole record with its last line. */
  readonly record: string | null
}

const INSIDE: PrettyLine = { state: 'inside', record: null }
const GIANT: PrettyLine = { state: 'giant', record: null }
const NONE: PrettyLine = { state: 'none', record: null }

/** Records that a tool spread over several lines: `{`, one indented line for each field, `}` (LG-07). */
export interface PrettyAssembler {
  add(line: string): PrettyLine
  /** Forgets what has been taken; true: that was a part of a record. */
  drop(): boolean
}

const OPENING = /^(\s*)\{\s*$/
/** Indented by more than a list in a list, it is none. */
const MAX_OPENING_BYTES = 16

/** Whether a line begins such a record: it has nothing but a brace. */
export function isOpening(line: Buffer): boolean {
  return line.length <= MAX_OPENING_BYTES && OPENING.test(line.toString('latin1'))
}

export function createPrettyAssembler(maxChars: number): PrettyAssembler {
  let lines: string[] = []
  let chars = 0
  let indent: string | null = null

  function forget(): void {
    lines = []
    chars = 0
    indent = null
  }

  return {
    add(line) {
      if (indent === null) {
        const opening = OPENING.exec(line)?.[1]
        if (opening === undefined) return NONE
        indent = opening
      }
      lines.push(line)
      chars += line.length
      if (chars > maxChars) {
        forget()
        return GIANT
      }
      if (!line.startsWith(`${indent}}`)) return INSIDE
      const record = lines.join('\n').trim().replace(/,$/, '')
      forget()
      return { state: 'whole', record }
    },
    drop() {
      const isInside = indent !== null
      forget()
      return isInside
    },
  }
}
