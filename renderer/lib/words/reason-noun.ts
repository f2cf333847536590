import type { LockReason } from './failure-reason.ts'

/** Each reason as something that can be counted: `third rate limit in a row`. */
const NOUNS: Readonly<Record<LockReason, string>> = {
  auth_permanent: 'final refusal of the credential',
  auth: 'refusal of the credential',
  session_expired: 'expired session',
  billing: 'lack of credit',
  format: 'request that was not understood',
  model_not_found: 'missing model',
  overloaded: 'overload of the provider',
  timeout: 'request without an answer in time',
  rate_limit: 'rate limit',
  empty_response: 'empty answer',
  no_error_details: 'failure without details',
  unclassified: 'unclassified failure',
  unknown: 'failure of unknown kind',
  subscription_limit: 'subscription limit',
}

export function reasonNoun(reason: LockReason | null): string {
  return reason === null ? 'failure' : NOUNS[reason]
}
