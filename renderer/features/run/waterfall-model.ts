import type { RunCandidate, RunDetail, WindowEvent } from '../../../shared/contract/history/index.ts'
import { decisionMark, type DecisionMark } from '../../lib/history/decision-words.ts'
import { nameOf } from './run-sentences.ts'

/** A candidate of a run on the axis of time. Places are shares of the span, 0 to 1. */
export interface WaterfallRow {
  readonly key: string
  readonly name: string
  readonly mark: DecisionMark
  readonly atMs: number
  /** From the record before to each of its own: the time that went into it. */
  readonly bars: readonly WaterfallBar[]
  /** A window that it left behind, as far as the axis goes. */
  readonly tail: { readonly from: number; readonly kind: WindowEvent['kind'] } | null
  /** How long it took, from the record before to its last one. */
  readonly tookMs: number
}

export interface WaterfallBar {
  readonly from: number
  readonly to: number
  readonly mark: DecisionMark
  /** What it was: an account, or nothing. */
  readonly label: string | null
}

export interface WaterfallTick {
  readonly place: number
  readonly offsetMs: number
}

export interface Waterfall {
  readonly spanMs: number
  readonly rows: readonly WaterfallRow[]
  readonly ticks: readonly WaterfallTick[]
}

/** Puts what happened in a run onto one axis. */
export function waterfallOf(run: RunDetail): Waterfall {
  const endMs = Math.max(run.endedMs, ...run.candidates.map(({ atMs }) => atMs), run.startedMs)
  const spanMs = endMs - run.startedMs
  const share = (atMs: number) => (spanMs === 0 ? 0 : Math.min(1, Math.max(0, (atMs - run.startedMs) / spanMs)))
  let beforeMs = run.startedMs
  const rows = run.candidates.map((candidate, index) => {
    const startMs = Math.min(beforeMs, candidate.atMs)
    const row = rowOf(candidate, index, { startMs, share })
    beforeMs = Math.max(beforeMs, candidate.atMs)
    return row
  })
  return { spanMs, rows, ticks: ticksOf(spanMs) }
}

interface Placing {
  readonly startMs: number
  readonly share: (atMs: number) => number
}

function rowOf(candidate: RunCandidate, index: number, { startMs, share }: Placing): WaterfallRow {
  const mark = decisionMark(candidate.decision)
  const { atMs, attempts } = candidate
  // Clocks and logs are not always in order.
  const inner = attempts.filter((attempt) => attempt.atMs <= atMs).toSorted((a, b) => a.atMs - b.atMs)
  let fromMs = startMs
  const bars: WaterfallBar[] = inner.map((attempt) => {
    const from = share(Math.min(fromMs, attempt.atMs))
    const bar = { from, to: share(attempt.atMs), mark: 'failed' as const, label: attempt.profileId }
    fromMs = Math.max(fromMs, attempt.atMs)
    return bar
  })
  // The last attempt of a failure is told twice, by itself and by the decision: it is one bar.
  const isTold = mark === 'failed' && inner.length > 0
  if (!isTold) bars.push({ from: share(mark === 'skipped' ? atMs : fromMs), to: share(atMs), mark, label: null })
  const window = attempts.flatMap((attempt) => attempt.windows).findLast((opened) => (opened.untilMs ?? 0) > atMs)
  return {
    key: `${index} ${nameOf(candidate)}`,
    name: nameOf(candidate),
    mark,
    atMs,
    bars,
    tail: window === undefined ? null : { from: share(window.atMs), kind: window.kind },
    tookMs: Math.max(0, atMs - startMs),
  }
}

/** Four to eight ticks at round numbers, from 0 on; one where there is no span. */
function ticksOf(spanMs: number): readonly WaterfallTick[] {
  if (spanMs <= 0) return [{ place: 0, offsetMs: 0 }]
  const stepMs = roundStepMs(spanMs / 5)
  const count = Math.floor(spanMs / stepMs) + 1
  return Array.from({ length: count }, (_, index) => ({ place: (index * stepMs) / spanMs, offsetMs: index * stepMs }))
}

const STEPS_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000,
  1_800_000, 3_600_000,
]

function roundStepMs(leastMs: number): number {
  return STEPS_MS.find((step) => step >= leastMs) ?? Math.ceil(leastMs / 3_600_000) * 3_600_000
}

/** How far from the start: `0`, `+350 ms`, `+1.5 s`, `+2 m`. */
export function offsetWords(offsetMs: number): string {
  return offsetMs === 0 ? '0' : `+${spanWords(offsetMs)}`
}

/** A short span: `350 ms`, `1.5 s`, `2 m 5 s`. */
export function spanWords(spanMs: number): string {
  if (spanMs < 1000) return `${Math.round(spanMs)} ms`
  if (spanMs < 60_000) return `${(spanMs / 1000).toFixed(spanMs % 1000 === 0 ? 0 : 1)} s`
  const seconds = Math.round(spanMs / 1000)
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} m`
  return rest === 0 ? `${minutes} m` : `${minutes} m ${rest} s`
}
