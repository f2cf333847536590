import {
  inheritedStore,
  policyOf,
  recordedWindows,
  type AuthStore,
  type DirectoryFacts,
  type Policy,
  type Window,
} from '../../../shared/engine/index.ts'
import { detailOf, type LedgerOwner, type NewLedgerEntry } from './entries.ts'

/** A directory as it was read at an instant. */
export interface DirectoryAt {
  readonly facts: DirectoryFacts
  /** Epoch ms */
  readonly atMs: number
}

/**
 * What happened to windows between two readings of one directory, oldest first, whoever did it: windows that appeared,
 * were extended or replaced, ended before their time, or expired. Time alone may be the difference.
 *
 * A store that could not be read, or is not there any more, tells nothing: its windows are not taken for ended.
 */
export function ledgerEntriesBetween(before: DirectoryAt, after: DirectoryAt): readonly NewLedgerEntry[] {
  const policy = policyOf(after.facts)
  const earlier = new Map(storesOf(before.facts).map((source) => [source.owner, source.store]))
  return storesOf(after.facts)
    .flatMap((source) => {
      const store = earlier.get(source.owner)
      return store === undefined ? [] : storeEntries(source, store, { policy, fromMs: before.atMs, toMs: after.atMs })
    })
    .sort((a, b) => a.atMs - b.atMs)
}

/**
 * The windows that a directory has on record when it is opened, with the start as far as the records tell. Only what is
 * running: what has ended long ago says nothing new.
 */
export function recordedLedgerEntries({ facts, atMs }: DirectoryAt): readonly NewLedgerEntry[] {
  const policy = policyOf(facts)
  const found: NewLedgerEntry[] = []
  for (const source of storesOf(facts))
    for (const [profileId, windows] of windowsByProfile(source.store, policy))
      for (const window of windows) {
        if (window.untilMs <= atMs) continue
        const change: Changed = {
          action: 'opened',
          atMs: Math.min(window.startMs ?? atMs, atMs),
          untilBeforeMs: null,
          untilAfterMs: window.untilMs,
        }
        found.push({ ...about(source, profileId, window), basis: 'recorded', cause: 'outside', ...change })
      }
  return found
}

interface StoreSource {
  readonly owner: LedgerOwner
  /** The agent that stands for the store. */
  readonly agentId: string
  readonly store: AuthStore
}

interface Span {
  readonly policy: Policy
  readonly fromMs: number
  readonly toMs: number
}

function storesOf(facts: DirectoryFacts): StoreSource[] {
  const own = facts.agents.flatMap(({ id, store }) =>
    store === null ? [] : [{ owner: `agent:${id}` as const, agentId: id, store }],
  )
  const main = facts.agents.find(({ isDefault }) => isDefault) ?? facts.agents[0]
  const shared = main && facts.sharedStore ? inheritedStore(facts, main) : null
  return main && shared ? [...own, { owner: 'shared', agentId: main.id, store: shared }] : own
}

function storeEntries(source: StoreSource, earlier: AuthStore, span: Span): NewLedgerEntry[] {
  const before = windowsByProfile(earlier, span.policy)
  const after = windowsByProfile(source.store, span.policy)
  const found: NewLedgerEntry[] = []
  for (const profileId of new Set([...before.keys(), ...after.keys()]))
    for (const kind of ['cooldown', 'disabled', 'blocked'] as const) {
      const isOfKind = (window: Window): boolean => window.kind === kind
      const pair = {
        before: before.get(profileId)?.find(isOfKind) ?? null,
        after: after.get(profileId)?.find(isOfKind) ?? null,
      }
      found.push(...windowEntries(source, profileId, pair, span))
    }
  return found
}

function windowEntries(
  source: StoreSource,
  profileId: string,
  { before, after }: { readonly before: Window | null; readonly after: Window | null },
  { fromMs, toMs }: Span,
): NewLedgerEntry[] {
  const entry = (window: Window, change: Changed): NewLedgerEntry => ({
    ...about(source, profileId, window),
    basis: 'observed',
    cause: change.action === 'expired' ? 'expired' : 'outside',
    ...change,
  })
  const expiry = (window: Window): NewLedgerEntry =>
    entry(window, { action: 'expired', atMs: window.untilMs, untilBeforeMs: window.untilMs, untilAfterMs: null })
  // What had ended before the first reading is past.
  const running = before !== null && before.untilMs > fromMs ? before : null
  const hasEnded = running !== null && running.untilMs <= toMs
  const found = hasEnded ? [expiry(running)] : []
  if (after === null) {
    if (running !== null && !hasEnded)
      found.push(entry(running, { action: 'cleared', atMs: toMs, untilBeforeMs: running.untilMs, untilAfterMs: null }))
    return found
  }
  if (after.untilMs === before?.untilMs || after.untilMs <= fromMs) {
    // A running window whose record was put back to one that is past has ended early.
    if (running !== null && !hasEnded && after.untilMs < running.untilMs)
      found.push(entry(running, { action: 'cleared', atMs: toMs, untilBeforeMs: running.untilMs, untilAfterMs: null }))
    return found
  }
  const replaced = running !== null && !hasEnded ? running : null
  const atMs = startWithin(after, fromMs, toMs)
  const isLonger = replaced !== null && after.untilMs > replaced.untilMs
  found.push(
    entry(after, {
      action: isLonger ? 'extended' : 'opened',
      atMs,
      untilBeforeMs: replaced?.untilMs ?? null,
      untilAfterMs: after.untilMs,
    }),
  )
  if (after.untilMs <= toMs) found.push(expiry(after))
  return found
}

type Changed = Pick<NewLedgerEntry, 'action' | 'atMs' | 'untilBeforeMs' | 'untilAfterMs'>

function about(
  { owner, agentId, store }: StoreSource,
  profileId: string,
  window: Window,
): Omit<NewLedgerEntry, keyof Changed | 'cause' | 'basis'> {
  return {
    agentId,
    owner,
    provider: store.profiles.find(({ id }) => id === profileId)?.provider ?? '',
    profileId,
    windowKind: window.kind,
    rule: null,
    reason: window.reason,
    rung: window.rung,
    failures: window.failures === 0 ? null : window.failures,
    model: window.model,
    detail: detailOf({ startMs: window.startMs, startBasis: window.startMs === null ? null : window.startBasis }),
  }
}

/** When a window was opened: its start where that lies between the readings, otherwise when it was seen. */
function startWithin({ startMs, untilMs }: Window, fromMs: number, toMs: number): number {
  if (startMs !== null && startMs >= fromMs && startMs <= toMs) return startMs
  return Math.min(toMs, untilMs)
}

function windowsByProfile({ profiles, usageStats }: AuthStore, policy: Policy): Map<string, readonly Window[]> {
  const providers = new Map(profiles.map(({ id, provider }) => [id, provider]))
  return new Map(
    Object.entries(usageStats).map(([id, stats]) => [id, recordedWindows(stats, policy, providers.get(id) ?? '')]),
  )
}
