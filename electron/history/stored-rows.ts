import {
  ATTEMPT_FLAGS,
  type RunOrigin,
  type StoredAttempt,
  type StoredDecision,
  type StoredEnd,
  type StoredState,
  type StoredStop,
} from './run-record.ts'

/** Rows of the tables, and what they stand for. */

export interface RunRow {
  readonly id: number
  readonly run_key: string
  readonly made_up: RunOrigin
  readonly session: number | null
  readonly agent: number | null
  readonly own_agent: number | null
  readonly lane: number | null
  readonly parent: number | null
  readonly started_ms: number
  readonly ended_ms: number
  readonly requested: number
  readonly answered: number | null
  readonly outcome: number
  readonly is_inferred: number
  readonly stop: number | null
}

/** What every record has. */
export interface RowBase {
  readonly id: number
  readonly at_ms: number
  readonly source: number
  readonly line: number | null
}

export interface DecisionRowOfTable extends RowBase {
  readonly decision: number
  readonly candidate: number
  readonly requested: number
  readonly next: number | null
  readonly profile: number | null
  readonly attempt: number
  readonly total: number
  readonly reason: number | null
  readonly status: number | null
  readonly code: number | null
  readonly text: number | null
  readonly suppressed: number
  readonly profile_count: number | null
  readonly flags: number
}

export interface AttemptRow extends RowBase {
  readonly loose_session: number | null
  readonly model: number | null
  readonly source_model: number | null
  readonly profile: number | null
  readonly stage: number | null
  readonly decision: number
  readonly reason: number | null
  readonly profile_reason: number | null
  readonly status: number | null
  readonly text: number | null
  readonly flags: number
}

export interface StateRow extends RowBase {
  readonly profile: number
  readonly provider: number
  readonly reason: number | null
  readonly is_disabling: number
  readonly is_kept: number
  readonly failures: number | null
  readonly cooldown_until_ms: number | null
  readonly disabled_until_ms: number | null
}

export interface StopRow extends RowBase {
  readonly loose_session: number | null
  readonly model: number | null
  readonly reason: number | null
}

export interface EndRow extends StopRow {
  readonly agent: number | null
  readonly text: number | null
  readonly flags: number
}

function baseOf({ id, at_ms: atMs, source, line }: RowBase) {
  return { id, key: null, atMs, source, line, isNew: false } as const
}

export function toDecision(row: DecisionRowOfTable): StoredDecision {
  return {
    ...baseOf(row),
    decision: row.decision,
    candidate: row.candidate,
    requested: row.requested,
    next: row.next ?? 0,
    reason: row.reason ?? 0,
    status: row.status,
    code: row.code ?? 0,
    text: row.text ?? 0,
    suppressed: row.suppressed,
    profileCount: row.profile_count,
    flags: row.flags,
    attempt: row.attempt,
    total: row.total,
    profile: row.profile ?? 0,
  }
}

export function toAttempt(row: AttemptRow): StoredAttempt {
  return {
    ...baseOf(row),
    looseSession: row.loose_session ?? 0,
    model: row.model ?? 0,
    sourceModel: row.source_model ?? 0,
    profile: row.profile ?? 0,
    stage: row.stage ?? 0,
    decision: row.decision,
    reason: row.reason ?? 0,
    profileReason: row.profile_reason ?? 0,
    status: row.status,
    text: row.text ?? 0,
    flags: row.flags,
    isTold: (row.flags & ATTEMPT_FLAGS.told) !== 0,
  }
}

export function toState(row: StateRow): StoredState {
  return {
    ...baseOf(row),
    profile: row.profile,
    provider: row.provider,
    reason: row.reason ?? 0,
    isDisabling: row.is_disabling === 1,
    isKept: row.is_kept === 1,
    failures: row.failures,
    cooldownUntilMs: row.cooldown_until_ms,
    disabledUntilMs: row.disabled_until_ms,
  }
}

export function toStop(row: StopRow): StoredStop {
  return {
    ...baseOf(row),
    looseSession: row.loose_session ?? 0,
    model: row.model ?? 0,
    reason: row.reason ?? 0,
  }
}

export function toEnd(row: EndRow): StoredEnd {
  return Object.assign(toStop(row), { agent: row.agent ?? 0, text: row.text ?? 0, flags: row.flags })
}
