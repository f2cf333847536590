/** Shorter ones are tried in no time. */
export const SHORTEST_PASSPHRASE = 8

/** Guesses needed, as a power of two, up to which a passphrase is called weak and fair. */
const WEAK_BITS = 53
const FAIR_BITS = 70

export interface PassphraseDraft {
  readonly passphrase: string
  readonly again: string
}

export const EMPTY_PASSPHRASE: PassphraseDraft = { passphrase: '', again: '' }

/** What keeps a new passphrase from being used, by field. Nothing is wrong with a field before anything is in it. */
export function passphraseProblems({ passphrase, again }: PassphraseDraft): {
  readonly passphrase: string | null
  readonly again: string | null
} {
  const isShort = passphrase !== '' && [...passphrase].length < SHORTEST_PASSPHRASE
  return {
    passphrase: isShort ? `At least ${SHORTEST_PASSPHRASE} characters.` : null,
    again: again !== '' && !passphrase.startsWith(again) ? 'The two are not the same.' : null,
  }
}

export function isPassphraseReady({ passphrase, again }: PassphraseDraft): boolean {
  return [...passphrase].length >= SHORTEST_PASSPHRASE && passphrase === again
}

/** How well a passphrase holds, roughly, in a sentence; null: there is nothing to say yet. */
export function strengthWords(passphrase: string): string | null {
  if ([...passphrase].length < SHORTEST_PASSPHRASE) return null
  const bits = guessBits(passphrase)
  if (bits < WEAK_BITS) return 'Weak: whoever has the file can find it out. Four or more unrelated words are stronger.'
  return bits < FAIR_BITS ? 'Fair: longer is stronger.' : 'Strong.'
}

/** A rough upper bound: how many kinds of characters there are, how many of them, and how many are different. */
function guessBits(passphrase: string): number {
  const characters = [...passphrase]
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(passphrase)).length
  const pool = [0, 26, 52, 62, 90][kinds] ?? 90
  const different = new Set(characters).size / characters.length
  return characters.length * Math.log2(pool) * Math.min(1, different * 1.5)
}
