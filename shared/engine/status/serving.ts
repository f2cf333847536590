import { own } from '../record.ts'
import { normalizeProvider, resolveAuthProvider, resolveOrder, type Rotation } from '../rotation/index.ts'
import { isExempt, unusableUntil, windowsOf, type Window } from '../windows/index.ts'
import type { AgentChain } from '../chain/index.ts'
import type { ModelRef } from '../config/model-ref.ts'
import type { CandidateStatus, Serving, ServingPlace } from './types.ts'

/** How many places behind the serving one are worth showing. */
const LINE_LENGTH = 3

/** What would answer a run that starts now, and what stands behind it (question 1; R01, R32, R44). */
export function servingOf(rotation: Rotation, chain: AgentChain, nowMs: number): Serving {
  const statuses = chain.candidates.map((candidate, index) => candidateStatus(rotation, candidate, index, nowMs))
  const servingIndex = statuses.findIndex(({ state }) => state === 'ready' || state === 'provider_key')
  const candidates = statuses.map<CandidateStatus>((candidate, index) =>
    index === servingIndex ? { ...candidate, state: 'serving' } : candidate,
  )
  const returns = statuses.flatMap(({ availableAtMs }) => (availableAtMs === null ? [] : [availableAtMs]))
  return {
    candidates,
    line: candidates.flatMap(placesOf).slice(0, LINE_LENGTH),
    servingIndex,
    nextAvailableAtMs: servingIndex === -1 && returns.length > 0 ? Math.min(...returns) : null,
    isStrict: chain.isStrict,
    isBuiltIn: chain.isBuiltIn,
  }
}

function placesOf({ provider, model, state, usableProfileIds }: CandidateStatus): ServingPlace[] {
  if (usableProfileIds.length > 0) return usableProfileIds.map((profileId) => ({ provider, model, profileId }))
  return state === 'provider_key' || state === 'serving' ? [{ provider, model, profileId: null }] : []
}

function candidateStatus(rotation: Rotation, candidate: ModelRef, index: number, nowMs: number): CandidateStatus {
  const { provider, model } = candidate
  const order = resolveOrder(rotation, {
    provider,
    model,
    nowMs,
    preferredProfileId: index === 0 ? (candidate.profileId ?? undefined) : undefined,
  })
  const returns = order.entries.map(({ profileId }) => ({
    profileId,
    untilMs: unusableForModel(rotation, profileId, model, nowMs),
  }))
  const usableProfileIds = returns.filter(({ untilMs }) => untilMs <= nowMs).map(({ profileId }) => profileId)
  const first = returns.toSorted((a, b) => a.untilMs - b.untilMs)[0]
  const role = index === 0 ? 'primary' : 'fallback'
  const common = { provider, model, role, usableProfileIds } as const
  if (usableProfileIds[0] !== undefined)
    return { ...common, state: 'ready', profileId: usableProfileIds[0], availableAtMs: null, lock: null }
  if (first)
    return {
      ...common,
      state: 'locked',
      profileId: first.profileId,
      availableAtMs: first.untilMs,
      lock: lockOf(rotation, first.profileId, model, nowMs),
    }
  const state =
    order.excluded.length > 0 || order.isExplicit
      ? 'no_eligible_profile'
      : hasOwnKey(rotation, provider)
        ? 'provider_key'
        : 'no_profile'
  return { ...common, state, profileId: null, availableAtMs: null, lock: null }
}

/** While candidates are walked, every release looks at the model, even where its order does not (R32). */
function unusableForModel(rotation: Rotation, profileId: string, model: string, nowMs: number): number {
  const profile = rotation.profileById.get(profileId)
  const stats = own(rotation.store.usageStats, profileId)
  if (!stats || (profile && isExempt(rotation.policy, profile.provider))) return 0
  return unusableUntil(stats, rotation.policy, model, nowMs)
}

/** The window that keeps a profile from this model the longest. */
function lockOf(rotation: Rotation, profileId: string, model: string, nowMs: number): Window | null {
  const profile = rotation.profileById.get(profileId)
  const stats = own(rotation.store.usageStats, profileId)
  if (!stats || !profile) return null
  const windows = windowsOf(stats, rotation.policy, profile.provider, nowMs)
  return windows.find((window) => window.model === null || window.model === model) ?? windows[0] ?? null
}

function hasOwnKey(rotation: Rotation, provider: string): boolean {
  const rules = rotation.policy.order
  const authProvider = resolveAuthProvider(provider, rules)
  return rotation.config.providers.some(
    ({ id, apiKey, isLocal }) =>
      (apiKey !== null || isLocal) && [authProvider, provider].includes(normalizeProvider(id, rules)),
  )
}
