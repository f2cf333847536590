import { isRecord } from '../raw-values.ts'

/** No real configuration nests deeper; of what does, the upper value counts. */
const MAX_NESTING = 100

/** Lays one value over another: objects key by key, lists one behind the other, of anything else the upper one counts. */
export function mergeValues(lower: unknown, upper: unknown, nesting = 0): unknown {
  if (Array.isArray(lower) && Array.isArray(upper)) return [...(lower as unknown[]), ...(upper as unknown[])]
  if (!isRecord(lower) || !isRecord(upper) || nesting > MAX_NESTING) return upper
  const merged = new Map<string, unknown>(Object.entries(lower))
  for (const [key, value] of Object.entries(upper)) {
    merged.set(key, merged.has(key) ? mergeValues(merged.get(key), value, nesting + 1) : value)
  }
  // fromEntries defines properties: a key `__proto__` stays an ordinary key.
  return Object.fromEntries(merged)
}
