/**
 * Looking into parsed documents. Their keys come from files and may be `constructor` or `__proto__`, so only own properties
 * count, and a copy defines its properties instead of assigning them.
 */
export type RawRecord = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The own value under a chain of keys; undefined where the chain breaks. */
export function valueAt(value: unknown, ...keys: readonly string[]): unknown {
  let current = value
  for (const key of keys) {
    if (!isRecord(current) || !Object.hasOwn(current, key)) return undefined
    current = current[key]
  }
  return current
}
