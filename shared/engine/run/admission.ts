import type { Candidate } from '../chain/types.ts'
import type { FailureReason } from '../store/failure-reason.ts'
import type { CandidateProfile, CandidateProfiles } from './candidate-profiles.ts'
import type { RunMemory } from './memory.ts'
import type { RunRequest } from './types.ts'

/** Whether a candidate is tried, and why (R44). Times in epoch ms. */
export type Admission =
  | {
      readonly kind: 'attempt'
      readonly code:
        /** its provider has no profiles that could be in a window */
        | 'unmanaged'
        /** a profile is usable now */
        | 'profile_ready'
      readonly profileCount: number
    }
  | {
      readonly kind: 'probe'
      readonly code:
        /** the primary is rate-limited, which ends at any time */
        | 'rate_limited_primary'
        /** nobody knows when the primary returns */
        | 'no_known_end'
        /** the window of the primary ends soon */
        | 'window_ends_soon'
        /** there is nothing else to try */
        | 'sole_candidate'
        /** the reason is a passing one, and this is a fallback */
        | 'transient_fallback'
      readonly reason: FailureReason
      readonly profileCount: number
      readonly soonestExpiryMs: number | null
      /** A profile in a window may be used for it. */
      readonly allowsTransient: boolean
      /** It counts as the provider's one probe of the run if it fails. */
      readonly takesSlot: boolean
      /** It starts the provider's throttle. */
      readonly marksThrottle: boolean
    }
  | Skip

export interface Skip {
  readonly kind: 'skip'
  readonly code:
    /** it failed to sign in a moment ago in this session */
    | 'recent_auth_failure'
    /** the sign-in of the provider is broken: none of its models can answer */
    | 'auth_issue'
    /** every profile is in a window for this model */
    | 'in_window'
    /** the provider was probed already in this run */
    | 'probe_used'
  readonly reason: FailureReason
  /** As OpenClaw words it. */
  readonly text: string
  /** null: profiles were not looked at. */
  readonly profileCount: number | null
  /** When the candidate would be tried again; null: unknown. */
  readonly eligibleAtMs: number | null
  /** The session is suspended if nothing is left to try. */
  readonly suspends: boolean
}

/** Reasons that pass by themselves, so that a try may find them gone. */
const TRANSIENT: ReadonlySet<FailureReason> = new Set([
  'rate_limit',
  'overloaded',
  'timeout',
  'unknown',
  'empty_response',
  'no_error_details',
  'unclassified',
])

export interface AdmissionContext {
  readonly request: RunRequest
  readonly memory: RunMemory
  readonly nowMs: number
  /** Providers whose probe of this run is used up. */
  readonly usedProbes: ReadonlySet<string>
}

/**
 * Admits a candidate: it is called, probed although its profiles are in a window, or skipped.
 *
 * @param index place in the chain; only the first, the requested model, is probed ahead of its time
 * @param profiles null: the provider has none to look at
 */
export function admit(
  candidate: Candidate,
  index: number,
  profiles: CandidateProfiles | null,
  context: AdmissionContext,
): Admission {
  const cached = index === 0 ? null : cachedSkip(candidate, profiles, context)
  if (cached) return cached
  if (profiles === null) return { kind: 'attempt', code: 'unmanaged', profileCount: 0 }
  const profileCount = profiles.ordered.length
  if (profiles.ordered.some(isReady)) return { kind: 'attempt', code: 'profile_ready', profileCount }
  return admitWaiting(candidate, index, profiles, context)
}

function isReady({ unusableUntilMs }: CandidateProfile): boolean {
  return unusableUntilMs === 0
}

function admitWaiting(
  { provider }: Candidate,
  index: number,
  profiles: CandidateProfiles,
  context: AdmissionContext,
): Admission {
  const { reason, soonestExpiryMs } = profiles
  const profileCount = profiles.ordered.length
  if (reason === 'auth' || reason === 'auth_permanent') {
    const text = `Provider ${provider} has ${reason} issue (skipping all models)`
    return {
      kind: 'skip',
      code: 'auth_issue',
      reason,
      text,
      profileCount,
      eligibleAtMs: soonestExpiryMs,
      suspends: false,
    }
  }
  const isTransient = TRANSIENT.has(reason)
  const probe = index === 0 ? primaryProbe(profiles, context) : null
  const code = probe ?? (index > 0 && isTransient ? 'transient_fallback' : null)
  const note = context.request.policy.run.admission.skipNote
  const inCooldown = `Provider ${provider} is in cooldown`
  if (code === null) {
    const text = note === null ? inCooldown : `${inCooldown} (${note})`
    const eligibleAtMs = eligibleAt(index, profiles, context)
    return { kind: 'skip', code: 'in_window', reason, text, profileCount, eligibleAtMs, suspends: true }
  }
  if (isTransient && context.usedProbes.has(provider)) {
    const text = `${inCooldown} (probe already attempted this run)`
    return {
      kind: 'skip',
      code: 'probe_used',
      reason,
      text,
      profileCount,
      eligibleAtMs: soonestExpiryMs,
      suspends: false,
    }
  }
  return {
    kind: 'probe',
    code,
    reason,
    profileCount,
    soonestExpiryMs,
    allowsTransient: isTransient || reason === 'billing',
    takesSlot: isTransient,
    marksThrottle: probe !== null,
  }
}

type PrimaryProbe = 'rate_limited_primary' | 'no_known_end' | 'window_ends_soon' | 'sole_candidate'

/** Why the primary may be probed ahead of its time; null: it may not. */
function primaryProbe(profiles: CandidateProfiles, { request, memory, nowMs }: AdmissionContext): PrimaryProbe | null {
  const rules = request.policy.run.admission
  const probedAtMs = memory.probes.get(probeKey(request.scope, profiles.provider))
  if (probedAtMs !== undefined && nowMs - probedAtMs < rules.probeIntervalMs) return null
  const { reason, soonestExpiryMs } = profiles
  if (request.chain.candidates.length === 1)
    return rules.soleCandidateProbes === 'any_reason' || reason === 'billing' ? 'sole_candidate' : null
  if (reason === 'rate_limit' && rules.probesRateLimitAnytime && !profiles.isBlocked) return 'rate_limited_primary'
  if (soonestExpiryMs === null) return 'no_known_end'
  return nowMs >= soonestExpiryMs - rules.probeMarginMs ? 'window_ends_soon' : null
}

/** A primary is probed before its window ends, but not before its throttle opens; a fallback waits for the end. */
function eligibleAt(
  index: number,
  profiles: CandidateProfiles,
  { request, memory, nowMs }: AdmissionContext,
): number | null {
  const { soonestExpiryMs } = profiles
  if (index > 0 || soonestExpiryMs === null) return soonestExpiryMs
  const rules = request.policy.run.admission
  const probedAtMs = memory.probes.get(probeKey(request.scope, profiles.provider))
  const opensAtMs = probedAtMs === undefined ? nowMs : probedAtMs + rules.probeIntervalMs
  const isAnytime =
    request.chain.candidates.length === 1
      ? rules.soleCandidateProbes === 'any_reason' || profiles.reason === 'billing'
      : profiles.reason === 'rate_limit' && rules.probesRateLimitAnytime && !profiles.isBlocked
  const probeFromMs = isAnytime ? opensAtMs : Math.max(opensAtMs, soonestExpiryMs - rules.probeMarginMs)
  return Math.min(soonestExpiryMs, probeFromMs)
}

/** Under which the throttle of a provider is remembered. */
export function probeKey(scope: string | null, provider: string): string {
  return scope === null ? provider : `${scope}::${provider}`
}

function cachedSkip(
  candidate: Candidate,
  profiles: CandidateProfiles | null,
  { request, memory, nowMs }: AdmissionContext,
): Skip | null {
  if (request.skipTtlMs === 0 || memory.skips.size === 0) return null
  const key = skipKey(request, candidate, profiles?.ordered[0]?.profileId ?? null)
  const entry = key === null ? undefined : memory.skips.get(key)
  if (!entry || entry.expiresAtMs <= nowMs) return null
  const { provider, model } = candidate
  const reason = entry.reason === 'auth_permanent' ? 'auth_permanent' : 'auth'
  const text =
    `Skipping ${provider}/${model}: recent ${reason} failure in this session ` +
    `(run \`openclaw models auth login --provider '${provider}' --force\` to re-authenticate)`
  const eligibleAtMs = entry.expiresAtMs
  return { kind: 'skip', code: 'recent_auth_failure', reason, text, profileCount: null, eligibleAtMs, suspends: false }
}

/**
 * Under which a failed sign-in of a candidate is remembered; null: it is not.
 *
 * @param profileId the profile that failed or would come first; null: none is known
 */
export function skipKey(request: RunRequest, { provider, model }: Candidate, profileId: string | null): string | null {
  const rules = request.policy.run.skipCache
  if (rules === null || request.sessionId === null) return null
  const target = `${request.sessionId} ${provider}/${model}`
  return rules.perProfile ? `${target} ${profileId ?? ''}` : target
}
