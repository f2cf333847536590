/** Reading records whose keys come from files: ids may be `constructor` or `__proto__`, so only own properties count. */

/** The own value under a key; undefined where there is none. */
export function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/** A plain object as a record; anything else, arrays included, is none: null. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

/** A text that is not blank, as written; anything else: null. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** The texts of a list, trimmed, blanks and other values dropped; not a list: null. */
export function asTextList(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) return null
  return value.flatMap((item) => (typeof item === 'string' && item.trim() !== '' ? [item.trim()] : []))
}
