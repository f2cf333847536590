import type { Instant } from '../types.ts'
import { hintFromFields } from './fields.ts'
import { rateLimitReset, retryAfter, retryAfterMs } from './headers.ts'
import { hintFromText } from './text.ts'
import type { RetryHint, RetryHintSource } from './types.ts'

/** Hints that reach further ahead are not believed: a lock of months never came from a real limit. */
export const MAX_HINT_MS = 31 * 24 * 3_600_000

/** Where hints are looked for. */
export interface HintPlaces {
  /** Response headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON bodies of the failure, the outermost first. */
  readonly bodies: readonly Readonly<Record<string, unknown>>[]
  readonly texts: readonly string[]
  /** The failure is a rate limit, so that the headers that count towards one tell when it ends. */
  readonly isRateLimit: boolean
}

/** When the provider says that it will answer again, from the most trusted place that says something usable. */
export function findRetryHint(places: HintPlaces, instant: Instant): RetryHint | null {
  const { nowMs } = instant
  if (!Number.isFinite(nowMs)) return null
  const { headers } = places
  const usable = (source: RetryHintSource, found: Found | null): RetryHint | null => checked(source, found, nowMs)
  return (
    usable('retry-after-ms', retryAfterMs(headers['retry-after-ms'], nowMs)) ??
    usable('retry-after', retryAfter(headers['retry-after'], nowMs)) ??
    firstOf(places.bodies, (body) => usable('body', hintFromFields(body, nowMs))) ??
    (places.isRateLimit ? usable('rate-limit-header', rateLimitReset(headers, nowMs)) : null) ??
    firstOf(places.texts, (text) => usable('text', hintFromText(text, instant)))
  )
}

type Found = { readonly atMs: number; readonly from: string; readonly isEstimate?: boolean }

function checked(source: RetryHintSource, found: Found | null, nowMs: number): RetryHint | null {
  if (!found || !Number.isFinite(found.atMs)) return null
  const delayMs = Math.ceil(found.atMs) - nowMs
  if (delayMs < 0 || delayMs > MAX_HINT_MS) return null
  return { atMs: nowMs + delayMs, delayMs, source, from: found.from, isEstimate: found.isEstimate ?? false }
}

function firstOf<T>(items: readonly T[], find: (item: T) => RetryHint | null): RetryHint | null {
  for (const item of items) {
    const hint = find(item)
    if (hint) return hint
  }
  return null
}
