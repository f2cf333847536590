import Database from 'better-sqlite3'
import { openHistoryEngine } from '../../../electron/history/history-engine.ts'
import { createLogScanner } from '../../../electron/logs/index.ts'
import { logLines } from '../../support/log-generator/index.ts'

const GENERATED = 50_000
const START_MS = 1_770_000_000_000
const PART_CHARS = 1024 * 1024

/**
 * Fills a history with decisions of generated traffic: some tens of thousands, again and again at later times.
 *
 * @returns how many decisions there are
 */
export function fillHistory(file: string, decisions: number): number {
  generate(file)
  const database = new Database(file)
  database.pragma('synchronous = OFF')
  const times = Math.max(1, Math.round(decisions / GENERATED))
  const lastMs = Number(database.prepare('SELECT max(at_ms) FROM history_decisions').pluck().get())
  const copies = COPIES.map(({ table, columns }) => {
    const shifts = Number(database.prepare(`SELECT max(id) FROM ${table}`).pluck().get())
    return { shifts, copy: database.prepare(`INSERT INTO ${table} SELECT ${columns} FROM ${table} WHERE id <= @count`) }
  })
  const runs = copies[0]?.shifts ?? 0
  database.transaction(() => {
    for (let round = 1; round < times; round++)
      for (const { shifts, copy } of copies)
        copy.run({ count: shifts, shift: shifts * round, runShift: runs * round, msShift: (lastMs - START_MS) * round })
  })()
  const count = Number(database.prepare('SELECT count(*) FROM history_decisions').pluck().get())
  database.close()
  return count
}

function generate(file: string): void {
  const engine = openHistoryEngine(file)
  const source = engine.sourceOf('file', 'generated')
  const scanner = createLogScanner({ fallbackMs: START_MS })
  let [part, decisions] = ['', 0]
  for (const { text, record } of logLines({ seed: 7, runs: 1e9, startMs: START_MS, form: '2026.9', noise: 0 })) {
    part += `${text}\n`
    if (record?.record.event === 'model_fallback_decision') decisions += 1
    const isDone = decisions >= GENERATED
    if (part.length < PART_CHARS && !isDone) continue
    scanner.push(Buffer.from(part))
    part = ''
    engine.ingest(scanner.take(), source)
    if (isDone) break
  }
  engine.close()
}

const UUID = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' ||
  hex(randomblob(6)))`

const COPIES = [
  {
    table: 'history_runs',
    columns: `id + @shift, ${UUID}, made_up, session, agent, own_agent, lane, parent, started_ms + @msShift,
      ended_ms + @msShift, requested, answered, outcome, is_inferred, stop`,
  },
  {
    table: 'history_decisions',
    columns: `id + @shift, randomblob(16), at_ms + @msShift, run_id + @runShift, decision, candidate, requested, next, profile,
      attempt, total, reason, status, code, text, suppressed, profile_count, flags, source, line`,
  },
  {
    table: 'history_attempts',
    columns: `id + @shift, randomblob(16), at_ms + @msShift, run_id + @runShift, loose_session, model, source_model, profile,
      stage, decision, reason, profile_reason, status, text, flags, source, line`,
  },
  {
    table: 'history_profile_states',
    columns: `id + @shift, randomblob(16), at_ms + @msShift, run_id + @runShift, profile, provider, reason, is_disabling, is_kept,
      failures, cooldown_until_ms + @msShift, disabled_until_ms + @msShift, source, line`,
  },
]
