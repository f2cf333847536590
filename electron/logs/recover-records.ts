/** What a line holds that is not one JSON value: several records, cut ones, text around them. */
export interface Recovered {
  readonly values: readonly unknown[]
  /** What stands before, between and after them. */
  readonly texts: readonly string[]
  /** Something begins as a record and has no end. */
  readonly isTorn: boolean
}

/** How records begin; inside of a text the quotes would have a backslash. */
const BEGINNING = /\{"(?:0|1|event|ts|time|timestamp|_meta|decision|log|level|message)":/g
const CERTAIN_BEGINNING = /\{"(?:0":"|event":"|decision":"|log":"|ts":\d|time":"\d|_meta":\{)/
/** Each one that has no end may be a search through the whole line. */
const MOST_CUT = 64

/**
 * Finds whole records in a line that was written by several at once, or cut by a crash (LG-15). A piece that is not valid is
 * left behind, and the search goes on at the next place that looks like a record's beginning.
 */
export function recoverRecords(line: string): Recovered {
  const values: unknown[] = []
  const texts: string[] = []
  let isTorn = false
  let at = 0
  for (let cut = 0; cut < MOST_CUT;) {
    const start = line.indexOf('{', at)
    if (start < 0) break
    const end = endOfObject(line, start)
    const value = end === null ? undefined : parsed(line.slice(start, end))
    if (end !== null && value !== undefined) {
      texts.push(line.slice(at, start))
      values.push(value)
      at = end
      continue
    }
    cut++
    const next = nextBeginning(line, start + 1)
    // One that has its end where the line has it is not cut, just wrong.
    const isWhole = at === 0 && end === line.length
    if (start === at || BEGINNING_AT_START.test(line.slice(start, start + 16)))
      isTorn ||= !isWhole && (end === null || next !== null)
    else texts.push(line.slice(at, start))
    if (next === null) {
      at = line.length
      break
    }
    at = next
  }
  texts.push(line.slice(at))
  return { values, texts: texts.filter((text) => text.trim() !== ''), isTorn }
}

const BEGINNING_AT_START = new RegExp(`^${BEGINNING.source}`)

/** Where a record begins in a line of text, whose own words may hold other JSON; -1: nowhere. */
export function firstBeginning(line: string): number {
  return line.search(CERTAIN_BEGINNING)
}

function nextBeginning(line: string, from: number): number | null {
  BEGINNING.lastIndex = from
  return BEGINNING.exec(line)?.index ?? null
}

/** After the brace that closes the one at `start`; null: there is none. */
function endOfObject(line: string, start: number): number | null {
  let depth = 0
  let isInText = false
  for (let at = start; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (isInText) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isInText = false
    } else if (code === QUOTE) isInText = true
    else if (code === OPEN) depth++
    else if (code === CLOSE && --depth === 0) return at + 1
  }
  return null
}

const QUOTE = 34
const BACKSLASH = 92
const OPEN = 123
const CLOSE = 125

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
