/** What the `expires` of a stored credential means. */
export type Expiry =
  | { readonly kind: 'none' }
  /** Epoch ms; `wasSeconds`: it was written in seconds. */
  | { readonly kind: 'at'; readonly atMs: number; readonly wasSeconds: boolean }
  /** A span, such as 3600, in the place of a time: it says nothing, as nobody knows when it began. */
  | { readonly kind: 'span' }
  | { readonly kind: 'invalid' }

const FIRST_SECONDS = 1e9
const FIRST_MS = 1e11
const LAST_MS = 8.64e15

/** Reads the three magnitudes in which expiries are found in stores (OA-07): ms, seconds, and a span. */
export function readExpiry(value: unknown): Expiry {
  if (value === undefined || value === null) return { kind: 'none' }
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0 || value > LAST_MS) return { kind: 'invalid' }
  if (value >= FIRST_MS) return { kind: 'at', atMs: value, wasSeconds: false }
  return value >= FIRST_SECONDS ? { kind: 'at', atMs: value * 1000, wasSeconds: true } : { kind: 'span' }
}

/**
 * When a new token ends, in epoch ms, from the `expires_in` of the answer. Seconds from now; a value that could only be a
 * time is taken as one, since some servers answer with it. null: it says nothing usable.
 */
export function expiryOfAnswer(expiresIn: number | null, nowMs: number): number | null {
  if (expiresIn === null || !Number.isFinite(expiresIn) || expiresIn <= 0) return null
  const read = readExpiry(expiresIn)
  const atMs = read.kind === 'at' ? read.atMs : nowMs + expiresIn * 1000
  return atMs > nowMs && atMs <= LAST_MS ? Math.round(atMs) : null
}
