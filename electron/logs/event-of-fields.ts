import { DECISIONS, type Decision } from '../../shared/contract/history/index.ts'
import type { TextCleaner } from './clean-text.ts'
import { agentOfSession, parentOf, sessionIdOf, sessionOfLane } from './correlation.ts'
import type { ConsoleLine, EventBase, LogEvent } from './events.ts'
import { asFields, countOf, flagOf, type RawFields } from './fields.ts'
import { epochMs } from './record-time.ts'

/** Where and when a record was found. */
export interface RecordPlace {
  readonly atMs: number
  readonly isTimed: boolean
  readonly line: number | null
  /** The record around the event, which repeats the session and the agent. */
  readonly outer: RawFields | null
  /** Only where a console showed it. */
  readonly console?: ConsoleLine
}

/** What a failed call can lead to; other records use the word "decision" too. */
const CALL_DECISIONS: readonly string[] = ['rotate_profile', 'fallback_model', 'surface_error', 'continue_normal']
const PARENT_FIELDS = ['spawnedBy', 'parentSessionKey', 'parentSessionId', 'parentRunId', 'cronJobId', 'jobId']
const UNKNOWN = 'unknown'
/** A profile's failures have fewer kinds than this in every version. */
const MOST_REASONS = 32

/**
 * The event that a record's fields are; null: about something else. `malformed`: it says that it is one, but lacks what
 * makes it so.
 */
export function eventOfFields(
  fields: RawFields,
  place: RecordPlace,
  clean: TextCleaner,
): LogEvent | 'malformed' | null {
  switch (fields['event']) {
    case 'model_fallback_decision':
      return decisionOf(fields, place, clean)
    case 'auth_profile_failure_state_updated':
      return profileStateOf(fields, place, clean)
    case 'embedded_run_failover_decision':
      return failoverOf(fields, place, clean)
    case 'model_fallback_chain_stopped':
      return chainStoppedOf(fields, place, clean)
    case 'embedded_run_agent_end':
      return agentEndOf(fields, place, clean)
    case undefined:
      return eventOfDecision(fields, place, clean)
    default:
      return null
  }
}

/** A record that tells what it is by its decision only, as short forms do (LG-14, LG-15). */
function eventOfDecision(fields: RawFields, place: RecordPlace, clean: TextCleaner): LogEvent | 'malformed' | null {
  const { decision } = fields
  if (isDecision(decision)) return decisionOf(fields, place, clean)
  return typeof decision === 'string' && CALL_DECISIONS.includes(decision) ? failoverOf(fields, place, clean) : null
}

function isDecision(value: unknown): value is Decision {
  return (DECISIONS as readonly unknown[]).includes(value)
}

/** What all events have. Keys are taken apart before they are cleaned: one part that is hidden must not take the others along. */
export function baseOf(fields: RawFields, place: RecordPlace, clean: TextCleaner): EventBase {
  const { outer } = place
  const lane = textOf(fields['lane'])
  const sessionKey = textOf(fields['sessionKey'] ?? outer?.['sessionKey'] ?? outer?.['session_key'])
  const written = textOf(fields['sessionId'] ?? fields['session'] ?? outer?.['session_id'] ?? outer?.['sessionId'])
  const session = written ?? sessionKey
  return {
    atMs: place.atMs,
    isTimed: place.isTimed,
    runId: clean.id(fields['runId'] ?? outer?.['runId']),
    sessionId: clean.id(session === null ? lane && sessionOfLane(lane) : sessionIdOf(session)),
    agentId: clean.id(
      fields['agentId'] ??
        outer?.['agent_id'] ??
        outer?.['agentId'] ??
        agentOf(sessionKey) ??
        agentOf(written) ??
        agentOf(lane),
    ),
    lane: clean.id(lane),
    parent: clean.id(parentOf({ named: namedParent(fields), sessionKey: sessionKey ?? written, lane })),
    line: place.line,
    ...(place.console && { console: place.console }),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function agentOf(key: string | null): string | null {
  return key === null ? null : agentOfSession(key)
}

function namedParent(fields: RawFields): string | null {
  for (const name of PARENT_FIELDS) {
    const parent = textOf(fields[name])
    if (parent !== null) return name === 'cronJobId' ? `cron:${parent}` : parent
  }
  return null
}

function decisionOf(fields: RawFields, place: RecordPlace, clean: TextCleaner): LogEvent | 'malformed' {
  const { decision } = fields
  if (!isDecision(decision)) return 'malformed'
  const { previousAttempts } = fields
  return {
    kind: 'decision',
    ...baseOf(fields, place, clean),
    decision,
    requestedProvider: clean.id(fields['requestedProvider']) ?? UNKNOWN,
    requestedModel: clean.id(fields['requestedModel']) ?? UNKNOWN,
    candidateProvider: clean.id(fields['candidateProvider'] ?? fields['provider']) ?? UNKNOWN,
    candidateModel: clean.id(fields['candidateModel'] ?? fields['model']) ?? UNKNOWN,
    attempt: countOf(fields['attempt']),
    total: countOf(fields['total']),
    reason: clean.id(fields['reason']),
    status: countOf(fields['status']) ?? countOf(fields['httpCode']),
    code: clean.id(fields['code']),
    errorPreview: clean.preview(fields['errorPreview']) ?? stepDetailOf(fields, clean),
    errorHash: clean.id(fields['errorHash']),
    providerErrorType: clean.id(fields['providerErrorType']),
    nextProvider: clean.id(fields['nextCandidateProvider']),
    nextModel: clean.id(fields['nextCandidateModel']),
    isPrimary: flagOf(fields['isPrimary']),
    requestedModelMatched: flagOf(fields['requestedModelMatched']),
    fallbackConfigured: flagOf(fields['fallbackConfigured']),
    isProbe: decision === 'probe_cooldown_candidate' || fields['allowTransientCooldownProbe'] === true,
    profileCount: countOf(fields['profileCount']),
    suppressed: countOf(fields['suppressedDuplicateCount']) ?? 0,
    previousAttempts: Array.isArray(previousAttempts) ? previousAttempts.length : null,
    finalOutcome: clean.id(fields['fallbackStepFinalOutcome']),
  }
}

/** On a success this field is about the attempt before it, which has its own record. */
function stepDetailOf(fields: RawFields, clean: TextCleaner): string | null {
  return fields['decision'] === 'candidate_succeeded' ? null : clean.preview(fields['fallbackStepFromFailureDetail'])
}

function profileStateOf(fields: RawFields, place: RecordPlace, clean: TextCleaner): LogEvent | 'malformed' {
  const profileId = clean.id(fields['profileId'])
  if (profileId === null) return 'malformed'
  const reason = clean.id(fields['reason'])
  const { windowType } = fields
  const isDisabled =
    windowType === 'disabled' || (windowType !== 'cooldown' && (reason === 'billing' || reason === 'auth_permanent'))
  return {
    kind: 'profile_state',
    ...baseOf(fields, place, clean),
    profileId,
    provider: clean.id(fields['provider']),
    reason,
    windowType: isDisabled ? 'disabled' : 'cooldown',
    isReused: flagOf(fields['windowReused']) ?? false,
    errorCount: countOf(fields['errorCount']),
    previousErrorCount: countOf(fields['previousErrorCount']),
    cooldownUntilMs: epochMs(fields['cooldownUntil']),
    previousCooldownUntilMs: epochMs(fields['previousCooldownUntil']),
    disabledUntilMs: epochMs(fields['disabledUntil']),
    previousDisabledUntilMs: epochMs(fields['previousDisabledUntil']),
    disabledReason: clean.id(fields['disabledReason']),
    previousDisabledReason: clean.id(fields['previousDisabledReason']),
    failureCounts: failureCountsOf(asFields(fields['failureCounts']), clean),
  }
}

function failureCountsOf(counts: RawFields | null, clean: TextCleaner): Readonly<Record<string, number>> {
  if (counts === null) return {}
  const entries = Object.entries(counts).slice(0, MOST_REASONS)
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      const reason = clean.id(name)
      const count = countOf(value)
      return reason === null || count === null ? [] : [[reason, count] as const]
    }),
  )
}

function failoverOf(fields: RawFields, place: RecordPlace, clean: TextCleaner): LogEvent | 'malformed' {
  const decision = clean.id(fields['decision'])
  if (decision === null) return 'malformed'
  return {
    kind: 'failover',
    ...baseOf(fields, place, clean),
    stage: clean.id(fields['stage']),
    decision,
    reason: clean.id(fields['failoverReason'] ?? fields['reason']),
    profileReason: clean.id(fields['profileFailureReason']),
    provider: clean.id(fields['provider']),
    model: clean.id(fields['model']),
    sourceProvider: clean.id(fields['sourceProvider']),
    sourceModel: clean.id(fields['sourceModel']),
    profileId: clean.id(fields['profileId']),
    status: countOf(fields['status']) ?? countOf(fields['httpCode']),
    retryCount: countOf(fields['retryCount']),
    profileRotationCount: countOf(fields['profileRotationCount']),
    attemptCount: countOf(fields['attemptCount']),
    rawErrorPreview: clean.preview(fields['rawErrorPreview']),
    rawErrorHash: clean.id(fields['rawErrorHash']),
    providerErrorType: clean.id(fields['providerErrorType']),
    fallbackConfigured: flagOf(fields['fallbackConfigured']),
    timedOut: flagOf(fields['timedOut']) ?? false,
    aborted: flagOf(fields['aborted']) ?? false,
  }
}

function chainStoppedOf(fields: RawFields, place: RecordPlace, clean: TextCleaner): LogEvent {
  return {
    kind: 'chain_stopped',
    ...baseOf(fields, place, clean),
    reason: clean.id(fields['reason']),
    candidateProvider: clean.id(fields['candidateProvider']),
    candidateModel: clean.id(fields['candidateModel']),
    errorName: clean.id(fields['errorName']),
  }
}

function agentEndOf(fields: RawFields, place: RecordPlace, clean: TextCleaner): LogEvent {
  return {
    kind: 'agent_end',
    ...baseOf(fields, place, clean),
    isError: flagOf(fields['isError']) ?? fields['error'] !== undefined,
    isWrapper: false,
    provider: clean.id(fields['provider']),
    model: clean.id(fields['model']),
    reason: clean.id(fields['failoverReason']),
    errorPreview: clean.preview(fields['rawErrorPreview']) ?? clean.preview(fields['error']),
    errorHash: clean.id(fields['rawErrorHash']),
  }
}
