import type { ConfiguredProfile } from '../config/types.ts'
import type { Policy } from '../policy/index.ts'
import { own } from '../record.ts'
import type { EffectiveStore } from '../store/effective-store.ts'
import type { AuthProfile, UsageStats } from '../store/types.ts'
import { isExempt } from '../windows/unusable-until.ts'
import { settledEligibility } from './eligibility.ts'
import type { EligibilityCode } from './types.ts'

const TYPE_RANK = { oauth: 0, token: 1, api_key: 2 } as const
const RANK_WITHOUT_CREDENTIAL = 3
const NEVER = Number.POSITIVE_INFINITY

/** A profile as a list of the rotation names it, with everything settled that does not depend on the time. */
export interface Member {
  readonly profileId: string
  /** null: it is not stored. */
  readonly profile: AuthProfile | null
  /** Its records; null: none, or its provider is never locked. */
  readonly stats: UsageStats | null
  readonly lastUsedMs: number
  readonly code: EligibilityCode
  /** oauth 0, token 1, api_key 2, no stored credential 3 */
  readonly typeRank: number
  /** Token: the instant from which it is expired and may not be used. */
  readonly endsAtMs: number
  /** OAuth: the instant from which its access token has to be renewed. */
  readonly renewsAtMs: number
}

export interface MemberSource {
  readonly policy: Policy
  readonly store: EffectiveStore
  readonly profileById: ReadonlyMap<string, AuthProfile>
  readonly configuredById: ReadonlyMap<string, ConfiguredProfile>
  /** Whether the configuration alone makes a profile of this provider (`aws-sdk`). */
  isConfigOnly(authProvider: string, configured: ConfiguredProfile | undefined): boolean
}

/** @param authProvider the provider the list belongs to, after aliases */
export function memberOf(source: MemberSource, authProvider: string, profileId: string): Member {
  const profile = source.profileById.get(profileId)
  const configured = source.configuredById.get(profileId)
  const stats = own(source.store.usageStats, profileId)
  if (!profile) {
    return {
      profileId,
      profile: null,
      stats: stats ?? null,
      lastUsedMs: stats?.lastUsedMs ?? 0,
      code: source.isConfigOnly(authProvider, configured) ? 'ok' : 'profile_missing',
      typeRank: RANK_WITHOUT_CREDENTIAL,
      endsAtMs: NEVER,
      renewsAtMs: NEVER,
    }
  }
  const expiresMs = profile.expiresMs ?? NEVER
  return {
    profileId,
    profile,
    stats: stats && !isExempt(source.policy, profile.provider) ? stats : null,
    lastUsedMs: stats?.lastUsedMs ?? 0,
    code: settledEligibility(source.policy.order, authProvider, profile, configured),
    typeRank: TYPE_RANK[profile.type],
    endsAtMs: profile.type === 'token' ? expiresMs : NEVER,
    renewsAtMs: profile.type === 'oauth' ? expiresMs : NEVER,
  }
}

/** The code at an instant: what is settled, and after it the end of a token. */
export function codeAt(member: Member, nowMs: number): EligibilityCode {
  return member.code === 'ok' && member.endsAtMs <= nowMs ? 'expired' : member.code
}
