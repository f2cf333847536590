/** One failure record: how often, when last, and until when the profile is locked. Times relative to now. */
interface Lock {
  readonly nowMs: number
  /** How far in the future the window ends; negative: it has ended. */
  readonly endsInMs: number
  /** How long the window is, which says when the failure was. */
  readonly lengthMs: number
  readonly failures: number
  /** The only model the window applies to. */
  readonly model?: string
}

/** The routing state that OpenClaw writes when a profile enters a cooldown. */
export function cooldown(reason: string, { nowMs, endsInMs, lengthMs, failures, model }: Lock): object {
  return {
    cooldownUntil: nowMs + endsInMs,
    cooldownReason: reason,
    ...(model === undefined ? {} : { cooldownModel: model }),
    errorCount: failures,
    failureCounts: { [reason]: failures },
    lastFailureAt: nowMs + endsInMs - lengthMs,
  }
}

/** The same for billing and permanent authentication failures. */
export function disabled(reason: 'billing' | 'auth_permanent', { nowMs, endsInMs, lengthMs, failures }: Lock): object {
  return {
    disabledUntil: nowMs + endsInMs,
    disabledReason: reason,
    errorCount: failures,
    failureCounts: { [reason]: failures },
    lastFailureAt: nowMs + endsInMs - lengthMs,
  }
}

/** The same for a subscription limit whose reset time the provider announced. */
export function blocked(
  source: 'codex_rate_limits' | 'wham',
  { nowMs, endsInMs, lengthMs, failures, model }: Lock,
): object {
  return {
    blockedUntil: nowMs + endsInMs,
    blockedReason: 'subscription_limit',
    blockedSource: source,
    ...(model === undefined ? {} : { blockedModel: model, blockedScope: 'model' }),
    failureCounts: { rate_limit: failures },
    lastFailureAt: nowMs + endsInMs - lengthMs,
  }
}
