import JSON5 from 'json5'
import { printValue } from './print-value.ts'
import { rearrange, type Wanted } from './rearrange.ts'
import { spreadOf, styleNear } from './style.ts'
import { lineIndent } from './tokens.ts'
import { nodeAt, readTree, type Container, type Node } from './tree.ts'
import type { EditedJson5, Json5Edit, Json5Problem, Splice } from './types.ts'
import { applyEdit, equalValues, isWritable, reach, smallEdits, valueUnder } from './values.ts'

type Refusal = { readonly problem: Json5Problem }

/**
 * Edits a JSON5 text and leaves everything alone that the edits do not concern: comments, quotes, blanks, line breaks.
 *
 * A value that is equal to the one that is there is not written. An object set over an object is edited member by member; a
 * list set over a list keeps the text and the comments of the elements that stay, whatever place they get. What is new takes
 * the style of what stands around it. The result is read again: what it stands for is exactly the edited value, or there is
 * none (CF-04, CF-08).
 */
export function editJson5(text: string, edits: readonly Json5Edit[]): EditedJson5 | Refusal {
  const parsed = parse(text)
  if (!parsed) return { problem: 'syntax' }
  if (!readTree(text)) return { problem: 'too_deep' }
  const splices: Splice[] = []
  let edited = text
  let value = parsed.value
  for (const edit of edits) {
    const problem = flawOf(value, edit)
    if (problem) return { problem }
    for (const small of smallEdits(value, edit)) {
      const splice = spliceFor(edited, small, value)
      if (!splice) return { problem: 'cannot_splice' }
      splices.push(splice)
      edited = edited.slice(0, splice.start) + splice.text + edited.slice(splice.end)
    }
    value = applyEdit(value, edit)
  }
  if (!standsFor(edited, value) || (isJson(text) && !isJson(edited))) return { problem: 'cannot_splice' }
  return { text: edited, splices, before: parsed.value, after: value }
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    // What is JSON means the same in JSON5, whose parser is slow.
    return { value: isJson(text) ? JSON.parse(text) : JSON5.parse<unknown>(text) }
  } catch {
    // The parser's message quotes the text.
    return null
  }
}

function standsFor(text: string, value: unknown): boolean {
  const parsed = parse(text)
  return parsed !== null && equalValues(parsed.value, value, 'same-order')
}

/** Other programs may read the file as JSON as long as it is JSON. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function flawOf(value: unknown, edit: Json5Edit): Json5Problem | null {
  if (edit.kind === 'set' && !isWritable(edit.value)) return 'invalid_value'
  if (edit.kind === 'remove' && edit.path.length === 0) return 'not_an_object'
  return reach(value, edit.path) === null ? 'not_an_object' : null
}

/** The replacement that makes one small edit; null: the text is not what the value says. */
function spliceFor(text: string, edit: Json5Edit, value: unknown): Splice | null {
  const root = readTree(text)
  if (!root) return null
  const node = nodeAt(root, edit.path)
  const parent = nodeAt(root, edit.path.slice(0, -1))
  const key = edit.path.at(-1)
  if (edit.kind === 'set' && node)
    return replaceValue(text, root, { node, parent, old: valueUnder(value, edit.path), edit })
  if (key === undefined || !parent || parent.kind === 'scalar') return null
  const stay = [...parent.items.keys()].filter((index) => edit.kind === 'set' || !isNamed(parent, index, key))
  const wanted: Wanted[] = edit.kind === 'set' ? [...stay, { key, value: edit.value }] : stay
  return rearrange(text, parent, wanted, styleNear(text, root, parent))
}

/** Every member of that name: removing only the last of two would bring the first one back. */
function isNamed(parent: Container, index: number, key: string): boolean {
  return parent.kind === 'array' ? index === Number(key) : parent.items[index]?.key?.name === key
}

interface Replacement {
  readonly node: Node
  readonly parent: Node | undefined
  readonly old: unknown
  readonly edit: Extract<Json5Edit, { kind: 'set' }>
}

function replaceValue(text: string, root: Node, { node, parent, old, edit }: Replacement): Splice {
  if (node.kind === 'array' && Array.isArray(edit.value) && Array.isArray(old)) {
    return rearrange(text, node, pairUp(old, edit.value), styleNear(text, root, node))
  }
  const around = parent && parent.kind !== 'scalar' ? parent : root
  const isSpread = around.kind === 'scalar' || around === node || spreadOf(text, around) === 'lines'
  const place = { indent: lineIndent(text, node.start), mayBreak: isSpread }
  return { start: node.start, end: node.end, text: printValue(edit.value, styleNear(text, root, around), place) }
}

/** Finds each wanted element among those that are there; each of them is taken once. */
function pairUp(old: readonly unknown[], wanted: readonly unknown[]): Wanted[] {
  const taken = new Set<number>()
  return wanted.map((value) => {
    const index = old.findIndex((item, place) => !taken.has(place) && equalValues(item, value, 'same-order'))
    if (index < 0) return { key: null, value }
    taken.add(index)
    return index
  })
}
