import { SECRET_SHAPE_WORDS } from '../../shared/engine/classification/redact.ts'

/** A text that looks like a secret: where it starts and ends. */
export interface ShapeMatch {
  readonly start: number
  readonly end: number
}

const SCHEMES = ['bearer ', 'basic ']
const PREFIXES = SECRET_SHAPE_WORDS.filter((word) => !SCHEMES.includes(word))
const FIELDS =
  'key|api_?key|token|access|refresh|id_?token|access_?token|refresh_?token|auth_?token|secret|client_?secret|password|passphrase'
/** Each has the value as its only group, or is the value itself. */
const PATTERNS: readonly RegExp[] = [
  new RegExp(`(?<![A-Za-z0-9])(?:${PREFIXES.join('|')})[A-Za-z0-9_.-]{12,}`, 'dgi'),
  /\b(?:bearer|basic) ([A-Za-z0-9._~+/=-]{16,})/dgi,
  new RegExp(
    `(?<![A-Za-z0-9_])\\\\?["']?(?:${FIELDS})\\\\?["']?\\s{0,4}:\\s{0,4}\\\\?["']([^"'\\\\\\s]{8,4096})`,
    'dgi',
  ),
  /(?:KEY|TOKEN|SECRET|PASSWORD)[ \t]?=[ \t]?["']?([^\s"'$]{8,4096})/dg,
]
/** Names of variables, masked values, and what stands in for a secret that is in the vault or being renewed. */
const HARMLESS = /^\$|\*\*\*|…|^openclaw-oauth-refresh-fence:|^switchyard-vault:|^<|^(?:https?|file):\/\//

/** The name of a field and what stands between it and its value are shorter. */
const MAX_LEAD_CHARS = 64

/** Texts of the shape of a secret that start in `[from, to)`. A word without a digit in it is none. */
export function findShapes(text: string, from: number, to: number): readonly ShapeMatch[] {
  const found: ShapeMatch[] = []
  for (const pattern of PATTERNS) {
    pattern.lastIndex = Math.max(0, from - MAX_LEAD_CHARS)
    for (let match = pattern.exec(text); match !== null && match.index < to; match = pattern.exec(text)) {
      const [start, end] = match.indices?.[1] ?? match.indices?.[0] ?? [match.index, match.index]
      const value = text.slice(start, end)
      if (start < from || start >= to || !/\d/.test(value) || HARMLESS.test(value)) continue
      if (!found.some((other) => other.start < end && start < other.end)) found.push({ start, end })
    }
  }
  return found
}
