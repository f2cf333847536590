import type { KnownSecret } from './types.ts'

/** One byte string that gives a secret away. */
export interface Needle {
  readonly bytes: Uint8Array
  /** Which secret it belongs to: needles of one have the same number. */
  readonly secretNumber: number
  /** A half is looked for where a value may lie in two pieces. */
  readonly part: 'whole' | 'head' | 'tail'
}

export interface Needles {
  /** For files that lie in one piece. */
  readonly whole: readonly Needle[]
  /** For files made of pages. */
  readonly paged: readonly Needle[]
  /** Whose secrets they are, by number. */
  readonly profileIds: readonly (readonly string[])[]
  readonly tooShort: readonly string[]
}

/** Anything shorter occurs by chance. */
const MIN_BYTES = 8
const MIN_HALF_BYTES = 10
/** Of a longer secret its end is enough: tokens of one issuer begin alike and end with a signature of their own. */
const MAX_BYTES = 512

/** What to look for: every secret as it is and as JSON writes it, and for databases either half of it. */
export function buildNeedles(secrets: readonly KnownSecret[]): Needles {
  const owners = new Map<string, Set<string>>()
  const tooShort = new Set<string>()
  for (const { secret, profileId } of secrets) {
    const text = secret.trim()
    if (Buffer.byteLength(text) < MIN_BYTES) {
      if (text !== '') tooShort.add(profileId)
      continue
    }
    const known = owners.get(text) ?? new Set()
    owners.set(text, known.add(profileId))
  }
  const whole = [...owners.keys()].flatMap((text, secretNumber) =>
    spellings(text).map((bytes): Needle => ({ bytes, secretNumber, part: 'whole' })),
  )
  return {
    whole,
    paged: [...whole, ...unambiguous(whole.flatMap(halves))],
    profileIds: [...owners.values()].map((ids) => [...ids].sort()),
    tooShort: [...tooShort].sort(),
  }
}

function spellings(text: string): readonly Uint8Array[] {
  const json = JSON.stringify(text).slice(1, -1)
  return [...new Set([text, json])].map((spelling) => {
    const bytes = Buffer.from(spelling)
    return bytes.subarray(Math.max(0, bytes.length - MAX_BYTES))
  })
}

function halves({ bytes, secretNumber }: Needle): readonly Needle[] {
  const middle = Math.ceil(bytes.length / 2)
  if (bytes.length - middle < MIN_HALF_BYTES) return []
  return [
    { bytes: bytes.subarray(0, middle), secretNumber, part: 'head' },
    { bytes: bytes.subarray(bytes.length - middle), secretNumber, part: 'tail' },
  ]
}

/** Half of one secret that is half of another one too tells nothing. */
function unambiguous(needles: readonly Needle[]): readonly Needle[] {
  const numbers = new Map<string, Set<number>>()
  const keyOf = ({ bytes }: Needle): string => Buffer.from(bytes).toString('latin1')
  for (const needle of needles) {
    const known = numbers.get(keyOf(needle)) ?? new Set()
    numbers.set(keyOf(needle), known.add(needle.secretNumber))
  }
  return needles.filter((needle) => numbers.get(keyOf(needle))?.size === 1)
}
