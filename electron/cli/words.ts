import type { AttentionCode, OrderSource, Window } from '../../shared/engine/index.ts'
import type { CandidateReport, ExcludedReport, ProfileReport, ProviderReport } from './status-report.ts'

/** The engine's codes in words. */

const ERA_WORDS = { J: 'JSON files', S1: 'one SQLite database per agent', S2: 'shared SQLite database' } as const

export function eraWords(era: keyof typeof ERA_WORDS): string {
  return ERA_WORDS[era]
}

const SOURCE_WORDS: Readonly<Record<OrderSource, string>> = {
  stored: 'stored order',
  config: 'order from openclaw.json',
  configured: 'by rotation among the profiles that openclaw.json names',
  derived: 'by rotation, no order is set',
}
const LAYER_WORDS = { agent: 'of this agent', shared: 'shared by all agents', combined: 'own profiles first' } as const

export function orderWords({ source, layer, isRepaired }: ProviderReport): string {
  const origin = layer === null ? SOURCE_WORDS[source] : `${SOURCE_WORDS[source]}, ${LAYER_WORDS[layer]}`
  return isRepaired ? `${origin}; names nothing that exists, so by rotation` : origin
}

export function placementWords({ rule, listIndex, type, lastUsedMs }: ProfileReport): string {
  if (rule === 'listed') return `no. ${listIndex + 1} in the order`
  if (rule === 'preferred') return 'preferred'
  if (rule === 'window') return listIndex >= 0 ? `no. ${listIndex + 1} in the order, moved behind` : 'moved behind'
  return lastUsedMs === null && type !== null ? 'never used' : ''
}

const EXCLUSION_WORDS: Readonly<Record<ExcludedReport['code'], string>> = {
  profile_missing: 'named by the order, but there is no such profile',
  setup_inactive: 'a saved login that is not active yet',
  provider_mismatch: 'stored for another provider than configured',
  mode_mismatch: 'stored as another type than configured',
  malformed_api_key: 'the key is a pasted command line',
  missing_credential: 'there is no key or token in it',
  invalid_expires: 'its expiry is not a valid time',
  expired: 'expired',
  unresolved_ref: 'its secret lay in a file of an older release that is gone',
  excluded_by_order: 'left out of the order',
  not_configured: 'openclaw.json names other profiles of this provider, not this one',
}

export function exclusionWords({ code, signIn }: ExcludedReport): string {
  return code === 'expired' && signIn.state === 'failed' ? 'its sign-in could not be renewed' : EXCLUSION_WORDS[code]
}

const REASON_WORDS: Readonly<Record<NonNullable<Window['reason']>, string>> = {
  auth_permanent: 'key refused for good',
  auth: 'sign-in refused',
  session_expired: 'session expired',
  billing: 'out of credit',
  format: 'request refused',
  model_not_found: 'model not found',
  overloaded: 'provider overloaded',
  timeout: 'timed out',
  rate_limit: 'rate limit',
  empty_response: 'empty answer',
  no_error_details: 'failed without details',
  unclassified: 'failed for an unclassified reason',
  unknown: 'failed for an unknown reason',
  subscription_limit: 'subscription limit reached',
}
const KIND_WORDS = { cooldown: 'cooling down', disabled: 'disabled', blocked: 'blocked' } as const

export function windowWords(window: Window): string {
  const parts = [
    window.reason === null ? null : REASON_WORDS[window.reason],
    window.failures > 1 ? `${window.failures} failures` : null,
    window.model === null ? null : `only for ${window.model}`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? KIND_WORDS[window.kind] : `${KIND_WORDS[window.kind]}: ${parts.join(', ')}`
}

const CANDIDATE_WORDS: Readonly<Record<CandidateReport['state'], string>> = {
  serving: 'serves now',
  ready: 'ready',
  locked: 'locked',
  no_profile: 'no account',
  no_eligible_profile: 'no usable account',
  provider_key: 'key in openclaw.json or the environment',
}

export function candidateWords({ state, lock }: CandidateReport): string {
  return lock?.reason == null ? CANDIDATE_WORDS[state] : `${CANDIDATE_WORDS[state]} (${REASON_WORDS[lock.reason]})`
}

const TYPE_WORDS = { api_key: 'API key', token: 'token', oauth: 'sign-in' } as const

export function typeWords(type: keyof typeof TYPE_WORDS | null): string {
  return type === null ? 'AWS credentials' : TYPE_WORDS[type]
}

const ATTENTION_WORDS: Readonly<Record<AttentionCode, string>> = {
  nothing_can_answer: 'Nothing can answer',
  signin_expired: 'Expired',
  signin_expiring: 'Expires soon',
  signin_refresh_failed: 'Sign in again: renewing failed for good',
  auth_permanent: 'The provider refuses this key for good',
  credit_exhausted: 'Out of credit',
  lock_contradicted: 'A fresher signal contradicts its lock',
  order_names_missing_profile: 'The order names profiles that do not exist',
  order_names_nothing: 'The order selects no profile',
  order_key_unmatched: 'An order under this name is not found by requests',
  credential_missing: 'The secret is missing',
  credential_malformed: 'The credential is malformed',
  credential_odd: 'The credential looks odd',
  mode_mismatch: 'Stored as another type than configured',
  provider_mismatch: 'Stored for another provider than configured',
  plaintext_secrets: 'Secrets lie in the directory as plain text',
  primary_is_first_fallback: 'Its only model is the first default fallback, and it has no fallback',
  model_without_profile: 'A model of the chain has no usable account',
}

export function attentionWords(code: AttentionCode): string {
  return ATTENTION_WORDS[code]
}
