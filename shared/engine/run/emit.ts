import type { FailoverReason } from '../classification/failover-reason.ts'
import type { Candidate } from '../chain/types.ts'
import { perform, type Step } from './effects.ts'
import type { RunMemory } from './memory.ts'
import type { ChainStopped, FailoverSignal, FallbackDecision, RunRecord } from './records.ts'
import type { StopReason } from './outcomes.ts'
import type { RunRequest } from './types.ts'
import type { RunState } from './run-state.ts'

export function emit(record: RunRecord): Step<null> {
  return perform({ kind: 'emit', record, isRepeat: false })
}

/**
 * Keeps a decision. Equal failures of sign-in within a short time are counted, and the next that is written carries the
 * count: a broken credential would otherwise fill the log.
 */
export function* emitDecision(run: RunState, record: FallbackDecision, memory: RunMemory, nowMs: number): Step<void> {
  const rules = run.request.policy.run.records
  const isRepeatable =
    (record.reason === 'auth' || record.reason === 'auth_permanent') &&
    (record.decision === 'candidate_failed' || record.decision === 'skip_candidate')
  if (!isRepeatable) {
    yield* emit(record)
    return
  }
  const key = repeatKey(record)
  const known = memory.repeats.get(key)
  if (known && nowMs - known.writtenAtMs < rules.coalesceMs) {
    const entry = { writtenAtMs: known.writtenAtMs, suppressed: known.suppressed + 1 }
    yield* perform({ kind: 'remember', change: { kind: 'repeat', key, entry, atMs: nowMs } })
    yield* perform({ kind: 'emit', record, isRepeat: true })
    return
  }
  const entry = { writtenAtMs: nowMs, suppressed: 0 }
  yield* perform({ kind: 'remember', change: { kind: 'repeat', key, entry, atMs: nowMs } })
  const suppressed = known && nowMs - known.writtenAtMs < rules.coalesceMemoryMs ? known.suppressed : 0
  yield* emit(suppressed > 0 ? { ...record, suppressedDuplicateCount: suppressed } : record)
}

/** What makes two records the same: everything but the run, unless there is no session. */
function repeatKey(record: FallbackDecision): string {
  return JSON.stringify([
    record.sessionId ?? record.runId,
    record.lane,
    record.requestedProvider,
    record.requestedModel,
    record.decision,
    record.candidateProvider,
    record.candidateModel,
    record.attempt,
    record.total,
    record.reason,
    record.status,
    record.code,
    record.httpCode,
    record.providerErrorType,
    record.errorFingerprint ?? record.errorHash,
    record.nextCandidateProvider,
    record.nextCandidateModel,
    record.isPrimary,
    record.requestedModelMatched,
    record.fallbackConfigured,
  ])
}

export function chainStopped(
  { sessionId, lane }: RunRequest,
  { provider, model }: Candidate,
  reason: StopReason,
  errorName: string | null,
): ChainStopped {
  return {
    event: 'model_fallback_chain_stopped',
    tags: ['error_handling', 'model_fallback', 'chain_stopped'],
    ...(sessionId === null ? {} : { sessionId }),
    ...(lane === null ? {} : { lane }),
    reason,
    candidateProvider: provider,
    candidateModel: model,
    ...(errorName === null ? {} : { errorName }),
  }
}

/** The signal of a step to the next candidate. */
export function stepSignal(
  { sessionKey, lane }: RunRequest,
  sessionId: string,
  from: Candidate,
  to: Candidate,
  step: { readonly reason: FailoverReason; readonly depth: number },
): FailoverSignal {
  return {
    event: 'model.failover',
    sessionId,
    ...(sessionKey === null ? {} : { sessionKey }),
    ...(lane === null ? {} : { lane }),
    fromProvider: from.provider,
    fromModel: from.model,
    toProvider: to.provider,
    toModel: to.model,
    reason: step.reason,
    cascadeDepth: step.depth,
    suspended: false,
  }
}

/** The signal of a candidate that was skipped for its windows. */
export function skipSignal(
  { lane }: RunRequest,
  sessionId: string,
  from: Candidate,
  reason: FailoverReason,
  suspended: boolean,
): FailoverSignal {
  return {
    event: 'model.failover',
    sessionId,
    ...(lane === null ? {} : { lane }),
    fromProvider: from.provider,
    fromModel: from.model,
    reason,
    suspended,
  }
}
