import {
  ATTEMPT_FLAGS,
  DECISION,
  DECISION_FLAGS,
  END_FLAGS,
  OUTCOME,
  type RunFacts,
  type RunRecord,
  type StoredAttempt,
  type StoredDecision,
} from './run-record.ts'

/** One candidate of a run: the record that decided it, the probe before, and the calls inside. */
export interface CandidateShape {
  readonly decision: StoredDecision
  readonly isProbe: boolean
  readonly attempts: StoredAttempt[]
}

export interface RunShape {
  readonly candidates: readonly CandidateShape[]
  /** Calls that no record decided: of a candidate that answered silently, or that was cut off. */
  readonly undecided: readonly StoredAttempt[]
}

/** What the numbers of decisions in `attempts` stand for. */
export interface CallDecisions {
  readonly rotated: number
  readonly surfaced: number
}

/** Within one millisecond records come in the order in which they are made. */
const RANK: readonly number[] = [2, 3, 1, 0]

/** In the order in which they happened, whatever the order in which they were read. */
export function inOrder(a: StoredDecision, b: StoredDecision): number {
  return (
    a.atMs - b.atMs ||
    placeOf(a) - placeOf(b) ||
    (RANK[a.decision] ?? 0) - (RANK[b.decision] ?? 0) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    a.id - b.id
  )
}

function placeOf({ flags, attempt }: StoredDecision): number {
  return (flags & DECISION_FLAGS.placeless) === 0 ? attempt : 0
}

function byTime(
  a: { readonly atMs: number; readonly line: number | null; readonly id: number },
  b: { readonly atMs: number; readonly line: number | null; readonly id: number },
): number {
  return a.atMs - b.atMs || (a.line ?? 0) - (b.line ?? 0) || a.id - b.id
}

/**
 * Puts a run's records together: sorts them, gives places to decisions that say none, joins calls with their candidates
 * and decisions with the profile that was used last. The order in which they were read makes no difference.
 */
export function shapeOf(record: RunRecord, providerOf: (model: number) => number): RunShape {
  const { decisions, attempts, states } = record
  decisions.sort(inOrder)
  attempts.sort(byTime)
  states.sort(byTime)
  record.ends.sort(byTime)
  placeDecisions(decisions)
  const candidates: (CandidateShape & { isProbe: boolean; decision: StoredDecision })[] = []
  for (const decision of decisions) {
    const isProbe = decision.decision === DECISION.probed || (decision.flags & DECISION_FLAGS.probe) !== 0
    const last = candidates.at(-1)
    if (last?.decision.decision === DECISION.probed && isSamePlace(last.decision, decision)) {
      last.decision = decision
      last.isProbe = true
    } else candidates.push({ decision, isProbe, attempts: [] })
  }
  const undecided = attempts.filter((attempt) => {
    attempt.isTold = false
    const candidate = candidateOf(candidates, attempt)
    candidate?.attempts.push(attempt)
    return candidate === undefined
  })
  let previousMs = Number.NEGATIVE_INFINITY
  for (const { decision, attempts: calls } of candidates) {
    tellProfile(decision, calls)
    if (decision.decision === DECISION.failed && calls.length === 0) {
      // Some logs tell only what a failure did to the profile.
      const provider = providerOf(decision.candidate)
      const state = states.findLast(({ atMs }) => atMs > previousMs && atMs <= decision.atMs)
      const isOfCall = attempts.some((attempt) => attempt.profile === state?.profile)
      if (state?.provider === provider && !isOfCall) decision.profile = state.profile
    }
    previousMs = decision.atMs
  }
  return { candidates, undecided }
}

function isSamePlace(a: StoredDecision, b: StoredDecision): boolean {
  return a.candidate === b.candidate && a.attempt === b.attempt
}

function placeDecisions(decisions: readonly StoredDecision[]): void {
  let place = 0
  let previous: StoredDecision | null = null
  for (const decision of decisions) {
    if ((decision.flags & DECISION_FLAGS.placeless) !== 0) {
      const isProbed = previous?.decision === DECISION.probed && previous.candidate === decision.candidate
      if (!isProbed) place += 1
      decision.attempt = place
      decision.total = place + (decision.next === 0 ? 0 : 1)
    } else place = decision.attempt
    previous = decision
  }
  // Those that say nothing about the length of the chain say what the last of them knew.
  let total = 0
  for (const decision of decisions.toReversed()) {
    total = Math.max(total, decision.total)
    if ((decision.flags & DECISION_FLAGS.placeless) !== 0) decision.total = total
  }
}

function candidateOf(candidates: readonly CandidateShape[], attempt: StoredAttempt): CandidateShape | undefined {
  const isOf = ({ decision }: CandidateShape): boolean =>
    decision.decision !== DECISION.skipped &&
    (decision.candidate === attempt.model || decision.candidate === attempt.sourceModel)
  return (
    candidates.find((candidate) => isOf(candidate) && candidate.decision.atMs >= attempt.atMs) ??
    candidates.findLast(isOf)
  )
}

function tellProfile(decision: StoredDecision, attempts: readonly StoredAttempt[]): void {
  const last = decision.decision === DECISION.failed ? attempts.at(-1) : undefined
  decision.profile = last?.profile ?? 0
  if (last !== undefined) last.isTold = true
}

/** What a shaped run comes to. */
export function factsOf(record: RunRecord, { undecided }: RunShape, calls: CallDecisions): RunFacts {
  const { decisions, attempts, states, stops, ends } = record
  const own = [
    ...decisions,
    ...attempts.filter(({ looseSession }) => looseSession === 0),
    ...states,
    ...ends.filter(({ looseSession }) => looseSession === 0),
  ]
  const all = [...own, ...attempts, ...stops, ...ends]
  const first = decisions[0]
  const call = attempts[0]
  const requested =
    first?.requested ?? (call && (call.sourceModel || call.model)) ?? ends[0]?.model ?? stops[0]?.model ?? 0
  return {
    startedMs: extreme(own.length > 0 ? own : all, Math.min),
    endedMs: extreme(all, Math.max),
    requested,
    isInferred: decisions.length === 0,
    stop: stops.toSorted(byTime).at(-1)?.reason ?? 0,
    ...outcomeOf(record, undecided, requested, calls),
  }
}

function extreme(events: readonly { readonly atMs: number }[], pick: (a: number, b: number) => number): number {
  return events.reduce((found, { atMs }) => pick(found, atMs), events[0]?.atMs ?? 0)
}

function outcomeOf(
  { decisions, attempts, stops, ends }: RunRecord,
  undecided: readonly StoredAttempt[],
  requested: number,
  calls: CallDecisions,
): Pick<RunFacts, 'outcome' | 'answered'> {
  const final = decisions.at(-1)
  if (final?.decision === DECISION.succeeded) return answeredBy(final.candidate, requested)
  if (stops.length > 0) return { outcome: OUTCOME.stopped, answered: 0 }
  const finalMs = final?.atMs ?? 0
  if (final !== undefined && final.decision !== DECISION.probed && final.next === 0)
    return { outcome: OUTCOME.exhausted, answered: 0 }
  const end = ends.findLast(({ flags }) => (flags & END_FLAGS.wrapper) === 0)
  if (end !== undefined && (end.flags & END_FLAGS.error) === 0 && end.atMs >= finalMs)
    return answeredBy(end.model || final?.next || attempts.at(-1)?.model || requested, requested)
  const last = (final === undefined ? attempts : undecided).at(-1)
  if (last === undefined || last.atMs < finalMs) return { outcome: OUTCOME.unknown, answered: 0 }
  if ((last.flags & ATTEMPT_FLAGS.aborted) !== 0) return { outcome: OUTCOME.stopped, answered: 0 }
  if (last.decision === calls.surfaced) return { outcome: OUTCOME.exhausted, answered: 0 }
  // A first candidate that answers after all leaves no record of it; one that fails does.
  if (last.decision === calls.rotated && final === undefined) return answeredBy(last.model || requested, requested)
  return { outcome: OUTCOME.unknown, answered: 0 }
}

function answeredBy(model: number, requested: number): Pick<RunFacts, 'outcome' | 'answered'> {
  return { outcome: model === requested ? OUTCOME.answered : OUTCOME.fellBack, answered: model }
}
