import { isUnusable } from '../windows/index.ts'
import { own } from '../record.ts'
import { verdictOf, type CandidateCall, type CandidateOutcome } from './candidate-call.ts'
import type { CandidateProfile } from './candidate-profiles.ts'
import { perform, type RunView, type Step } from './effects.ts'
import { emit } from './emit.ts'
import { CALL_FAILURE, type CallFailure } from './outcomes.ts'
import { afterFailure, startWalk, type Walk } from './profile-failure.ts'
import { callProfile } from './profile-call.ts'
import { profileDecision } from './profile-records.ts'
import { observe, type RunState } from './run-state.ts'
import type { FailureVerdict } from './types.ts'

/**
 * Calls a candidate with one profile after the other (R01): in order, each once, those in a window left out. Of a
 * candidate that is probed the first profile whose window may have passed is used. Never from the start again.
 */
export function* walkProfiles(run: RunState, call: CandidateCall): Step<CandidateOutcome> {
  const queue = queueOf(run, call)
  const walk = startWalk(run, call)
  let position = queue === null ? 0 : firstPosition(queue, call)
  if (position === -1) return allInWindow(run, call)
  for (;;) {
    const profile = queue?.[position] ?? null
    const outcome = yield* callProfile(run, call, walk, profile?.profileId ?? null)
    if (outcome.kind === 'answered' && outcome.flaw === null) {
      yield* answered(run, call, walk, profile, outcome.endedAtMs)
      return { ...outcome, profileId: profile?.profileId ?? null, profiles: walk.steps }
    }
    if (outcome.kind !== 'failed') return { ...outcome, profileId: profile?.profileId ?? null, profiles: walk.steps }
    const next = queue === null ? -1 : nextPosition(queue, position, call, yield* observe())
    const decision = yield* afterFailure(run, call, walk, { profile, outcome, hasNext: next !== -1 })
    if (decision.kind === 'give_up')
      return {
        kind: 'failed',
        failure: decision.failure,
        verdict: decision.verdict,
        endedAtMs: outcome.endedAtMs,
        profileId: profile?.profileId ?? null,
        profiles: walk.steps,
      }
    position = next
  }
}

/** null: the provider's own key, nothing to walk. A pin that is the only profile is used in a window, too (R20). */
function queueOf({ request }: RunState, { profiles }: CandidateCall): readonly CandidateProfile[] | null {
  if (profiles === null) return null
  const pin = request.policy.run.profiles.userPinIsOnly
    ? profiles.ordered.find(({ isUserPin }) => isUserPin)
    : undefined
  return pin ? [{ ...pin, unusableUntilMs: 0 }] : profiles.ordered
}

function firstPosition(queue: readonly CandidateProfile[], { admission }: CandidateCall): number {
  const ready = queue.findIndex(({ unusableUntilMs }) => unusableUntilMs === 0)
  if (ready !== -1 || admission.kind !== 'probe') return ready
  return queue.findIndex(({ isUserPin, stats }) => !isUserPin && !isSignInWindow(stats))
}

function isSignInWindow(stats: CandidateProfile['stats']): boolean {
  return (
    stats?.disabledReason === 'auth_permanent' || (stats?.disabledUntilMs == null && stats?.cooldownReason === 'auth')
  )
}

/** The next profile behind a place that is usable at this instant, as the store is then. */
function nextPosition(
  queue: readonly CandidateProfile[],
  position: number,
  { candidate }: CandidateCall,
  { rotation, nowMs }: RunView,
): number {
  for (let index = position + 1; index < queue.length; index++) {
    const profile = queue[index] as CandidateProfile
    const stats = rotation ? (own(rotation.store.usageStats, profile.profileId) ?? null) : null
    if (!rotation || !isUnusable(stats, rotation.policy, profile.provider, candidate.model, nowMs)) return index
  }
  return -1
}

function* answered(
  run: RunState,
  { candidate }: CandidateCall,
  walk: Walk,
  profile: CandidateProfile | null,
  atMs: number,
): Step<void> {
  if (profile)
    yield* perform({
      kind: 'record_profile',
      profileId: profile.profileId,
      provider: profile.provider,
      event: { kind: 'success' },
      atMs,
    })
  if (run.request.policy.run.records.innerCounts)
    yield* emit(
      profileDecision(run, candidate, profile?.profileId ?? null, 'continue_normal', {
        failed: null,
        counts: walk.counts(),
      }),
    )
}

/** No profile may be called, although the candidate was admitted. */
function allInWindow(run: RunState, { candidate, profiles, admission }: CandidateCall): CandidateOutcome {
  const failure: CallFailure = {
    ...CALL_FAILURE,
    name: 'FailoverError',
    message: `No available auth profile for ${candidate.provider} (all in cooldown or unavailable).`,
    reason: profiles?.reason ?? 'unknown',
  }
  const endedAtMs = admission.kind === 'probe' ? (admission.soonestExpiryMs ?? 0) : 0
  const verdict: FailureVerdict = verdictOf(run, failure, candidate.provider, endedAtMs)
  return { kind: 'failed', failure, verdict, endedAtMs, profileId: null, profiles: [] }
}
