export type VaultRefusalCode =
  | 'locked'
  | 'wrong_passphrase'
  /** what was sealed, or the key, is damaged or was changed */
  | 'tampered'
  /** the way to keep or get the key cannot be used here */
  | 'unavailable'
  | 'weak_passphrase'
  /** there is no such secret, or the key is not kept this way */
  | 'not_found'
  /** the vault exists, or its key is kept this way already */
  | 'already_set_up'
  /** the only way to unlock the vault cannot be removed */
  | 'last_protection'

/** Why the vault did not do what was asked. Message and hint are for people; no secret is in either. */
export class VaultRefused extends Error {
  readonly code: VaultRefusalCode
  readonly hint: string

  constructor(code: VaultRefusalCode, message: string, hint: string) {
    super(message)
    this.name = 'VaultRefused'
    this.code = code
    this.hint = hint
  }
}

const WORDS: Readonly<Record<VaultRefusalCode, readonly [message: string, hint: string]>> = {
  locked: ['The vault is locked.', 'Unlock it first.'],
  wrong_passphrase: ['The passphrase does not open the vault.', 'Check the spelling and the keyboard layout.'],
  tampered: [
    'What was sealed in the vault is damaged or was changed.',
    'Restore the database from a backup, or enter the secret again.',
  ],
  unavailable: ['The key of the vault cannot be kept or read here.', 'Use a passphrase.'],
  weak_passphrase: ['The passphrase is too short.', 'Use at least 8 characters; several words are better.'],
  not_found: ['There is no such secret in the vault.', 'Enter the secret again.'],
  already_set_up: ['This is set up already.', 'Nothing needs to be done.'],
  last_protection: ['This is the only way to unlock the vault.', 'Add another one first.'],
}

export function refused(code: VaultRefusalCode, message?: string, hint?: string): VaultRefused {
  return new VaultRefused(code, message ?? WORDS[code][0], hint ?? WORDS[code][1])
}
