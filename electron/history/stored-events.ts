import { DECISIONS } from '../../shared/contract/history/index.ts'
import type {
  AgentEndEvent,
  ChainStoppedEvent,
  DecisionEvent,
  FailoverEvent,
  ProfileStateEvent,
} from '../logs/events.ts'
import type { Dictionaries } from './dictionaries.ts'
import {
  ATTEMPT_FLAGS,
  DECISION_FLAGS,
  END_FLAGS,
  type StoredAttempt,
  type StoredDecision,
  type StoredEnd,
  type StoredState,
  type StoredStop,
} from './run-record.ts'

type Common = Pick<StoredDecision, 'id' | 'key' | 'atMs' | 'source' | 'line' | 'isNew'>
type CommonLoose = Pick<StoredStop, 'id' | 'key' | 'atMs' | 'source' | 'line' | 'isNew' | 'looseSession'>

/** Events of logs as they are stored: texts that repeat become numbers. */
export interface StoredEvents {
  nameOf(text: string | null): number
  decisionOf(event: DecisionEvent, common: Common): StoredDecision
  attemptOf(event: FailoverEvent, common: CommonLoose): StoredAttempt
  stateOf(event: ProfileStateEvent, common: Common): StoredState
  stopOf(event: ChainStoppedEvent, common: CommonLoose): StoredStop
  endOf(event: AgentEndEvent, common: CommonLoose): StoredEnd
}

export function storedEvents({ names, texts, models, profiles }: Dictionaries): StoredEvents {
  const nameOf = (text: string | null): number => (text === null ? 0 : names.idOf(text))
  const textOf = (text: string | null): number => (text === null ? 0 : texts.idOf(text))
  const modelOf = (provider: string | null, model: string | null): number =>
    provider === null && model === null ? 0 : models.idOf(provider ?? 'unknown', model ?? 'unknown')

  function decisionOf(event: DecisionEvent, common: Common): StoredDecision {
    const isPlaceless = event.attempt === null
    return {
      ...common,
      decision: DECISIONS.indexOf(event.decision),
      candidate: modelOf(event.candidateProvider, event.candidateModel),
      requested: modelOf(event.requestedProvider, event.requestedModel),
      next: modelOf(event.nextProvider, event.nextModel),
      reason: nameOf(event.reason),
      status: whole(event.status),
      code: nameOf(event.code),
      text: textOf(event.errorPreview),
      suppressed: whole(event.suppressed) ?? 0,
      profileCount: whole(event.profileCount),
      flags:
        (event.isProbe ? DECISION_FLAGS.probe : 0) |
        (isPlaceless ? DECISION_FLAGS.placeless : 0) |
        (event.finalOutcome === 'chain_exhausted' ? DECISION_FLAGS.exhausted : 0),
      attempt: whole(event.attempt) ?? 0,
      total: whole(event.total) ?? whole(event.attempt) ?? 0,
      profile: 0,
    }
  }

  function attemptOf(event: FailoverEvent, common: CommonLoose): StoredAttempt {
    return {
      ...common,
      model: modelOf(event.provider, event.model),
      sourceModel: modelOf(event.sourceProvider, event.sourceModel),
      profile: event.profileId === null ? 0 : profiles.idOf(event.profileId),
      stage: nameOf(event.stage),
      decision: names.idOf(event.decision),
      reason: nameOf(event.reason),
      profileReason: nameOf(event.profileReason),
      status: whole(event.status),
      text: textOf(event.rawErrorPreview),
      flags: (event.timedOut ? ATTEMPT_FLAGS.timedOut : 0) | (event.aborted ? ATTEMPT_FLAGS.aborted : 0),
      isTold: false,
    }
  }

  function stateOf(event: ProfileStateEvent, common: Common): StoredState {
    return {
      ...common,
      profile: profiles.idOf(event.profileId),
      provider: names.idOf(event.provider ?? 'unknown'),
      reason: nameOf(event.reason),
      isDisabling: event.windowType === 'disabled',
      isKept: event.isReused,
      failures: whole(event.errorCount),
      cooldownUntilMs: whole(event.cooldownUntilMs),
      disabledUntilMs: whole(event.disabledUntilMs),
    }
  }

  function stopOf(event: ChainStoppedEvent, common: CommonLoose): StoredStop {
    return {
      ...common,
      model: modelOf(event.candidateProvider, event.candidateModel),
      reason: nameOf(event.reason),
    }
  }

  function endOf(event: AgentEndEvent, common: CommonLoose): StoredEnd {
    return {
      ...common,
      agent: nameOf(event.agentId),
      model: modelOf(event.provider, event.model),
      reason: nameOf(event.reason),
      text: textOf(event.errorPreview),
      flags: (event.isError ? END_FLAGS.error : 0) | (event.isWrapper ? END_FLAGS.wrapper : 0),
    }
  }

  return { nameOf, decisionOf, attemptOf, stateOf, stopOf, endOf }
}

function whole(value: number | null): number | null {
  return value === null ? null : Math.trunc(value)
}
