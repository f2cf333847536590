import { own } from '../record.ts'
import type { AuthProfile, AuthStore, UsageStats } from '../store/types.ts'
import {
  contradictionChangeAtMs,
  contradictionOf,
  type Contradiction,
  type ContradictionContext,
  type Window,
  type WindowKind,
} from '../windows/index.ts'
import { agentRotation, inheritedStore, policyOf } from './agent-rotation.ts'
import type { AgentFacts, DirectoryFacts } from './facts.ts'
import { providerLanes } from './lanes.ts'
import { locksOf } from './locks.ts'
import type { Lock } from './types.ts'

/** A lock that a fresher signal contradicts, and whose records hold it. */
export interface ContradictedLock {
  readonly owner: { readonly kind: 'agent'; readonly agentId: string } | { readonly kind: 'shared' }
  readonly profileId: string
  readonly provider: string
  readonly windowKind: WindowKind
  /** The only model the lock is for; null: all. */
  readonly model: string | null
  /** Epoch ms */
  readonly untilMs: number
  readonly signal: Contradiction
  /** What `endContradicted` needs to judge the records alike. */
  readonly elsewhere: UsageStats | null
}

/** The contradicted locks of one agent, and when time alone may change that. */
export interface ContradictedLocks {
  readonly locks: readonly ContradictedLock[]
  /** Epoch ms; null: never */
  readonly nextChangeAtMs: number | null
}

/**
 * The running windows of an agent's profiles that a fresher signal contradicts: its own, and those that it inherits. Who may
 * write the records ends them with `endContradicted`.
 *
 * @returns an empty list also where there is no such agent
 */
export function contradictedLocks(facts: DirectoryFacts, agentId: string, nowMs: number): readonly ContradictedLock[] {
  const agent = facts.agents.find(({ id }) => id === agentId)
  if (!agent) return []
  return contradictedAmong(facts, agent, locksOf(providerLanes(agentRotation(facts, agent), nowMs)), nowMs).locks
}

/** The same for an agent whose locks are known already. */
export function contradictedAmong(
  facts: DirectoryFacts,
  agent: AgentFacts,
  locks: readonly Lock[],
  nowMs: number,
): ContradictedLocks {
  const policy = policyOf(facts)
  const base = inheritedStore(facts, agent)
  const found: ContradictedLock[] = []
  let next = Number.POSITIVE_INFINITY
  for (const lock of locks) {
    const records = recordsOf(facts, agent, base, lock.profileId)
    if (!records) continue
    const { stats, elsewhere, owner } = records
    const context: ContradictionContext = { policy, provider: lock.provider, nowMs, elsewhere }
    next = Math.min(next, contradictionChangeAtMs(lock.window, stats, context) ?? next)
    const signal = contradictionOf(lock.window, stats, context)
    if (signal) found.push({ owner, elsewhere, signal, ...details(lock, lock.window) })
  }
  return { locks: found, nextChangeAtMs: Number.isFinite(next) ? next : null }
}

function details(
  { profileId, provider }: Lock,
  { kind, model, untilMs }: Window,
): Pick<ContradictedLock, 'profileId' | 'provider' | 'windowKind' | 'model' | 'untilMs'> {
  return { profileId, provider, windowKind: kind, model, untilMs }
}

type Records = Pick<ContradictedLock, 'owner' | 'elsewhere'> & { readonly stats: UsageStats }

/** The records that count for an agent: its own, else the inherited ones; and the others beside its own. */
function recordsOf(
  facts: DirectoryFacts,
  agent: AgentFacts,
  base: AuthStore | null,
  profileId: string,
): Records | null {
  const inherited = base ? (own(base.usageStats, profileId) ?? null) : null
  const local = agent.store && own(agent.store.usageStats, profileId)
  if (local) {
    const isSame = inherited !== null && isSameCredential(agent.store, base, profileId)
    return { stats: local, elsewhere: isSame ? inherited : null, owner: { kind: 'agent', agentId: agent.id } }
  }
  if (!inherited) return null
  const owner: Records['owner'] = facts.sharedStore ? { kind: 'shared' } : { kind: 'agent', agentId: 'main' }
  return { stats: inherited, elsewhere: null, owner }
}

/** An id alone does not make two credentials one: their secrets must look alike, or one must be the inherited other. */
function isSameCredential(store: AuthStore | null, base: AuthStore | null, profileId: string): boolean {
  const inherited = profileOf(base, profileId)
  const local = profileOf(store, profileId)
  if (!inherited) return false
  return local === null || markOf(local) === markOf(inherited)
}

function profileOf(store: AuthStore | null, profileId: string): AuthProfile | null {
  return store?.profiles.find(({ id }) => id === profileId) ?? null
}

/** What tells credentials apart without a secret; each unknown one is unlike every other. */
function markOf(profile: AuthProfile): string | symbol {
  const { type, provider, keyRef, tokenRef, key, token, accountId, email } = profile
  const ref = keyRef ?? tokenRef
  const account = type === 'oauth' ? (accountId ?? email) : null
  const tail = (key ?? token)?.tail ?? null
  const mark = ref ? [ref.source, ref.provider, ref.id] : (account ?? tail)
  return mark === null ? Symbol('unknown') : JSON.stringify([type, provider, mark])
}
