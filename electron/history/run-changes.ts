import type { HistoryMemory } from './memory.ts'
import { OUTCOME } from './run-record.ts'

/** A session going over to another model, or coming back to the one that it asks for. */
export interface RunChange {
  readonly kind: 'fell_back' | 'came_back'
  readonly atMs: number
  readonly run: number
  /** came_back: the run that fell back before. */
  readonly since: number
}

export interface RunChanges {
  /** In the order of the runs. */
  all(): readonly RunChange[]
}

/** Told by consecutive runs of each session. A run whose end is not known changes nothing. */
export function createRunChanges({ runs }: HistoryMemory): RunChanges {
  let version = -1
  let changes: readonly RunChange[] = []
  return {
    all() {
      if (version === runs.version) return changes
      version = runs.version
      changes = changesOf(runs)
      return changes
    },
  }
}

function changesOf(runs: HistoryMemory['runs']): readonly RunChange[] {
  const { session, outcome, ended, requested } = runs
  /** By session: the run since when its asked model is replaced. */
  const away = new Map<number, number>()
  const changes: RunChange[] = []
  for (const run of runs.inTime()) {
    const of = session[run] ?? 0
    if (of === 0) continue
    const result = (outcome[run] ?? 0) - 1
    const since = away.get(of)
    if (result === OUTCOME.fellBack && since === undefined) {
      away.set(of, run)
      changes.push({ kind: 'fell_back', atMs: ended[run] ?? 0, run, since: run })
    } else if (result === OUTCOME.answered && since !== undefined && requested[run] === requested[since]) {
      away.delete(of)
      changes.push({ kind: 'came_back', atMs: ended[run] ?? 0, run, since })
    }
  }
  return changes
}
