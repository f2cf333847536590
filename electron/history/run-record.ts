/** Everything that belongs to one run, as it is stored: names are numbers of the dictionaries, 0 or null is none. */
export interface RunRecord {
  readonly id: number
  key: string
  readonly origin: RunOrigin
  session: number
  /** Told by its own records or by what was joined with it. */
  agent: number
  /** Told by its own records. */
  ownAgent: number
  lane: number
  parent: number
  decisions: StoredDecision[]
  attempts: StoredAttempt[]
  states: StoredState[]
  stops: StoredStop[]
  ends: StoredEnd[]
  /** It is in the database. */
  isStored: boolean
  facts: RunFacts | null
}

export const RUN_ORIGINS = {
  /** the log names the run */
  named: 0,
  /** put together from decisions without a run id */
  decisions: 1,
  /** made up for a record that no run can be found for */
  lone: 2,
} as const
export type RunOrigin = (typeof RUN_ORIGINS)[keyof typeof RUN_ORIGINS]

/** What a run comes to. */
export interface RunFacts {
  readonly startedMs: number
  readonly endedMs: number
  readonly requested: number
  readonly answered: number
  /** Index into `OUTCOMES`. */
  readonly outcome: number
  readonly isInferred: boolean
  readonly stop: number
}

interface Stored {
  readonly id: number
  readonly key: Buffer | null
  readonly atMs: number
  readonly source: number
  readonly line: number | null
  /** Not in the database yet. */
  isNew: boolean
}

export interface StoredDecision extends Stored {
  /** Index into `DECISIONS`. */
  readonly decision: number
  readonly candidate: number
  readonly requested: number
  readonly next: number
  readonly reason: number
  readonly status: number | null
  readonly code: number
  readonly text: number
  readonly suppressed: number
  readonly profileCount: number | null
  readonly flags: number
  attempt: number
  total: number
  profile: number
}

export const DECISION_FLAGS = {
  probe: 1,
  /** the record does not say which place of the chain it is about */
  placeless: 2,
  exhausted: 4,
} as const

export interface StoredAttempt extends Stored {
  readonly looseSession: number
  readonly model: number
  readonly sourceModel: number
  readonly profile: number
  readonly stage: number
  readonly decision: number
  readonly reason: number
  readonly profileReason: number
  readonly status: number | null
  readonly text: number
  readonly flags: number
  /** The decision about its candidate shows it. */
  isTold: boolean
}

export const ATTEMPT_FLAGS = { timedOut: 1, aborted: 2, told: 4 } as const

export interface StoredState extends Stored {
  readonly profile: number
  readonly provider: number
  readonly reason: number
  readonly isDisabling: boolean
  readonly isKept: boolean
  readonly failures: number | null
  readonly cooldownUntilMs: number | null
  readonly disabledUntilMs: number | null
}

export interface StoredStop extends Stored {
  readonly looseSession: number
  readonly model: number
  readonly reason: number
}

export interface StoredEnd extends Stored {
  readonly looseSession: number
  readonly agent: number
  readonly model: number
  readonly reason: number
  readonly text: number
  readonly flags: number
}

export const END_FLAGS = { error: 1, wrapper: 2 } as const

export const OUTCOMES = ['answered', 'fell_back', 'exhausted', 'stopped', 'unknown'] as const
export const OUTCOME = { answered: 0, fellBack: 1, exhausted: 2, stopped: 3, unknown: 4 } as const
/** Indices into `DECISIONS`. */
export const DECISION = { failed: 0, succeeded: 1, skipped: 2, probed: 3 } as const

export function emptyRecord(id: number, key: string, origin: RunOrigin): RunRecord {
  return {
    id,
    key,
    origin,
    session: 0,
    agent: 0,
    ownAgent: 0,
    lane: 0,
    parent: 0,
    decisions: [],
    attempts: [],
    states: [],
    stops: [],
    ends: [],
    isStored: false,
    facts: null,
  }
}
