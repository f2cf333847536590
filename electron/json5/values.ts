import { MAX_DEPTH } from './tree.ts'
import type { Json5Edit } from './types.ts'

type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether two parsed values are the same; the order of keys counts only if asked for. */
export function equalValues(a: unknown, b: unknown, keyOrder: 'any-order' | 'same-order' = 'any-order'): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => equalValues(item, b[index], keyOrder))
  }
  if (!isObject(a) || !isObject(b)) return Object.is(a, b)
  const keys = Object.keys(a)
  const others = Object.keys(b)
  if (keys.length !== others.length) return false
  return keys.every(
    (key, index) =>
      (keyOrder === 'any-order' ? Object.hasOwn(b, key) : others[index] === key) &&
      equalValues(a[key], b[key], keyOrder),
  )
}

/** Whether JSON5 can say a value. */
export function isWritable(value: unknown, depth: number = 0): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  if (typeof value !== 'object' || depth > MAX_DEPTH) return false
  if (Array.isArray(value)) return value.every((item) => isWritable(item, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  return Object.values(value).every((item) => isWritable(item, depth + 1))
}

/** How many keys of a path exist; null: it leads through something that has no such members and cannot get them. */
export function reach(value: unknown, path: readonly string[]): number | null {
  let current = value
  for (const [depth, key] of path.entries()) {
    if (Array.isArray(current)) {
      if (!/^(?:0|[1-9]\d*)$/.test(key) || Number(key) >= current.length) return null
      current = current[Number(key)]
    } else if (isObject(current)) {
      if (!Object.hasOwn(current, key)) return depth
      current = current[key]
    } else {
      return null
    }
  }
  return path.length
}

/** The value under a path of which every key exists. */
export function valueUnder(value: unknown, path: readonly string[]): unknown {
  return path.reduce((current, key) => (current as JsonObject)[key], value)
}

/** A value below keys of its own. */
export function nest(keys: readonly string[], value: unknown): unknown {
  return keys.reduceRight((inner, key) => Object.fromEntries([[key, inner]]), value)
}

/** What an edit makes of a value. The path must be one that `reach` finds. */
export function applyEdit(value: unknown, edit: Json5Edit): unknown {
  const [key, ...rest] = edit.path
  if (key === undefined) return edit.kind === 'set' ? laidOver(value, edit.value) : value
  const inner: Json5Edit = { ...edit, path: rest }
  const isRemoved = edit.kind === 'remove' && rest.length === 0
  if (Array.isArray(value)) {
    const place = Number(key)
    return value.flatMap((item: unknown, index) => {
      if (index !== place) return [item]
      return isRemoved ? [] : [applyEdit(item, inner)]
    })
  }
  const members = Object.entries(value as JsonObject)
  const isThere = members.some(([name]) => name === key)
  if (!isThere) {
    return edit.kind === 'set' ? Object.fromEntries([...members, [key, nest(rest, edit.value)]]) : value
  }
  // fromEntries defines properties: a key `__proto__` stays an ordinary key.
  return Object.fromEntries(
    members.flatMap(([name, item]) => {
      if (name !== key) return [[name, item]]
      return isRemoved ? [] : [[name, applyEdit(item, inner)]]
    }),
  )
}

/** What is set over the same value changes nothing; an object over another one leaves the keys that stay where they are. */
function laidOver(lower: unknown, upper: unknown): unknown {
  if (equalValues(lower, upper)) return lower
  if (!isObject(lower) || !isObject(upper)) return upper
  const stay = Object.keys(lower).filter((key) => Object.hasOwn(upper, key))
  const come = Object.keys(upper).filter((key) => !Object.hasOwn(lower, key))
  return Object.fromEntries([
    ...stay.map((key) => [key, laidOver(lower[key], upper[key])]),
    ...come.map((key) => [key, upper[key]]),
  ])
}

/**
 * Takes an edit apart into edits that each concern one value, one member or one list, and leaves out what is as it should be.
 * The path of each exists up to its last key.
 */
export function smallEdits(value: unknown, edit: Json5Edit): readonly Json5Edit[] {
  const known = reach(value, edit.path)
  if (known === null) return []
  if (known < edit.path.length) {
    if (edit.kind === 'remove') return []
    const path = edit.path.slice(0, known + 1)
    return [{ kind: 'set', path, value: nest(edit.path.slice(known + 1), edit.value) }]
  }
  return edit.kind === 'remove' ? [edit] : differences(edit.path, valueUnder(value, edit.path), edit.value)
}

function differences(path: readonly string[], lower: unknown, upper: unknown): Json5Edit[] {
  if (equalValues(lower, upper)) return []
  if (!isObject(lower) || !isObject(upper)) return [{ kind: 'set', path, value: upper }]
  const gone = Object.keys(lower).filter((key) => !Object.hasOwn(upper, key))
  return [
    ...gone.map((key) => ({ kind: 'remove' as const, path: [...path, key] })),
    ...Object.keys(upper).flatMap((key): Json5Edit[] => {
      const inner = [...path, key]
      if (Object.hasOwn(lower, key)) return differences(inner, lower[key], upper[key])
      return [{ kind: 'set', path: inner, value: upper[key] }]
    }),
  ]
}
