import type Database from 'better-sqlite3'
import { DECISIONS, type BundleOptions } from '../../shared/contract/history/index.ts'
import type { Problem } from '../../shared/contract/problems.ts'
import type { DirectoryFacts } from '../../shared/engine/index.ts'
import type { BundledOrder, BundledWindow, BundleNames, BundleSource } from '../bundle/index.ts'
import type {
  AgentEndEvent,
  ChainStoppedEvent,
  DecisionEvent,
  EventBase,
  FailoverEvent,
  GapEvent,
  ProfileStateEvent,
} from '../logs/index.ts'
import { ledgerEntryOf, type LedgerRow } from '../store/index.ts'
import { countRecords } from './count-records.ts'
import type { Dictionaries } from './dictionaries.ts'
import { ATTEMPT_FLAGS, DECISION_FLAGS, END_FLAGS, RUN_ORIGINS } from './run-record.ts'
import type { AttemptRow, DecisionRowOfTable, EndRow, RowBase, StateRow, StopRow } from './stored-rows.ts'

/** What a bundle tells besides the records. */
export interface BundleContext {
  readonly facts: DirectoryFacts | null
  readonly problems: readonly Problem[]
  readonly consoleVersion: string
  readonly nowMs: number
}

/** Rows that are read at once: nothing stays open while others are packed. */
const PAGE_ROWS = 2000
const END_OF_TIME_MS = Number.MAX_SAFE_INTEGER

/**
 * The stored records as the events that they came from, so that whoever stores them again has the same history. A run is
 * named by its key, whatever the log called it; what named no run at first still does not.
 */
export function bundleSourceOf(
  database: Database.Database,
  words: Dictionaries,
  context: BundleContext & Pick<BundleSource, 'findings' | 'privateWords'>,
  options: Pick<BundleOptions, 'fromMs' | 'toMs' | 'withErrorTexts'>,
): BundleSource {
  const fromMs = Math.trunc(options.fromMs ?? 0)
  const toMs = Math.trunc(options.toMs ?? END_OF_TIME_MS)
  const read: Reading = { database, words, fromMs, toMs, withTexts: options.withErrorTexts }
  return {
    nowMs: context.nowMs,
    consoleVersion: context.consoleVersion,
    facts: context.facts,
    problems: context.problems,
    findings: context.findings.filter((finding) => finding.toMs >= fromMs && finding.fromMs < toMs),
    privateWords: context.privateWords,
    totalRecords: countRecords(database, fromMs, toMs),
    names: namesOf(database, words),
    decisions: () => decisionsOf(read),
    *others() {
      yield* statesOf(read)
      yield* attemptsOf(read)
      yield* stopsOf(read)
      yield* endsOf(read)
      yield* gapsOf(read)
    },
    windows: () => windowsOf(read),
    orders: () => ordersOf(read),
  }
}

interface Reading {
  readonly database: Database.Database
  readonly words: Dictionaries
  readonly fromMs: number
  /** Not included. */
  readonly toMs: number
  /** Looking up the text of every record takes as long as all else about it: only where texts are told. */
  readonly withTexts: boolean
}

/** Every name there is, also of records that are not in the span: texts may mention them. */
function namesOf(database: Database.Database, { names, models, profiles }: Dictionaries): BundleNames {
  const texts = (sql: string): string[] =>
    database
      .prepare<[], number>(sql)
      .pluck()
      .all()
      .map((id) => names.textOf(id))
  const ofStates = database
    .prepare<[], readonly [number, number]>('SELECT DISTINCT profile, provider FROM history_profile_states')
    .raw()
    .all()
    .map(([profile, provider]) => ({ id: profiles.nameOf(profile), provider: names.textOf(provider) }))
  const ofAttempts = database
    .prepare<[], readonly [number, number]>(
      'SELECT DISTINCT profile, coalesce(model, 0) FROM history_attempts WHERE profile IS NOT NULL',
    )
    .raw()
    .all()
    .map(([profile, model]) => ({ id: profiles.nameOf(profile), provider: models.get(model).provider }))
  const known = Array.from({ length: profiles.size - 1 }, (_, index) => ({
    id: profiles.nameOf(index + 1),
    provider: null,
  }))
  return {
    profiles: [...ofStates, ...ofAttempts, ...known],
    agents: texts('SELECT DISTINCT agent FROM history_runs WHERE agent IS NOT NULL ORDER BY agent'),
    sessions: texts(`SELECT session FROM history_runs WHERE session IS NOT NULL UNION
      SELECT loose_session FROM history_attempts WHERE loose_session IS NOT NULL UNION
      SELECT loose_session FROM history_stops WHERE loose_session IS NOT NULL UNION
      SELECT loose_session FROM history_ends WHERE loose_session IS NOT NULL ORDER BY 1`),
    runs: database.prepare<[], string>('SELECT run_key FROM history_runs ORDER BY started_ms, id').pluck().all(),
  }
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

function* decisionsOf(reading: Reading): Generator<DecisionEvent> {
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

function* statesOf(reading: Reading): Generator<ProfileStateEvent> {
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

function* attemptsOf(reading: Reading): Generator<FailoverEvent> {
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
function* stopsOf(reading: Reading): Generator<ChainStoppedEvent> {
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

function* endsOf(reading: Reading): Generator<AgentEndEvent> {
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

function gapsOf({ database, fromMs, toMs }: Reading): GapEvent[] {
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

function windowsOf({ database, fromMs, toMs }: Reading): BundledWindow[] {
  return database
    .prepare<[number, number], LedgerRow>(
      'SELECT * FROM window_changes WHERE at_ms >= ? AND at_ms < ? ORDER BY at_ms, id',
    )
    .all(fromMs, toMs)
    .map((row) => ledgerEntryOf(row))
}

interface OrderRow {
  readonly at_ms: number
  readonly agent_id: string
  readonly provider: string
  readonly target: BundledOrder['target']
  readonly before_json: string | null
  readonly after_json: string | null
  readonly origin: BundledOrder['origin']
  readonly state: BundledOrder['state']
}

function ordersOf({ database, fromMs, toMs }: Reading): BundledOrder[] {
  return database
    .prepare<[number, number], OrderRow>('SELECT * FROM order_revisions WHERE at_ms >= ? AND at_ms < ? ORDER BY id')
    .all(fromMs, toMs)
    .map((row) => ({
      atMs: row.at_ms,
      agentId: row.agent_id,
      provider: row.provider,
      target: row.target,
      before: listOf(row.before_json),
      after: listOf(row.after_json),
      origin: row.origin,
      state: row.state,
    }))
}

function listOf(json: string | null): readonly string[] | null {
  const value: unknown = json === null ? null : JSON.parse(json)
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : null
}
