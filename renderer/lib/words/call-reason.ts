import type { FailoverReason, FailureReason } from '../../../shared/engine/index.ts'
import { reasonWords } from './failure-reason.ts'

/** Reasons that are only said of a call, never kept in the records of an account. */
const CALL_ONLY: Readonly<Record<Exclude<FailoverReason, FailureReason>, string>> = {
  server_error: 'error at the provider',
  tls_certificate: 'certificate not trusted',
  context_overflow: 'request too long',
}

/** Why a call failed, as a short noun phrase in lower case. */
export function callReasonWords(reason: FailoverReason | null): string {
  if (reason === null) return 'failed for an unknown reason'
  return isCallOnly(reason) ? CALL_ONLY[reason] : reasonWords(reason)
}

function isCallOnly(reason: FailoverReason): reason is keyof typeof CALL_ONLY {
  return Object.hasOwn(CALL_ONLY, reason)
}
