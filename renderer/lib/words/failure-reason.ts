import type { FailureReason, Window } from '../../../shared/engine/index.ts'

export type LockReason = FailureReason | 'subscription_limit'

/** Each reason as a short noun phrase, lower case, to stand inside or at the start of a sentence. */
const WORDS: Readonly<Record<LockReason, string>> = {
  auth_permanent: 'the provider refused the credential for good',
  auth: 'the provider refused the credential',
  session_expired: 'the session expired',
  billing: 'out of credit',
  format: 'the provider could not read the request',
  model_not_found: 'the provider does not have the model',
  overloaded: 'the provider was overloaded',
  timeout: 'no answer in time',
  rate_limit: 'rate limit reached',
  empty_response: 'the answer was empty',
  no_error_details: 'failed without details',
  unclassified: 'failed in a way nobody has classified',
  unknown: 'failed for an unknown reason',
  subscription_limit: 'the subscription’s limit is used up',
}

export function reasonWords(reason: Window['reason']): string {
  return reason === null ? 'no reason on record' : WORDS[reason]
}

export const LOCK_REASONS = Object.keys(WORDS) as readonly LockReason[]
