import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * AES-256-GCM as the vault uses it. What is sealed is bound to the place it lies in: the same bytes under another name do
 * not open.
 *
 * Layout: version (1 byte) ‖ nonce (12) ‖ ciphertext ‖ tag (16).
 */
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = 1 + NONCE_BYTES
export const KEY_BYTES = 32
export const CIPHER = 'aes-256-gcm'

export function sealBytes(key: Buffer, plain: Buffer, place: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(place, 'utf8'))
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.from([VERSION]), nonce, ciphertext, cipher.getAuthTag()])
}

/** @returns null: it is not what was sealed with this key in this place */
export function openBytes(key: Buffer, sealed: Buffer, place: string): Buffer | null {
  if (sealed.length < HEADER_BYTES + TAG_BYTES || sealed[0] !== VERSION) return null
  const nonce = sealed.subarray(1, HEADER_BYTES)
  const tag = sealed.subarray(sealed.length - TAG_BYTES)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(place, 'utf8'))
  decipher.setAuthTag(tag)
  try {
    const plain = decipher.update(sealed.subarray(HEADER_BYTES, sealed.length - TAG_BYTES))
    return Buffer.concat([plain, decipher.final()])
  } catch {
    return null
  }
}
