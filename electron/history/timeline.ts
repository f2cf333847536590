import type Database from 'better-sqlite3'
import type {
  HistoryFilter,
  TimelineData,
  TimelineFlag,
  TimelineLane,
  TimelineMark,
  TimelineQuery,
  TimelineSpan,
} from '../../shared/contract/history.ts'
import { rowAt } from './filter.ts'
import { chosenRuns, isRestricted } from './matched-runs.ts'
import type { HistoryParts } from './parts.ts'
import { DECISION } from './run-record.ts'
import type { ProfileSpans, WindowSpan } from './window-spans.ts'

export interface Timelines {
  timeline(query: TimelineQuery): TimelineData
}

const KINDS: readonly TimelineMark['kind'][] = ['failed', 'answered', 'skipped', 'probed']
const MIXED = -1

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
  const { names, models, profiles } = words
  const sqlFlags: readonly (readonly [TimelineFlag['kind'], Database.Statement<[number, number], SqlFlag>])[] = [
    ['order_edited', database.prepare<[number, number], SqlFlag>(ORDER_EDITS)],
    ['cleared', database.prepare<[number, number], SqlFlag>(CLEARS)],
    ['log_gap', database.prepare<[number, number], SqlFlag>(GAPS)],
  ]

  interface Marks {
    readonly provider: string
    readonly label: string
    /** By kind and column. */
    readonly counts: Int32Array
    readonly runs: Int32Array
    readonly reasons: Int32Array
    readonly times: Float64Array
  }

  return {
    timeline(query) {
      const { fromMs, columns } = query
      const toMs = Math.max(query.toMs, fromMs + 1)
      const filter = within(query.filter, fromMs, toMs)
      const perMs = columns / (toMs - fromMs)
      const columnOf = (atMs: number): number => Math.min(columns - 1, Math.floor((atMs - fromMs) * perMs))
      const density = new Int32Array(columns)
      const lanes = new Map<string, Marks>()
      const laneFor = (id: string, provider: string, label: string): Marks => {
        const known = lanes.get(id)
        if (known !== undefined) return known
        const size = columns * KINDS.length
        const marks = {
          provider,
          label,
          counts: new Int32Array(size),
          runs: new Int32Array(size),
          reasons: new Int32Array(size),
          times: new Float64Array(size),
        }
        lanes.set(id, marks)
        return marks
      }
      const byModel: Marks[] = []
      const byProfile: Marks[] = []
      const byProvider = new Map<number, Marks>()
      const laneOf = (model: number, profile: number): Marks => {
        if (query.lanes === 'models') {
          const { provider, model: name } = models.get(model)
          return (byModel[model] ??= laneFor(`${provider}/${name}`, provider, name))
        }
        const { provider } = models.get(model)
        if (profile !== 0) {
          const id = profiles.nameOf(profile)
          return (byProfile[profile] ??= laneFor(id, provider, id))
        }
        const known = byProvider.get(model) ?? laneFor(provider, provider, provider)
        byProvider.set(model, known)
        return known
      }

      const matches = filters.matches(filter)
      const { decisions } = memory
      const { times } = decisions
      const run = decisions.column('run')
      const decision = decisions.column('decision')
      const candidate = decisions.column('candidate')
      const profile = decisions.column('profile')
      const reason = decisions.column('reason')
      for (let place = 0; place < matches.count; place++) {
        const row = rowAt(matches, place)
        const atMs = times[row] ?? 0
        const column = columnOf(atMs)
        density[column] = (density[column] ?? 0) + 1
        const marks = laneOf(candidate[row] ?? 0, profile[row] ?? 0)
        mark(marks, (decision[row] ?? 0) * columns + column, atMs, run[row] ?? 0, reason[row] ?? 0)
      }
      const chosen = isRestricted(filter) ? chosenRuns(matches, memory) : null
      if (query.lanes === 'profiles')
        markCalls(parts, filter, chosen, (model, of, atMs, runId, why) =>
          mark(laneOf(model, of), DECISION.failed * columns + columnOf(atMs), atMs, runId, why),
        )

      const spans = new Map<string, readonly TimelineSpan[]>()
      if (query.lanes === 'profiles')
        for (const locked of windows.all()) {
          if (!isShown(locked, filter)) continue
          const drawn = drawnSpans(locked.spans, fromMs, toMs, (toMs - fromMs) / columns)
          if (drawn.length === 0) continue
          laneFor(locked.profileId, locked.provider, locked.profileId)
          spans.set(locked.profileId, drawn)
        }

      const result = [...lanes].map(([id, marks]): TimelineLane => {
        const { provider, label } = marks
        return { id, provider, label, spans: spans.get(id) ?? [], marks: drawnMarks(marks, columns, fromMs, toMs) }
      })
      return {
        fromMs,
        toMs,
        lanes: result.toSorted((a, b) => compare(a.provider, b.provider) || compare(a.label, b.label)),
        flags: flagsOf(filter, chosen, fromMs, toMs, columns),
        density: [...density],
      }
    },
  }

  function mark(marks: Marks, cell: number, atMs: number, runId: number, why: number): void {
    const count = marks.counts[cell] ?? 0
    marks.counts[cell] = count + 1
    if (count === 0) {
      marks.runs[cell] = runId
      marks.reasons[cell] = why
      marks.times[cell] = atMs
    } else if (marks.reasons[cell] !== why) marks.reasons[cell] = MIXED
  }

  function drawnMarks(marks: Marks, columns: number, fromMs: number, toMs: number): readonly TimelineMark[] {
    const drawn: TimelineMark[] = []
    for (let column = 0; column < columns; column++)
      for (const [kindAt, kind] of KINDS.entries()) {
        const cell = kindAt * columns + column
        const count = marks.counts[cell] ?? 0
        if (count === 0) continue
        const why = marks.reasons[cell] ?? 0
        drawn.push({
          kind,
          atMs: count === 1 ? (marks.times[cell] ?? 0) : middleOf(column, columns, fromMs, toMs),
          count,
          runKey: count === 1 ? memory.runs.keyOf(marks.runs[cell] ?? 0) : null,
          reason: why > 0 ? names.textOf(why) : null,
        })
      }
    return drawn
  }

  function flagsOf(
    filter: HistoryFilter,
    chosen: Uint8Array | null,
    fromMs: number,
    toMs: number,
    columns: number,
  ): readonly TimelineFlag[] {
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
          atMs: middleOf(column, columns, fromMs, toMs),
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

/** Calls whose candidate's record does not tell of them: the ones that another profile followed. */
function markCalls(
  { memory: { attempts }, words: { models, profiles, names } }: HistoryParts,
  filter: HistoryFilter,
  chosen: Uint8Array | null,
  add: (model: number, profile: number, atMs: number, run: number, reason: number) => void,
): void {
  if (filter.decisions?.includes('candidate_failed') === false) return
  const { times } = attempts
  const run = attempts.column('run')
  const model = attempts.column('model')
  const profile = attempts.column('profile')
  const reason = attempts.column('reason')
  const isTold = attempts.column('isTold')
  const ofProfiles = filter.profiles && new Set(filter.profiles.map(profiles.find))
  const ofReasons = filter.reasons && new Set(filter.reasons.map(names.find))
  const end = attempts.from(filter.toMs ?? 0)
  for (let at = attempts.from(filter.fromMs ?? 0); at < end; at++) {
    if (isTold[at] === 1 || (chosen !== null && chosen[run[at] ?? 0] !== 1)) continue
    const id = model[at] ?? 0
    if (filter.providers?.includes(models.get(id).provider) === false) continue
    if (ofProfiles?.has(profile[at] ?? 0) === false || ofReasons?.has(reason[at] ?? 0) === false) continue
    add(id, profile[at] ?? 0, times[at] ?? 0, run[at] ?? 0, reason[at] ?? 0)
  }
}

function middleOf(column: number, columns: number, fromMs: number, toMs: number): number {
  return Math.round(fromMs + ((column + 0.5) / columns) * (toMs - fromMs))
}

/** Spans in sight; those that are too close to be told apart are one with a count. */
function drawnSpans(
  spans: readonly WindowSpan[],
  fromMs: number,
  toMs: number,
  columnMs: number,
): readonly TimelineSpan[] {
  const drawn: { kind: TimelineSpan['kind']; fromMs: number; toMs: number; reason: string | null; count: number }[] = []
  const lastOfKind = new Map<TimelineSpan['kind'], number>()
  for (const span of spans) {
    if (span.toMs <= fromMs || span.fromMs >= toMs || span.toMs <= span.fromMs) continue
    const last = drawn[lastOfKind.get(span.kind) ?? -1]
    const isShort = span.toMs - span.fromMs < columnMs
    const isClose = last !== undefined && span.fromMs - last.toMs < columnMs
    if (last !== undefined && isClose && (isShort || last.toMs - last.fromMs < columnMs * 2)) {
      last.toMs = Math.max(last.toMs, span.toMs)
      last.count += 1
      if (last.reason !== span.reason) last.reason = null
      continue
    }
    lastOfKind.set(span.kind, drawn.length)
    drawn.push({ kind: span.kind, fromMs: span.fromMs, toMs: span.toMs, reason: span.reason, count: 1 })
  }
  return drawn
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
