import { any, has, hasWord, type Condition } from './rules/condition.ts'
import type { RetryHint } from './retry-hint/types.ts'

const SHORT_HINT_MS = 60_000

/** Words for a limit that is counted by the minute. */
export const SPAN_PER_MINUTE: Condition = any(
  hasWord('rpm', 'tpm'),
  has('per minute', 'per min', 'per-minute', 'per_minute', '/ min', '/min'),
)

/** Words for a limit that lasts hours or longer. */
export const SPAN_LONG: Condition = any(
  hasWord('daily', 'weekly', 'monthly'),
  has(
    'tokens per day',
    'requests per day',
    'usage limit',
    'subscription',
    'insufficient quota',
    'insufficient_quota',
    'current quota',
    'quota exceeded',
    'available balance',
    'out of budget',
  ),
)

/** Words for a limit that is over at once. */
export const SPAN_SHORT: Condition = has('model_cooldown', '请求过于频繁', '调用频率', '频率限制')

/** Words that announce a time to come back at. */
export const SPAN_ANNOUNCED: Condition = has('try again in', 'retry after', 'retry-after', 'retry in')

export interface SpanFacts {
  readonly hint: RetryHint | null
  readonly isAnnounced: boolean
  readonly isPerMinute: boolean
  readonly isLong: boolean
  readonly isShort: boolean
}

/**
 * How long a limit lasts, by what the provider announces or by its wording. An announced time that cannot be read is
 * taken to be long, unless the limit is one per minute.
 */
export function limitSpan(facts: SpanFacts): 'short' | 'long' | 'unknown' {
  if (facts.hint) return facts.hint.delayMs <= SHORT_HINT_MS ? 'short' : 'long'
  if (facts.isPerMinute) return 'short'
  if (facts.isAnnounced || facts.isLong) return 'long'
  return facts.isShort ? 'short' : 'unknown'
}
