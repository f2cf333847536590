import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { KEY_BYTES } from './sealing.ts'

/** Fewer characters are found by trying. */
export const MIN_PASSPHRASE_CHARACTERS = 8

const COST = { n: 2 ** 17, r: 8, p: 1 } as const
const SALT_BYTES = 16
const CHECK_BYTES = 16
/** What a file may ask for: 1 GiB of memory at most, so that a made-up file cannot hold up the machine. */
const MAX_MEMORY_BYTES = 2 ** 30
const MAX_PARALLEL = 4

/** How a key is made from a passphrase: scrypt, with the numbers it was made with. */
export const kdfSchema = z
  .strictObject({
    name: z.literal('scrypt'),
    n: z.int().min(2 ** 14),
    r: z.int().min(1),
    p: z.int().min(1).max(MAX_PARALLEL),
    salt: base64OfLength(SALT_BYTES),
    /** Tells a wrong passphrase from damaged data. It is made from a part of the derived bytes that seals nothing. */
    check: base64OfLength(CHECK_BYTES),
  })
  .refine(({ n, r }) => Number.isInteger(Math.log2(n)) && 128 * n * r <= MAX_MEMORY_BYTES)
export type Kdf = z.infer<typeof kdfSchema>

export function isStrongEnough(passphrase: string): boolean {
  return [...passphrase.normalize('NFKC')].length >= MIN_PASSPHRASE_CHARACTERS
}

/** A new key from a passphrase, with what it takes to make it again. */
export async function keyFromNewPassphrase(passphrase: string): Promise<{ readonly key: Buffer; readonly kdf: Kdf }> {
  const salt = randomBytes(SALT_BYTES)
  const { key, check } = await derive(passphrase, { ...COST, salt })
  return { key, kdf: { name: 'scrypt', ...COST, salt: salt.toString('base64'), check: check.toString('base64') } }
}

/** The same key again; null: it was another passphrase. */
export async function keyFromPassphrase(passphrase: string, kdf: Kdf): Promise<Buffer | null> {
  const { key, check } = await derive(passphrase, { ...kdf, salt: Buffer.from(kdf.salt, 'base64') })
  if (timingSafeEqual(check, Buffer.from(kdf.check, 'base64'))) return key
  key.fill(0)
  return null
}

interface Cost {
  readonly n: number
  readonly r: number
  readonly p: number
  readonly salt: Buffer
}

async function derive(passphrase: string, { n, r, p, salt }: Cost): Promise<{ key: Buffer; check: Buffer }> {
  // The same letters typed on another system may be composed differently.
  const bytes = Buffer.from(passphrase.normalize('NFKC'), 'utf8')
  const derived = await new Promise<Buffer>((resolve, reject) => {
    scrypt(bytes, salt, 2 * KEY_BYTES, { N: n, r, p, maxmem: 256 * n * r }, (error, result) =>
      error ? reject(error) : resolve(result),
    )
  })
  const key = Buffer.from(derived.subarray(0, KEY_BYTES))
  const check = createHash('sha256').update(derived.subarray(KEY_BYTES)).digest().subarray(0, CHECK_BYTES)
  bytes.fill(0)
  derived.fill(0)
  return { key, check }
}

/** A base64 text that stands for exactly so many bytes. */
export function base64OfLength(bytes: number): z.ZodString {
  return z.string().refine((text) => {
    const decoded = Buffer.from(text, 'base64')
    return decoded.length === bytes && decoded.toString('base64') === text
  })
}
