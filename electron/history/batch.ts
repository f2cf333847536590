import type { ReplacedEvent } from './ingested.ts'
import { emptyRecord, RUN_ORIGINS, type RunOrigin, type RunRecord, type StoredState } from './run-record.ts'
import type { LooseEvent } from './loose-events.ts'
import type { StreamEvent } from './segments.ts'

/** What is known while events are stored together. */
export interface Batch {
  readonly touched: Map<number, RunRecord>
  readonly removed: Set<number>
  readonly states: StoredState[]
  readonly streams: Map<string, Stream>
  readonly loose: LooseEvent[]
  readonly looseRecord: RunRecord
  readonly replaced: ReplacedEvent[]
}

/** Records that share a run id, or a session and a chain; of one run, or of several one after the other. */
export interface Stream {
  readonly origin: RunOrigin
  readonly events: StreamEvent[]
  /** When records were taken out of it. */
  readonly takenMs: number[]
  session: number
  agent: number
  lane: number
  parent: number
}

/** What the records of a stream say about whose they are; each 0: nothing. */
export type OfStream = Pick<Stream, 'session' | 'agent' | 'lane' | 'parent'>

export const NOWHERE = 0

export function createBatch(): Batch {
  return {
    touched: new Map(),
    removed: new Set(),
    states: [],
    streams: new Map(),
    loose: [],
    looseRecord: emptyRecord(NOWHERE, '', RUN_ORIGINS.lone),
    replaced: [],
  }
}

export function streamOfName(batch: Batch, name: string, origin: RunOrigin): Stream {
  let stream = batch.streams.get(name)
  if (stream === undefined) {
    stream = { origin, events: [], takenMs: [], session: 0, agent: 0, lane: 0, parent: 0 }
    batch.streams.set(name, stream)
  }
  return stream
}
