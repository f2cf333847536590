import type Database from 'better-sqlite3'
import type {
  AnswerRecord,
  ClockRecord,
  DiagnosisInput,
  LimitRecord,
  MinuteRecord,
  TextRecord,
} from '../diagnosis/index.ts'
import { CLOCK_TOLERANCE_MS } from '../diagnosis/index.ts'
import type { DirectoryFacts } from '../../shared/engine/index.ts'
import { MOST_RECORDS, windowsOf } from './diagnosis-windows.ts'
import type { Dictionaries } from './dictionaries.ts'
import type { HistoryMemory } from './memory.ts'
import { DECISION, OUTCOME } from './run-record.ts'

const MINUTE_MS = 60_000

interface TextRow {
  readonly candidate: number
  readonly text: number
  readonly status: number | null
  readonly code: number | null
  readonly count: number
  readonly first_ms: number
  readonly last_ms: number
}

export const BILLING_TEXTS = `SELECT candidate, text, status, code, count(*) AS count, min(at_ms) AS first_ms, max(at_ms) AS last_ms
  FROM history_decisions WHERE reason = ? AND text IS NOT NULL GROUP BY candidate, text, status, code LIMIT ?`

/** Gathers what a diagnosis looks at out of the records. */
export function diagnosisInputOf(
  database: Database.Database,
  memory: HistoryMemory,
  words: Dictionaries,
  facts: DirectoryFacts | null,
  nowMs: number,
): DiagnosisInput {
  return {
    nowMs,
    facts,
    windows: windowsOf(database, words, facts),
    answers: answersOf(memory, words),
    minutes: minutesOf(memory, words),
    limits: limitsOf(memory, words),
    texts: textsOf(database, words),
    clocks: [...aheadOf(memory, nowMs), ...filesBehind(database)],
  }
}

function answersOf({ runs, decisions }: HistoryMemory, { names, models }: Dictionaries): readonly AnswerRecord[] {
  const textOf = (id: number): string => `${models.get(id).provider}/${models.get(id).model}`
  /** What was done about the asked model, by run: the decision plus one. */
  const asked = new Uint8Array(runs.size + 1)
  const run = decisions.column('run')
  const candidate = decisions.column('candidate')
  const requested = decisions.column('requested')
  const decision = decisions.column('decision')
  for (let row = 0; row < decisions.length; row++)
    if (candidate[row] === requested[row]) asked[run[row] ?? 0] = (decision[row] ?? 0) + 1
  const answers: AnswerRecord[] = []
  const all = runs.inTime()
  for (let at = all.length - 1; at >= 0 && answers.length < MOST_RECORDS; at--) {
    const id = all[at] ?? 0
    const session = runs.session[id] ?? 0
    const answered = runs.answered[id] ?? 0
    if (session === 0 || answered === 0) continue
    const was = (asked[id] ?? 0) - 1
    const isAnswered = (runs.outcome[id] ?? 0) - 1 === OUTCOME.answered
    answers.push({
      sessionId: names.textOf(session),
      runKey: runs.keyOf(id),
      atMs: runs.ended[id] ?? 0,
      requested: textOf(runs.requested[id] ?? 0),
      answered: textOf(answered),
      requestedWas: isAnswered
        ? 'answered'
        : was === DECISION.failed
          ? 'failed'
          : was === DECISION.skipped
            ? 'skipped'
            : 'untried',
    })
  }
  return answers.toReversed()
}

interface Failure {
  readonly reason: number
  readonly status: number
}

function minutesOf(
  { decisions, attempts }: HistoryMemory,
  { names, models, profiles }: Dictionaries,
): readonly MinuteRecord[] {
  const minutes = new Map<string, { -readonly [K in keyof MinuteRecord]: MinuteRecord[K] }>()
  const add = (atMs: number, model: number, profile: number, failure: Failure | null): void => {
    const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS
    const status = failure?.status ?? 0
    const why = failure && (nameOf(names, failure.reason) ?? 'unknown')
    const key = `${minuteMs} ${model} ${profile} ${why ?? ''} ${status}`
    const known = minutes.get(key)
    if (known !== undefined) known.count += 1
    else if (minutes.size < MOST_RECORDS)
      minutes.set(key, {
        minuteMs,
        provider: models.get(model).provider,
        model: `${models.get(model).provider}/${models.get(model).model}`,
        profileId: profile === 0 ? null : profiles.nameOf(profile),
        reason: why,
        status: status === 0 ? null : status,
        count: 1,
      })
  }
  const run = decisions.column('decision')
  const candidate = decisions.column('candidate')
  const profile = decisions.column('profile')
  const reason = decisions.column('reason')
  const status = decisions.column('status')
  for (let row = decisions.length - 1; row >= 0 && minutes.size < MOST_RECORDS; row--) {
    const kind = run[row]
    if (kind !== DECISION.failed && kind !== DECISION.succeeded) continue
    const failure = { reason: reason[row] ?? 0, status: status[row] ?? 0 }
    add(decisions.times[row] ?? 0, candidate[row] ?? 0, profile[row] ?? 0, kind === DECISION.failed ? failure : null)
  }
  const isTold = attempts.column('isTold')
  const model = attempts.column('model')
  const ofProfile = attempts.column('profile')
  const why = attempts.column('reason')
  for (let at = attempts.length - 1; at >= 0 && minutes.size < MOST_RECORDS; at--)
    if (isTold[at] === 0)
      add(attempts.times[at] ?? 0, model[at] ?? 0, ofProfile[at] ?? 0, { reason: why[at] ?? 0, status: 0 })
  return [...minutes.values()]
}

function limitsOf(
  { attempts, runs }: HistoryMemory,
  { names, models, profiles }: Dictionaries,
): readonly LimitRecord[] {
  const limited = names.find('rate_limit')
  if (limited === null) return []
  const reason = attempts.column('reason')
  const model = attempts.column('model')
  const profile = attempts.column('profile')
  const run = attempts.column('run')
  const limits: LimitRecord[] = []
  for (let at = attempts.length - 1; at >= 0 && limits.length < MOST_RECORDS; at--)
    if (reason[at] === limited && profile[at] !== 0)
      limits.push({
        atMs: attempts.times[at] ?? 0,
        provider: models.get(model[at] ?? 0).provider,
        profileId: profiles.nameOf(profile[at] ?? 0),
        runKey: runs.keyOf(run[at] ?? 0),
      })
  return limits
}

function textsOf(database: Database.Database, { names, models, texts }: Dictionaries): readonly TextRecord[] {
  const billing = names.find('billing')
  if (billing === null) return []
  return database
    .prepare<[number, number], TextRow>(BILLING_TEXTS)
    .all(billing, MOST_RECORDS)
    .map((row) => ({
      provider: models.get(row.candidate).provider,
      text: texts.textOf(row.text),
      status: row.status,
      code: row.code === null ? null : names.textOf(row.code),
      count: row.count,
      firstMs: row.first_ms,
      lastMs: row.last_ms,
    }))
}

function aheadOf({ decisions }: HistoryMemory, nowMs: number): readonly ClockRecord[] {
  const first = decisions.from(nowMs + CLOCK_TOLERANCE_MS)
  const count = decisions.length - first
  if (count === 0) return []
  const { times } = decisions
  return [{ kind: 'ahead', count, firstMs: times[first] ?? 0, lastMs: times[decisions.length - 1] ?? 0 }]
}

interface FileRow {
  readonly id: number
  readonly last_ms: number
  readonly modified_ms: number
}

/** Files of which a record is younger than they are themselves. */
export const FILES_BEHIND = `SELECT id, last_ms, modified_ms FROM history_sources WHERE last_ms > modified_ms ORDER BY id`

function filesBehind(database: Database.Database): readonly ClockRecord[] {
  return database
    .prepare<[], FileRow>(FILES_BEHIND)
    .all()
    .map(({ id, last_ms: lastMs, modified_ms: modifiedMs }) => ({ kind: 'file', source: id, lastMs, modifiedMs }))
}

function nameOf(names: Dictionaries['names'], id: number): string | null {
  return id === 0 ? null : names.textOf(id)
}
