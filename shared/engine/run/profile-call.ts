import { providerCall, verdictOf, withFlaw, type CandidateCall } from './candidate-call.ts'
import { perform, type Step } from './effects.ts'
import { emit } from './emit.ts'
import type { CallOutcome } from './outcomes.ts'
import type { Walk } from './profile-failure.ts'
import { profileDecision } from './profile-records.ts'
import { nextRetry } from './retry.ts'
import type { RunState } from './run-state.ts'
import type { FailureVerdict } from './types.ts'

/** What came of one profile, repeats included. */
export type ProfileOutcome =
  | Exclude<CallOutcome, { kind: 'failed' }>
  | (Extract<CallOutcome, { kind: 'failed' }> & { readonly verdict: FailureVerdict })

/** Calls one profile, again where the failure may be over in a moment or the answer was empty. */
export function* callProfile(
  run: RunState,
  call: CandidateCall,
  walk: Walk,
  profileId: string | null,
): Step<ProfileOutcome> {
  const rules = run.request.policy.run.retries
  walk.nextProfile(profileId)
  for (let repeat = 0; ; repeat++) {
    const outcome = yield* perform({ kind: 'call', call: providerCall(run, call, profileId, repeat) })
    walk.called()
    if (outcome.kind === 'answered') {
      walk.retries.outageSinceMs = null
      if (!outcome.isEmpty) return walk.ended(outcome)
      if (run.request.policy.run.records.innerCounts)
        yield* emit(
          profileDecision(run, call.candidate, profileId, 'continue_normal', { failed: null, counts: walk.counts() }),
        )
      if (walk.retries.emptyAnswers >= rules.emptyAnswer) return walk.ended(withFlaw(outcome))
      walk.retries.emptyAnswers++
      continue
    }
    if (outcome.kind !== 'failed') return walk.ended(outcome)
    const { failure, endedAtMs } = outcome
    const verdict = verdictOf(run, failure, call.candidate.provider, endedAtMs)
    const hasFallback = run.request.chain.candidates.length > 1
    const isFinal = verdict.stops !== null || !failure.mayFallBack
    const wait = isFinal ? null : nextRetry(walk.retries, rules, { failure, verdict, atMs: endedAtMs }, hasFallback)
    if (wait === null) return walk.ended({ ...outcome, verdict })
    yield* perform({ kind: 'wait', wait })
  }
}
