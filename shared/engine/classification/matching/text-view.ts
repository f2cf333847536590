import { readBody, type Body } from '../body.ts'
import type { FoundGroups, TextAutomaton } from './text-automaton.ts'

/**
 * How much of a text is looked at: its beginning and its end. What providers say of a failure stands at the beginning;
 * a wrapper that quotes the request puts it at the end.
 */
export const INSPECTED_HEAD_CHARS = 12_000
export const INSPECTED_TAIL_CHARS = 4000

/** A text with what was found in it. What takes longer is worked out when it is asked for. */
export interface TextView {
  /** Trimmed, and cut to what is looked at. */
  readonly text: string
  /** Which groups of texts occur. */
  readonly groups: FoundGroups
  /** The status at its very beginning; null: none. */
  readonly leadingStatus: number | null
  /** In lower case, white space as spaces, apostrophes plain. */
  lower(): string
  body(): Body
}

export function createTextView(raw: string, automaton: TextAutomaton): TextView {
  const text = inspected(raw)
  return new LazyTextView(text, automaton.find(text))
}

class LazyTextView implements TextView {
  readonly text: string
  readonly groups: FoundGroups
  readonly leadingStatus: number | null
  #lower: string | null = null
  #body: Body | null = null

  constructor(text: string, groups: FoundGroups) {
    this.text = text
    this.groups = groups
    this.leadingStatus = leadingStatusOf(text)
  }

  lower(): string {
    return (this.#lower ??= plain(this.text.toLowerCase()))
  }

  body(): Body {
    return (this.#body ??= readBody(this.text))
  }
}

const UNUSUAL = /[\t-\r\u00a0\u2019]/

function plain(text: string): string {
  return UNUSUAL.test(text) ? text.replace(/[\t-\r\u00a0]/g, ' ').replaceAll('\u2019', "'") : text
}

function inspected(raw: string): string {
  if (raw.length <= INSPECTED_HEAD_CHARS + INSPECTED_TAIL_CHARS) return raw.trim()
  return `${raw.slice(0, INSPECTED_HEAD_CHARS)}\n…\n${raw.slice(-INSPECTED_TAIL_CHARS)}`.trim()
}

/** The status before a space, a colon or the end: `429 Too many`, `HTTP 502: …`, `Error: 402`. */
function leadingStatusOf(text: string): number | null {
  let start = skip(text, 0, 'error:')
  const afterHttp = skip(text, start, 'http')
  if (afterHttp !== start) {
    start = afterHttp
    for (const version of ['/1.1', '/1.0', '/2']) start = skip(text, start, version)
  }
  const first = text.charCodeAt(start) - 48
  const second = text.charCodeAt(start + 1) - 48
  const third = text.charCodeAt(start + 2) - 48
  if (!(first >= 1 && first <= 5 && second >= 0 && second <= 9 && third >= 0 && third <= 9)) return null
  const end = text.charCodeAt(start + 3)
  return Number.isNaN(end) || end === 58 || end <= 32 ? first * 100 + second * 10 + third : null
}

/** The place behind a word at `start`, whatever its case, and the spaces after it; `start` where it is not there. */
function skip(text: string, start: number, word: string): number {
  for (let index = 0; index < word.length; index++) {
    const code = text.charCodeAt(start + index)
    const lower = code >= 65 && code <= 90 ? code + 32 : code
    if (lower !== word.charCodeAt(index)) return start
  }
  let end = start + word.length
  while (text.charCodeAt(end) === 32) end++
  return end
}
