/** Fields of a record that somebody else wrote: any of them may be missing or of another kind. */
export type RawFields = Readonly<Record<string, unknown>>

export function asFields(value: unknown): RawFields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RawFields) : null
}

/** A whole number of zero or more, also one in digits as text. */
export function countOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** `true`, `false`, also as text; anything else: null. */
export function flagOf(value: unknown): boolean | null {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : null
}
