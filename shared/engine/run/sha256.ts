/**
 * SHA-256 of a text as UTF-8, in lower-case hex (FIPS 180-4). The engine has no access to the platform's own and needs it
 * only to name texts and ids in records without repeating them.
 */
export function sha256Hex(text: string): string {
  return hexOf(digest(text), 8)
}

/** The form in which records name a text: `sha256:` and the first twelve hex digits. */
export function shortHash(text: string): string {
  return `sha256:${hexOf(digest(text), 2).slice(0, 12)}`
}

const KNOWN_IDS = new Map<string, string>()
const MOST_KNOWN_IDS = 1024

/** The form in which records name a profile. Ids come back in every run, so they are worked out once. */
export function profileHash(profileId: string): string {
  const known = KNOWN_IDS.get(profileId)
  if (known !== undefined) return known
  if (KNOWN_IDS.size >= MOST_KNOWN_IDS) KNOWN_IDS.clear()
  const hash = shortHash(profileId)
  KNOWN_IDS.set(profileId, hash)
  return hash
}

/** Room to work in, used anew by each call. */
const STATE = new Int32Array(8)
const SCHEDULE = new Int32Array(64)

function digest(text: string): Int32Array {
  const words = paddedWords(text)
  STATE.set(INITIAL)
  for (let block = 0; block < words.length; block += 16) compress(words, block)
  return STATE
}

function hexOf(state: Int32Array, count: number): string {
  let hex = ''
  for (let index = 0; index < count; index++) {
    // The leading 1 keeps the zeros behind it and is cut off again.
    hex += (((state[index] as number) >>> 0) + 0x1_0000_0000).toString(16).slice(1)
  }
  return hex
}

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
// prettier-ignore
const CONSTANTS = Int32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
)
/** The same of the square roots of the first eight. */
// prettier-ignore
const INITIAL = Int32Array.of(
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
)

/** The text as UTF-8 in big-endian words, padded to whole blocks of sixteen. */
function paddedWords(text: string): Int32Array {
  const length = utf8Length(text)
  const words = new Int32Array(((length + 8) >> 6) * 16 + 16)
  let at = 0
  const add = (byte: number): void => {
    words[at >> 2] = (words[at >> 2] as number) | (byte << (24 - (at & 3) * 8))
    at++
  }
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) {
      add(unit)
      continue
    }
    const point = pointAt(text, index)
    if (point > 0xffff) index++
    if (point < 0x800) add(0xc0 | (point >> 6))
    else {
      if (point < 0x10000) add(0xe0 | (point >> 12))
      else {
        add(0xf0 | (point >> 18))
        add(0x80 | ((point >> 12) & 0x3f))
      }
      add(0x80 | ((point >> 6) & 0x3f))
    }
    add(0x80 | (point & 0x3f))
  }
  add(0x80)
  words[words.length - 2] = Math.floor((length * 8) / 2 ** 32)
  words[words.length - 1] = (length * 8) | 0
  return words
}

function utf8Length(text: string): number {
  let length = text.length
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) < 0x80) continue
    const point = pointAt(text, index)
    length += point < 0x800 ? 1 : 2
    if (point > 0xffff) index++
  }
  return length
}

/** A lone surrogate is no character and becomes the replacement character, as every encoder has it. */
function pointAt(text: string, index: number): number {
  const point = text.codePointAt(index) ?? 0
  return point >= 0xd800 && point <= 0xdfff ? 0xfffd : point
}

function rotateRight(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by))
}

function compress(words: Int32Array, block: number): void {
  const w = SCHEDULE
  const k = CONSTANTS
  const state = STATE
  for (let index = 0; index < 16; index++) w[index] = words[block + index] as number
  for (let index = 16; index < 64; index++) {
    const early = w[index - 15] as number
    const late = w[index - 2] as number
    const s0 = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3)
    const s1 = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10)
    w[index] = ((w[index - 16] as number) + s0 + (w[index - 7] as number) + s1) | 0
  }
  let a = state[0] as number
  let b = state[1] as number
  let c = state[2] as number
  let d = state[3] as number
  let e = state[4] as number
  let f = state[5] as number
  let g = state[6] as number
  let h = state[7] as number
  for (let index = 0; index < 64; index++) {
    const s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)
    const choice = (e & f) ^ (~e & g)
    const t1 = (h + s1 + choice + (k[index] as number) + (w[index] as number)) | 0
    const s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + s0 + majority) | 0
  }
  state[0] = ((state[0] as number) + a) | 0
  state[1] = ((state[1] as number) + b) | 0
  state[2] = ((state[2] as number) + c) | 0
  state[3] = ((state[3] as number) + d) | 0
  state[4] = ((state[4] as number) + e) | 0
  state[5] = ((state[5] as number) + f) | 0
  state[6] = ((state[6] as number) + g) | 0
  state[7] = ((state[7] as number) + h) | 0
}
