import { redactSecrets, truncated } from '../../shared/engine/index.ts'
import type { Aliases } from './aliases.ts'

/** Frees texts that others wrote from what names people, accounts, sessions and machines. */
export interface PrivateText {
  /** An error text, or a sentence of the console. */
  clean(text: string): string
  /** An id that is kept because somebody asked for it: of people, accounts and secrets all the same. */
  cleanId(text: string): string
}

const MAX_CHARS = 400
/** Of more, nothing can reach what is shown; so much is looked at. */
const MAX_INSPECTED_CHARS = 4000
/** What is put in place while cleaning goes on; such signs come from nowhere else. */
const OPEN = '\uE000'
const CLOSE = '\uE001'
const MARKS = /[\uE000\uE001]/g
const PLACED = /\uE000(\d+)\uE001/g

const EMAIL =
  /[^\s@<>"'`,;:()[\]{}=\uE000\uE001]+@[^\s@<>"'`,;:()[\]{}=/\uE000\uE001]+\.[^\s@<>"'`,;:()[\]{}=./\uE000\uE001]{2,}/gu
const ADDRESS_WITH_SCHEME = /\b([a-z][a-z0-9+.-]{1,20}):\/\/([^\s/"'`<>()?#]+)([^\s"'`<>()]*)/gi
const IP4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\w.])/g
const IP6 = /(?<![\w:.])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?:%\w+)?(?![\w:])/gi
const CLOCK_TIME = /^\d{1,2}:\d\d:\d\d$/
/** What system calls say before the name of a host. */
const NAMED_HOST =
  /\b((?:(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ECONNRESET|getaddrinfo) +|(?:host(?:name)?|proxy)[=:] *)"?)(?!E[A-Z_]{4,}\b)([A-Za-z0-9][A-Za-z0-9._-]*)/g
const HOST_AND_PORT = /(?<![\w./-])([A-Za-z][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)*):(\d{2,5})(?![\w.])/g
const HOST = /(?<![\w./@-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,18}(?![\w-])/g
const MOST_KNOWN_TEXTS = 4096
/** Beginnings of words that a colon and a number follow in any text. */
const COUNTED = /^(?:status|code|error|http|line|column|attempt|retry|limit|port|after|in)$/i
const UNIX_PATH = /(?<![\w:/.])(?:~|\.{1,2})?(?:\/[^\s/"'`<>|:;,()]+){2,}\/?/g
const WINDOWS_PATH = /(?<!\w)(?:[A-Za-z]:|\\)\\[^\s"'`<>|;,()]*/g
/** What masking leaves of a secret: its last characters, and in logs of others its first. */
const MASKED = /(?:[\w-]{1,8}…|\*\*\*)[\w+/=.-]{4}(?![\w-])/g
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const NAMED_ID =
  /\b(?:org|proj|acct|account|user|req|request|sess|session|ws|wrkspc|team|cus|sub|msg|run|resp)[-_][A-Za-z0-9_-]*\d[A-Za-z0-9_-]*/g
const HASH = /\bsha256:[0-9a-f]{6,64}/gi
const NUMBER = /(?<![\w.])\+?\d[\d ()-]{8,}\d(?![\w.])/g
/** Addresses of providers themselves, which help to understand a text. */
const PUBLIC_HOST =
  /(?:^|\.)(?:openai\.com|anthropic\.com|googleapis\.com|google\.com|openrouter\.ai|groq\.com|mistral\.ai|x\.ai|deepseek\.com|z\.ai|moonshot\.ai|together\.xyz|fireworks\.ai|cerebras\.ai|perplexity\.ai|nvidia\.com|huggingface\.co|minimax\.io|kimi\.com|azure\.com|amazonaws\.com|github\.com)$/i

/**
 * Names that are known go first, then secrets, then whatever has the form of an address, a path or an id. More than that
 * cannot be told from the words of a sentence: so texts are left out unless somebody asks for them.
 */
export function createPrivateText(aliases: Aliases): PrivateText {
  const cleaned = new Map<string, string>()
  return {
    clean(text) {
      const found = cleaned.get(text)
      if (found !== undefined) return found
      const result = cleanText(inspected(text), aliases)
      if (cleaned.size >= MOST_KNOWN_TEXTS) cleaned.clear()
      cleaned.set(text, result)
      return result
    },
    cleanId(text) {
      const { place, settle } = places()
      const named = aliases.names.replaceIn(text.replace(MARKS, ''), place)
      return settle(withoutPeople(redactSecrets(named).replace(MASKED, '***'), aliases, place))
    },
  }
}

/** The beginning of a long text, up to a place that lies in no name. */
function inspected(text: string): string {
  return text.length <= MAX_INSPECTED_CHARS ? text : text.slice(0, text.lastIndexOf(' ', MAX_INSPECTED_CHARS) + 1)
}

interface Places {
  /** Puts in an alias that nothing changes any more. */
  place(alias: string): string
  settle(text: string): string
}

function places(): Places {
  const placed: string[] = []
  return {
    place: (alias) => `${OPEN}${placed.push(alias) - 1}${CLOSE}`,
    settle: (text) => text.replace(PLACED, (_, index: string) => placed[Number(index)] ?? ''),
  }
}

function withoutPeople(text: string, aliases: Aliases, place: Places['place']): string {
  return text.replace(EMAIL, (email) => place(aliases.other('person', email.toLowerCase())))
}

function cleanText(text: string, aliases: Aliases): string {
  const { place, settle } = places()
  const hostOf = (host: string): string => {
    // A part of it may be known already.
    const name = settle(host).toLowerCase()
    return isPublic(name) ? name : place(aliases.other('host', name))
  }
  const identityOf = (id: string): string => place(aliases.other('identity', id.toLowerCase()))

  const named = aliases.names.replaceIn(text.replace(MARKS, ''), place)
  const result = withoutPeople(redactSecrets(named), aliases, place)
    .replace(MASKED, '***')
    .replace(ADDRESS_WITH_SCHEME, (_, scheme: string, host: string, path: string) => {
      const shown = hostOf(host.replace(/^.*@/, ''))
      return `${scheme}://${shown}${path.length > 1 ? '/…' : ''}`
    })
    .replace(UUID, identityOf)
    .replace(HASH, () => place('sha256:***'))
    .replace(WINDOWS_PATH, (path) => fileOf(path, '\\'))
    .replace(UNIX_PATH, (path) => fileOf(path, '/'))
    .replace(IP4, hostOf)
    .replace(IP6, (address) => (CLOCK_TIME.test(address) ? address : hostOf(address)))
    .replace(NAMED_HOST, (_, before: string, host: string) => before + hostOf(host))
    .replace(HOST_AND_PORT, (whole, host: string, port: string) =>
      COUNTED.test(host) ? whole : `${hostOf(host)}:${port}`,
    )
    .replace(HOST, (host) => (isFileName(host) ? host : hostOf(host)))
    .replace(NAMED_ID, identityOf)
    .replace(NUMBER, identityOf)
  return truncated(settle(result), MAX_CHARS)
}

/** Of a path, only the file; a folder's name is not told. */
function fileOf(path: string, separator: string): string {
  const name = path.slice(path.lastIndexOf(separator) + 1)
  return `…${separator}${/^[\w.\uE000\uE001-]{1,60}\.[a-z0-9]{1,8}$/i.test(name) ? name : '…'}`
}

function isPublic(host: string): boolean {
  return PUBLIC_HOST.test(host.replace(/:\d+$/, ''))
}

function isFileName(text: string): boolean {
  return /\.(?:json|jsonl|sqlite|log|ts|js|md|txt|yaml|yml|toml|zip)$/.test(text)
}
