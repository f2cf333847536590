import { redactSecrets } from '../../shared/engine/index.ts'

const ONLY_KNOWN = { shapes: false, fields: false } as const

/**
 * Every spelling in which the other side may repeat a secret: as it is, inside of JSON or a URL, and in base64. Longer
 * ones come first, so that none is masked in part.
 */
export function spellingsOf(secrets: readonly string[]): readonly string[] {
  const all = new Set<string>()
  for (const secret of secrets) {
    const trimmed = secret.trim()
    if (trimmed === '') continue
    all.add(trimmed)
    all.add(JSON.stringify(trimmed).slice(1, -1))
    all.add(encodeURIComponent(trimmed))
    const bytes = Buffer.from(trimmed, 'utf8')
    all.add(bytes.toString('base64').replace(/=+$/, ''))
    all.add(bytes.toString('base64url'))
  }
  return [...all].sort((a, b) => b.length - a.length)
}

/** Masks what is known, and nothing else: what is left is still read by the rules for failures. */
export function maskKnown(text: string, spellings: readonly string[]): string {
  return redactSecrets(text, spellings, ONLY_KNOWN)
}
