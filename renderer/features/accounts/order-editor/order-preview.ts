import {
  profileEligibility,
  resolveOrder,
  type DirectoryFacts,
  type Exclusion,
  type IneligibleCode,
  type OrderEntry,
  type ProfileOrder,
} from '../../../../shared/engine/index.ts'
import { isSameList, orderChanges } from './order-changes.ts'
import { orderSources } from './order-sources.ts'
import { rotationOf, withDraft, type DraftOrder } from './with-draft.ts'

/** One account in the line as it will be tried. Places count from 1. */
export interface PreviewRow {
  readonly profileId: string
  readonly place: number
  /** Its place now; null: it is not tried now. */
  readonly was: number | null
  readonly change: 'same' | 'up' | 'down' | 'new'
  /** In a window: its place at the moment the window ends. */
  readonly placeAfter: number | null
  readonly entry: OrderEntry
}

/** What an order that is not written yet would do, worked out by the engine. */
export interface OrderPreview {
  /** The order as it would be. */
  readonly order: ProfileOrder
  readonly rows: readonly PreviewRow[]
  /** Tried now, and not any more then. */
  readonly gone: readonly string[]
  /** The draft is what would be used; otherwise another source wins over it, or nothing it names exists. */
  readonly counts: boolean
  readonly isSame: boolean
}

/** Looking ahead costs one evaluation for each distinct end of a window. */
const MOST_ENDS = 24

/** @returns null when the directory has no such agent */
export function previewOrder(
  facts: DirectoryFacts,
  agentId: string,
  draft: DraftOrder,
  nowMs: number,
): OrderPreview | null {
  const now = rotationOf(facts, agentId)
  const then = rotationOf(withDraft(facts, agentId, draft), agentId)
  if (now === null || then === null) return null
  const { provider } = draft
  const before = idsOf(resolveOrder(now, { provider, nowMs }))
  const order = resolveOrder(then, { provider, nowMs })
  const after = idsOf(order)
  const { added, removed, moved } = orderChanges(before, after)
  const moves = new Map(moved.map(({ id, from, to }) => [id, to < from ? ('up' as const) : ('down' as const)]))
  const isNew = new Set(added.map(({ id }) => id))
  const wasAt = new Map(before.map((id, index) => [id, index + 1]))

  const ordersAt = new Map<number, readonly string[]>()
  const placeAt = (profileId: string, atMs: number): number | null => {
    if (!ordersAt.has(atMs)) {
      if (ordersAt.size >= MOST_ENDS) return null
      ordersAt.set(atMs, idsOf(resolveOrder(then, { provider, nowMs: atMs })))
    }
    const index = ordersAt.get(atMs)?.indexOf(profileId) ?? -1
    return index === -1 ? null : index + 1
  }

  return {
    order,
    rows: order.entries.map((entry, index) => ({
      profileId: entry.profileId,
      place: index + 1,
      was: wasAt.get(entry.profileId) ?? null,
      change: isNew.has(entry.profileId) ? 'new' : (moves.get(entry.profileId) ?? 'same'),
      placeAfter: entry.unusableUntilMs > nowMs ? placeAt(entry.profileId, entry.unusableUntilMs) : null,
      entry,
    })),
    gone: removed,
    counts: draft.ids !== null && !order.isRepaired && isDraftsSource(order, draft),
    isSame: isSameList(before, after),
  }
}

/** Other agents whose accounts of this provider would be tried in another order, with that order. */
export function changedAgents(
  facts: DirectoryFacts,
  agentId: string,
  draft: DraftOrder,
  nowMs: number,
): readonly { readonly agentId: string; readonly order: ProfileOrder }[] {
  const { provider } = draft
  const changed = withDraft(facts, agentId, draft)
  return facts.agents.flatMap(({ id }) => {
    if (id === agentId) return []
    // Neither a stored order of its own nor, for a draft of the configuration, an inherited one lets anything through.
    const { winner } = orderSources(facts, id, provider)
    if (winner === 'stored' || (draft.target === 'config' && winner === 'inherited')) return []
    const now = rotationOf(facts, id)
    const then = rotationOf(changed, id)
    if (now === null || then === null) return []
    const order = resolveOrder(then, { provider, nowMs })
    return isSameList(idsOf(resolveOrder(now, { provider, nowMs })), idsOf(order)) ? [] : [{ agentId: id, order }]
  })
}

/** What becomes of one account of the draft. */
export type Consequence =
  /** tried where it stands */
  | { readonly kind: 'as_listed' }
  /** tried at another place than it stands, because of accounts before it that are locked or passed over */
  | { readonly kind: 'moves_up'; readonly place: number }
  /** a window moves it back until it ends */
  | {
      readonly kind: 'waits'
      readonly place: number
      readonly of: number
      readonly untilMs: number
      readonly placeAfter: number | null
    }
  | { readonly kind: 'passed_over'; readonly code: Exclusion['code'] }
  /** another order is used */
  | { readonly kind: 'does_not_count' }

/** What becomes of each account of the draft. */
export function consequencesOf(preview: OrderPreview, ids: readonly string[]): ReadonlyMap<string, Consequence> {
  const rows = new Map(preview.rows.map((row) => [row.profileId, row]))
  const codes = new Map(preview.order.excluded.map(({ profileId, code }) => [profileId, code]))
  return new Map(
    ids.map((id, index): [string, Consequence] => {
      if (!preview.counts) return [id, { kind: 'does_not_count' }]
      const row = rows.get(id)
      if (row === undefined) return [id, { kind: 'passed_over', code: codes.get(id) ?? 'profile_missing' }]
      const { place, placeAfter, entry } = row
      if (entry.rule !== 'window') {
        return [id, place === index + 1 ? { kind: 'as_listed' } : { kind: 'moves_up', place }]
      }
      const untilMs = entry.unusableUntilMs
      return [id, { kind: 'waits', place, of: preview.rows.length, untilMs, placeAfter }]
    }),
  )
}

/** The ids that could stand in a provider's order: stored, configured, or named by it already. */
export function candidateIds(facts: DirectoryFacts, agentId: string, provider: string): readonly string[] {
  const rotation = rotationOf(facts, agentId)
  if (rotation === null) return []
  const { stored, inherited, config } = orderSources(facts, agentId, provider)
  const order = resolveOrder(rotation, { provider, nowMs: 0 })
  return [
    ...new Set([
      ...(rotation.storedByProvider.get(order.authProvider) ?? []).map(({ id }) => id),
      ...(rotation.configuredByProvider.get(order.authProvider) ?? []).map(({ id }) => id),
      ...idsOf(order),
      ...[stored, inherited, config].flatMap((ids) => ids ?? []),
    ]),
  ]
}

/** Which of these accounts may not be used at all, whatever an order says, and why. */
export function flawsOf(
  facts: DirectoryFacts,
  agentId: string,
  provider: string,
  ids: readonly string[],
  nowMs: number,
): ReadonlyMap<string, IneligibleCode> {
  const rotation = rotationOf(facts, agentId)
  const flaws = new Map<string, IneligibleCode>()
  if (rotation === null) return flaws
  for (const id of ids) {
    const code = profileEligibility(rotation, provider, id, nowMs)
    if (code !== 'ok') flaws.set(id, code)
  }
  return flaws
}

function isDraftsSource({ source, layer }: ProfileOrder, { target }: DraftOrder): boolean {
  return target === 'config' ? source === 'config' : source === 'stored' && layer === 'agent'
}

function idsOf({ entries }: ProfileOrder): string[] {
  return entries.map(({ profileId }) => profileId)
}
