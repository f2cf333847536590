import type { HistoryFilter, TimelineMark, TimelineQuery } from '../../shared/contract/history/index.ts'
import { lowerBound } from './columns.ts'
import { rowAt, type Matches } from './filter.ts'
import type { HistoryParts } from './parts.ts'
import { DECISION } from './run-record.ts'

export interface Span {
  readonly fromMs: number
  /** Not included. */
  readonly toMs: number
  readonly columns: number
}

export interface Lane {
  readonly id: string
  readonly provider: string
  readonly label: string
  readonly marks: TimelineMark[]
}

/** The lanes as they turn out to be needed; each has a number. */
export interface Lanes {
  readonly all: readonly Lane[]
  /** Of a decision or a call. */
  of(model: number, profile: number): number
  ofProfile(id: string, provider: string): number
}

/** Places in the memory's calls. */
export type Calls = readonly number[] | Int32Array
export const NO_CALLS: Calls = []

/** By number of the decision. */
const KINDS: readonly TimelineMark['kind'][] = ['failed', 'answered', 'skipped', 'probed']
const MIXED = -1
const NONE = -1

export function createLanes(kind: TimelineQuery['lanes'], { words }: HistoryParts): Lanes {
  const { models, profiles } = words
  const all: Lane[] = []
  const byId = new Map<string, number>()
  const byModel = new Int32Array(models.size).fill(NONE)
  const byProfile = new Int32Array(profiles.size).fill(NONE)

  function lane(id: string, provider: string, label: string): number {
    const known = byId.get(id)
    if (known !== undefined) return known
    byId.set(id, all.length)
    return all.push({ id, provider, label, marks: [] }) - 1
  }
  function newLane(model: number, profile: number): number {
    const { provider, model: name } = models.get(model)
    if (kind === 'models') return lane(`${provider}/${name}`, provider, name)
    if (profile === 0) return lane(provider, provider, provider)
    const id = profiles.nameOf(profile)
    return lane(id, provider, id)
  }
  return {
    all,
    of(model, profile) {
      const isByProfile = kind === 'profiles' && profile !== 0
      const known = isByProfile ? byProfile[profile] : byModel[model]
      if (known !== undefined && known !== NONE) return known
      const made = newLane(model, profile)
      if (isByProfile) byProfile[profile] = made
      else byModel[model] = made
      return made
    },
    ofProfile: (id, provider) => lane(id, provider, id),
  }
}

/** What one column of all lanes adds up to; by lane and kind. */
interface Sums {
  counts: Int32Array
  runs: Int32Array
  reasons: Int32Array
  times: Float64Array
}

/**
 * Draws decisions, and calls that no decision tells of, one column after the other: both are in the order of their times.
 *
 * @returns how many decisions each column has
 */
export function drawMarks(
  { memory, words }: HistoryParts,
  lanes: Lanes,
  { matches, calls, span }: { readonly matches: Matches; readonly calls: Calls; readonly span: Span },
): readonly number[] {
  const { decisions, attempts, runs } = memory
  const { times } = decisions
  const run = decisions.column('run')
  const decision = decisions.column('decision')
  const candidate = decisions.column('candidate')
  const profile = decisions.column('profile')
  const reason = decisions.column('reason')
  const callTimes = attempts.times
  const callRun = attempts.column('run')
  const callModel = attempts.column('model')
  const callProfile = attempts.column('profile')
  const callReason = attempts.column('reason')
  let sums = emptySums(64)
  const density: number[] = []

  function add(lane: number, kind: number, atMs: number, runId: number, why: number): void {
    const cell = lane * KINDS.length + kind
    if (cell >= sums.counts.length) sums = largerSums(sums, cell * 2)
    const count = sums.counts[cell] ?? 0
    sums.counts[cell] = count + 1
    if (count === 0) {
      sums.runs[cell] = runId
      sums.reasons[cell] = why
      sums.times[cell] = atMs
    } else if (sums.reasons[cell] !== why) sums.reasons[cell] = MIXED
  }

  function finish(column: number): void {
    const { counts } = sums
    for (let cell = 0; cell < lanes.all.length * KINDS.length; cell++) {
      const count = counts[cell] ?? 0
      if (count === 0) continue
      counts[cell] = 0
      const why = sums.reasons[cell] ?? 0
      const isOne = count === 1
      lanes.all[Math.floor(cell / KINDS.length)]?.marks.push({
        kind: KINDS[cell % KINDS.length] ?? 'failed',
        atMs: isOne ? (sums.times[cell] ?? 0) : middleOf(column, span),
        count,
        runKey: isOne ? runs.keyOf(sums.runs[cell] ?? 0) : null,
        reason: why > 0 ? words.names.textOf(why) : null,
      })
    }
  }

  let [place, call] = [0, 0]
  for (let column = 0; column < span.columns; column++) {
    const endMs = column === span.columns - 1 ? span.toMs : startOf(column + 1, span)
    const endRow = lowerBound(times, decisions.length, endMs)
    const before = place
    for (; place < matches.count; place++) {
      const row = rowAt(matches, place)
      if (row >= endRow) break
      const lane = lanes.of(candidate[row] ?? 0, profile[row] ?? 0)
      add(lane, decision[row] ?? 0, times[row] ?? 0, run[row] ?? 0, reason[row] ?? 0)
    }
    density.push(place - before)
    for (; call < calls.length; call++) {
      const at = calls[call] ?? 0
      const atMs = callTimes[at] ?? 0
      if (atMs >= endMs) break
      add(
        lanes.of(callModel[at] ?? 0, callProfile[at] ?? 0),
        DECISION.failed,
        atMs,
        callRun[at] ?? 0,
        callReason[at] ?? 0,
      )
    }
    finish(column)
  }
  return density
}

/** Calls whose candidate's record does not tell of them: the ones that another profile followed. */
export function untoldCalls(
  { memory: { attempts }, words: { models, profiles, names } }: HistoryParts,
  filter: HistoryFilter,
  chosen: Uint8Array | null,
): Calls {
  if (filter.decisions?.includes('candidate_failed') === false) return NO_CALLS
  const run = attempts.column('run')
  const model = attempts.column('model')
  const profile = attempts.column('profile')
  const reason = attempts.column('reason')
  const isTold = attempts.column('isTold')
  const ofProfiles = filter.profiles && new Set(filter.profiles.map(profiles.find))
  const ofReasons = filter.reasons && new Set(filter.reasons.map(names.find))
  const isOther = Uint8Array.from({ length: models.size }, (_, id) =>
    filter.providers?.includes(models.get(id).provider) === false ? 1 : 0,
  )
  const [from, end] = [attempts.from(filter.fromMs ?? 0), attempts.from(filter.toMs ?? 0)]
  const found = new Int32Array(Math.max(0, end - from))
  let count = 0
  for (let at = from; at < end; at++) {
    if (isTold[at] === 1 || (chosen !== null && chosen[run[at] ?? 0] !== 1) || isOther[model[at] ?? 0] === 1) continue
    if (ofProfiles?.has(profile[at] ?? 0) === false || ofReasons?.has(reason[at] ?? 0) === false) continue
    found[count++] = at
  }
  return found.subarray(0, count)
}

export function middleOf(column: number, span: Span): number {
  return Math.round(startOf(column + 0.5, span))
}

function startOf(column: number, { fromMs, toMs, columns }: Span): number {
  return fromMs + (column / columns) * (toMs - fromMs)
}

function emptySums(size: number): Sums {
  return {
    counts: new Int32Array(size),
    runs: new Int32Array(size),
    reasons: new Int32Array(size),
    times: new Float64Array(size),
  }
}

function largerSums({ counts, runs, reasons, times }: Sums, size: number): Sums {
  const larger = emptySums(size)
  larger.counts.set(counts)
  larger.runs.set(runs)
  larger.reasons.set(reasons)
  larger.times.set(times)
  return larger
}
