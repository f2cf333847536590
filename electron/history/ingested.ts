import type { RunRecord, StoredState } from './run-record.ts'
import type { ToldKind } from './tellings.ts'

/** What storing some events came to. */
export interface Ingested {
  /** Records that are new. */
  readonly added: number
  /** Records that were stored already. */
  readonly known: number
  readonly firstMs: number | null
  readonly lastMs: number | null
  /** Runs as they are now. */
  readonly runs: readonly RunRecord[]
  readonly removedRuns: readonly number[]
  /** Windows of no run. */
  readonly states: readonly StoredState[]
  /** Records in whose place others were stored that tell more. */
  readonly replaced: readonly ReplacedEvent[]
}

export interface ReplacedEvent {
  readonly kind: ToldKind
  readonly id: number
  readonly atMs: number
}

/** What two parts of one batch came to, the later of which saw what the first did. */
export function together(first: Ingested, second: Ingested): Ingested {
  const runs = new Map([...first.runs, ...second.runs].map((run) => [run.id, run]))
  for (const id of second.removedRuns) runs.delete(id)
  return {
    added: first.added + second.added,
    known: first.known + second.known,
    firstMs: least(first.firstMs, second.firstMs),
    lastMs: most(first.lastMs, second.lastMs),
    runs: [...runs.values()],
    removedRuns: [...first.removedRuns, ...second.removedRuns],
    states: [...first.states, ...second.states],
    replaced: [...first.replaced, ...second.replaced],
  }
}

function least(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b)
}

function most(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}
