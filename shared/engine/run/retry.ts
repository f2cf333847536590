import type { RetryRules } from '../policy/run-rules.ts'
import type { Wait } from './effects.ts'
import type { CallFailure } from './outcomes.ts'
import type { FailureVerdict } from './types.ts'

/** What the calls of one budget have used up. */
export interface RetryState {
  used: number
  hasSeenRateLimit: boolean
  /** Epoch ms of the first failure of an outage that no good answer has ended; null: there is none. */
  outageSinceMs: number | null
  emptyAnswers: number
}

export function startRetries(): RetryState {
  return { used: 0, hasSeenRateLimit: false, outageSinceMs: null, emptyAnswers: 0 }
}

/**
 * Whether a failed call is made again with the same model and profile before anything rotates, and after which wait
 * (R31). Counts the retry it grants.
 *
 * @param hasFallback another model may be asked instead of a long wait
 * @returns null: no
 */
export function nextRetry(
  state: RetryState,
  rules: RetryRules,
  failed: { readonly failure: CallFailure; readonly verdict: FailureVerdict; readonly atMs: number },
  hasFallback: boolean,
): Wait | null {
  const { failure, verdict, atMs } = failed
  const isRateLimit = verdict.reason === 'rate_limit'
  if (isRateLimit) state.hasSeenRateLimit = true
  else if (!isOutage(failure, verdict)) return null
  const hintMs = verdict.retryAfterMs ?? 0
  if (isRateLimit && verdict.limitSpan === 'long') return null
  if (hasFallback && hintMs > rules.maxHintMs) return null
  if (!isRateLimit) {
    state.outageSinceMs ??= atMs
    if (rules.outageWindowMs !== null && atMs - state.outageSinceMs > rules.outageWindowMs) return null
  }
  const limit = state.hasSeenRateLimit ? rules.rateLimit : rules.outage
  if (state.used >= limit) return null
  state.used++
  const lengthMs = Math.min(rules.capMs, rules.baseMs * 2 ** (state.used - 1))
  return { cause: 'retry', lengthMs, jitter: rules.jitter, floorMs: hintMs }
}

/** The provider is in trouble, rather than the request or the account. */
function isOutage({ status }: CallFailure, { reason }: FailureVerdict): boolean {
  if (reason === 'overloaded' || reason === 'server_error') return true
  return reason === 'timeout' && (status === null || status >= 500)
}
