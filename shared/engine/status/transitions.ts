import { recordedWindows, type Window } from '../windows/index.ts'
import { inheritedStore, policyOf } from './agent-rotation.ts'
import type { DirectoryFacts } from './facts.ts'
import type { AgentStatus, ProfileStatus, ServingPlace, Transition } from './types.ts'

const MAX_RECORDED = 60

type Details = Pick<Transition, 'kind' | 'atMs' | 'agentId'> & Partial<Transition>

function transition(basis: Transition['basis'], details: Details): Transition {
  const { kind, agentId, profileId = null, windowKind = null, untilMs = null, atMs } = details
  // A window is known by its end; other events by their time. So the same event found twice has one id.
  const when = windowKind === null ? atMs : untilMs
  return {
    provider: null,
    model: null,
    reason: null,
    from: null,
    to: null,
    ...details,
    basis,
    profileId,
    windowKind,
    untilMs,
    id: [kind, agentId, profileId ?? details.provider ?? '', windowKind ?? '', when].join('|'),
  }
}

/**
 * What the records of a directory tell about the past, newest first: windows that opened and ended, last uses (question
 * 4). Records keep only the latest of each, so this is not a history; the console's own observation adds to it.
 */
export function recordedTransitions(facts: DirectoryFacts, nowMs: number): readonly Transition[] {
  const policy = policyOf(facts)
  const found: Transition[] = []
  const sources = facts.agents.map((agent) => ({ agentId: agent.id, store: agent.store }))
  const main = facts.agents.find(({ isDefault }) => isDefault) ?? facts.agents[0]
  if (facts.sharedStore && main) sources.push({ agentId: main.id, store: inheritedStore(facts, main) })
  for (const { agentId, store } of sources) {
    if (!store) continue
    const providers = new Map(store.profiles.map(({ id, provider }) => [id, provider]))
    for (const [profileId, stats] of Object.entries(store.usageStats)) {
      const provider = providers.get(profileId) ?? null
      if (stats.lastUsedMs !== null && stats.lastUsedMs <= nowMs)
        found.push(transition('recorded', { kind: 'answered', atMs: stats.lastUsedMs, agentId, provider, profileId }))
      for (const window of recordedWindows(stats, policy, provider ?? '')) {
        const about = { agentId, provider, profileId, ...windowDetails(window) }
        if (window.startMs !== null && window.startMs <= nowMs)
          found.push(transition('recorded', { ...about, kind: 'locked', atMs: window.startMs }))
        if (window.untilMs <= nowMs)
          found.push(transition('recorded', { ...about, kind: 'unlocked', atMs: window.untilMs }))
      }
    }
  }
  return found.sort(newestFirst).slice(0, MAX_RECORDED)
}

/**
 * What is different between two evaluations of one directory, newest first: seen while watching. Time alone can be the
 * difference, when a window ends. An agent that is new has no past to differ from.
 */
export function observedTransitions(
  before: readonly AgentStatus[],
  after: readonly AgentStatus[],
): readonly Transition[] {
  const earlier = new Map(before.map((status) => [status.agentId, status]))
  return after
    .flatMap((later) => {
      const status = earlier.get(later.agentId)
      return status === undefined ? [] : agentTransitions(status, later)
    })
    .sort(newestFirst)
}

function agentTransitions(before: AgentStatus, after: AgentStatus): Transition[] {
  const { agentId, nowMs } = after
  const earlier = profilesOf(before)
  const later = profilesOf(after)
  const found: Transition[] = []
  const add = (details: Omit<Details, 'agentId'>): void =>
    void found.push(transition('observed', { ...details, agentId }))
  for (const [profileId, status] of later) {
    const about = { profileId, provider: status.provider }
    const previous = earlier.get(profileId)
    if (!previous) {
      add({ ...about, kind: 'profile_added', atMs: nowMs })
      continue
    }
    for (const window of status.windows) {
      const known = previous.windows.find(({ kind }) => kind === window.kind)
      if (known?.untilMs !== window.untilMs)
        add({ ...about, ...windowDetails(window), kind: 'locked', atMs: window.startMs ?? nowMs })
    }
    for (const window of previous.windows) {
      if (status.windows.some(({ kind }) => kind === window.kind)) continue
      add({ ...about, ...windowDetails(window), kind: 'unlocked', atMs: Math.min(nowMs, window.untilMs) })
    }
    if (status.lastUsedMs !== null && status.lastUsedMs !== previous.lastUsedMs)
      add({ ...about, kind: 'answered', atMs: Math.min(nowMs, status.lastUsedMs) })
    if (status.signIn.expiresMs !== previous.signIn.expiresMs)
      add({ ...about, kind: 'credential_changed', atMs: nowMs })
  }
  for (const [profileId, { provider }] of earlier)
    if (!later.has(profileId)) add({ profileId, provider, kind: 'profile_removed', atMs: nowMs })
  for (const provider of changedOrders(before, after)) add({ provider, kind: 'order_changed', atMs: nowMs })
  const from = placeName(before.serving.line[0])
  const to = placeName(after.serving.line[0])
  if (from !== to) add({ kind: 'serving_changed', atMs: nowMs, from, to })
  return found
}

/** Profiles that exist; one that an order merely names does not. */
function profilesOf(status: AgentStatus): Map<string, ProfileStatus> {
  const all = status.lanes.flatMap((lane) => [...lane.profiles, ...lane.excluded])
  return new Map(
    all.filter(({ exclusion }) => exclusion?.code !== 'profile_missing').map((item) => [item.profileId, item]),
  )
}

/** Providers whose written order differs: another source, or other places in it. Windows and uses do not count. */
function changedOrders(before: AgentStatus, after: AgentStatus): string[] {
  const earlier = writtenOrders(before)
  return [...writtenOrders(after)].flatMap(([provider, text]) =>
    earlier.has(provider) && earlier.get(provider) !== text ? [provider] : [],
  )
}

function writtenOrders({ lanes }: AgentStatus): Map<string, string> {
  return new Map(
    lanes.map(({ provider, order }) => {
      const listed = order.isExplicit
        ? [...order.entries].sort((a, b) => a.listIndex - b.listIndex).map(({ profileId }) => profileId)
        : []
      return [provider, JSON.stringify([order.source, order.layer, listed, order.missingIds])]
    }),
  )
}

function windowDetails({ kind, model, reason, untilMs }: Window): Partial<Transition> {
  return { windowKind: kind, model, reason, untilMs }
}

function placeName(place: ServingPlace | undefined): string | null {
  return place ? `${place.provider}/${place.model}` : null
}

function newestFirst(a: Transition, b: Transition): number {
  return b.atMs - a.atMs
}
