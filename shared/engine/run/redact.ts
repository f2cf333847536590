/** Texts longer than this are cut before anything looks at them. */
const MAX_TEXT = 64_000
const SHORTEST_SHOWN = 18

/** Whether a text holds anything that the patterns below could match; most error texts do not. */
const SUSPECT = /sk-|gsk_|gh[opsu]_|xox|AIza|eyJ|bearer|api[_-]?key|token|secret|password|authorization|cookie/i
const KEYS =
  /\b(?:sk-[\w-]{8,}|gsk_\w{8,}|gh[opsu]_\w{16,}|xox[a-z]-[\w-]{8,}|AIza[\w-]{20,}|eyJ[\w-]{8,}\.[\w-]+\.[\w-]*)/g
const BEARER = /\b(bearer\s+)([\w.~+/=-]{8,})/gi
const NAMED =
  /((?:api[_-]?key|access[_-]?token|refresh[_-]?token|id[_-]?token|token|secret|password|authorization|cookie)["']?\s*[:=]\s*["']?)(?!bearer\b)([^\s"',;}\]]{6,})/gi

/** The text with every secret masked, cut to what is ever looked at. */
export function redactSecrets(text: string): string {
  const cut = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text
  if (!SUSPECT.test(cut)) return cut
  return cut
    .replace(KEYS, maskSecret)
    .replace(BEARER, (_, before: string, secret: string) => before + maskSecret(secret))
    .replace(NAMED, (_, before: string, secret: string) => before + maskSecret(secret))
}

/** A short secret as asterisks, a long one as its first six and last four characters. */
function maskSecret(secret: string): string {
  return secret.length < SHORTEST_SHOWN ? '***' : `${secret.slice(0, 6)}…${secret.slice(-4)}`
}
