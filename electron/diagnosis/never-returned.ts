import type { Finding } from '../../shared/contract/history/index.ts'
import {
  describeAgent,
  inheritedStore,
  MINUTE_MS,
  own,
  type AgentFacts,
  type DirectoryFacts,
  type SessionFacts,
} from '../../shared/engine/index.ts'
import { sessionIdOf } from '../logs/correlation.ts'
import { findingOf, first, groupBy, last } from './finding.ts'
import type { AnswerRecord, DiagnosisInput } from './input.ts'
import { modelUse, type ModelUse } from './model-use.ts'

/** A sticky fallback asks for its origin every 5 minutes: after this long it has had six chances. */
const USABLE_FOR_MS = 30 * MINUTE_MS
/** One or two runs on a fallback are what fallbacks are for. */
const RUNS = 3

/** Sessions that a fallback went on answering although the model they asked for could have been used again for long. */
export function fallbacksNeverReturned(input: DiagnosisInput): Finding[] {
  const use = modelUse(input)
  const sessions = groupBy(input.answers, ({ sessionId }) => sessionId)
  const found = [...sessions.values()].flatMap((runs) => stretchesOf(runs, use).map(ofStretch))
  const told = new Set(found.flatMap((finding) => finding.sessions))
  const recorded = input.facts ? stuckSessions(input.facts, input.nowMs) : []
  return [...found, ...recorded.filter((finding) => finding.sessions.every((id) => !told.has(id)))]
}

interface Stretch {
  readonly runs: readonly AnswerRecord[]
  readonly usableSinceMs: number
}

/** Runs in a row that went to a fallback without a try, while the requested model had been usable for long. */
function stretchesOf(runs: readonly AnswerRecord[], use: ModelUse): Stretch[] {
  const stretches: Stretch[] = []
  let current: AnswerRecord[] = []
  let usableSinceMs = 0
  const end = (): void => {
    if (current.length >= RUNS) stretches.push({ runs: current, usableSinceMs })
    current = []
  }
  for (const run of [...runs].sort(byTime)) {
    const sinceMs = use.usableSince(run.requested, run.atMs)
    const isMissed = isUntried(run) && sinceMs !== null && run.atMs - sinceMs >= USABLE_FOR_MS
    if (!isMissed || (current.length > 0 && first(current).requested !== run.requested)) end()
    if (!isMissed) continue
    if (current.length === 0) usableSinceMs = sinceMs
    current.push(run)
  }
  end()
  return stretches
}

function isUntried({ requested, answered, requestedWas }: AnswerRecord): boolean {
  return answered !== requested && (requestedWas === 'skipped' || requestedWas === 'untried')
}

function byTime(a: AnswerRecord, b: AnswerRecord): number {
  return a.atMs - b.atMs || (a.runKey < b.runKey ? -1 : 1)
}

function ofStretch({ runs, usableSinceMs }: Stretch): Finding {
  const { sessionId, requested } = first(runs)
  return findingOf({
    code: 'fallback_never_returned',
    severity: 'warning',
    about: sessionId,
    fromMs: first(runs).atMs,
    toMs: last(runs).atMs,
    provider: providerOf(requested),
    models: [requested, ...runs.map(({ answered }) => answered)],
    sessions: [sessionId],
    figures: { runs: runs.length, usableSinceMs, usableForMs: last(runs).atMs - usableSinceMs },
    filter: { sessions: [sessionId] },
    runKeys: runs.map(({ runKey }) => runKey),
  })
}

/** Sessions that keep an automatic override although an account of the model it stands in for has been free for long. */
function stuckSessions(facts: DirectoryFacts, nowMs: number): Finding[] {
  return facts.agents.flatMap((agent) =>
    agent.sessions.flatMap((session) => {
      const { originProvider: provider, originModel, overrideProvider, overrideModel, overrideSource, key } = session
      if (overrideSource !== 'auto' || provider === null || originModel === null || session.updatedAtMs > nowMs)
        return []
      if (!isAnsweredByOverride(session)) return []
      const usableSinceMs = accountFreeSince(facts, agent, provider, nowMs)
      if (usableSinceMs === null || session.updatedAtMs - usableSinceMs < USABLE_FOR_MS) return []
      const sessionId = sessionIdOf(key)
      return findingOf({
        code: 'fallback_never_returned',
        severity: 'warning',
        about: sessionId,
        fromMs: usableSinceMs,
        toMs: session.updatedAtMs,
        provider,
        models: [`${provider}/${originModel}`, `${overrideProvider}/${overrideModel}`],
        sessions: [sessionId],
        figures: { usableSinceMs, usableForMs: session.updatedAtMs - usableSinceMs },
        filter: { sessions: [sessionId] },
      })
    }),
  )
}

function isAnsweredByOverride(session: SessionFacts): boolean {
  const { lastProvider, lastModel, overrideProvider, overrideModel } = session
  return lastProvider !== null && lastProvider === overrideProvider && lastModel === overrideModel
}

/** Since when the records show a usable account; null: none is usable, or nothing shows since when. */
function accountFreeSince(facts: DirectoryFacts, agent: AgentFacts, provider: string, nowMs: number): number | null {
  const lane = describeAgent(facts, agent.id, nowMs)?.lanes.find((found) => found.provider === provider)
  const since = (lane?.profiles ?? []).flatMap(({ profileId, state }) => {
    const base = inheritedStore(facts, agent)
    const stats = own(agent.store?.usageStats ?? {}, profileId) ?? own(base?.usageStats ?? {}, profileId)
    if (state !== 'ready' || !stats) return []
    const { cooldownUntilMs, disabledUntilMs, blockedUntilMs, lastFailureAtMs, lastUsedMs } = stats
    const ends = [cooldownUntilMs, disabledUntilMs, blockedUntilMs].filter((untilMs) => untilMs !== null)
    // An answer ends all windows, and wipes them from the records.
    const isAnswered = lastUsedMs !== null && lastUsedMs <= nowMs && lastUsedMs > (lastFailureAtMs ?? 0)
    const freeMs = isAnswered ? lastUsedMs : ends.length > 0 ? Math.max(...ends, lastFailureAtMs ?? 0) : null
    return freeMs === null || freeMs > nowMs ? [] : freeMs
  })
  return since.length === 0 ? null : Math.min(...since)
}

function providerOf(model: string): string {
  return model.slice(0, Math.max(0, model.indexOf('/')))
}
