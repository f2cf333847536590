import type { FailureReason } from '../store/failure-reason.ts'
import { MINUTE_MS } from '../policy/index.ts'
import type { Suspension } from './effects.ts'

const EXPECTED_MS = 30 * MINUTE_MS

/** What a suspended session says about the candidate it ended with. */
export function suspensionOf(
  reason: Suspension['reason'],
  failed: { readonly provider: string; readonly model: string },
  summary: string | null,
  nowMs: number,
): Suspension {
  return {
    reason,
    failedProvider: failed.provider,
    failedModel: failed.model,
    summary,
    suspendedAtMs: nowMs,
    expectedResumeByMs: nowMs + EXPECTED_MS,
  }
}

/** Why a session is suspended, by why its candidate is not available. */
export function suspensionReason(reason: FailureReason): Suspension['reason'] {
  if (reason === 'billing') return 'manual'
  return reason === 'rate_limit' ? 'quota_exhausted' : 'circuit_open'
}
