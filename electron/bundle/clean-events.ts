import type {
  AgentEndEvent,
  ChainStoppedEvent,
  DecisionEvent,
  EventBase,
  FailoverEvent,
  GapEvent,
  LogEvent,
  ProfileStateEvent,
} from '../logs/index.ts'
import type { Cleaning } from './cleaning.ts'

/**
 * A record as it goes into a bundle. Every field is named here: what is not, does not get in. Hashes of texts are left out,
 * since whoever guesses a text could tell by them.
 */
export function cleanEvent(event: LogEvent, cleaning: Cleaning): LogEvent {
  switch (event.kind) {
    case 'decision':
      return cleanDecision(event, cleaning)
    case 'profile_state':
      return cleanProfileState(event, cleaning)
    case 'failover':
      return cleanFailover(event, cleaning)
    case 'chain_stopped':
      return cleanChainStopped(event, cleaning)
    case 'agent_end':
      return cleanAgentEnd(event, cleaning)
    case 'gap':
      return cleanGap(event, cleaning)
  }
}

function cleanBase(event: EventBase, { aliases, session, lane, parent }: Cleaning): EventBase {
  const { atMs, isTimed, runId, sessionId, agentId } = event
  return {
    atMs,
    isTimed,
    runId: runId === null ? null : aliases.run(runId),
    sessionId: sessionId === null ? null : session(sessionId),
    agentId: agentId === null ? null : aliases.agent(agentId),
    lane: event.lane === null ? null : lane(event.lane),
    parent: event.parent === null ? null : parent(event.parent),
    line: event.line,
  }
}

const given = <T, R>(value: T | null, clean: (value: T) => R): R | null => (value === null ? null : clean(value))

function cleanDecision(event: DecisionEvent, cleaning: Cleaning): DecisionEvent {
  const { aliases, wordOrNull, errorText } = cleaning
  return {
    kind: 'decision',
    ...cleanBase(event, cleaning),
    decision: event.decision,
    requestedProvider: aliases.provider(event.requestedProvider),
    requestedModel: aliases.model(event.requestedModel),
    candidateProvider: aliases.provider(event.candidateProvider),
    candidateModel: aliases.model(event.candidateModel),
    attempt: event.attempt,
    total: event.total,
    reason: wordOrNull(event.reason),
    status: event.status,
    code: wordOrNull(event.code),
    errorPreview: errorText(event.errorPreview),
    errorHash: null,
    providerErrorType: wordOrNull(event.providerErrorType),
    nextProvider: given(event.nextProvider, aliases.provider),
    nextModel: given(event.nextModel, aliases.model),
    isPrimary: event.isPrimary,
    requestedModelMatched: event.requestedModelMatched,
    fallbackConfigured: event.fallbackConfigured,
    isProbe: event.isProbe,
    profileCount: event.profileCount,
    suppressed: event.suppressed,
    previousAttempts: event.previousAttempts,
    finalOutcome: wordOrNull(event.finalOutcome),
  }
}

function cleanProfileState(event: ProfileStateEvent, cleaning: Cleaning): ProfileStateEvent {
  const { aliases, word, wordOrNull } = cleaning
  return {
    kind: 'profile_state',
    ...cleanBase(event, cleaning),
    profileId: aliases.profile(event.profileId, event.provider),
    provider: given(event.provider, aliases.provider),
    reason: wordOrNull(event.reason),
    windowType: event.windowType,
    isReused: event.isReused,
    errorCount: event.errorCount,
    previousErrorCount: event.previousErrorCount,
    cooldownUntilMs: event.cooldownUntilMs,
    previousCooldownUntilMs: event.previousCooldownUntilMs,
    disabledUntilMs: event.disabledUntilMs,
    previousDisabledUntilMs: event.previousDisabledUntilMs,
    disabledReason: wordOrNull(event.disabledReason),
    previousDisabledReason: wordOrNull(event.previousDisabledReason),
    failureCounts: countsOf(event.failureCounts, word),
  }
}

function countsOf(counts: Readonly<Record<string, number>>, word: Cleaning['word']): Record<string, number> {
  const cleaned = new Map<string, number>()
  for (const [reason, count] of Object.entries(counts))
    cleaned.set(word(reason), (cleaned.get(word(reason)) ?? 0) + count)
  return Object.fromEntries(cleaned)
}

function cleanFailover(event: FailoverEvent, cleaning: Cleaning): FailoverEvent {
  const { aliases, word, wordOrNull, errorText } = cleaning
  return {
    kind: 'failover',
    ...cleanBase(event, cleaning),
    stage: wordOrNull(event.stage),
    decision: word(event.decision),
    reason: wordOrNull(event.reason),
    profileReason: wordOrNull(event.profileReason),
    provider: given(event.provider, aliases.provider),
    model: given(event.model, aliases.model),
    sourceProvider: given(event.sourceProvider, aliases.provider),
    sourceModel: given(event.sourceModel, aliases.model),
    profileId: given(event.profileId, (id) => aliases.profile(id, event.provider)),
    status: event.status,
    retryCount: event.retryCount,
    profileRotationCount: event.profileRotationCount,
    attemptCount: event.attemptCount,
    rawErrorPreview: errorText(event.rawErrorPreview),
    rawErrorHash: null,
    providerErrorType: wordOrNull(event.providerErrorType),
    fallbackConfigured: event.fallbackConfigured,
    timedOut: event.timedOut,
    aborted: event.aborted,
  }
}

function cleanChainStopped(event: ChainStoppedEvent, cleaning: Cleaning): ChainStoppedEvent {
  const { aliases, wordOrNull } = cleaning
  return {
    kind: 'chain_stopped',
    ...cleanBase(event, cleaning),
    reason: wordOrNull(event.reason),
    candidateProvider: given(event.candidateProvider, aliases.provider),
    candidateModel: given(event.candidateModel, aliases.model),
    errorName: wordOrNull(event.errorName),
  }
}

function cleanAgentEnd(event: AgentEndEvent, cleaning: Cleaning): AgentEndEvent {
  const { aliases, wordOrNull, errorText } = cleaning
  return {
    kind: 'agent_end',
    ...cleanBase(event, cleaning),
    isError: event.isError,
    isWrapper: event.isWrapper,
    provider: given(event.provider, aliases.provider),
    model: given(event.model, aliases.model),
    reason: wordOrNull(event.reason),
    errorPreview: errorText(event.errorPreview),
    errorHash: null,
  }
}

function cleanGap(event: GapEvent, cleaning: Cleaning): GapEvent {
  return { kind: 'gap', ...cleanBase(event, cleaning), why: event.why }
}
