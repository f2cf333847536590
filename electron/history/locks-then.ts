import type Database from 'better-sqlite3'
import type { CandidateLock } from '../../shared/contract/history/index.ts'
import type { Dictionaries } from './dictionaries.ts'
import { profileHash } from './event-key.ts'

/** Which accounts of a provider were locked at an instant, by what was recorded until then. */
export interface LocksThen {
  /**
   * The longest lock of each account; the one that ends first comes first. What a later failure did to a lock is not in it:
   * nobody could know of that.
   */
  of(candidate: { readonly provider: string; readonly model: string; readonly atMs: number }): readonly CandidateLock[]
}

interface StateRow {
  readonly at_ms: number
  readonly provider: number
  readonly reason: number | null
  readonly is_disabling: number
  readonly cooldown_until_ms: number | null
  readonly disabled_until_ms: number | null
}

interface LedgerRow {
  readonly at_ms: number
  readonly profile_id: string
  readonly window_kind: CandidateLock['kind']
  readonly reason: string | null
  readonly until_after_ms: number | null
  readonly model: string | null
}

/** One window as it was recorded last; `untilMs` null: it was over. */
interface Told extends Omit<CandidateLock, 'untilMs'> {
  readonly atMs: number
  readonly untilMs: number | null
}

/** Of the ledger; what is older than this many changes is over. */
const MOST_CHANGES = 2000

export function createLocksThen(database: Database.Database, { names, profiles }: Dictionaries): LocksThen {
  const everyProfile = database.prepare<[], number>('SELECT id FROM history_profiles').pluck()
  const lastState = database.prepare<[number, number], StateRow>(
    `SELECT at_ms, provider, reason, is_disabling, cooldown_until_ms, disabled_until_ms FROM history_profile_states
      WHERE profile = ? AND at_ms <= ? ORDER BY at_ms DESC, id DESC LIMIT 1`,
  )
  const changes = database.prepare<[number, string, number], LedgerRow>(
    `SELECT at_ms, profile_id, window_kind, reason, until_after_ms, model FROM window_changes
      WHERE at_ms <= ? AND provider = ? ORDER BY at_ms DESC, id DESC LIMIT ?`,
  )

  function toldByLogs(provider: number, atMs: number): readonly Told[] {
    return everyProfile.all().flatMap((id): readonly Told[] => {
      const row = lastState.get(id, atMs)
      if (row?.provider !== provider) return []
      const profileId = profiles.nameOf(id)
      const reason = row.reason === null || row.reason === 0 ? null : names.textOf(row.reason)
      const isDisabling = row.is_disabling === 1
      // A record repeats the end of the other window as well, but not what that one was for.
      return [
        {
          profileId,
          kind: 'cooldown',
          reason: isDisabling ? null : reason,
          untilMs: row.cooldown_until_ms,
          atMs: row.at_ms,
        },
        {
          profileId,
          kind: 'disabled',
          reason: isDisabling ? reason : null,
          untilMs: row.disabled_until_ms,
          atMs: row.at_ms,
        },
      ]
    })
  }

  function toldByLedger(provider: string, model: string, atMs: number): readonly Told[] {
    return changes
      .all(atMs, provider, MOST_CHANGES)
      .filter((row) => row.model === null || row.model === model)
      .map((row) => ({
        profileId: row.profile_id,
        kind: row.window_kind,
        reason: row.reason,
        untilMs: row.until_after_ms,
        atMs: row.at_ms,
      }))
  }

  return {
    of({ provider, model, atMs }) {
      const providerId = names.find(provider)
      const newest = new Map<string, Told>()
      for (const told of [
        ...(providerId === null ? [] : toldByLogs(providerId, atMs)),
        ...toldByLedger(provider, model, atMs),
      ]) {
        const key = `${told.kind} ${profileHash(told.profileId)}`
        const known = newest.get(key)
        if (known === undefined || known.atMs < told.atMs) newest.set(key, told)
      }
      const longest = new Map<string, CandidateLock>()
      for (const { profileId, kind, reason, untilMs } of newest.values()) {
        if (untilMs === null || untilMs <= atMs) continue
        const key = profileHash(profileId)
        if ((longest.get(key)?.untilMs ?? 0) < untilMs) longest.set(key, { profileId, kind, reason, untilMs })
      }
      return [...longest.values()].toSorted((a, b) => a.untilMs - b.untilMs)
    },
  }
}
