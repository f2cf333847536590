import { STATUS_OF_REASON, type FailoverReason } from '../classification/failover-reason.ts'
import { markingOf } from '../windows/index.ts'
import type { CandidateCall } from './candidate-call.ts'
import type { CandidateProfile } from './candidate-profiles.ts'
import { perform, type Step } from './effects.ts'
import { emit } from './emit.ts'
import { CALL_FAILURE, failureText, type CallFailure } from './outcomes.ts'
import type { ProfileOutcome } from './profile-call.ts'
import { profileDecision, profileStateUpdated, type InnerCounts, type ProfileFailureFacts } from './profile-records.ts'
import type { ProfileDecision } from './records.ts'
import { startRetries, type RetryState } from './retry.ts'
import type { RunState } from './run-state.ts'
import type { ProfileStep, FailureVerdict } from './types.ts'

/** What the walk through the profiles of one candidate keeps count of. */
export interface Walk {
  retries: RetryState
  readonly steps: ProfileStep[]
  /** Rotations made for these reasons, which are limited. */
  readonly rotations: { rate_limit: number; overloaded: number }
  /** How often overload was met; the records call it the number of rotations. */
  overloads: number
  nextProfile(profileId: string | null): void
  called(): void
  ended<T extends ProfileOutcome>(outcome: T): T
  rotated(): void
  capped(): void
  counts(): InnerCounts
}

export function startWalk({ request }: RunState, _call: CandidateCall): Walk {
  const steps: ProfileStep[] = []
  const rules = request.policy.run.retries
  let retried = 0
  const replaceLast = (changes: Partial<ProfileStep>): void => {
    const last = steps.at(-1)
    if (last) steps[steps.length - 1] = { ...last, ...changes }
  }
  const walk: Walk = {
    retries: startRetries(),
    steps,
    rotations: { rate_limit: 0, overloaded: 0 },
    overloads: 0,
    nextProfile(profileId) {
      if (rules.budget === 'profile' && steps.length > 0) {
        retried += walk.retries.used
        walk.retries = { ...startRetries(), emptyAnswers: walk.retries.emptyAnswers }
      }
      steps.push({ profileId, calls: 0, outcome: 'failed', reason: null, status: null, ruleId: null })
    },
    called() {
      replaceLast({ calls: (steps.at(-1)?.calls ?? 0) + 1 })
    },
    ended(outcome) {
      if (outcome.kind === 'answered') replaceLast({ outcome: outcome.isEmpty || outcome.flaw ? 'empty' : 'succeeded' })
      else if (outcome.kind === 'failed')
        replaceLast({
          reason: outcome.verdict.reason,
          status: outcome.failure.status,
          ruleId: outcome.verdict.ruleId,
        })
      else replaceLast({ outcome: 'interrupted' })
      return outcome
    },
    rotated() {
      replaceLast({ outcome: 'rotated' })
    },
    capped() {
      replaceLast({ outcome: 'capped' })
    },
    counts: () => ({
      retryCount: retried + walk.retries.used,
      profileRotationCount: walk.overloads,
      attemptCount: steps.length,
    }),
  }
  return walk
}

interface ProfileFailed {
  /** null: the provider's own key. */
  readonly profile: CandidateProfile | null
  readonly outcome: Extract<ProfileOutcome, { kind: 'failed' }>
  /** Another profile is usable. */
  readonly hasNext: boolean
}

export type AfterFailure =
  | { readonly kind: 'rotate' }
  | { readonly kind: 'give_up'; readonly failure: CallFailure; readonly verdict: FailureVerdict }

/** Reasons that another profile of the same provider would meet, too. */
const SHARED_BY_PROFILES: ReadonlySet<FailoverReason> = new Set(['format', 'tls_certificate', 'context_overflow'])

/**
 * Decides between the next profile and giving up the candidate, writes the failure to the profile, and keeps a record of
 * both (R38). With a fallback at hand only so many rotations are made for a rate limit or an overload.
 */
export function* afterFailure(
  run: RunState,
  call: CandidateCall,
  walk: Walk,
  { profile, outcome, hasNext }: ProfileFailed,
): Step<AfterFailure> {
  const { failure, verdict } = outcome
  const { reason } = verdict
  const giveUp = { kind: 'give_up', failure, verdict } as const
  if (verdict.stops !== null || !failure.mayFallBack) return giveUp
  const hasFallback = run.request.chain.candidates.length > 1
  if (reason === 'overloaded') walk.overloads++
  const facts = factsOf(run, outcome)
  const record = (decision: ProfileDecision): Step<null> =>
    emit(
      profileDecision(run, call.candidate, profile?.profileId ?? null, decision, {
        failed: facts,
        counts: walk.counts(),
      }),
    )
  if (reason === null || SHARED_BY_PROFILES.has(reason)) {
    yield* record(reason === 'tls_certificate' && hasFallback ? 'fallback_model' : 'surface_error')
    return giveUp
  }
  const isCapped = hasFallback && rotationsLeft(run, walk, reason) <= 0
  if (isCapped && hasNext) walk.capped()
  if (isCapped && reason === 'rate_limit') {
    // The release gives up before it writes anything, so that the profile is not locked for it.
    yield* record('fallback_model')
    return cappedRateLimit()
  }
  if (hasNext && !isCapped) {
    if (reason === 'rate_limit' || reason === 'overloaded') walk.rotations[reason]++
    const waitMs = run.request.policy.rotations.overloadedBackoffMs
    if (reason === 'overloaded' && waitMs > 0)
      yield* perform({
        kind: 'wait',
        wait: { cause: 'overload_backoff', lengthMs: waitMs, jitter: { from: 1, to: 1 }, floorMs: 0 },
      })
    yield* record('rotate_profile')
    yield* writeFailure(run, call, profile, facts, outcome)
    walk.rotated()
    return { kind: 'rotate' }
  }
  yield* writeFailure(run, call, profile, facts, outcome)
  yield* record(hasFallback ? 'fallback_model' : 'surface_error')
  return giveUp
}

function rotationsLeft({ request }: RunState, walk: Walk, reason: FailoverReason): number {
  const limits = request.policy.rotations
  if (reason === 'rate_limit') return limits.rateLimitedProfileRotations - walk.rotations.rate_limit
  if (reason === 'overloaded') return limits.overloadedProfileRotations - walk.rotations.overloaded
  return Number.POSITIVE_INFINITY
}

function factsOf({ request }: RunState, { failure, verdict }: ProfileFailed['outcome']): ProfileFailureFacts {
  const { reason } = verdict
  const marked =
    reason === null
      ? null
      : markingOf(
          {
            reason,
            health: 'shared',
            hasProviderStarted: failure.hasStarted,
            isForeignTransport: false,
            announcedLimit: verdict.limitSpan,
          },
          request.policy,
        ).reason
  const status = failure.status ?? (reason === null ? null : (STATUS_OF_REASON[reason] ?? null))
  return { reason, marked, text: failureText(failure), status }
}

function* writeFailure(
  run: RunState,
  { candidate }: CandidateCall,
  profile: CandidateProfile | null,
  { marked }: ProfileFailureFacts,
  { verdict, endedAtMs }: ProfileFailed['outcome'],
): Step<void> {
  if (profile === null || marked === null || isNeverRecorded(marked)) return
  const hintMs = verdict.retryAfterMs
  const effect = yield* perform({
    kind: 'record_profile',
    profileId: profile.profileId,
    provider: profile.provider,
    event: {
      kind: 'failure',
      reason: marked,
      model: candidate.model,
      retryAtMs: hintMs === null ? null : endedAtMs + hintMs,
    },
    atMs: endedAtMs,
  })
  const updated = profileStateUpdated(run, profile.profileId, profile.provider, marked, effect)
  if (updated) yield* emit(updated)
}

function isNeverRecorded(
  reason: FailoverReason,
): reason is Extract<FailoverReason, 'server_error' | 'context_overflow' | 'tls_certificate'> {
  return reason === 'server_error' || reason === 'context_overflow' || reason === 'tls_certificate'
}

function cappedRateLimit(): AfterFailure {
  const failure: CallFailure = {
    ...CALL_FAILURE,
    name: 'FailoverError',
    message: 'The AI service is temporarily rate-limited. Please try again in a moment.',
    status: 429,
    reason: 'rate_limit',
  }
  const verdict: FailureVerdict = {
    reason: 'rate_limit',
    ruleId: null,
    stops: null,
    retryAfterMs: null,
    limitSpan: 'unknown',
  }
  return { kind: 'give_up', failure, verdict }
}
