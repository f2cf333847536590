import type { Dictionaries } from './dictionaries.ts'

/** Records of a run may name things differently; which name counts must not depend on their order. */
export interface BetterNames {
  /** @param held the number of a name; 0: none yet */
  preferred(held: number, text: string | null): number
  merged(a: number, b: number): number
}

export function createBetterNames(names: Dictionaries['names']): BetterNames {
  return {
    preferred(held, text) {
      if (text === null) return held
      return held === 0 || isBetter(text, names.textOf(held)) ? names.idOf(text) : held
    },
    merged(a, b) {
      if (a === 0 || a === b) return b
      return b !== 0 && isBetter(names.textOf(b), names.textOf(a)) ? b : a
    },
  }
}

/** The one that says more; of two that say as much, always the same. */
function isBetter(text: string, than: string): boolean {
  return text.length > than.length || (text.length === than.length && text < than)
}
