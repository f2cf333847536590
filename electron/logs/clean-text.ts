import { redactSecrets, shortHash, truncated } from '../../shared/engine/index.ts'

/** Makes texts of a log fit to be kept: no colours, no control characters, no secrets, nothing endless. */
export interface TextCleaner {
  /** An error text, at most 400 characters; blank or no text: null. */
  preview(value: unknown): string | null
  /** An id, a name, a reason. What looks like a secret becomes its short hash, so that ids that differ stay different. */
  id(value: unknown): string | null
}

const MAX_PREVIEW_CHARS = 400
const MAX_ID_CHARS = 200
/** Of more, nothing can reach a preview. */
const MAX_INSPECTED_CHARS = 8192
/** A secret that the cut went through lies behind the last blank before it. */
const MAX_CUT_WORD_CHARS = 1024
/** The same few texts come back millions of times. */
const MOST_KNOWN_TEXTS = 4096
const ESCAPE = '\u001B'
const ANSI = new RegExp(
  `${ESCAPE}(?:\\[[0-9;:?<=>]*[ -/]*[@-~]|\\][^\u0007${ESCAPE}]*(?:\u0007|${ESCAPE}\\\\)|[@-Z\\\\^_])`,
  'g',
)
const LONE_SURROGATE = /\p{Surrogate}/gu
/** Characters that steer a screen or turn the text around, and blanks of every kind. */
const UNPRINTABLE = /[\p{Cc}\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]+/gu
const PLAIN = /^[ -~]*$/

export function createTextCleaner(): TextCleaner {
  const previews = new Map<string, string | null>()
  const ids = new Map<string, string | null>()
  return {
    preview: (value) => (typeof value === 'string' ? remembered(previews, value, cleanPreview) : null),
    id: (value) => (typeof value === 'string' ? remembered(ids, value, cleanId) : null),
  }
}

/** Without the codes that colour a terminal (LG-19). */
export function withoutAnsi(text: string): string {
  return text.includes(ESCAPE) ? text.replace(ANSI, '') : text
}

function remembered(
  known: Map<string, string | null>,
  text: string,
  clean: (text: string) => string | null,
): string | null {
  const found = known.get(text)
  if (found !== undefined) return found
  const cleaned = clean(text)
  if (text.length > MAX_INSPECTED_CHARS) return cleaned
  if (known.size >= MOST_KNOWN_TEXTS) known.clear()
  known.set(text, cleaned)
  return cleaned
}

function cleanPreview(text: string): string | null {
  const cleaned = redactSecrets(printable(inspected(text))).trim()
  return cleaned === '' ? null : truncated(cleaned, MAX_PREVIEW_CHARS)
}

function cleanId(text: string): string | null {
  const shown = printable(inspected(text)).trim()
  if (shown === '') return null
  return shown.length <= MAX_ID_CHARS && redactSecrets(shown) === shown ? shown : shortHash(text)
}

/** The beginning of a long text, up to a place that lies in no secret. */
function inspected(text: string): string {
  if (text.length <= MAX_INSPECTED_CHARS) return text
  const head = text.slice(0, MAX_INSPECTED_CHARS)
  const blank = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'))
  return head.slice(0, Math.max(blank, MAX_INSPECTED_CHARS - MAX_CUT_WORD_CHARS))
}

function printable(text: string): string {
  if (PLAIN.test(text)) return text
  return withoutAnsi(text).replace(LONE_SURROGATE, '\uFFFD').replace(UNPRINTABLE, ' ')
}
