import type Database from 'better-sqlite3'
import type { TimelineSpan } from '../../shared/contract/history/index.ts'
import type { Dictionaries } from './dictionaries.ts'
import { instantOf, type HistoryMemory } from './memory.ts'

export interface WindowSpan {
  readonly kind: TimelineSpan['kind']
  readonly fromMs: number
  toMs: number
  reason: string | null
}

export interface ProfileSpans {
  readonly profileId: string
  readonly provider: string
  /** By beginning. Those of one kind do not overlap. */
  readonly spans: readonly WindowSpan[]
}

/** When which profile was locked: by what logs tell, and by the ledger of windows. */
export interface WindowSpans {
  all(): readonly ProfileSpans[]
}

interface LedgerRow {
  readonly at_ms: number
  readonly provider: string
  readonly profile_id: string
  readonly window_kind: TimelineSpan['kind']
  readonly action: 'opened' | 'extended' | 'kept' | 'cleared' | 'expired'
  readonly reason: string | null
  readonly until_before_ms: number | null
  readonly until_after_ms: number | null
}

interface Lane {
  readonly provider: string
  readonly spans: WindowSpan[]
}

/** A log and the ledger tell of one window a little apart. */
const SAME_END_MS = 1000

export function createWindowSpans(
  database: Database.Database,
  memory: HistoryMemory,
  { names, profiles }: Dictionaries,
): WindowSpans {
  const ledgerState = database
    .prepare<[], readonly [number, number]>('SELECT coalesce(max(id), 0), count(*) FROM window_changes')
    .raw()
  const ledger = database.prepare<[], LedgerRow>(
    `SELECT at_ms, provider, profile_id, window_kind, action, reason, until_before_ms, until_after_ms
      FROM window_changes ORDER BY at_ms, id`,
  )
  /** By number, or by id where no record names the profile. */
  let lanes = new Map<number | string, Lane>()
  let version = ''
  let taken = 0

  function laneOf(profile: number | string, provider: string): Lane {
    const known = lanes.get(profile)
    if (known !== undefined) return known
    const lane: Lane = { provider, spans: [] }
    lanes.set(profile, lane)
    return lane
  }

  function takeStates(): void {
    const { states } = memory
    const { times, length } = states
    const column = {
      profile: states.column('profile'),
      provider: states.column('provider'),
      reason: states.column('reason'),
      cooldownHigh: states.column('cooldownHigh'),
      cooldownLow: states.column('cooldownLow'),
      disabledHigh: states.column('disabledHigh'),
      disabledLow: states.column('disabledLow'),
    }
    for (; taken < length; taken++) {
      const at = taken
      const atMs = times[at] ?? 0
      const { spans } = laneOf(column.profile[at] ?? 0, names.textOf(column.provider[at] ?? 0))
      const reasonId = column.reason[at] ?? 0
      const reason = reasonId === 0 ? null : names.textOf(reasonId)
      const cooldownMs = instantOf(column.cooldownHigh[at] ?? 0, column.cooldownLow[at] ?? 0)
      const disabledMs = instantOf(column.disabledHigh[at] ?? 0, column.disabledLow[at] ?? 0)
      // A record repeats the end of the other window as well; that one was told when it opened.
      if (disabledMs > atMs) extend(spans, { kind: 'disabled', fromMs: atMs, toMs: disabledMs, reason })
      if (cooldownMs > atMs) extend(spans, { kind: 'cooldown', fromMs: atMs, toMs: cooldownMs, reason })
    }
  }

  function takeLedger(): void {
    for (const row of ledger.iterate()) {
      const profile = profiles.find(row.profile_id) ?? row.profile_id
      const { spans } = laneOf(profile, row.provider)
      const { at_ms: atMs, window_kind: kind, until_after_ms: toMs, reason } = row
      if (row.action === 'cleared' || row.action === 'expired') {
        for (const span of spans) if (span.kind === kind && span.fromMs <= atMs && span.toMs > atMs) span.toMs = atMs
      } else if (toMs !== null && toMs > atMs) insert(spans, { kind, fromMs: atMs, toMs, reason })
    }
  }

  return {
    all() {
      const now = `${memory.states.order} ${(ledgerState.get() ?? []).join(' ')}`
      if (now !== version) {
        version = now
        lanes = new Map()
        taken = 0
        takeStates()
        takeLedger()
      } else takeStates()
      return [...lanes].map(([profile, { provider, spans }]) => ({
        profileId: typeof profile === 'string' ? profile : profiles.nameOf(profile),
        provider,
        spans,
      }))
    },
  }
}

/** Adds a window that begins after all others. */
function extend(spans: WindowSpan[], window: WindowSpan): void {
  const running = spans.findLast(({ kind }) => kind === window.kind)
  if (running === undefined || running.toMs < window.fromMs) spans.push(window)
  else if (window.toMs > running.toMs) {
    running.toMs = window.toMs
    running.reason = window.reason
  }
}

/** Adds a window that may lie anywhere. */
function insert(spans: WindowSpan[], window: WindowSpan): void {
  const overlapping = spans.find(
    ({ kind, fromMs, toMs }) => kind === window.kind && fromMs <= window.toMs && toMs >= window.fromMs - SAME_END_MS,
  )
  if (overlapping !== undefined) {
    overlapping.toMs = Math.max(overlapping.toMs, window.toMs)
    return
  }
  const place = spans.findIndex(({ fromMs }) => fromMs > window.fromMs)
  if (place < 0) spans.push(window)
  else spans.splice(place, 0, window)
}
