import type Database from 'better-sqlite3'
import type {
  HistoryFilter,
  TimelineData,
  TimelineFlag,
  TimelineLane,
  TimelineQuery,
  TimelineSpan,
} from '../../shared/contract/history/index.ts'
import { chosenRuns, isRestricted } from './matched-runs.ts'
import type { HistoryParts } from './parts.ts'
import { createLanes, drawMarks, middleOf, NO_CALLS, untoldCalls, type Span } from './timeline-marks.ts'
import type { ProfileSpans, WindowSpan } from './window-spans.ts'

export interface Timelines {
  timeline(query: TimelineQuery): TimelineData
}

interface SqlFlag {
  readonly at_ms: number
  readonly label: string | null
}

export const ORDER_EDITS = `SELECT at_ms, provider AS label FROM order_revisions WHERE at_ms >= ? AND at_ms < ?`
export const CLEARS = `SELECT at_ms, profile_id AS label FROM window_changes
  WHERE at_ms >= ? AND at_ms < ? AND action = 'cleared' AND cause IN ('manual_clear', 'recheck')`
export const GAPS = `SELECT at_ms, why AS label FROM history_gaps WHERE at_ms >= ? AND at_ms < ?`

export function createTimelines(database: Database.Database, parts: HistoryParts): Timelines {
  const { memory, words, filters, windows, changes } = parts
  const { models } = words
  const sqlFlags: readonly (readonly [TimelineFlag['kind'], Database.Statement<[number, number], SqlFlag>])[] = [
    ['order_edited', database.prepare<[number, number], SqlFlag>(ORDER_EDITS)],
    ['cleared', database.prepare<[number, number], SqlFlag>(CLEARS)],
    ['log_gap', database.prepare<[number, number], SqlFlag>(GAPS)],
  ]

  return {
    timeline(query) {
      const { fromMs, columns } = query
      const toMs = Math.max(query.toMs, fromMs + 1)
      const filter = within(query.filter, fromMs, toMs)
      const span: Span = { fromMs, toMs, columns }
      const matches = filters.matches(filter)
      const chosen = isRestricted(filter) ? chosenRuns(matches, memory) : null
      const lanes = createLanes(query.lanes, parts)
      const calls = query.lanes === 'profiles' ? untoldCalls(parts, filter, chosen) : NO_CALLS
      const density = drawMarks(parts, lanes, { matches, calls, span })
      const spans = new Map<string, readonly TimelineSpan[]>()
      if (query.lanes === 'profiles')
        for (const locked of windows.all()) {
          if (!isShown(locked, filter)) continue
          const drawn = drawnSpans(locked.spans, fromMs, toMs, (toMs - fromMs) / columns)
          if (drawn.length === 0) continue
          lanes.ofProfile(locked.profileId, locked.provider)
          spans.set(locked.profileId, drawn)
        }
      const result = lanes.all.map(({ id, provider, label, marks }): TimelineLane => {
        return { id, provider, label, spans: spans.get(id) ?? [], marks }
      })
      return {
        fromMs,
        toMs,
        lanes: result.toSorted((a, b) => compare(a.provider, b.provider) || compare(a.label, b.label)),
        flags: flagsOf(filter, chosen, span),
        density,
      }
    },
  }

  function flagsOf(filter: HistoryFilter, chosen: Uint8Array | null, span: Span): readonly TimelineFlag[] {
    const { fromMs, toMs, columns } = span
    const flags = new Map<string, TimelineFlag>()
    const perMs = columns / (toMs - fromMs)
    const add = (kind: TimelineFlag['kind'], atMs: number, runKey: string | null, label: string | null): void => {
      const column = Math.min(columns - 1, Math.floor((atMs - fromMs) * perMs))
      const name = `${kind} ${column}`
      const before = flags.get(name)
      if (before === undefined) flags.set(name, { kind, atMs, count: 1, runKey, label })
      else
        flags.set(name, {
          kind,
          atMs: middleOf(column, span),
          count: before.count + 1,
          runKey: null,
          label: before.label === label ? label : null,
        })
    }
    const { runs } = memory
    for (const { kind, atMs, run } of changes.all()) {
      if (atMs < fromMs || atMs >= toMs || (chosen !== null && chosen[run] !== 1)) continue
      const { provider, model } = models.get(runs.answered[run] ?? 0)
      add(kind, atMs, runs.keyOf(run), `${provider}/${model}`)
    }
    for (const [kind, statement] of sqlFlags)
      for (const { at_ms: atMs, label } of statement.iterate(fromMs, toMs))
        if (kind === 'log_gap' || label === null || isNamed(kind, label, filter)) add(kind, atMs, null, label)
    return [...flags.values()].toSorted((a, b) => a.atMs - b.atMs)
  }
}

/** A filter's span cut to a query's. */
export function within(filter: HistoryFilter, fromMs: number, toMs: number): HistoryFilter {
  return {
    ...filter,
    fromMs: Math.max(fromMs, filter.fromMs ?? fromMs),
    toMs: Math.min(toMs, filter.toMs ?? toMs),
  }
}

function isNamed(kind: TimelineFlag['kind'], label: string, { profiles, providers }: HistoryFilter): boolean {
  if (kind === 'order_edited') return providers === undefined || providers.includes(label)
  return profiles === undefined || profiles.includes(label)
}

function isShown({ profileId, provider }: ProfileSpans, { profiles, providers }: HistoryFilter): boolean {
  return (profiles?.includes(profileId) ?? true) && (providers?.includes(provider) ?? true)
}

type DrawnSpan = { -readonly [Key in keyof TimelineSpan]: TimelineSpan[Key] }

/** Spans in sight, of those that are given by their beginning; those that are too close to be told apart are one with a count. */
function drawnSpans(
  spans: readonly WindowSpan[],
  fromMs: number,
  toMs: number,
  columnMs: number,
): readonly TimelineSpan[] {
  const drawn: DrawnSpan[] = []
  const lastOfKind: Record<TimelineSpan['kind'], DrawnSpan | null> = { cooldown: null, disabled: null, blocked: null }
  for (const { kind, fromMs: startMs, toMs: endMs, reason } of spans) {
    // By beginning: nothing behind it is in sight.
    if (startMs >= toMs) break
    if (endMs <= fromMs || endMs <= startMs) continue
    const last = lastOfKind[kind]
    const isShort = endMs - startMs < columnMs
    if (last !== null && startMs - last.toMs < columnMs && (isShort || last.toMs - last.fromMs < columnMs * 2)) {
      last.toMs = Math.max(last.toMs, endMs)
      last.count += 1
      if (last.reason !== reason) last.reason = null
      continue
    }
    const next = { kind, fromMs: startMs, toMs: endMs, reason, count: 1 }
    lastOfKind[kind] = next
    drawn.push(next)
  }
  return drawn
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
