import type Database from 'better-sqlite3'
import {
  DECISIONS,
  type Evidence,
  type RunAttempt,
  type RunCandidate,
  type RunDetail,
  type WindowEvent,
} from '../../shared/contract/history/index.ts'
import { classifierOf, classifyFailure, type Policy } from '../../shared/engine/index.ts'
import type { Dictionaries } from './dictionaries.ts'
import { HistoryRefused } from './history-refused.ts'
import { createLocksThen } from './locks-then.ts'
import {
  ATTEMPT_FLAGS,
  DECISION,
  END_FLAGS,
  OUTCOME,
  OUTCOMES,
  type RunFacts,
  type RunRecord,
  type StoredAttempt,
  type StoredState,
} from './run-record.ts'
import type { RunRows } from './run-rows.ts'
import { shapeOf } from './run-shape.ts'

export interface RunDetails {
  /**
   * Everything about one run, its error texts judged by the rules of a policy as they are today.
   *
   * @throws {HistoryRefused} `not_found`
   */
  detail(runKey: string, policy: Policy): RunDetail
}

export function createRunDetails(database: Database.Database, rows: RunRows, words: Dictionaries): RunDetails {
  const { names, models, profiles, texts } = words
  const locks = createLocksThen(database, words)
  const sourceName = database.prepare<[number], string>('SELECT name FROM history_sources WHERE id = ?').pluck()
  const nameOf = (id: number): string | null => (id === 0 ? null : names.textOf(id))
  const textOf = (id: number): string | null => (id === 0 ? null : texts.textOf(id))
  const profileOf = (id: number): string | null => (id === 0 ? null : profiles.nameOf(id))

  function ruleOf({ text, status, model, atMs }: StoredAttempt, policy: Policy): string | null {
    if (text === 0) return null
    const classifier = classifierOf(policy.classification)
    const { provider } = models.get(model)
    const error = { message: texts.textOf(text), ...(status === null ? {} : { status }) }
    return classifyFailure(classifier, { origin: 'provider_error', error, provider }, { nowMs: atMs }).ruleId
  }

  function attemptsOf(
    attempts: readonly StoredAttempt[],
    windows: ReadonlyMap<StoredAttempt, readonly StoredState[]>,
    policy: Policy,
  ): readonly RunAttempt[] {
    return attempts.map((attempt) => ({
      atMs: attempt.atMs,
      profileId: profileOf(attempt.profile),
      stage: nameOf(attempt.stage),
      decision: names.textOf(attempt.decision),
      reason: nameOf(attempt.reason),
      profileReason: nameOf(attempt.profileReason),
      status: attempt.status,
      errorPreview: textOf(attempt.text),
      ruleId: ruleOf(attempt, policy),
      timedOut: (attempt.flags & ATTEMPT_FLAGS.timedOut) !== 0,
      windows: (windows.get(attempt) ?? []).map(toWindow),
    }))
  }

  function toWindow(state: StoredState): WindowEvent {
    return {
      atMs: state.atMs,
      profileId: profiles.nameOf(state.profile),
      provider: names.textOf(state.provider),
      kind: state.isDisabling ? 'disabled' : 'cooldown',
      reason: nameOf(state.reason),
      untilMs: state.isDisabling ? state.disabledUntilMs : state.cooldownUntilMs,
      isKept: state.isKept,
      failures: state.failures,
    }
  }

  /** Candidates that no record decided: what is known of them are their calls, or only how the run ended. */
  function inferred(
    { attempts, ends, stops }: Pick<RunRecord, 'attempts' | 'ends' | 'stops'>,
    facts: RunFacts,
    place: number,
    decided: (attempts: readonly StoredAttempt[]) => readonly RunAttempt[],
  ): readonly RunCandidate[] {
    const groups: StoredAttempt[][] = []
    for (const attempt of attempts) {
      const group = groups.at(-1)
      if (group?.[0]?.model === attempt.model) group.push(attempt)
      else groups.push([attempt])
    }
    const total = place + Math.max(groups.length, 1)
    const candidates = groups.map((group, index): RunCandidate => {
      const last = group.at(-1)
      const model = last?.model ?? 0
      const { provider, model: name } = models.get(model)
      const isAnswer = index === groups.length - 1 && facts.answered === model && facts.outcome <= OUTCOME.fellBack
      return {
        provider,
        model: name,
        attempt: place + index + 1,
        total,
        decision: isAnswer ? 'candidate_succeeded' : 'candidate_failed',
        atMs: last?.atMs ?? facts.endedMs,
        reason: isAnswer ? null : nameOf(last?.reason ?? 0),
        status: isAnswer ? null : (last?.status ?? null),
        code: null,
        errorPreview: isAnswer ? null : textOf(last?.text ?? 0),
        suppressed: 0,
        profileCount: null,
        isProbe: false,
        locks: [],
        attempts: decided(group),
      }
    })
    const end = ends.find(({ model }) => model !== 0)
    const lone = end ?? stops.find(({ model }) => model !== 0)
    if (candidates.length > 0 || place > 0 || lone === undefined) return candidates
    const isError = end === undefined || (end.flags & END_FLAGS.error) !== 0
    return [
      {
        ...models.get(lone.model),
        attempt: 1,
        total: 1,
        decision: isError ? 'candidate_failed' : 'candidate_succeeded',
        atMs: lone.atMs,
        reason: nameOf(lone.reason),
        status: null,
        code: null,
        errorPreview: textOf(end?.text ?? 0),
        suppressed: 0,
        profileCount: null,
        isProbe: false,
        locks: [],
        attempts: [],
      },
    ]
  }

  function evidenceOf(record: RunRecord): readonly Evidence[] {
    const events = [...record.decisions, ...record.attempts, ...record.states, ...record.stops, ...record.ends]
    return events
      .toSorted((a, b) => a.source - b.source || (a.line ?? 0) - (b.line ?? 0) || a.atMs - b.atMs)
      .map(({ source, line }) => ({ source: sourceName.get(source) ?? '', line }))
  }

  return {
    detail(runKey, policy) {
      const id = rows.idOfKey(runKey)
      const record = id === null ? null : rows.load(id)
      if (record === null || record.facts === null)
        throw new HistoryRefused('not_found', 'This run is not in the history any more.', 'Look it up in the table.')
      const { facts } = record
      const shape = shapeOf(record, (model) => names.find(models.get(model).provider) ?? 0)
      const windows = windowsByAttempt(record)
      const shown = (attempts: readonly StoredAttempt[]): readonly RunAttempt[] => attemptsOf(attempts, windows, policy)
      const candidates = shape.candidates.map(({ decision, isProbe, attempts }): RunCandidate => ({
        ...models.get(decision.candidate),
        attempt: decision.attempt,
        total: decision.total,
        decision: DECISIONS[decision.decision] ?? 'candidate_failed',
        atMs: decision.atMs,
        reason: nameOf(decision.reason),
        status: decision.status,
        code: nameOf(decision.code),
        errorPreview: textOf(decision.text),
        suppressed: decision.suppressed,
        profileCount: decision.profileCount,
        isProbe: isProbe || decision.decision === DECISION.probed,
        locks:
          DECISIONS[decision.decision] === 'skip_candidate'
            ? locks.of({ ...models.get(decision.candidate), atMs: decision.atMs })
            : [],
        attempts: shown(attempts),
      }))
      const rest = { attempts: [...shape.undecided], ends: record.ends, stops: record.stops }
      const place = candidates.at(-1)?.attempt ?? 0
      const requested = models.get(facts.requested)
      const answered = facts.answered === 0 ? null : models.get(facts.answered)
      return {
        runKey,
        agentId: nameOf(record.agent),
        sessionId: nameOf(record.session),
        lane: nameOf(record.lane),
        parent: nameOf(record.parent),
        startedMs: facts.startedMs,
        endedMs: facts.endedMs,
        requestedProvider: requested.provider,
        requestedModel: requested.model,
        outcome: OUTCOMES[facts.outcome] ?? 'unknown',
        answeredProvider: answered?.provider ?? null,
        answeredModel: answered?.model ?? null,
        isInferred: facts.isInferred,
        candidates: [...candidates, ...inferred(rest, facts, place, shown)],
        stopReason: nameOf(facts.stop),
        evidence: evidenceOf(record),
      }
    },
  }
}

/** A window goes with the call of its profile that is nearest in time; else with the nearest call at all. */
function windowsByAttempt({ attempts, states }: RunRecord): ReadonlyMap<StoredAttempt, readonly StoredState[]> {
  const windows = new Map<StoredAttempt, StoredState[]>()
  for (const state of states) {
    const ofProfile = attempts.filter(({ profile }) => profile === state.profile)
    const nearest = (ofProfile.length > 0 ? ofProfile : attempts).reduce<StoredAttempt | null>(
      (best, attempt) =>
        best === null || Math.abs(attempt.atMs - state.atMs) < Math.abs(best.atMs - state.atMs) ? attempt : best,
      null,
    )
    if (nearest !== null) windows.set(nearest, [...(windows.get(nearest) ?? []), state])
  }
  return windows
}
