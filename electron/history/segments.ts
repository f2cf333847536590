import {
  DECISION,
  DECISION_FLAGS,
  END_FLAGS,
  type StoredAttempt,
  type StoredDecision,
  type StoredEnd,
  type StoredState,
} from './run-record.ts'
import { inOrder } from './run-shape.ts'

/** A record of a stream: of one run id, or of one session's decisions without a run id. */
export type StreamEvent =
  | { readonly kind: 'end'; readonly event: StoredEnd }
  | { readonly kind: 'state'; readonly event: StoredState }
  | { readonly kind: 'attempt'; readonly event: StoredAttempt }
  | { readonly kind: 'decision'; readonly event: StoredDecision }

const PAUSE_MS = 10 * 60_000
const KINDS: Readonly<Record<StreamEvent['kind'], number>> = { end: 0, attempt: 1, state: 2, decision: 3 }
const UNIQUE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A run id that is made for one run. Some callers give every run of a session the same one. */
export function isUniqueRunId(runId: string): boolean {
  return UNIQUE_ID.test(runId)
}

export function compareEvents(a: StreamEvent, b: StreamEvent): number {
  if (a.kind === 'decision' && b.kind === 'decision') return inOrder(a.event, b.event)
  return (
    a.event.atMs - b.event.atMs ||
    KINDS[a.kind] - KINDS[b.kind] ||
    (a.event.line ?? 0) - (b.event.line ?? 0) ||
    a.event.id - b.event.id
  )
}

interface Segment {
  readonly events: StreamEvent[]
  lastMs: number
  lastDecision: StoredDecision | null
  lastAttempt: number
  isEnded: boolean
  /** A call succeeded; nothing but the record about its candidate can follow. */
  isAnswered: boolean
  readonly rotated: Set<string>
}

/**
 * Divides a stream, in order, into runs. What starts one is told by what came before it in the same stream, so that
 * reading on from any run's beginning gives the same runs.
 *
 * @param rotated the number of `rotate_profile`
 */
export function segmentsOf(events: readonly StreamEvent[], rotated: number): readonly (readonly StreamEvent[])[] {
  const segments: Segment[] = []
  /** How a call ended is written before what was decided about it, and goes with that. */
  let ahead: StreamEvent[] = []
  for (const event of events) {
    const segment = segments.at(-1)
    if (event.kind === 'end' && isGood(event.event) && segment !== undefined && ahead.length === 0) {
      const isOver = segment.isEnded || segment.isAnswered || event.event.atMs - segment.lastMs > PAUSE_MS
      const answered = isOver ? open(segments) : segment
      answered.events.push(event)
      answered.lastMs = event.event.atMs
      answered.isAnswered = true
      continue
    }
    if (event.kind === 'end' || (event.kind === 'state' && (ahead.length > 0 || segment === undefined))) {
      if (ahead.length > 0 && event.event.atMs - (ahead.at(-1)?.event.atMs ?? 0) > PAUSE_MS) {
        settle(segments, ahead)
        ahead = []
      }
      ahead.push(event)
      continue
    }
    if (event.kind === 'state') {
      segment?.events.push(event)
      continue
    }
    if (ahead.length > 0 && event.event.atMs - (ahead.at(-1)?.event.atMs ?? 0) > PAUSE_MS) {
      settle(segments, ahead)
      ahead = []
    }
    const current = segments.at(-1)
    const into = current === undefined || starts(current, event, rotated) ? open(segments) : current
    into.events.push(...ahead, event)
    ahead = []
    note(into, event, rotated)
  }
  settle(segments, ahead)
  return segments.map((segment) => segment.events)
}

/** What nothing followed stays with what came before. */
function settle(segments: Segment[], ahead: readonly StreamEvent[]): void {
  const [first] = ahead
  if (first === undefined) return
  const last = segments.at(-1)
  const into = last === undefined || first.event.atMs - last.lastMs > PAUSE_MS ? open(segments) : last
  into.events.push(...ahead)
  into.lastMs = Math.max(into.lastMs, ahead.at(-1)?.event.atMs ?? 0)
}

function open(segments: Segment[]): Segment {
  const segment: Segment = {
    events: [],
    lastMs: Number.NEGATIVE_INFINITY,
    lastDecision: null,
    lastAttempt: 0,
    isEnded: false,
    isAnswered: false,
    rotated: new Set(),
  }
  segments.push(segment)
  return segment
}

function starts(segment: Segment, { kind, event }: StreamEvent, rotated: number): boolean {
  if (segment.isEnded || event.atMs - segment.lastMs > PAUSE_MS) return true
  // Within one run a profile is left only once.
  if (kind === 'attempt')
    return segment.isAnswered || (event.decision === rotated && segment.rotated.has(callOf(event)))
  if (kind !== 'decision') return false
  const last = segment.lastDecision
  const isAfterProbe = last?.decision === DECISION.probed && last.candidate === event.candidate
  if (last === null || isAfterProbe) return false
  if ((event.flags & DECISION_FLAGS.placeless) !== 0) return event.candidate === event.requested
  return event.attempt <= segment.lastAttempt
}

function note(segment: Segment, { kind, event }: StreamEvent, rotated: number): void {
  segment.lastMs = event.atMs
  if (kind === 'attempt' && event.decision === rotated) segment.rotated.add(callOf(event))
  if (kind !== 'decision') return
  segment.isAnswered = false
  segment.lastDecision = event
  if ((event.flags & DECISION_FLAGS.placeless) === 0) segment.lastAttempt = event.attempt
  segment.isEnded = event.decision === DECISION.succeeded || (event.decision !== DECISION.probed && event.next === 0)
}

function isGood({ flags }: StoredEnd): boolean {
  return (flags & END_FLAGS.error) === 0
}

function callOf({ model, profile }: StoredAttempt): string {
  return `${model} ${profile}`
}
