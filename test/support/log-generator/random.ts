/** The same seed always gives the same numbers. */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number
  between(from: number, to: number): number
  pick<T>(values: readonly [T, ...T[]]): T
  uuid(): string
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const hex = (): string =>
    Math.floor(next() * 4_294_967_296)
      .toString(16)
      .padStart(8, '0')
  return {
    next,
    between: (from, to) => Math.floor(from + next() * (to - from)),
    pick: (values) => values[Math.floor(next() * values.length)] ?? values[0],
    uuid() {
      const digits = `${hex()}${hex()}${hex()}${hex()}`
      const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`]
      return [...parts, digits.slice(20)].join('-')
    },
  }
}
