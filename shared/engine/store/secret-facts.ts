/**
 * What may be known about a secret without holding it. The reader turns every secret into these facts at the first
 * possible moment, so that nothing behind it (engine, contract, renderer, log) can leak one.
 */
export interface SecretFacts {
  /** The last four characters of a secret that is long enough for them to give nothing away; otherwise null. */
  readonly tail: string | null
  /** The text only names a place in Switchyard's vault, where the secret lies encrypted: it is not written here. */
  readonly isInVault: boolean
  readonly flaws: readonly SecretFlaw[]
}

export type SecretFlaw =
  /** The text is an `openclaw onboard … --auth-choice …` command line that was pasted instead of a key. */
  | 'command_line'
  /** OpenClaw is refreshing this OAuth credential, or was when it stopped. */
  | 'refresh_pending'
  /** The refresh of this OAuth credential failed for good: it needs a new sign-in. */
  | 'refresh_failed'
  /** White space around the value or line breaks inside it. */
  | 'padded'
  /** Characters that cannot be sent in an HTTP header, such as a box-drawing bar copied from a terminal. */
  | 'unsendable_characters'

/** A tail of four is shown only where at least this many characters stay hidden. */
const MIN_HIDDEN_CHARACTERS = 12
const TAIL_CHARACTERS = 4

const COMMAND_LINE = /^\s*openclaw\s+onboard\b.*--auth-choice\b/i
const REFRESH_MARKER = /^openclaw-oauth-refresh-fence:v1:[0-9a-f]{32}:(failed:)?(?:access|refresh):[0-9a-f]{64}$/
/** What stands in place of an OAuth secret, which cannot be a reference (`reference_in_oauth`). */
const VAULT_MARKER = /^switchyard-vault:v1:SY_[0-9A-F]{32}$/

/**
 * Reduces a secret to its facts. A blank or non-string value is no secret at all: null.
 *
 * @param value the raw field of a credential
 */
export function secretFacts(value: unknown): SecretFacts | null {
  if (typeof value !== 'string' || value.trim() === '') return null
  const text = value.trim()
  const marker = REFRESH_MARKER.exec(text)
  if (marker) return { tail: null, isInVault: false, flaws: [marker[1] ? 'refresh_failed' : 'refresh_pending'] }
  if (VAULT_MARKER.test(text)) return { tail: null, isInVault: true, flaws: [] }
  const flaws: SecretFlaw[] = []
  if (COMMAND_LINE.test(text)) flaws.push('command_line')
  if (text !== value || /[\r\n]/.test(text)) flaws.push('padded')
  if (hasUnsendableCharacters(text)) flaws.push('unsendable_characters')
  const showsTail = flaws.length === 0 && text.length >= MIN_HIDDEN_CHARACTERS + TAIL_CHARACTERS
  return { tail: showsTail ? text.slice(-TAIL_CHARACTERS) : null, isInVault: false, flaws }
}

function hasUnsendableCharacters(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code > 255 || (code < 32 && code !== 9) || code === 127) return true
  }
  return false
}
