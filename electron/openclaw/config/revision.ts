import { createHash } from 'node:crypto'

const HEX_DIGITS = 16

/** Identity of a file's bytes: two files with the same one are the same. */
export function revisionOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, HEX_DIGITS)
}
