import { own } from '../record.ts'
import { profileEligibility, resolveAuthProvider, resolveOrder, type Rotation } from '../rotation/index.ts'
import type { FailureReason } from '../store/failure-reason.ts'
import type { UsageStats } from '../store/types.ts'
import { isExempt, soonestExpiry, unavailableReason, unusableUntil } from '../windows/index.ts'
import type { RunRequest } from './types.ts'

/** One profile of a candidate in the order in which it is tried. */
export interface CandidateProfile {
  readonly profileId: string
  /** Normalised provider of the profile itself. */
  readonly provider: string
  readonly stats: UsageStats | null
  /** Epoch ms; 0: usable now for the candidate's model. */
  readonly unusableUntilMs: number
  /** The user pinned it. */
  readonly isUserPin: boolean
}

/** The profiles that can serve a candidate, with what their windows amount to. */
export interface CandidateProfiles {
  /** Of the candidate, as it names it. */
  readonly provider: string
  /** At least one. */
  readonly ordered: readonly CandidateProfile[]
  /** Why they are unavailable, all of them taken together; `unknown` where nothing says. */
  readonly reason: FailureReason
  /** Epoch ms, model-aware; null: none is in a window. */
  readonly soonestExpiryMs: number | null
  /** A reset that the provider announced is still ahead for one of them. */
  readonly isBlocked: boolean
}

/**
 * The profiles of a candidate: a user's pin that may be used first, then the session's preference, then the order. Every
 * release looks at the model here, also where its order does not (R32).
 *
 * @returns null where the provider has no profile that may be used, so that there is nothing to look at
 */
export function candidateProfiles(
  rotation: Rotation,
  request: RunRequest,
  { provider, model }: { readonly provider: string; readonly model: string },
  nowMs: number,
): CandidateProfiles | null {
  const { policy } = rotation
  const preferredProfileId = request.userPin ?? request.preferredProfileId ?? undefined
  const { entries } = resolveOrder(rotation, { provider, model, nowMs, preferredProfileId })
  const ids = entries.map(({ profileId }) => profileId)
  const pin = request.userPin
  if (pin !== null && !ids.includes(pin) && isUsablePin(rotation, provider, pin, nowMs)) ids.unshift(pin)
  if (ids.length === 0) return null
  const ordered: CandidateProfile[] = []
  let isAnyReady = false
  for (const profileId of ids) {
    const stats = own(rotation.store.usageStats, profileId) ?? null
    const owner = rotation.profileById.get(profileId)?.provider ?? provider
    const untilMs = stats === null || isExempt(policy, owner) ? 0 : unusableUntil(stats, policy, model, nowMs)
    const unusableUntilMs = nowMs < untilMs ? untilMs : 0
    if (unusableUntilMs === 0) isAnyReady = true
    ordered.push({ profileId, provider: owner, stats, unusableUntilMs, isUserPin: profileId === pin })
  }
  // What windows amount to is asked only where every profile is in one.
  if (isAnyReady) return { provider, ordered, reason: 'unknown', soonestExpiryMs: null, isBlocked: false }
  return {
    provider,
    ordered,
    reason: unavailableReason(ordered, policy, nowMs)?.reason ?? 'unknown',
    soonestExpiryMs: soonestExpiry(ordered, policy, model, nowMs)?.untilMs ?? null,
    isBlocked: policy.order.hasBlocks && ordered.some(({ stats }) => nowMs < (stats?.blockedUntilMs ?? 0)),
  }
}

/** When the first candidate of a chain returns, as far as windows tell (R51); null: none is in a window. */
export function chainSoonestExpiry(rotation: Rotation, request: RunRequest, nowMs: number): number | null {
  let soonest: number | null = null
  for (const { provider, model } of request.chain.candidates) {
    const { entries } = resolveOrder(rotation, { provider, model, nowMs })
    const profiles = entries.map(({ profileId }) => ({
      profileId,
      provider: rotation.profileById.get(profileId)?.provider ?? provider,
      stats: own(rotation.store.usageStats, profileId) ?? null,
    }))
    const untilMs = soonestExpiry(profiles, rotation.policy, model, nowMs)?.untilMs ?? null
    if (untilMs !== null && (soonest === null || untilMs < soonest)) soonest = untilMs
  }
  return soonest
}

/** A pin counts for its own provider, whatever the order names. */
function isUsablePin(rotation: Rotation, provider: string, pin: string, nowMs: number): boolean {
  const owner = rotation.profileById.get(pin)?.provider
  const rules = rotation.policy.order
  if (owner === undefined || resolveAuthProvider(owner, rules) !== resolveAuthProvider(provider, rules)) return false
  return profileEligibility(rotation, provider, pin, nowMs) === 'ok'
}
