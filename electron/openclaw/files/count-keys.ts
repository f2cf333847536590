const QUOTE = 34
const APOSTROPHE = 39
const SLASH = 47
const COLON = 58
const BACKSLASH = 92

/**
 * How many keys are written in a text that a parser has accepted, those written twice included; null: it has quotes or
 * comments of JSON5, and this quick look cannot tell.
 */
export function countWrittenKeys(text: string): number | null {
  let count = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) index = closingQuote(text, index)
    else if (code === COLON) count += 1
    else if (code === APOSTROPHE || code === SLASH) return null
  }
  return count
}

/** Strings are most of a document: the built-in search passes over them fastest. */
function closingQuote(text: string, open: number): number {
  for (let close = text.indexOf('"', open + 1); close >= 0; close = text.indexOf('"', close + 1)) {
    let backslashes = 0
    while (text.charCodeAt(close - 1 - backslashes) === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return close
  }
  return text.length
}

/** How many keys a parsed value has, at all depths; however deep it is. */
export function countKeys(value: unknown): number {
  let count = 0
  const waiting: object[] = isObject(value) ? [value] : []
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const inner: readonly unknown[] = Object.values(next)
    if (!Array.isArray(next)) count += inner.length
    for (const item of inner) if (isObject(item)) waiting.push(item)
  }
  return count
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
