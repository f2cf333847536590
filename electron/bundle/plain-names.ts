import { redactSecrets } from '../../shared/engine/index.ts'

/** What may stand in a bundle as it is: names of providers and models, and words that programs chose. */

const PROVIDER = /^[a-z][a-z0-9-]{0,30}(?:\.(?:ai|io|com|dev))?$/
const MODEL = /^[A-Za-z0-9][A-Za-z0-9._:/+-]{0,99}$/
/** Models that somebody trained or built carry names of their own. */
const PRIVATE_MODEL = /^ft:|:ft-|::|:\/\/|^[a-z]:[/\\]|\.(?:gguf|bin|safetensors)$|(?:^|\/)\.{1,2}\//i
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/
const HOST = /(?:^|[/.])[a-z0-9-]+\.(?:local|lan|internal|intranet|home|corp|localdomain|arpa)(?:[:/]|$)/i
/** Several words, as programs write their codes. */
const SNAKE = /^[a-z]+(?:_[a-z]+){1,7}$/
const SYSTEM_CODE = /^E[A-Z]{2,20}(?:_[A-Z]+)*$/
/** What others masked already. */
const MASK = '***'
const HTTP_CODE = /^[1-5]\d\d$/
const ERROR_NAME = /^(?:[A-Z][a-z]{1,20}){1,5}Error$/
const MAX_WORD_CHARS = 60

const WORDS: ReadonlySet<string> = new Set(
  `auth billing format overloaded timeout unclassified unknown aborted stopped surfaced prompt assistant tool idle cancelled
  superseded error failed succeeded ok main cron nested subagent heartbeat default free pro plus team business enterprise max
  ultra oauth token key expired setup explicit stored config sweep failure announced success recheck snooze healed removed
  cooldown disabled blocked requested`.split(/\s+/),
)

export function isProviderName(text: string): boolean {
  return PROVIDER.test(text) && !HOST.test(text) && isClean(text)
}

export function isModelName(text: string): boolean {
  const isPlain = MODEL.test(text) && !PRIVATE_MODEL.test(text) && !ADDRESS.test(text) && !HOST.test(text)
  return isPlain && isClean(text)
}

/** A word that a program wrote, such as a reason or an error code; anything else becomes `other`. */
export function wordOf(text: string): string {
  const isWord =
    text === MASK || WORDS.has(text) || [SNAKE, SYSTEM_CODE, HTTP_CODE, ERROR_NAME].some((form) => form.test(text))
  return isWord && text.length <= MAX_WORD_CHARS && isClean(text) ? text : 'other'
}

/** `2026.7.1`, `2026.9.6-beta.2`; anything else is not told. */
export function versionOf(text: string | null): string | null {
  return text !== null && /^\d{1,5}(?:\.\d{1,5}){1,3}(?:-[a-z]{0,10}\.?\d{0,5})?$/.test(text) ? text : null
}

function isClean(text: string): boolean {
  return redactSecrets(text) === text
}
