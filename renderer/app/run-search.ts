export interface RunSearch {
  /** Which run; absent: none, as after an incomplete link. */
  readonly key?: string | undefined
}

/** What of an address the screen of a run understands. The router reads `123` as a number. */
export function runSearch({ key }: Record<string, unknown>): RunSearch {
  if (typeof key === 'number') return { key: String(key) }
  return typeof key === 'string' && key !== '' ? { key } : {}
}
