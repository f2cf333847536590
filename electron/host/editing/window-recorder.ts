import type { AuthStore, DirectoryFacts } from '../../../shared/engine/index.ts'
import {
  ledgerEntriesBetween,
  recordedLedgerEntries,
  type DirectoryAt,
  type SwitchyardStore,
} from '../../store/index.ts'
import type { Clock } from '../clock.ts'

const MAX_AGE_MS = 180 * 24 * 60 * 60 * 1000
const MAX_ENTRIES = 100_000
/** How many entries may come before old ones are looked for again. */
const RETAIN_EVERY = 1000

/** Puts what happens to windows into the ledger: what was on record at the start, and every difference since. */
export interface WindowRecorder {
  follow(facts: DirectoryFacts): void
}

export function createWindowRecorder({ ledger }: Pick<SwitchyardStore, 'ledger'>, clock: Clock): WindowRecorder {
  let last: DirectoryAt | null = null
  let sinceRetained = RETAIN_EVERY

  return {
    follow(facts) {
      const now: DirectoryAt = { facts, atMs: clock.now() }
      if (last !== null && isUneventful(last, now)) return
      const entries = last === null ? recordedLedgerEntries(now) : ledgerEntriesBetween(last, now)
      last = now
      sinceRetained += ledger.append(entries).length
      if (sinceRetained < RETAIN_EVERY) return
      sinceRetained = 0
      ledger.retain(now.atMs - MAX_AGE_MS, MAX_ENTRIES)
    },
  }
}

/** The records are the very same ones, and none of their windows has ended in between. */
function isUneventful(last: DirectoryAt, now: DirectoryAt): boolean {
  const before = recordsOf(last.facts)
  const after = recordsOf(now.facts)
  return (
    last.facts.policyId === now.facts.policyId &&
    before.length === after.length &&
    after.every((records, index) => records === before[index] && !hasEnding(records, last.atMs, now.atMs))
  )
}

function recordsOf({ sharedStore, agents }: DirectoryFacts): readonly (AuthStore['usageStats'] | undefined)[] {
  return [sharedStore, ...agents.map(({ store }) => store)].map((store) => store?.usageStats)
}

function hasEnding(records: AuthStore['usageStats'] | undefined, fromMs: number, toMs: number): boolean {
  return Object.values(records ?? {}).some(({ cooldownUntilMs, disabledUntilMs, blockedUntilMs }) =>
    [cooldownUntilMs, disabledUntilMs, blockedUntilMs].some(
      (untilMs) => untilMs !== null && untilMs > fromMs && untilMs <= toMs,
    ),
  )
}
