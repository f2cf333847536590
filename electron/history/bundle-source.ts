import type Database from 'better-sqlite3'
import type { BundleOptions } from '../../shared/contract/history/index.ts'
import type { Problem } from '../../shared/contract/problems.ts'
import type { DirectoryFacts } from '../../shared/engine/index.ts'
import type { BundledOrder, BundledWindow, BundleNames, BundleSource } from '../bundle/index.ts'
import { ledgerEntryOf, type LedgerRow } from '../store/index.ts'
import { attemptsOf, decisionsOf, endsOf, gapsOf, statesOf, stopsOf, type Reading } from './bundle-events.ts'
import { countRecords } from './count-records.ts'
import type { Dictionaries } from './dictionaries.ts'

/** What a bundle tells besides the records. */
export interface BundleContext {
  readonly facts: DirectoryFacts | null
  readonly problems: readonly Problem[]
  readonly consoleVersion: string
  readonly nowMs: number
}

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
