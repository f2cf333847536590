import type { Candidate } from '../chain/types.ts'
import { resolveAuthProvider, type Rotation } from '../rotation/index.ts'
import { fallbackFields, OVERRIDE_FIELDS, overrideFields, type OverrideFields } from '../sessions/override.ts'
import { selectionKind } from '../sessions/selection-kind.ts'
import type { CandidateCall } from './candidate-call.ts'
import { perform, type RunView, type Step } from './effects.ts'
import { noticeAfter, noticeTransition } from './notices.ts'
import { modelName, observe, type RunState } from './run-state.ts'

/** What a fallback wrote to the session, so that exactly that can be taken back. */
export interface WrittenOverride {
  readonly sessionKey: string
  readonly before: OverrideFields
  readonly after: OverrideFields
}

/**
 * Writes a fallback to the session before it is tried (R02, R06), under rules that keep it for later turns: never for the
 * model of the run itself, never over a selection of the user.
 */
export function* writeFallback(
  run: RunState,
  { candidate, index }: CandidateCall,
  { session, rotation }: RunView,
): Step<WrittenOverride | 'failed' | null> {
  const { request } = run
  const { policy, sessionKey } = request
  const own = request.chain.candidates[0]
  if (index === 0 || !own || sessionKey === null || session === null) return null
  if (!request.mayPersist || policy.run.persistence.override === 'turn') return null
  const kind = selectionKind(session, policy.run.selection)
  if (kind === 'user' || kind === 'legacy') return null
  const before = overrideFields(session)
  const after = fallbackFields(session, {
    provider: candidate.provider,
    model: candidate.model,
    runProvider: own.provider,
    runModel: own.model,
    keepsPin: rotation !== null && isPinOf(rotation, session.pinProfileId, candidate),
  })
  if (OVERRIDE_FIELDS.every((field) => before[field] === after[field])) return null
  const reply = yield* perform({ kind: 'persist_override', sessionKey, before, after })
  if (reply === 'failed') return 'failed'
  return reply === 'written' ? { sessionKey, before, after } : null
}

/** Takes back what a fallback wrote that did not answer (R02). */
export function* rollBack(_run: RunState, written: WrittenOverride | 'failed' | null): Step<void> {
  if (written !== null && written !== 'failed') yield* perform({ kind: 'roll_back_override', ...written })
}

/** After an answer: ends an override whose origin answered, and tells people once where the model changed (R06, R11). */
export function* concludeSession(run: RunState, index: number, candidate: Candidate): Step<void> {
  const { request } = run
  if (request.sessionKey === null) return
  const { session } = yield* observe()
  if (session === null) return
  const { sessionKey } = request
  if (index === 0 && request.probesOrigin && selectionKind(session, request.policy.run.selection) === 'auto')
    yield* perform({ kind: 'clear_override', sessionKey, before: overrideFields(session) })
  const rules = request.policy.run.persistence
  const selected = request.selectedModel ?? modelName(request.chain.candidates[0] ?? candidate)
  const isVisible = rules.showsNotices && !(rules.hidesNoticesInGroups && request.isGroupChat)
  const attempts = run.attempts.map(({ record }) => record)
  const transition = noticeTransition(session.notice, selected, modelName(candidate), attempts, isVisible)
  if (transition.kind !== 'unchanged')
    yield* perform({ kind: 'notice', sessionKey, transition, next: noticeAfter(transition) })
}

function isPinOf({ profileById, policy }: Rotation, profileId: string | null, { provider }: Candidate): boolean {
  const owner = profileId === null ? undefined : profileById.get(profileId)?.provider
  return owner !== undefined && resolveAuthProvider(owner, policy.order) === resolveAuthProvider(provider, policy.order)
}
