import path from 'node:path'
import { onTestFinished } from 'vitest'
import { openHistoryEngine, type HistoryEngine } from '../../electron/history/history-engine.ts'
import type { LogEvent } from '../../electron/logs/index.ts'
import type { DecisionRow, RunDetail } from '../../shared/contract/history/index.ts'
import { eventsOfText } from './log-events.ts'
import { logLines, type LogOptions } from './log-generator/index.ts'
import { temporaryFolder } from './openclaw-files.ts'

/** A history in this thread, in a database of its own, gone after the test. */
export function openEngine(file = path.join(temporaryFolder(), 'switchyard.sqlite')): HistoryEngine {
  const engine = openHistoryEngine(file)
  onTestFinished(() => engine.close())
  return engine
}

export function generatedEvents(options: LogOptions): readonly LogEvent[] {
  return eventsOfText([...logLines(options)].map(({ text }) => `${text}\n`).join(''))
}

/** Everything that questions can tell, without the numbers that depend on the order of storing. */
export async function contentOf(engine: HistoryEngine): Promise<{
  readonly rows: readonly Omit<DecisionRow, 'id'>[]
  readonly runs: readonly RunDetail[]
}> {
  await engine.loaded()
  const all: DecisionRow[] = []
  for (;;) {
    const { rows } = await engine.page({ filter: {}, offset: all.length, limit: 500 })
    if (rows.length === 0) break
    all.push(...rows)
  }
  const keys = [...new Set(all.map(({ runKey }) => runKey))].toSorted()
  const rows = all.map(withoutId)
  return {
    rows: rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    runs: keys.map((key) => engine.run(key, 'openclaw-2026.9')),
  }
}

function withoutId(row: DecisionRow): Omit<DecisionRow, 'id'> {
  const { id: _id, ...rest } = row
  return rest
}
