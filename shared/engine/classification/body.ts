import { asRecord } from '../record.ts'

/** What a failure's text turns out to hold. */
export interface Body {
  readonly kind: 'empty' | 'text' | 'json' | 'html'
  /** Codes that the JSON names, from the outside inwards; numbers as texts. */
  readonly codes: readonly string[]
  readonly types: readonly string[]
  /** The innermost message; null: it names none. */
  readonly message: string | null
  /** The JSON itself, texts that hold JSON unwrapped; null: there is none. */
  readonly json: Readonly<Record<string, unknown>> | null
}

/** How many objects inside objects, and texts that are JSON again, are followed. */
const MAX_DEPTH = 6
const HTML_MARKS = ['<!doctype html', '<html']
/** A status line with its reason phrase may stand before the markup. */
const MAX_CHARS_BEFORE_HTML = 80

const NOTHING = { codes: [], types: [], message: null, json: null } as const
const EMPTY: Body = { kind: 'empty', ...NOTHING }
const HTML: Body = { kind: 'html', ...NOTHING }
const TEXT: Body = { kind: 'text', ...NOTHING }

export function readBody(text: string): Body {
  if (text === '' || isOnlyStatus(text)) return EMPTY
  if (isHtml(text)) return HTML
  const json = parseEmbedded(text)
  if (!json) return TEXT
  const found: { codes: string[]; types: string[]; message: string | null } = { codes: [], types: [], message: null }
  collect(json, found, 0)
  return { kind: 'json', ...found, json }
}

/** `400 status code (no body)`: a wrapper's words for an empty body. */
export function isOnlyStatus(text: string): boolean {
  return (
    text.length < 64 &&
    text.includes('(no body)') &&
    /^(?:error: ?)?(?:http )?\d{3}(?: status code)? ?\(no body\)\.?$/i.test(text)
  )
}

/** The text of the body itself: what is left when a status in front is taken off. */
export function isHtml(text: string): boolean {
  const start = text.indexOf('<')
  if (start === -1 || start > MAX_CHARS_BEFORE_HTML) return false
  const before = text.slice(0, start)
  if (before.includes('{') || before.includes('"')) return false
  const head = text.slice(start, start + 16).toLowerCase()
  return HTML_MARKS.some((mark) => head.startsWith(mark))
}

/** The object between the first and the last brace; null where that is no JSON. */
export function parseEmbedded(text: string): Readonly<Record<string, unknown>> | null {
  const start = text.indexOf('{')
  if (start === -1) return null
  const end = text.lastIndexOf('}')
  if (end <= start) return null
  try {
    return asRecord(JSON.parse(text.slice(start, end + 1)))
  } catch {
    return null
  }
}

function collect(
  json: Readonly<Record<string, unknown>>,
  found: { codes: string[]; types: string[]; message: string | null },
  depth: number,
): void {
  const { code, status, type, message, error, detail, errors } = json
  if (typeof code === 'string' && code !== '') found.codes.push(code)
  else if (typeof code === 'number' && Number.isFinite(code)) found.codes.push(String(code))
  if (typeof status === 'string' && status !== '' && !/^\d+$/.test(status)) found.codes.push(status)
  if (typeof type === 'string' && type !== '' && type !== 'error') found.types.push(type)
  if (typeof message === 'string') found.message = message
  else if (typeof error === 'string' && !error.includes('{')) found.message ??= error
  if (depth >= MAX_DEPTH) return
  for (const inner of [error, detail, message, Array.isArray(errors) ? errors[0] : null]) {
    const record = typeof inner === 'string' ? (inner.includes('{') ? parseEmbedded(inner) : null) : asRecord(inner)
    if (record) collect(record, found, depth + 1)
  }
}
