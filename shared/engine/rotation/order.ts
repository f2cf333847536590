import { unusableUntil } from '../windows/unusable-until.ts'
import { baseOrder } from './base-order.ts'
import { codeAt, type Member } from './member.ts'
import { normalizeProvider, resolveAuthProvider } from './provider-id.ts'
import type { Rotation } from './rotation.ts'
import { sortByRotation } from './sort.ts'
import type { Exclusion, OrderEntry, OrderRequest, ProfileOrder } from './types.ts'

/**
 * The order in which a provider's profiles are tried, with the rule behind every place and every absence (R16–R18, R23).
 * `lastGood`, the id's text and failure counts never matter.
 */
export function resolveOrder(rotation: Rotation, request: OrderRequest): ProfileOrder {
  const rules = rotation.policy.order
  const provider = normalizeProvider(request.provider, rules)
  const authProvider = resolveAuthProvider(request.provider, rules)
  const base = baseOrder(rotation, provider, authProvider)
  const model = rules.isModelAware ? (request.model ?? null) : null

  let split = splitByEligibility(base.members, request.nowMs)
  const missingIds = split.excluded.flatMap(({ profileId, code }) => (code === 'profile_missing' ? [profileId] : []))
  const isRepaired = base.repair !== null && split.eligible.length === 0
  if (base.repair !== null && isRepaired) split = splitByEligibility(base.repair, request.nowMs)
  const keepsOrder = base.isExplicit && !(isRepaired && rules.repair === 'configured-and-stored-by-rotation')
  const entries = placeAll(rotation, split.eligible, keepsOrder, model, request.nowMs)
  return {
    provider,
    authProvider,
    source: base.source,
    layer: base.source === 'stored' ? (rotation.store.orderLayers.get(base.key) ?? 'agent') : null,
    isExplicit: base.isExplicit,
    isRepaired,
    entries: preferFirst(entries, request.preferredProfileId),
    excluded: isRepaired || base.leftOut.length === 0 ? split.excluded : [...split.excluded, ...base.leftOut],
    missingIds,
  }
}

function splitByEligibility(
  members: readonly Member[],
  nowMs: number,
): { readonly eligible: readonly Member[]; readonly excluded: readonly Exclusion[] } {
  const eligible: Member[] = []
  const excluded: Exclusion[] = []
  for (const member of members) {
    const code = codeAt(member, nowMs)
    if (code === 'ok') eligible.push(member)
    else excluded.push({ profileId: member.profileId, code })
  }
  return { eligible, excluded }
}

/** Usable profiles first, in the given order or by rotation; then those in a window, soonest end first. */
function placeAll(
  rotation: Rotation,
  members: readonly Member[],
  keepsOrder: boolean,
  model: string | null,
  nowMs: number,
): OrderEntry[] {
  const usable: OrderEntry[] = []
  const waiting: OrderEntry[] = []
  for (let index = 0; index < members.length; index++) {
    const member = members[index] as Member
    const untilMs = member.stats === null ? 0 : unusableUntil(member.stats, rotation.policy, model, nowMs)
    const isWaiting = nowMs < untilMs
    const list = isWaiting ? waiting : usable
    list.push({
      profileId: member.profileId,
      rule: isWaiting ? 'window' : keepsOrder ? 'listed' : 'rotation',
      listIndex: keepsOrder ? index : -1,
      typeRank: member.typeRank,
      isOauthExpired: member.renewsAtMs <= nowMs,
      lastUsedMs: member.lastUsedMs,
      unusableUntilMs: isWaiting ? untilMs : 0,
    })
  }
  waiting.sort((a, b) => a.unusableUntilMs - b.unusableUntilMs)
  const placed = keepsOrder ? usable : sortByRotation(usable, rotation.policy.order.expiredOauthLast)
  return waiting.length === 0 ? placed : placed.concat(waiting)
}

/** A preferred profile that is in the order comes first, even from a window; one that is not is ignored (R21). */
function preferFirst(entries: OrderEntry[], profileId: string | undefined): readonly OrderEntry[] {
  const index = profileId === undefined ? -1 : entries.findIndex((entry) => entry.profileId === profileId)
  const preferred = entries[index]
  if (!preferred || index === 0) return entries
  return [{ ...preferred, rule: 'preferred' }, ...entries.slice(0, index), ...entries.slice(index + 1)]
}
