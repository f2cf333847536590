import type { FailureReason, Window } from '../../../shared/engine/index.ts'

export type LockReason = FailureReason | 'subscription_limit'

/** Each reason as a short noun phrase, lower case, to stand inside or at the start of a sentence. */
const WORDS: Readonly<Record<LockReason, string>> = {
  auth_permanent: 'credential refused for good',
  auth: 'credential refused',
  session_expired: 'session expired',
  billing: 'out of credit',
  format: 'request not understood',
  model_not_found: 'model not found',
  overloaded: 'provider overloaded',
  timeout: 'no answer in time',
  rate_limit: 'rate limit reached',
  empty_response: 'empty answer',
  no_error_details: 'failed without details',
  unclassified: 'failed in an unclassified way',
  unknown: 'failed for an unknown reason',
  subscription_limit: 'subscription limit used up',
}

export function reasonWords(reason: Window['reason']): string {
  return reason === null ? 'no reason on record' : WORDS[reason]
}

export const LOCK_REASONS = Object.keys(WORDS) as readonly LockReason[]
