import type { PinRules } from '../policy/index.ts'
import { own } from '../record.ts'
import { resolveAuthProvider, resolveOrder, type OrderEntry, type Rotation } from '../rotation/index.ts'
import { accountUnusableUntil, unusableUntil } from '../windows/index.ts'
import type { SessionEntry } from './entry.ts'

/** The three fields of a session that hold its pin (R03). */
export type PinFields = Pick<SessionEntry, 'pinProfileId' | 'pinSource' | 'pinCompactionCount'>

const NO_PIN: PinFields = { pinProfileId: null, pinSource: null, pinCompactionCount: null }

export interface PinRequest {
  readonly session: SessionEntry
  /** The providers whose profiles may serve; their orders are taken one after the other. */
  readonly providers: readonly string[]
  readonly model: string | null
  readonly nowMs: number
  readonly isNewSession: boolean
}

/** The profile a turn prefers, and what becomes of the session's pin (R19–R21, R23). */
export interface PinDecision {
  /** null: no preference. */
  readonly profileId: string | null
  /** The fields to write; null: they stay. */
  readonly write: PinFields | null
  readonly rule:
    /** no profile of the provider may be used */
    | 'no_profile'
    /** the user's choice stands, whatever its state */
    | 'user_pin'
    /** the user's profile is not stored any more; it stands so that the sign-in can say so */
    | 'missing_user_pin'
    /** the automatic pin stands: its caches are warm */
    | 'kept'
    /** no pin: the first usable profile, or else the first to return */
    | 'first'
    /** the pin is in a window and another profile is not */
    | 'window'
    /** a new session moves on to the next profile */
    | 'new_session'
    /** a compaction ended what the pin was kept for */
    | 'compaction'
    /** an earlier profile of the order is free of its rate limit again */
    | 'recovered'
    /** every profile is in a window that covers all models */
    | 'all_in_window'
  /** Why the pin that was there does not count. */
  readonly cleared: 'not_stored' | 'other_provider' | 'not_in_order' | 'all_in_window' | null
}

/** Settles the pin of a session before a turn. */
export function resolvePin(rotation: Rotation, request: PinRequest): PinDecision {
  const rules = rotation.policy.run.pins
  const { session } = request
  const isUser = isUserPin(session)
  const flaw = pinFlaw(rotation, request)
  if (session.pinProfileId !== null && isUser) {
    if (flaw === 'not_stored' && rules.keepsMissingUserPin && isNamedAfter(rotation, request, session.pinProfileId))
      return stands(session.pinProfileId, 'missing_user_pin')
    if (flaw === null && rules.keepsUserPin) return stands(session.pinProfileId, 'user_pin')
  }
  const entries = orderOf(rotation, request)
  const isListed = entries.some(({ profileId }) => profileId === session.pinProfileId)
  const cleared =
    flaw ?? (!isListed && !isUser && entries.length > 0 && session.pinProfileId !== null ? 'not_in_order' : null)
  const pin = cleared === null ? session.pinProfileId : null
  if (entries.length === 0) return { ...dropped(session, cleared), rule: 'no_profile' }
  if (rules.dropsWhenAllInWindow && entries.every(({ profileId }) => isLocked(rotation, profileId, request.nowMs)))
    return { ...dropped(session, cleared ?? (pin === null ? null : 'all_in_window')), rule: 'all_in_window' }
  const { profileId, rule } = choose(rotation, request, entries, pin)
  if (rule === 'user_pin') return stands(profileId, rule)
  return { profileId, write: writeOf(session, profileId, rules), rule, cleared }
}

/** Without a source, a pin with a count of compactions is automatic, one without is the user's. */
function isUserPin({ pinSource, pinCompactionCount }: SessionEntry): boolean {
  return pinSource === null ? pinCompactionCount === null : pinSource !== 'auto'
}

function pinFlaw(rotation: Rotation, { session, providers }: PinRequest): 'not_stored' | 'other_provider' | null {
  if (session.pinProfileId === null) return null
  const rules = rotation.policy.order
  const configured = rotation.configuredById.get(session.pinProfileId)
  const provider =
    rotation.profileById.get(session.pinProfileId)?.provider ??
    (configured?.mode === 'aws-sdk' ? configured.provider : undefined)
  if (provider === undefined) return 'not_stored'
  const accepted = providers.map((id) => resolveAuthProvider(id, rules))
  return accepted.includes(resolveAuthProvider(provider, rules)) ? null : 'other_provider'
}

/** What is known of the provider of a profile that is gone: its entry in the configuration, or the start of its id. */
function isNamedAfter(rotation: Rotation, { providers }: PinRequest, profileId: string): boolean {
  const rules = rotation.policy.order
  const provider = rotation.configuredById.get(profileId)?.provider ?? profileId.slice(0, profileId.indexOf(':'))
  return providers.some((id) => resolveAuthProvider(id, rules) === resolveAuthProvider(provider, rules))
}

interface PinEntry extends OrderEntry {
  readonly isExplicit: boolean
}

function orderOf(rotation: Rotation, { providers, model, nowMs }: PinRequest): readonly PinEntry[] {
  const byId = new Map<string, PinEntry>()
  for (const provider of providers) {
    const order = resolveOrder(rotation, { provider, nowMs, model: model ?? undefined })
    for (const entry of order.entries)
      if (!byId.has(entry.profileId)) byId.set(entry.profileId, { ...entry, isExplicit: order.isExplicit })
  }
  return [...byId.values()]
}

function choose(
  rotation: Rotation,
  request: PinRequest,
  entries: readonly PinEntry[],
  pin: string | null,
): Pick<PinDecision, 'rule'> & { readonly profileId: string } {
  const rules = rotation.policy.run.pins
  const { session, isNewSession } = request
  const first = (entries.find(isFree) ?? entries[0])?.profileId ?? ''
  if (pin === null) return { profileId: first, rule: 'first' }
  const index = entries.findIndex(({ profileId }) => profileId === pin)
  const isWaiting = index === -1 ? isInWindow(rotation, pin, request) : !isFree(entries[index] as PinEntry)
  const isUser = isUserPin(session)
  if (isUser && isWaiting && rules.keepsUserPinInWindow && !isNewSession) return { profileId: pin, rule: 'user_pin' }
  const free = entries.find((entry) => isFree(entry) && entry.profileId !== pin)
  if (isWaiting && free) return { profileId: free.profileId, rule: 'window' }
  if (isUser && !isNewSession) return { profileId: pin, rule: 'user_pin' }
  if (isNewSession) return { profileId: nextFree(entries, index) ?? first, rule: 'new_session' }
  if (rules.movesOnCompaction && session.compactionCount > (session.pinCompactionCount ?? session.compactionCount))
    return { profileId: nextFree(entries, index) ?? first, rule: 'compaction' }
  if (isWaiting) return { profileId: first, rule: first === pin ? 'kept' : 'window' }
  const recovered = rules.returnsToRecovered ? recoveredBefore(rotation, entries, index) : undefined
  if (recovered) return { profileId: recovered.profileId, rule: 'recovered' }
  return { profileId: pin, rule: 'kept' }
}

function isFree({ unusableUntilMs }: OrderEntry): boolean {
  return unusableUntilMs === 0
}

/** The next usable profile in the order behind a place, from the start again at its end; the place itself comes last. */
function nextFree(entries: readonly PinEntry[], index: number): string | undefined {
  if (index === -1) return undefined
  for (let step = 1; step <= entries.length; step++) {
    const entry = entries[(index + step) % entries.length]
    if (entry && isFree(entry)) return entry.profileId
  }
  return entries[index]?.profileId
}

function recoveredBefore(rotation: Rotation, entries: readonly PinEntry[], index: number): PinEntry | undefined {
  return entries
    .slice(0, Math.max(index, 0))
    .find(
      (entry) =>
        entry.isExplicit &&
        isFree(entry) &&
        (own(rotation.store.usageStats, entry.profileId)?.failureCounts.rate_limit ?? 0) > 0,
    )
}

function isInWindow(rotation: Rotation, profileId: string, { model, nowMs }: PinRequest): boolean {
  const stats = own(rotation.store.usageStats, profileId)
  const scope = rotation.policy.order.isModelAware ? model : null
  return stats !== undefined && nowMs < unusableUntil(stats, rotation.policy, scope, nowMs)
}

/** In a window that covers all its models. */
function isLocked(rotation: Rotation, profileId: string, nowMs: number): boolean {
  const stats = own(rotation.store.usageStats, profileId)
  return stats !== undefined && nowMs < accountUnusableUntil(stats, rotation.policy)
}

/** A pin that stands is not written again, unless its source or, where it counts, the compaction differs. */
function writeOf(session: SessionEntry, profileId: string, rules: PinRules): PinFields | null {
  const isSame =
    session.pinProfileId === profileId &&
    session.pinSource === 'auto' &&
    (!rules.movesOnCompaction || session.pinCompactionCount === session.compactionCount)
  return isSame ? null : { pinProfileId: profileId, pinSource: 'auto', pinCompactionCount: session.compactionCount }
}

function stands(profileId: string, rule: 'user_pin' | 'missing_user_pin'): PinDecision {
  return { profileId, write: null, rule, cleared: null }
}

function dropped(session: SessionEntry, cleared: PinDecision['cleared']): Omit<PinDecision, 'rule'> {
  return { profileId: null, write: session.pinProfileId === null || cleared === null ? null : NO_PIN, cleared }
}
