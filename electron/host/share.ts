/**
 * Structural sharing: `next` rebuilt from the parts of `previous` that are equal to it. What is unchanged keeps its identity, so
 * that a comparison by reference tells what changed, here and in a renderer. The key order of objects does not count.
 *
 * Plain data only: objects, arrays, strings, numbers, booleans, null.
 */
export function share<T>(previous: unknown, next: T): T {
  if (Object.is(previous, next)) return next
  if (Array.isArray(next)) return (Array.isArray(previous) ? shareArray(previous, next) : next) as T
  if (isRecord(next)) return (isRecord(previous) ? shareRecord(previous, next) : next) as T
  return next
}

/** Most of it is equal as a rule: nothing is built before the first difference. */
function shareArray(previous: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  let built: unknown[] | null = previous.length === next.length ? null : []
  for (let index = 0; index < next.length; index += 1) {
    const item = share(previous[index], next[index])
    if (built === null && !Object.is(item, previous[index])) built = previous.slice(0, index)
    built?.push(item)
  }
  return built ?? previous
}

function shareRecord(previous: Record<string, unknown>, next: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(next)
  let built: [string, unknown][] | null = keys.length === Object.keys(previous).length ? null : []
  for (const [index, key] of keys.entries()) {
    const isKnown = Object.hasOwn(previous, key)
    const value = share(isKnown ? previous[key] : undefined, next[key])
    if (built === null && !(isKnown && Object.is(value, previous[key])))
      built = keys.slice(0, index).map((same) => [same, previous[same]])
    built?.push([key, value])
  }
  // fromEntries defines properties: an id such as `__proto__` stays an ordinary key.
  return built === null ? previous : Object.fromEntries(built)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
