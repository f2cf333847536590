import type Database from 'better-sqlite3'
import { asksForCause, type WindowRecord } from '../diagnosis/index.ts'
import type { DirectoryFacts, WindowKind } from '../../shared/engine/index.ts'
import type { Dictionaries } from './dictionaries.ts'
import { profileHash } from './event-key.ts'
import type { StateRow } from './stored-rows.ts'

/** A log and the ledger tell of one window a little apart. */
const SAME_END_MS = 1000
/** What a person looks into is recent; older records than the newest of these say nothing new. */
export const MOST_RECORDS = 50_000

export const NEWEST_STATES = `SELECT s.*, r.run_key FROM history_profile_states AS s
  LEFT JOIN history_runs AS r ON r.id = s.run_id ORDER BY s.id DESC LIMIT ${MOST_RECORDS}`
/** What the provider said to the call that opened the window. */
export const CAUSE_OF_STATE = `SELECT a.text FROM history_profile_states AS s
  JOIN history_attempts AS a ON a.run_id = s.run_id AND a.profile = s.profile
  WHERE s.id = ? AND a.text IS NOT NULL ORDER BY abs(a.at_ms - s.at_ms) LIMIT 1`

interface LedgerRow {
  readonly at_ms: number
  readonly provider: string
  readonly profile_id: string
  readonly window_kind: WindowKind
  readonly reason: string | null
  readonly failures: number | null
  readonly until_after_ms: number
}

/** Windows that a hand chose have no cause that could be outlived. */
export const NEWEST_LEDGER = `SELECT at_ms, provider, profile_id, window_kind, reason, failures, until_after_ms
  FROM window_changes WHERE action = 'opened' AND cause IN ('failure', 'announced') AND until_after_ms IS NOT NULL
  ORDER BY id DESC LIMIT ${MOST_RECORDS}`

/** Windows that failures opened, by what logs tell, and by the ledger where they do not. */
export function windowsOf(
  database: Database.Database,
  { names, profiles, texts }: Dictionaries,
  facts: DirectoryFacts | null,
): readonly WindowRecord[] {
  const cause = database.prepare<[number], number>(CAUSE_OF_STATE).pluck()
  const told = database
    .prepare<[], StateRow & { readonly run_key: string | null }>(NEWEST_STATES)
    .all()
    .flatMap((row): WindowRecord | [] => {
      const isDisabling = row.is_disabling === 1
      const untilMs = isDisabling ? row.disabled_until_ms : row.cooldown_until_ms
      if (untilMs === null || untilMs === 0) return []
      const window = {
        profileId: profiles.nameOf(row.profile),
        provider: names.textOf(row.provider),
        kind: isDisabling ? ('disabled' as const) : ('cooldown' as const),
        reason: row.reason ? names.textOf(row.reason) : null,
        atMs: row.at_ms,
        untilMs,
        isKept: row.is_kept === 1,
        failures: row.failures,
      }
      const text = asksForCause(window, facts) ? cause.get(row.id) : undefined
      return Object.assign(window, { runKey: row.run_key, causeText: text === undefined ? null : texts.textOf(text) })
    })
  return [...told, ...ledgerWindows(database, told)]
}

/** What only the console has seen. */
function ledgerWindows(database: Database.Database, told: readonly WindowRecord[]): readonly WindowRecord[] {
  const ends = new Map<string, number[]>()
  for (const { profileId, kind, untilMs } of told) {
    const key = windowKey(profileId, kind)
    const known = ends.get(key)
    if (known) known.push(untilMs)
    else ends.set(key, [untilMs])
  }
  for (const known of ends.values()) known.sort((a, b) => a - b)
  return database
    .prepare<[], LedgerRow>(NEWEST_LEDGER)
    .all()
    .flatMap((row): WindowRecord | [] => {
      const { at_ms: atMs, provider, profile_id: profileId, window_kind: kind, reason, failures } = row
      const untilMs = row.until_after_ms
      if (isNear(ends.get(windowKey(profileId, kind)) ?? [], untilMs)) return []
      return {
        profileId,
        provider,
        kind,
        reason,
        atMs,
        untilMs,
        isKept: false,
        failures,
        runKey: null,
        causeText: null,
      }
    })
}

function windowKey(profileId: string, kind: WindowKind): string {
  return `${kind} ${profileHash(profileId)}`
}

/** @param sorted ends of windows */
function isNear(sorted: readonly number[], untilMs: number): boolean {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < untilMs - SAME_END_MS) low = middle + 1
    else high = middle
  }
  return (sorted[low] ?? Number.POSITIVE_INFINITY) <= untilMs + SAME_END_MS
}
