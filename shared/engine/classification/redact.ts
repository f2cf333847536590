/** How keys of known providers and token formats begin. */
const PREFIXES =
  'sk- pk- rk- fw- xai- pplx- nvapi- glpat- xoxb- xoxp- fw_ fpk_ gsk_ ghp_ gho_ ghs_ github_pat_ hf_ r8_ aiza akia eyj'.split(
    ' ',
  )
const SECRET_NAMES = ['key', 'token', 'secret', 'passw', 'authorization', 'cookie', 'credential']

/** Of these one occurs wherever a key is known by its shape. */
export const SECRET_SHAPE_WORDS: readonly string[] = [...PREFIXES, 'bearer ', 'basic ']
/** Of these one occurs in the name of every field that holds a secret. */
export const SECRET_FIELD_WORDS: readonly string[] = SECRET_NAMES

/** Where secrets have to be looked for; whoever knows that there are none saves the time. */
export interface SecretPlaces {
  readonly shapes: boolean
  readonly fields: boolean
}

const EVERYWHERE: SecretPlaces = { shapes: true, fields: true }
const MASK = '***'
const MIN_CHARS_FOR_TAIL = 18
const MIN_KNOWN_CHARS = 6
const SHAPES = new RegExp(`(?<![A-Za-z0-9])(?:${PREFIXES.join('|')})[A-Za-z0-9_.*-]{12,}`, 'gi')
const SCHEMES = /\b(bearer|basic) ([A-Za-z0-9._~+/=-]{8,})/gi
const SECRET_NAME = /^key$|api[_-]?key|key[_-]?id|token|secret|passw|authorization|cookie|credential/i
/** Names with "token" that count tokens. */
const COUNTER_NAME = /tokens$|token_?(?:count|limit|usage)|max_?token/i
const MAX_NAME_CHARS = 64
const VALUE = /[^\s"',;}&\\]*/y
/** A run of letters and digits this long is no word. */
const LONG_RUN_CHARS = 48

/**
 * Masks what looks like a secret, and every secret that is known by its value. At most the last four characters stay,
 * and only of long ones.
 *
 * @param secrets values that never may be shown; those under six characters are left to the shapes
 */
export function redactSecrets(
  text: string,
  secrets: readonly string[] = [],
  places: SecretPlaces = EVERYWHERE,
): string {
  let result = text
  for (const secret of secrets)
    if (secret.length >= MIN_KNOWN_CHARS) result = result.replaceAll(secret, () => masked(secret))
  if (places.shapes)
    result = result
      .replace(SHAPES, masked)
      .replace(SCHEMES, (match, scheme: string, value: string) =>
        /\d/.test(value) ? `${scheme} ${masked(value)}` : match,
      )
  if (places.fields) result = maskFields(result)
  return result.length < LONG_RUN_CHARS ? result : maskLongRuns(result)
}

/** Values of fields with a telling name, such as `"api_key": "…"`, `token=…`, `\"secret\":\"…\"`. */
function maskFields(text: string): string {
  let result = ''
  let copied = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== COLON && code !== EQUALS) continue
    const name = nameBefore(text, at)
    if (name === '' || !SECRET_NAME.test(name) || COUNTER_NAME.test(name)) continue
    let start = at + 1
    while (start < at + 3 && text.charAt(start) === ' ') start++
    if (text.charAt(start) === '\\') start++
    const isQuoted = text.charAt(start) === '"' || text.charAt(start) === "'"
    if (isQuoted) start++
    VALUE.lastIndex = start
    const value = VALUE.exec(text)?.[0] ?? ''
    const end = start + value.length
    // Colons inside of a value that is no secret begin no other one; so nothing is read twice.
    at = Math.max(at, end - 1)
    if (start < copied || !isSecretValue(value, isQuoted)) continue
    result += `${text.slice(copied, start)}${masked(value)}`
    copied = end
  }
  return result + text.slice(copied)
}

const COLON = 58
const EQUALS = 61

/** The word that a colon or equals sign belongs to: quotes, a backslash and up to two spaces may stand between. */
function nameBefore(text: string, at: number): string {
  let end = at
  while (end > at - 2 && text.charAt(end - 1) === ' ') end--
  if (text.charAt(end - 1) === '"' || text.charAt(end - 1) === "'") end--
  if (text.charAt(end - 1) === '\\') end--
  let start = end
  while (start > 0 && end - start <= MAX_NAME_CHARS && isRunCode(text.charCodeAt(start - 1))) start--
  return end - start > MAX_NAME_CHARS ? '' : text.slice(start, end)
}

/** Outside of quotes only what cannot be a word of the sentence: `token: expired` says something. */
function isSecretValue(value: string, isQuoted: boolean): boolean {
  if (value === '' || value.startsWith(MASK)) return false
  return isQuoted ? !/^\d+$/.test(value) : value.length >= 8 && /\d/.test(value)
}

/** Looks at every 48th character first: a long run cannot lie between two that belong to none. */
function maskLongRuns(text: string): string {
  let result = ''
  let copied = 0
  let floor = 0
  for (let at = LONG_RUN_CHARS - 1; at < text.length; at += LONG_RUN_CHARS) {
    if (!isRunCode(text.charCodeAt(at))) continue
    let start = at
    let end = at + 1
    while (start > floor && isRunCode(text.charCodeAt(start - 1))) start--
    while (end < text.length && isRunCode(text.charCodeAt(end))) end++
    const run = text.slice(start, end)
    floor = end
    at = end - 1
    if (run.length < LONG_RUN_CHARS || !/\d/.test(run) || !/[A-Za-z]/.test(run)) continue
    result += text.slice(copied, start) + masked(run)
    copied = end
  }
  return result + text.slice(copied)
}

function isRunCode(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95 ||
    code === 45
  )
}

function masked(secret: string): string {
  return secret.length < MIN_CHARS_FOR_TAIL ? MASK : `${MASK}${secret.slice(-4)}`
}

/** Cut to a number of characters, never through the middle of one. */
export function truncated(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const last = text.charCodeAt(maxChars - 1)
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxChars - 1 : maxChars)}…`
}
