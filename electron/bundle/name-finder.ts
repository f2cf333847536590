/** Finds names in texts, in any case, however many there are. */
export interface NameFinder {
  /**
   * @param isWord it counts only where it stands by itself; so do short names, which are parts of everyday words
   */
  add(name: string, alias: string, isWord: boolean): void
  has(name: string): boolean
  /** Every mention, the longest first, given to `replace` with its alias. */
  replaceIn(text: string, replace: (alias: string) => string): string
}

const MIN_CHARS = 3
const SHORT_CHARS = 6
const PREFIX_CHARS = 3

interface Found {
  readonly alias: string
  readonly isWord: boolean
}

export function createNameFinder(): NameFinder {
  const names = new Map<string, Found>()
  const prefixes = new Set<string>()
  let lengths: number[] = []

  function longestAt(text: string, at: number): { end: number; alias: string } | null {
    for (const length of lengths) {
      const end = at + length
      if (end > text.length) continue
      const found = names.get(text.slice(at, end))
      if (found && (!found.isWord || isAlone(text, at, end))) return { end, alias: found.alias }
    }
    return null
  }

  return {
    has: (name) => names.has(lowerCase(name)),
    add(name, alias, isWord) {
      const lower = lowerCase(name)
      if (lower.length < MIN_CHARS || names.has(lower)) return
      names.set(lower, { alias, isWord: isWord || lower.length < SHORT_CHARS })
      prefixes.add(lower.slice(0, PREFIX_CHARS))
      if (!lengths.includes(lower.length)) lengths = [...lengths, lower.length].sort((a, b) => b - a)
    },
    replaceIn(text, replace) {
      const lower = lowerCase(text)
      let result = ''
      let copied = 0
      for (let at = 0; at + MIN_CHARS <= lower.length; at++) {
        if (!prefixes.has(lower.slice(at, at + PREFIX_CHARS))) continue
        const found = longestAt(lower, at)
        if (!found) continue
        result += text.slice(copied, at) + replace(found.alias)
        copied = found.end
        at = found.end - 1
      }
      return result + text.slice(copied)
    },
  }
}

/** As long as before: a few letters have a longer small form. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return Array.from(text, (letter) =>
    letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
  ).join('')
}

function isAlone(text: string, start: number, end: number): boolean {
  return !isLetterOrDigit(text.charAt(start - 1)) && !isLetterOrDigit(text.charAt(end))
}

function isLetterOrDigit(sign: string): boolean {
  return /[\p{L}\p{N}]/u.test(sign)
}
