import path from 'node:path'
import type { Finding, HistoryFilter } from '../../shared/contract/history/index.ts'
import type { OrderList, Problem } from '../../shared/contract/types.ts'
import type { Cleaning } from './cleaning.ts'
import type { BundledOrder, BundledWindow } from './format.ts'

const SHARED = 'shared'
const AGENT = 'agent:'

/** What the ledger tells of a window. Every field is named here: what is not, does not get in. */
export function cleanWindow(window: BundledWindow, { aliases, wordOrNull }: Cleaning): BundledWindow {
  const { owner, provider } = window
  return {
    atMs: window.atMs,
    agentId: aliases.agent(window.agentId),
    owner: owner.startsWith(AGENT) ? AGENT + aliases.agent(owner.slice(AGENT.length)) : SHARED,
    provider: aliases.provider(provider),
    profileId: aliases.profile(window.profileId, provider),
    windowKind: window.windowKind,
    action: window.action,
    cause: window.cause,
    rule: wordOrNull(window.rule),
    reason: window.reason,
    rung: window.rung,
    failures: window.failures,
    untilBeforeMs: window.untilBeforeMs,
    untilAfterMs: window.untilAfterMs,
    model: window.model === null ? null : aliases.model(window.model),
    basis: window.basis,
  }
}

export function cleanRevision(revision: BundledOrder, { aliases }: Cleaning): BundledOrder {
  const { provider } = revision
  const list = (ids: OrderList): OrderList => ids?.map((id) => aliases.profile(id, provider)) ?? null
  return {
    atMs: revision.atMs,
    agentId: aliases.agent(revision.agentId),
    provider: aliases.provider(provider),
    target: revision.target,
    before: list(revision.before),
    after: list(revision.after),
    origin: revision.origin,
    state: revision.state,
  }
}

/** A finding leads to the same records by other names. A filter by words would lead nowhere where texts are left out. */
export function cleanFinding(finding: Finding, cleaning: Cleaning): Finding {
  const { aliases, session } = cleaning
  const { provider } = finding
  return {
    id: aliases.other('finding', finding.id),
    code: finding.code,
    severity: finding.severity,
    fromMs: finding.fromMs,
    toMs: finding.toMs,
    provider: provider === null ? null : aliases.provider(provider),
    profileIds: finding.profileIds.map((id) => aliases.profile(id, provider)),
    models: finding.models.map(aliases.modelRef),
    sessions: finding.sessions.map(session),
    figures: { ...finding.figures },
    filter: cleanFilter(finding.filter, provider, cleaning),
    runKeys: finding.runKeys.map(aliases.run),
  }
}

function cleanFilter(filter: HistoryFilter, provider: string | null, cleaning: Cleaning): HistoryFilter {
  const { aliases, session, word, errorText } = cleaning
  const { fromMs, toMs, agents, sessions, runs, providers, models, profiles, decisions, reasons, statuses } = filter
  const text = errorText(filter.text ?? null)
  return {
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(toMs === undefined ? {} : { toMs }),
    ...(agents ? { agents: agents.map(aliases.agent) } : {}),
    ...(sessions ? { sessions: sessions.map(session) } : {}),
    ...(runs ? { runs: runs.map(aliases.run) } : {}),
    ...(providers ? { providers: providers.map(aliases.provider) } : {}),
    ...(models ? { models: models.map(aliases.modelRef) } : {}),
    ...(profiles ? { profiles: profiles.map((id) => aliases.profile(id, provider)) } : {}),
    ...(decisions ? { decisions } : {}),
    ...(reasons ? { reasons: reasons.map(word) } : {}),
    ...(statuses ? { statuses } : {}),
    ...(text === null ? {} : { text }),
  }
}

export function cleanProblem(problem: Problem, { aliases, sentence }: Cleaning): Problem {
  const { keptFromMs, hint, agentId } = problem
  return {
    id: aliases.other('problem', problem.id),
    severity: problem.severity,
    code: problem.code,
    file: sentence(path.posix.basename(problem.file.replaceAll('\\', '/'))),
    line: problem.line,
    column: problem.column,
    message: sentence(problem.message),
    hint: hint === null ? null : sentence(hint),
    agentId: agentId === null ? null : aliases.agent(agentId),
    ...(keptFromMs === undefined ? {} : { keptFromMs }),
  }
}
