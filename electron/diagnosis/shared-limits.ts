import type { Finding } from '../../shared/contract/history/index.ts'
import { MINUTE_MS, SECOND_MS } from '../../shared/engine/index.ts'
import { earliest, findingOf, groupBy, latest } from './finding.ts'
import type { DiagnosisInput, LimitRecord } from './input.ts'

/** A rotation takes the next account at once: what it meets within this time, it meets for the same reason. */
const WITHIN_MS = 10 * SECOND_MS
/** Twice is chance, or one request that is too much for any account. */
const TIMES = 3
/** Of the times that the one met its limit, the other met it too; limits of their own would fall together less often. */
const SHARE = 0.8
/** Without any hit for this long, a limit has passed; accounts that are used up meet theirs again sooner than that. */
const PASSED_MS = 30 * MINUTE_MS
/** More accounts than are tried within seconds; beyond this, pairs are not counted. */
const MOST_ACCOUNTS = 16

/** Accounts of one provider that keep meeting a limit together: it is not theirs but one of the organisation above them. */
export function sharedLimits({ limits, answers, minutes }: DiagnosisInput): Finding[] {
  return [...groupBy(limits, ({ provider }) => provider)].flatMap(([provider, ofProvider]) => {
    const answeredMs = [
      ...answers.filter(({ answered }) => answered.startsWith(`${provider}/`)).map(({ atMs }) => atMs),
      ...minutes
        .filter((minute) => minute.provider === provider && minute.reason === null)
        .map(({ minuteMs }) => minuteMs),
    ].sort((a, b) => a - b)
    const onsets = onsetsOf(ofProvider, answeredMs)
    return groupsOf(pairsOf(onsets)).map((accounts) => ofAccounts(provider, accounts, onsets))
  })
}

/** The first hits of one spell of limits that came within seconds of its beginning. */
type Onset = readonly LimitRecord[]

/**
 * Two accounts that are both used up meet their own limits together whenever they are retried. What tells a shared limit is
 * that it began for both at once; so each spell counts once, with the accounts that met it when it began.
 */
function onsetsOf(limits: readonly LimitRecord[], answeredMs: readonly number[]): Onset[] {
  const sorted = [...limits].sort((a, b) => a.atMs - b.atMs || (a.profileId < b.profileId ? -1 : 1))
  const onsets: LimitRecord[][] = []
  let startMs = Number.NEGATIVE_INFINITY
  let lastMs = Number.NEGATIVE_INFINITY
  let next = 0
  for (const limit of sorted) {
    while (next < answeredMs.length && (answeredMs[next] ?? 0) <= lastMs) next++
    const isAnsweredSince = (answeredMs[next] ?? Number.POSITIVE_INFINITY) < limit.atMs
    if (limit.atMs - startMs > WITHIN_MS && (isAnsweredSince || limit.atMs - lastMs > PASSED_MS)) {
      onsets.push([])
      startMs = limit.atMs
    }
    if (limit.atMs - startMs <= WITHIN_MS) onsets.at(-1)?.push(limit)
    lastMs = limit.atMs
  }
  return onsets
}

function accountsOf(onset: Onset): string[] {
  return [...new Set(onset.map(({ profileId }) => profileId))].sort()
}

/** Accounts whose limits begin together nearly always. */
function pairsOf(onsets: readonly Onset[]): [string, string][] {
  const alone = new Map<string, number>()
  const together = new Map<string, { pair: [string, string]; runs: Set<string>; count: number }>()
  for (const onset of onsets) {
    const accounts = accountsOf(onset)
    for (const account of accounts) alone.set(account, (alone.get(account) ?? 0) + 1)
    for (const [one, other] of pairs(accounts.slice(0, MOST_ACCOUNTS))) {
      const key = JSON.stringify([one, other])
      const known = together.get(key) ?? { pair: [one, other], runs: new Set<string>(), count: 0 }
      known.count += 1
      for (const { runKey } of onset) known.runs.add(runKey)
      together.set(key, known)
    }
  }
  return [...together.values()]
    .filter(({ pair: [one, other], runs, count }) => {
      const either = Math.max(alone.get(one) ?? 0, alone.get(other) ?? 0)
      return count >= TIMES && runs.size >= TIMES && count >= SHARE * either
    })
    .map(({ pair }) => pair)
}

function* pairs(accounts: readonly string[]): Generator<[string, string]> {
  for (const [index, one] of accounts.entries()) for (const other of accounts.slice(index + 1)) yield [one, other]
}

/** Who is connected by pairs shares one limit. */
function groupsOf(found: readonly (readonly [string, string])[]): string[][] {
  let groups: Set<string>[] = []
  for (const pair of found) {
    const touched = groups.filter((group) => pair.some((account) => group.has(account)))
    const merged = new Set([...pair, ...touched.flatMap((group) => [...group])])
    groups = [...groups.filter((group) => !touched.includes(group)), merged]
  }
  return groups.map((group) => [...group].sort())
}

function ofAccounts(provider: string, accounts: readonly string[], onsets: readonly Onset[]): Finding {
  const isIn = ({ profileId }: LimitRecord): boolean => accounts.includes(profileId)
  const shared = onsets.map((onset) => onset.filter(isIn)).filter((onset) => accountsOf(onset).length > 1)
  const hits = shared.flat()
  return findingOf({
    code: 'shared_limit',
    severity: 'warning',
    about: `${provider}|${accounts.join('|')}`,
    fromMs: earliest(hits, time),
    toMs: latest(hits, time),
    provider,
    profileIds: accounts,
    figures: {
      accounts: accounts.length,
      times: shared.length,
      withinMs: latest(shared, (onset) => latest(onset, time) - earliest(onset, time)),
    },
    filter: { providers: [provider], profiles: accounts, reasons: ['rate_limit'] },
    runKeys: hits.map(({ runKey }) => runKey),
  })
}

function time({ atMs }: LimitRecord): number {
  return atMs
}
