import JSON5 from 'json5'
import { endOfComment, endOfString, endOfWord, isSpace } from './tokens.ts'

/** What stands where in a JSON5 text. Offsets are those of the text; `end` is the first one behind. */
export type Node = Scalar | Container

export interface Scalar {
  readonly kind: 'scalar'
  readonly start: number
  readonly end: number
}

export interface Container {
  readonly kind: 'object' | 'array'
  readonly start: number
  readonly end: number
  readonly items: readonly Item[]
}

/** A member of an object or an element of a list. */
export interface Item {
  /** Where its key starts, or its value if it has none. */
  readonly start: number
  readonly key: Key | null
  readonly value: Node
  /** Where the comma behind it stands; null: there is none. */
  readonly comma: number | null
}

export interface Key {
  readonly start: number
  readonly end: number
  readonly name: string
}

interface OpenContainer {
  readonly kind: Container['kind']
  readonly start: number
  readonly items: { start: number; key: Key | null; value: Node; comma: number | null }[]
  key: Key | null
}

/** No real configuration nests deeper, and what walks through values and nodes calls itself. */
export const MAX_DEPTH = 200

/**
 * Finds the places of everything in a text that the parser has accepted.
 *
 * @returns null where the text nests too deeply
 */
export function readTree(text: string): Node | null {
  const open: OpenContainer[] = []
  let root: Node | null = null
  let index = 0

  function place(node: Node): void {
    const parent = open.at(-1)
    if (!parent) {
      root = node
      return
    }
    parent.items.push({ start: parent.key?.start ?? node.start, key: parent.key, value: node, comma: null })
    parent.key = null
  }

  while (index < text.length) {
    const start = index
    const character = text[index] ?? ''
    const parent = open.at(-1)
    if (character === '{' || character === '[') {
      if (open.length === MAX_DEPTH) return null
      open.push({ kind: character === '{' ? 'object' : 'array', start, items: [], key: null })
      index += 1
    } else if (character === '}' || character === ']') {
      index += 1
      const closed = open.pop()
      if (closed) place({ kind: closed.kind, start: closed.start, end: index, items: closed.items })
    } else if (character === ',') {
      const last = parent?.items.at(-1)
      if (last) last.comma = start
      index += 1
    } else if (character === ':' || isSpace(character)) {
      index += 1
    } else if (character === '/') {
      index = endOfComment(text, start)
    } else {
      index = character === '"' || character === "'" ? endOfString(text, start) : endOfWord(text, start)
      if (parent?.kind === 'object' && parent.key === null) {
        parent.key = { start, end: index, name: keyName(text.slice(start, index)) }
      } else {
        place({ kind: 'scalar', start, end: index })
      }
    }
  }
  return root
}

/** The node that a path leads to; of a key that is written twice the last one counts. undefined: there is none. */
export function nodeAt(root: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = root
  for (const key of path) {
    if (!node || node.kind === 'scalar') return undefined
    const { kind, items }: Container = node
    node = (kind === 'array' ? items[Number(key)] : items.findLast((item) => item.key?.name === key))?.value
  }
  return node
}

/** Keys may be quoted either way or bare, and may be written with escapes. */
function keyName(source: string): string {
  const isQuoted = source[0] === '"' || source[0] === "'"
  if (!source.includes('\\')) return isQuoted ? source.slice(1, -1) : source
  return isQuoted ? JSON5.parse<string>(source) : (Object.keys(JSON5.parse<object>(`{${source}:0}`))[0] ?? source)
}
