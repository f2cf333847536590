import type Database from 'better-sqlite3'
import { DECISIONS } from '../../shared/contract/history/index.ts'
import type {
  AgentEndEvent,
  ChainStoppedEvent,
  DecisionEvent,
  EventBase,
  FailoverEvent,
  GapEvent,
  ProfileStateEvent,
} from '../logs/index.ts'
import type { Dictionaries } from './dictionaries.ts'
import { ATTEMPT_FLAGS, DECISION_FLAGS, END_FLAGS, RUN_ORIGINS } from './run-record.ts'
import type { AttemptRow, DecisionRowOfTable, EndRow, RowBase, StateRow, StopRow } from './stored-rows.ts'

/** Rows that are read at once: nothing stays open while others are packed. */
const PAGE_ROWS = 2000

/** What is read, and how much of it. */
export interface Reading {
  readonly database: Database.Database
  readonly words: Dictionaries
  readonly fromMs: number
  /** Not included. */
  readonly toMs: number
  /** Looking up the text of every record takes as long as all else about it: only where texts are told. */
  readonly withTexts: boolean
}

/** What each record has of its run. */
interface RunColumns {
  readonly run_key: string | null
  readonly made_up: number | null
  readonly run_session: number | null
  /** What its own records told. */
  readonly run_agent: number | null
  readonly run_lane: number | null
  readonly run_parent: number | null
}

const RUN_COLUMNS = `r.run_key, r.made_up, r.session AS run_session, r.own_agent AS run_agent, r.lane AS run_lane,
  r.parent AS run_parent`

/** The rows of a table with their runs: decisions by their time, for which there is an index, others as they were stored. */
function* rowsOf<T extends RowBase>({ database, fromMs, toMs }: Reading, table: string): Generator<T & RunColumns> {
  const isByTime = table === 'history_decisions'
  const page = database.prepare<{ lastMs: number; lastId: number; fromMs: number; toMs: number }, T & RunColumns>(
    `SELECT t.*, ${RUN_COLUMNS} FROM ${table} AS t LEFT JOIN history_runs AS r ON r.id = t.run_id
      WHERE ${isByTime ? '(t.at_ms, t.id) > (@lastMs, @lastId)' : 't.id > @lastId'} AND t.at_ms >= @fromMs
        AND t.at_ms < @toMs ORDER BY ${isByTime ? 't.at_ms, t.id' : 't.id'} LIMIT ${PAGE_ROWS}`,
  )
  let [lastMs, lastId] = [fromMs, 0]
  for (;;) {
    const rows = page.all({ lastMs, lastId, fromMs, toMs })
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_ROWS) return
    lastMs = last.at_ms
    lastId = last.id
  }
}

function baseOf(row: RowBase & RunColumns, { names }: Dictionaries, looseSession: number | null): EventBase {
  const name = (id: number | null): string | null => (id === null || id === 0 ? null : names.textOf(id))
  const isLoose = looseSession !== null || row.made_up === RUN_ORIGINS.lone
  return {
    atMs: row.at_ms,
    // It is not stored; so records of one instant are told apart by their lines.
    isTimed: false,
    runId: isLoose ? null : row.run_key,
    sessionId: name(looseSession ?? row.run_session),
    agentId: name(row.run_agent),
    lane: name(row.run_lane),
    parent: name(row.run_parent),
    line: row.line,
  }
}

/** How a number of a dictionary is told; none: null. */
function tellers({ words: { names, texts, models }, withTexts }: Reading) {
  return {
    name: (id: number | null) => (id ? names.textOf(id) : null),
    text: (id: number | null) => (id && withTexts ? texts.textOf(id) : null),
    provider: (id: number | null) => (id ? models.get(id).provider : null),
    model: (id: number | null) => (id ? models.get(id).model : null),
  }
}

const UNKNOWN = 'unknown'

export function* decisionsOf(reading: Reading): Generator<DecisionEvent> {
  const { name, text, provider, model } = tellers(reading)
  for (const row of rowsOf<DecisionRowOfTable>(reading, 'history_decisions')) {
    const isPlaceless = (row.flags & DECISION_FLAGS.placeless) !== 0
    yield {
      kind: 'decision',
      ...baseOf(row, reading.words, null),
      decision: DECISIONS[row.decision] ?? 'candidate_failed',
      requestedProvider: provider(row.requested) ?? UNKNOWN,
      requestedModel: model(row.requested) ?? UNKNOWN,
      candidateProvider: provider(row.candidate) ?? UNKNOWN,
      candidateModel: model(row.candidate) ?? UNKNOWN,
      attempt: isPlaceless ? null : row.attempt,
      total: isPlaceless ? null : row.total,
      reason: name(row.reason),
      status: row.status,
      code: name(row.code),
      errorPreview: text(row.text),
      errorHash: null,
      providerErrorType: null,
      nextProvider: provider(row.next),
      nextModel: model(row.next),
      isPrimary: null,
      requestedModelMatched: null,
      fallbackConfigured: null,
      isProbe: (row.flags & DECISION_FLAGS.probe) !== 0,
      profileCount: row.profile_count,
      suppressed: row.suppressed,
      previousAttempts: null,
      finalOutcome: (row.flags & DECISION_FLAGS.exhausted) !== 0 ? 'chain_exhausted' : null,
    }
  }
}

export function* statesOf(reading: Reading): Generator<ProfileStateEvent> {
  const { name } = tellers(reading)
  for (const row of rowsOf<StateRow>(reading, 'history_profile_states')) {
    yield {
      kind: 'profile_state',
      ...baseOf(row, reading.words, null),
      profileId: reading.words.profiles.nameOf(row.profile),
      provider: name(row.provider),
      reason: name(row.reason),
      windowType: row.is_disabling === 1 ? 'disabled' : 'cooldown',
      isReused: row.is_kept === 1,
      errorCount: row.failures,
      previousErrorCount: null,
      cooldownUntilMs: row.cooldown_until_ms,
      previousCooldownUntilMs: null,
      disabledUntilMs: row.disabled_until_ms,
      previousDisabledUntilMs: null,
      disabledReason: null,
      previousDisabledReason: null,
      failureCounts: {},
    }
  }
}

export function* attemptsOf(reading: Reading): Generator<FailoverEvent> {
  const { name, text, provider, model } = tellers(reading)
  for (const row of rowsOf<AttemptRow>(reading, 'history_attempts')) {
    yield {
      kind: 'failover',
      ...baseOf(row, reading.words, row.loose_session),
      stage: name(row.stage),
      decision: name(row.decision) ?? UNKNOWN,
      reason: name(row.reason),
      profileReason: name(row.profile_reason),
      provider: provider(row.model),
      model: model(row.model),
      sourceProvider: provider(row.source_model),
      sourceModel: model(row.source_model),
      profileId: row.profile === null ? null : reading.words.profiles.nameOf(row.profile),
      status: row.status,
      retryCount: null,
      profileRotationCount: null,
      attemptCount: null,
      rawErrorPreview: text(row.text),
      rawErrorHash: null,
      providerErrorType: null,
      fallbackConfigured: null,
      timedOut: (row.flags & ATTEMPT_FLAGS.timedOut) !== 0,
      aborted: (row.flags & ATTEMPT_FLAGS.aborted) !== 0,
    }
  }
}

/** A stop never names its run: it is the one of its session. */
export function* stopsOf(reading: Reading): Generator<ChainStoppedEvent> {
  const { name, provider, model } = tellers(reading)
  for (const row of rowsOf<StopRow>(reading, 'history_stops')) {
    yield {
      kind: 'chain_stopped',
      ...baseOf(row, reading.words, row.loose_session ?? 0),
      reason: name(row.reason),
      candidateProvider: provider(row.model),
      candidateModel: model(row.model),
      errorName: null,
    }
  }
}

export function* endsOf(reading: Reading): Generator<AgentEndEvent> {
  const { name, text, provider, model } = tellers(reading)
  for (const row of rowsOf<EndRow>(reading, 'history_ends')) {
    yield {
      kind: 'agent_end',
      ...baseOf(row, reading.words, row.loose_session),
      agentId: name(row.agent ?? row.run_agent),
      isError: (row.flags & END_FLAGS.error) !== 0,
      isWrapper: (row.flags & END_FLAGS.wrapper) !== 0,
      provider: provider(row.model),
      model: model(row.model),
      reason: name(row.reason),
      errorPreview: text(row.text),
      errorHash: null,
    }
  }
}

interface GapRow {
  readonly at_ms: number
  readonly why: GapEvent['why']
  readonly line: number | null
}

export function gapsOf({ database, fromMs, toMs }: Reading): GapEvent[] {
  const nobody = { runId: null, sessionId: null, agentId: null, lane: null, parent: null }
  return database
    .prepare<[number, number], GapRow>(
      'SELECT at_ms, why, line FROM history_gaps WHERE at_ms >= ? AND at_ms < ? ORDER BY at_ms, id',
    )
    .all(fromMs, toMs)
    .map(({ at_ms: atMs, why, line }) =>
      Object.assign({ kind: 'gap', atMs, isTimed: false, line, why } as const, nobody),
    )
}
