import type { FailoverReason } from '../classification/failover-reason.ts'
import type { WindowEffect } from '../windows/index.ts'
import type { Candidate } from '../chain/types.ts'
import type { ProfileDecision, ProfileFailoverDecision, ProfileStateUpdated } from './records.ts'
import { observed, type RunState } from './run-state.ts'
import { profileHash } from './sha256.ts'

/** Counts of the calls inside one candidate, as its records give them. */
export interface InnerCounts {
  readonly retryCount: number
  readonly profileRotationCount: number
  readonly attemptCount: number
}

export interface ProfileFailureFacts {
  readonly reason: FailoverReason | null
  /** null: nothing is written to the profile. */
  readonly marked: FailoverReason | null
  readonly text: string
  readonly status: number | null
}

/** The record of what was decided about a profile; `failed` null: it answered. */
export function profileDecision(
  run: RunState,
  { provider, model }: Candidate,
  profileId: string | null,
  decision: ProfileDecision,
  { failed, counts }: { readonly failed: ProfileFailureFacts | null; readonly counts: InnerCounts },
): ProfileFailoverDecision {
  const { request } = run
  const error = failed && observed(run, failed.text)
  return {
    event: 'embedded_run_failover_decision',
    tags: ['error_handling', 'failover', 'assistant', decision],
    ...(request.runId === null ? {} : { runId: request.runId }),
    stage: 'assistant',
    decision,
    failoverReason: failed?.reason ?? null,
    profileFailureReason: failed?.marked ?? null,
    provider,
    model,
    sourceProvider: provider,
    sourceModel: model,
    ...(profileId === null ? {} : { profileId: profileHash(profileId) }),
    fallbackConfigured: request.chain.candidates.length > 1,
    timedOut: failed?.reason === 'timeout',
    aborted: false,
    ...(decision === 'fallback_model' && failed && failed.status !== null ? { status: failed.status } : {}),
    ...(request.policy.run.records.innerCounts ? counts : {}),
    ...(error && {
      rawErrorPreview: error.errorPreview,
      rawErrorHash: error.errorHash,
      ...(error.errorFingerprint === undefined ? {} : { rawErrorFingerprint: error.errorFingerprint }),
      ...(error.httpCode === undefined ? {} : { httpCode: error.httpCode }),
      ...(error.providerErrorType === undefined ? {} : { providerErrorType: error.providerErrorType }),
      ...(error.providerErrorMessagePreview === undefined
        ? {}
        : { providerErrorMessagePreview: error.providerErrorMessagePreview }),
      ...(error.requestIdHash === undefined ? {} : { requestIdHash: error.requestIdHash }),
    }),
  }
}

/** The record of what a failure did to a profile; null: it did nothing. */
export function profileStateUpdated(
  { request }: RunState,
  profileId: string,
  provider: string,
  reason: FailoverReason,
  effect: WindowEffect,
): ProfileStateUpdated | null {
  const { stats, counters } = effect
  if (effect.ignored !== null || !stats) return null
  const windowType = reason === 'billing' || reason === 'auth_permanent' ? 'disabled' : 'cooldown'
  const cooldown = effect.windows.find(({ kind }) => kind === 'cooldown')
  const disabled = effect.windows.find(({ kind }) => kind === 'disabled')
  const own = windowType === 'disabled' ? disabled : cooldown
  const previousCooldown = cooldown ? (cooldown.before?.untilMs ?? null) : stats.cooldownUntilMs
  const previousDisabled = disabled ? (disabled.before?.untilMs ?? null) : stats.disabledUntilMs
  const previousReason = disabled ? (disabled.before?.reason ?? null) : stats.disabledReason
  const previousErrors = counters ? counters.before.errorCount : stats.errorCount
  return {
    event: 'auth_profile_failure_state_updated',
    tags: ['error_handling', 'auth_profiles', windowType],
    ...(request.runId === null ? {} : { runId: request.runId }),
    profileId: profileHash(profileId),
    provider,
    reason,
    windowType,
    windowReused: own?.action === 'kept',
    ...(previousErrors === null ? {} : { previousErrorCount: previousErrors }),
    ...(stats.errorCount === null ? {} : { errorCount: stats.errorCount }),
    ...(previousCooldown === null ? {} : { previousCooldownUntil: previousCooldown }),
    ...(stats.cooldownUntilMs === null ? {} : { cooldownUntil: stats.cooldownUntilMs }),
    ...(previousDisabled === null ? {} : { previousDisabledUntil: previousDisabled }),
    ...(stats.disabledUntilMs === null ? {} : { disabledUntil: stats.disabledUntilMs }),
    ...(previousReason === null || previousReason === 'subscription_limit'
      ? {}
      : { previousDisabledReason: previousReason }),
    ...(stats.disabledReason === null ? {} : { disabledReason: stats.disabledReason }),
    failureCounts: stats.failureCounts,
  }
}
