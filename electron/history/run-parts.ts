import type { RunRecord } from './run-record.ts'
import type { StreamEvent } from './segments.ts'
import type { ToldKind } from './tellings.ts'

/** Adds a stream's records to a run. */
export function put(record: RunRecord, events: readonly StreamEvent[]): void {
  for (const { kind, event } of events) {
    if (kind === 'decision') record.decisions.push(event)
    else if (kind === 'attempt') record.attempts.push(event)
    else if (kind === 'state') record.states.push(event)
    else record.ends.push(event)
  }
}

/** What the stream told of; not what was added to it by session and time. */
export function eventsOf({ decisions, attempts, states, ends }: RunRecord): StreamEvent[] {
  return [
    ...decisions.map((event) => ({ kind: 'decision', event }) as const),
    ...attempts.filter(({ looseSession }) => looseSession === 0).map((event) => ({ kind: 'attempt', event }) as const),
    ...states.map((event) => ({ kind: 'state', event }) as const),
    ...ends.filter(({ looseSession }) => looseSession === 0).map((event) => ({ kind: 'end', event }) as const),
  ]
}

export function isEmpty({ decisions, attempts, states, stops, ends }: RunRecord): boolean {
  return decisions.length + attempts.length + states.length + stops.length + ends.length === 0
}

/** Takes one record out of a run. */
export function removePart(record: RunRecord, kind: ToldKind, eventId: number): void {
  const isOther = ({ id }: { readonly id: number }): boolean => id !== eventId
  if (kind === 'decision') record.decisions = record.decisions.filter(isOther)
  else if (kind === 'failover') record.attempts = record.attempts.filter(isOther)
  else if (kind === 'profile_state') record.states = record.states.filter(isOther)
  else if (kind === 'chain_stopped') record.stops = record.stops.filter(isOther)
  else record.ends = record.ends.filter(isOther)
}
