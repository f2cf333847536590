import type { ProfileNote, ProfileOrigin, SecretFlaw } from '../../../shared/engine/index.ts'

const NOTE_WORDS: Readonly<Record<ProfileNote, string>> = {
  key_under_unread_field: 'The key stands under api_key, a spelling that OpenClaw does not read.',
  alias_spelling: 'Its type or key is written in an older spelling, which is understood.',
  reference_in_oauth: 'A sign-in holds a secret reference, which OpenClaw refuses at its next use.',
  expiry_implausible: 'Its expiry is far too small for a time; it is probably a span.',
  expiry_in_seconds: 'Its expiry looks like seconds, where milliseconds belong.',
}

const FLAW_WORDS: Readonly<Record<SecretFlaw, string>> = {
  command_line: 'A command line was pasted in place of the key.',
  refresh_pending: 'OpenClaw is renewing this sign-in, or was when it stopped.',
  refresh_failed: 'Renewing this sign-in failed for good.',
  padded: 'There is white space around the secret, or a line break in it.',
  unsendable_characters: 'The secret holds characters that cannot be sent, such as those of a copied table.',
}

const ORIGIN_WORDS: Readonly<Record<ProfileOrigin, string>> = {
  own: 'this agent’s own store',
  inherited: 'inherited from the shared store',
  config: 'named in the configuration only',
}

export function noteWords(note: ProfileNote): string {
  return NOTE_WORDS[note]
}

export function flawWords(flaw: SecretFlaw): string {
  return FLAW_WORDS[flaw]
}

export function originWords(origin: ProfileOrigin): string {
  return ORIGIN_WORDS[origin]
}

export const NOTES = Object.keys(NOTE_WORDS) as readonly ProfileNote[]
export const FLAWS = Object.keys(FLAW_WORDS) as readonly SecretFlaw[]
