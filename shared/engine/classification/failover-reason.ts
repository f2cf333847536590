import { FAILURE_REASONS, type FailureReason } from '../store/failure-reason.ts'

/**
 * Every word a provider failure can be classified with: the reasons that a profile's record knows, and three that are
 * only ever said of a call.
 */
export const FAILOVER_REASONS = [...FAILURE_REASONS, 'server_error', 'tls_certificate', 'context_overflow'] as const

export type FailoverReason = FailureReason | 'server_error' | 'tls_certificate' | 'context_overflow'

const KNOWN: ReadonlySet<string> = new Set(FAILOVER_REASONS)

export function isFailoverReason(value: unknown): value is FailoverReason {
  return typeof value === 'string' && KNOWN.has(value)
}

/** The HTTP status that stands for a reason where the failure brought none. */
export const STATUS_OF_REASON: Readonly<Partial<Record<FailoverReason, number>>> = {
  billing: 402,
  server_error: 500,
  rate_limit: 429,
  overloaded: 503,
  auth: 401,
  auth_permanent: 403,
  timeout: 408,
  tls_certificate: 502,
  context_overflow: 413,
  format: 400,
  model_not_found: 404,
  session_expired: 410,
}
