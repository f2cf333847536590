import { durationAt } from './duration.ts'
import { momentAt } from './moment.ts'

/** A header's time, before it is checked. */
export interface HeaderHint {
  readonly atMs: number
  readonly from: string
}

const PLAIN_NUMBER = /^\d{1,15}(?:\.\d{1,15})?$/
/** Numbers from here on are points in time, not spans: seconds, and milliseconds. */
const EPOCH_SECONDS_FROM = 1_000_000_000
const EPOCH_MS_FROM = 1_000_000_000_000
const MAX_VALUE_CHARS = 64
const RESET_NAMES = [
  'x-ratelimit-reset',
  'x-ratelimit-reset-requests',
  'x-ratelimit-reset-tokens',
  'ratelimit-reset',
  'anthropic-ratelimit-requests-reset',
  'anthropic-ratelimit-tokens-reset',
  'anthropic-ratelimit-input-tokens-reset',
  'anthropic-ratelimit-output-tokens-reset',
  'anthropic-ratelimit-unified-reset',
]

/** Reads `retry-after-ms`. What is no number says nothing. */
export function retryAfterMs(value: string | undefined, nowMs: number): HeaderHint | null {
  const text = value?.trim() ?? ''
  return PLAIN_NUMBER.test(text) ? { atMs: nowMs + Math.ceil(Number(text)), from: 'retry-after-ms' } : null
}

/** Reads `retry-after`: seconds or an HTTP date. A date that is past means now; a negative number means nothing. */
export function retryAfter(value: string | undefined, nowMs: number): HeaderHint | null {
  const text = value?.trim() ?? ''
  if (text === '' || text.length > MAX_VALUE_CHARS) return null
  if (PLAIN_NUMBER.test(text)) return { atMs: nowMs + Math.ceil(Number(text) * 1000), from: 'retry-after' }
  const atMs = httpDate(text, nowMs)
  return atMs === null ? null : { atMs: Math.max(nowMs, atMs), from: 'retry-after' }
}

/**
 * Reads the headers that name when a rate limit starts over. The one of an exhausted dimension counts; where none says
 * that it is, the latest.
 */
export function rateLimitReset(headers: Readonly<Record<string, string>>, nowMs: number): HeaderHint | null {
  const resets = RESET_NAMES.flatMap((name) => {
    const value = headers[name]
    const atMs = value === undefined ? null : resetTime(value.trim(), nowMs)
    return atMs === null ? [] : [{ atMs, from: name, isExhausted: headers[remainingName(name)]?.trim() === '0' }]
  })
  const exhausted = resets.filter(({ isExhausted }) => isExhausted)
  const [latest] = (exhausted.length > 0 ? exhausted : resets).toSorted((a, b) => b.atMs - a.atMs)
  return latest ? { atMs: latest.atMs, from: latest.from } : null
}

function remainingName(name: string): string {
  return name.replace('reset', 'remaining')
}

/** Epoch seconds or milliseconds, seconds from now, a Go duration such as `6m0s`, or a date of RFC 3339. */
export function resetTime(text: string, nowMs: number): number | null {
  if (text === '' || text.length > MAX_VALUE_CHARS) return null
  if (PLAIN_NUMBER.test(text)) {
    const value = Number(text)
    if (value >= EPOCH_MS_FROM) return value
    return value >= EPOCH_SECONDS_FROM ? Math.ceil(value * 1000) : nowMs + Math.ceil(value * 1000)
  }
  const span = durationAt(text, 0)
  if (span && span.end === text.length) return nowMs + span.ms
  return /^\d{4}-\d{2}-\d{2}T/i.test(text) ? (momentAt(text, { nowMs })?.atMs ?? null) : null
}

/** The three forms of an HTTP date, and RFC 3339; anything else: null. */
function httpDate(text: string, nowMs: number): number | null {
  const asctime = /^[a-z]{3} ([a-z]{3}) {1,2}(\d{1,2}) (\d{2}:\d{2}:\d{2}) (\d{4})$/i.exec(text)
  const full = asctime
    ? `${asctime[2]} ${asctime[1]} ${asctime[4]} ${asctime[3]} GMT`
    : text.replace(/^[a-z]{3,9}, ?/i, '').replace(/^(\d{2}-[a-z]{3}-)(\d{2}) /i, '$120$2 ')
  const isDate = /^\d{1,2}[ -][a-z]{3}[ -]\d{4} \d{2}:\d{2}:\d{2} GMT$/i.test(full) || /^\d{4}-\d{2}-\d{2}T/i.test(full)
  return isDate ? (momentAt(full, { nowMs })?.atMs ?? null) : null
}
