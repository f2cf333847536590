/**
 * Structural sharing: `next` rebuilt from the parts of `previous` that are equal to it. What is unchanged keeps its identity, so
 * that a comparison by reference tells what changed, here and in a renderer. The key order of objects does not count.
 *
 * Plain data only: objects, arrays, strings, numbers, booleans, null.
 */
export function share<T>(previous: unknown, next: T): T {
  // Most of it is equal as a rule: finding that out costs less than building it anew.
  if (isEqual(previous, next)) return previous as T
  if (Array.isArray(next)) return shareArray(previous, next) as T
  if (isRecord(next)) return shareRecord(previous, next) as T
  return next
}

function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
    return one.every((item, index) => isEqual(item, other[index]))
  }
  if (!isRecord(one) || !isRecord(other)) return false
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length) return false
  return keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
}

function shareArray(previous: unknown, next: readonly unknown[]): unknown {
  if (!Array.isArray(previous)) return next
  let isSame = previous.length === next.length
  const shared = next.map((item, index) => {
    const result = share(previous[index], item)
    if (!Object.is(result, previous[index])) isSame = false
    return result
  })
  return isSame ? previous : shared
}

function shareRecord(previous: unknown, next: Record<string, unknown>): unknown {
  if (!isRecord(previous)) return next
  const keys = Object.keys(next)
  let isSame = keys.length === Object.keys(previous).length
  const entries = keys.map((key): [string, unknown] => {
    const before = Object.hasOwn(previous, key) ? previous[key] : undefined
    const result = share(before, next[key])
    if (!Object.is(result, before) || !Object.hasOwn(previous, key)) isSame = false
    return [key, result]
  })
  // fromEntries defines properties: an id such as `__proto__` stays an ordinary key.
  return isSame ? previous : Object.fromEntries(entries)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
