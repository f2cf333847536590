/**
 * Text from a directory made safe for a terminal: an id may contain anything, also the codes by which a terminal is
 * controlled.
 */
function printable(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0
    return isUnprintable(code) ? `\\u${code.toString(16).padStart(4, '0')}` : character
  }).join('')
}

/** Control characters, and the ones that reorder what follows or break the line. */
function isUnprintable(code: number): boolean {
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return true
  const isMark = code === 0x200e || code === 0x200f || code === 0xfeff
  return isMark || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
}

/** The same for every text inside plain data. */
export function printableData<T>(value: T): T {
  if (typeof value === 'string') return printable(value) as T
  if (Array.isArray(value)) return value.map(printableData) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, printableData(item)])) as T
}
