/** Why a call failed, in the words of the routing state. The order is the one in which ties are broken. */
export const FAILURE_REASONS = [
  'auth_permanent',
  'auth',
  'session_expired',
  'billing',
  'format',
  'model_not_found',
  'overloaded',
  'timeout',
  'rate_limit',
  'empty_response',
  'no_error_details',
  'unclassified',
  'unknown',
] as const

export type FailureReason = (typeof FAILURE_REASONS)[number]

const KNOWN: ReadonlySet<string> = new Set(FAILURE_REASONS)

export function isFailureReason(value: unknown): value is FailureReason {
  return typeof value === 'string' && KNOWN.has(value)
}
