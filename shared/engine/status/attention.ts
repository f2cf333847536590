import type { AgentChain } from '../chain/index.ts'
import { resolveAuthProvider, type Rotation } from '../rotation/index.ts'
import type { AuthProfile } from '../store/types.ts'
import type { ContradictedLock } from './contradicted-locks.ts'
import type { Attention, AttentionCode, ProfileStatus, ProviderLane, Serving } from './types.ts'

const SEVERITY: Readonly<Record<AttentionCode, Attention['severity']>> = {
  nothing_can_answer: 'error',
  signin_refresh_failed: 'error',
  signin_expired: 'error',
  auth_permanent: 'error',
  credit_exhausted: 'error',
  credential_malformed: 'error',
  lock_contradicted: 'warning',
  credential_missing: 'warning',
  mode_mismatch: 'warning',
  provider_mismatch: 'warning',
  signin_expiring: 'warning',
  order_names_nothing: 'warning',
  order_names_missing_profile: 'warning',
  order_key_unmatched: 'warning',
  model_without_profile: 'warning',
  credential_odd: 'warning',
  primary_is_first_fallback: 'info',
  plaintext_secrets: 'info',
}
const RANK = { error: 0, warning: 1, info: 2 } as const

/** What a person has to look after, the gravest first (question 3). */
export function attentionOf(
  rotation: Rotation,
  chain: AgentChain,
  lanes: readonly ProviderLane[],
  serving: Serving,
  contradicted: readonly ContradictedLock[],
): readonly Attention[] {
  const found = [
    ...servingAttention(serving),
    ...lanes.flatMap((lane) => [
      ...[...lane.profiles, ...lane.excluded].flatMap((status) => profileAttention(status, contradicted)),
      ...orderAttention(lane),
    ]),
    ...contradictedAttention(contradicted),
    ...unmatchedOrderKeys(rotation, lanes),
    ...chainAttention(rotation, chain),
    ...plaintextAttention(lanes),
  ]
  return found.sort((a, b) => RANK[a.severity] - RANK[b.severity])
}

function attention(code: AttentionCode, details: Partial<Omit<Attention, 'id' | 'code' | 'severity'>>): Attention {
  const { provider = null, profileIds = [], model = null, untilMs = null, contradiction = null } = details
  const id = [code, provider, model, profileIds[0]].filter((part) => part != null).join(' ')
  return { id, severity: SEVERITY[code], code, provider, profileIds, model, untilMs, contradiction }
}

function servingAttention({ servingIndex, nextAvailableAtMs, candidates }: Serving): Attention[] {
  const withoutProfile = candidates.filter(({ state }) => state === 'no_profile' || state === 'no_eligible_profile')
  return [
    ...(servingIndex === -1 ? [attention('nothing_can_answer', { untilMs: nextAvailableAtMs })] : []),
    ...withoutProfile.map(({ provider, model }) => attention('model_without_profile', { provider, model })),
  ]
}

function profileAttention(status: ProfileStatus, contradicted: readonly ContradictedLock[]): Attention[] {
  const { provider, profileId, profile, signIn, exclusion } = status
  const about = (code: AttentionCode, untilMs: number | null = null): Attention =>
    attention(code, { provider, profileIds: [profileId], untilMs })
  const found: Attention[] = []
  // A profile that the order leaves out on purpose needs nobody.
  if (exclusion?.code === 'excluded_by_order' || exclusion?.code === 'not_configured') return found
  const excludedAs = exclusion && EXCLUSION_ATTENTION[exclusion.code]
  if (signIn.state === 'failed') found.push(about('signin_refresh_failed'))
  else if (signIn.state === 'expired' && !signIn.isRenewable) found.push(about('signin_expired', signIn.expiresMs))
  else if (signIn.state === 'expiring' && !signIn.isRenewable) found.push(about('signin_expiring', signIn.expiresMs))
  else if (excludedAs) found.push(about(excludedAs))
  for (const window of status.windows) {
    // A snooze needs nobody, and what is contradicted is told as such.
    if (window.kind !== 'disabled' || window.reason === null) continue
    if (contradicted.some((lock) => lock.profileId === profileId && lock.windowKind === 'disabled')) continue
    found.push(about(window.reason === 'auth_permanent' ? 'auth_permanent' : 'credit_exhausted', window.untilMs))
  }
  const flaws = [profile?.key, profile?.token, profile?.access, profile?.refresh].flatMap(
    (secret) => secret?.flaws ?? [],
  )
  const isOdd = flaws.includes('unsendable_characters') || flaws.includes('padded') || hasOddNotes(profile?.notes ?? [])
  if (isOdd) found.push(about('credential_odd'))
  return found
}

const EXCLUSION_ATTENTION: Partial<Record<NonNullable<ProfileStatus['exclusion']>['code'], AttentionCode>> = {
  malformed_api_key: 'credential_malformed',
  missing_credential: 'credential_missing',
  unresolved_ref: 'credential_missing',
  invalid_expires: 'credential_malformed',
  mode_mismatch: 'mode_mismatch',
  provider_mismatch: 'provider_mismatch',
}

function hasOddNotes(notes: NonNullable<ProfileStatus['profile']>['notes']): boolean {
  return notes.some((note) => note !== 'alias_spelling')
}

function orderAttention({ provider, order }: ProviderLane): Attention[] {
  if (!order.isExplicit) return []
  if (order.missingIds.length > 0)
    return [attention('order_names_missing_profile', { provider, profileIds: order.missingIds })]
  return order.entries.length === 0 ? [attention('order_names_nothing', { provider })] : []
}

/** One for each profile: what ends its locks ends all of them. Its locks come soonest end first. */
function contradictedAttention(contradicted: readonly ContradictedLock[]): Attention[] {
  const latest = new Map(contradicted.map((lock) => [lock.profileId, lock]))
  return [...latest.values()].map(({ provider, profileId, model, untilMs, signal }) =>
    attention('lock_contradicted', { provider, profileIds: [profileId], model, untilMs, contradiction: signal }),
  )
}

/** An order under an alias is found only by requests for that very alias, so it rarely does what was meant. */
function unmatchedOrderKeys(rotation: Rotation, lanes: readonly ProviderLane[]): Attention[] {
  const known = new Set(lanes.map(({ provider }) => provider))
  return [...rotation.configOrder.keys()].flatMap((key) => {
    const authProvider = resolveAuthProvider(key, rotation.policy.order)
    return authProvider !== key && known.has(authProvider)
      ? [attention('order_key_unmatched', { provider: key, profileIds: [] })]
      : []
  })
}

/** An agent whose own primary is the first default fallback was probably meant to inherit: now it is strict as well. */
function chainAttention({ config }: Rotation, { candidates, isStrict }: AgentChain): Attention[] {
  const primary = candidates[0]
  const firstFallback = config.defaults.model?.fallbacks?.[0]
  if (!isStrict || !primary || `${primary.provider}/${primary.model}` !== firstFallback) return []
  return [attention('primary_is_first_fallback', { provider: primary.provider, model: primary.model })]
}

function plaintextAttention(lanes: readonly ProviderLane[]): Attention[] {
  const profileIds = lanes
    .flatMap((lane) => [...lane.profiles, ...lane.excluded])
    .filter(({ profile }) => profile && hasPlaintext(profile))
    .map(({ profileId }) => profileId)
  return profileIds.length === 0 ? [] : [attention('plaintext_secrets', { profileIds: [...new Set(profileIds)] })]
}

function hasPlaintext({ key, token, access, refresh }: AuthProfile): boolean {
  return [key, token, access, refresh].some((secret) => secret !== null && !secret.isInVault)
}
