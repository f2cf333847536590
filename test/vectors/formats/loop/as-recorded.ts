import {
  toUsageRecord,
  type AttemptRecord,
  type CandidateStep,
  type FallbackDecision,
  type ProfileFailoverDecision,
  type ProfileStateUpdated,
  type RunError,
  type RunRecord,
  type RunRelease,
  type RunResult,
  type Simulation,
} from '../../../../shared/engine/index.ts'

type Json = Record<string, unknown>

/** What the engine did, in the words of the recordings. */

export function attemptRows({ result, recording }: Simulation): Json[] {
  const probes = new Set(
    recording.calls.flatMap(({ call }) => (call.allowTransientCooldownProbe ? [call.attempt] : [])),
  )
  // Skips are listed from the result's own attempts, which an error that left the chain unchanged has not.
  const listsSkips = result.kind !== 'failed' || result.error.isSummary
  return result.steps.flatMap((step) => {
    if (step.outcome === 'skipped' && !listsSkips) return []
    return [
      {
        provider: step.provider,
        model: step.model,
        profile: null,
        outcome: step.outcome,
        reason: step.reason,
        ...(step.status === null ? {} : { status: step.status }),
        ...(step.code === null || step.outcome === 'skipped' ? {} : { code: step.code }),
        ...(probes.has(step.attempt) ? { cooldownProbe: true } : {}),
      },
    ]
  })
}

export function finalOf({ result }: Simulation): Json {
  if (result.kind !== 'failed') {
    const { kind, provider, model, value, attempts } = result
    return { kind, provider, model, result: value, attempts: [...attempts] }
  }
  return { kind: 'error', error: errorOf(result.error, result.attempts) }
}

function errorOf(error: RunError, attempts: readonly AttemptRecord[]): Json {
  return {
    name: error.name,
    isSummary: error.isSummary,
    message: error.message,
    ...(error.reason === null ? {} : { reason: error.reason }),
    ...(error.status === null ? {} : { status: error.status }),
    ...(error.code === null ? {} : { code: error.code }),
    ...(error.isSummary ? { attempts: [...attempts], soonestCooldownExpiry: error.soonestExpiryMs } : {}),
  }
}

/** Decisions as the log shows them: repeats are only counted, and the log's own filter masks every `code`. */
export function decisionEvents(simulation: Simulation): Json[] {
  return simulation.records.flatMap(({ record, isRepeat }) =>
    record.event === 'model_fallback_decision' && !isRepeat ? [decisionEvent(record)] : [],
  )
}

const COPIED = [
  'reason',
  'status',
  'errorPreview',
  'errorHash',
  'httpCode',
  'providerErrorType',
  'providerErrorMessagePreview',
  'requestIdHash',
  'suppressedDuplicateCount',
  'allowTransientCooldownProbe',
  'profileCount',
  'fallbackStepFromModel',
  'fallbackStepToModel',
  'fallbackStepFromFailureReason',
  'fallbackStepChainPosition',
  'fallbackStepFinalOutcome',
  'candidateRouteOrigin',
] as const satisfies readonly (keyof FallbackDecision)[]

function decisionEvent(record: FallbackDecision): Json {
  const event: Json = {
    decision: record.decision,
    ...(record.runId === undefined ? {} : { runId: record.runId }),
    requested: `${record.requestedProvider}/${record.requestedModel}`,
    candidate: `${record.candidateProvider}/${record.candidateModel}`,
    attempt: record.attempt,
    total: record.total,
    next:
      record.nextCandidateProvider === undefined
        ? null
        : `${record.nextCandidateProvider}/${record.nextCandidateModel}`,
    isPrimary: record.isPrimary,
    requestedModelMatched: record.requestedModelMatched,
    fallbackConfigured: record.fallbackConfigured,
  }
  if (record.code !== undefined) event['code'] = '***'
  for (const field of COPIED) if (record[field] !== undefined) event[field] = record[field]
  if (record.previousAttempts)
    event['previousAttempts'] = record.previousAttempts.map(
      ({ provider, model, reason }) => `${provider}/${model}:${reason}`,
    )
  return event
}

export function diagnosticEvents(simulations: readonly Simulation[]): Json[] {
  return simulations.flatMap(({ records }) =>
    records.flatMap(({ record }) => {
      if (record.event !== 'model.failover') return []
      const { event, ...fields } = record
      return [{ type: event, ...fields }]
    }),
  )
}

/** One row for each profile that was called, equal rows in a row added up. */
export function profileRows(simulations: readonly Simulation[]): Json[] {
  const rows: (Json & { requests: number })[] = []
  for (const { result, recording } of simulations) {
    let at = 0
    for (const step of result.steps)
      for (const { profileId, calls, reason, outcome } of step.profiles) {
        const last = recording.calls[at + calls - 1]?.outcome
        at += calls
        const status = last?.kind === 'failed' ? last.failure.status : null
        const row = {
          provider: step.provider,
          model: step.model,
          profile: profileId,
          outcome: status === null ? outcome : `http_${status}`,
          reason: outcome === 'empty' ? step.reason : reason,
          requests: calls,
        }
        const previous = rows.at(-1)
        const isSame =
          previous &&
          (['provider', 'model', 'profile', 'outcome', 'reason'] as const).every((key) => previous[key] === row[key])
        if (isSame) previous.requests += calls
        else rows.push(row)
      }
  }
  return rows
}

export function innerEvents(simulations: readonly Simulation[]): Json[] {
  return simulations.flatMap(({ records }) =>
    records.flatMap(({ record, isRepeat }) => (isRepeat ? [] : innerEvent(record))),
  )
}

function innerEvent(record: RunRecord): Json[] {
  switch (record.event) {
    case 'model_fallback_decision':
      return [{ event: record.event, ...decisionEvent(record) }]
    case 'embedded_run_failover_decision':
      return [pick(record, PROFILE_FIELDS)]
    case 'auth_profile_failure_state_updated':
      return [pick(record, STATE_FIELDS)]
    default:
      return []
  }
}

const PROFILE_FIELDS = [
  'event',
  'stage',
  'decision',
  'failoverReason',
  'profileFailureReason',
  'provider',
  'model',
  'profileId',
  'status',
  'retryCount',
  'profileRotationCount',
  'attemptCount',
] as const satisfies readonly (keyof ProfileFailoverDecision)[]

const STATE_FIELDS = [
  'event',
  'provider',
  'reason',
  'windowType',
  'windowReused',
  'errorCount',
  'failureCounts',
  'profileId',
] as const satisfies readonly (keyof ProfileStateUpdated)[]

function pick<T extends object>(record: T, fields: readonly (keyof T & string)[]): Json {
  return Object.fromEntries(fields.flatMap((field) => (record[field] === undefined ? [] : [[field, record[field]]])))
}

/** What the command line tells about an ended run. */
export function innerFinal({ result }: Simulation, release: RunRelease): Json {
  if (result.kind === 'failed') return { kind: 'error', exitCode: 1, message: result.error.message }
  return { kind: 'completed', text: result.value, executionTrace: executionTrace(result, release) }
}

function executionTrace(result: Exclude<RunResult, { kind: 'failed' }>, release: RunRelease): Json {
  const { provider, model, steps } = result
  const winner = steps.at(-1)
  const inner = winner?.profiles.map((profile) => {
    if (profile.outcome === 'succeeded') return { provider, model, result: 'success', stage: 'assistant' }
    const name = profile.reason === 'timeout' ? 'timeout' : 'rotate_profile'
    return { provider, model, result: name, reason: profile.reason, stage: 'assistant' }
  })
  const before = release === '2026.9.6' ? steps.slice(0, -1).map(failedStep) : []
  const attempts = [...before, ...(inner ?? [])]
  const isUsed =
    release === '2026.7.1' ? attempts.some(({ result: name }) => name === 'rotate_profile') : attempts.length > 1
  return { winnerProvider: provider, winnerModel: model, attempts, fallbackUsed: isUsed, runner: 'embedded' }
}

function failedStep({ provider, model, reason, status }: CandidateStep): Json & { result: string } {
  return { provider, model, result: 'candidate_failed', reason, ...(status === null ? {} : { status }) }
}

/** Windows relative to the failure before them. */
export function usageAfter({ world }: Simulation): Json {
  const stats = world.rotation?.store.usageStats ?? {}
  return Object.fromEntries(
    Object.entries(stats).map(([id, entry]) => {
      const record = toUsageRecord(entry)
      const since = (untilMs: number): string => `lastFailureAt+${untilMs - (record.lastFailureAt ?? 0)}`
      const { lastUsed: _used, lastFailureAt: _failed, lastProbeAt: _probed, ...rest } = record
      return [
        id,
        {
          ...rest,
          ...(record.cooldownUntil === undefined ? {} : { cooldownUntil: since(record.cooldownUntil) }),
          ...(record.disabledUntil === undefined ? {} : { disabledUntil: since(record.disabledUntil) }),
        },
      ]
    }),
  )
}
