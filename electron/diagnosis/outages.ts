import type { Finding } from '../../shared/contract/history.ts'
import { MINUTE_MS } from '../../shared/engine/index.ts'
import { clustersOf, findingOf, first, groupBy, last, sortedNames } from './finding.ts'
import type { DiagnosisInput, MinuteRecord } from './input.ts'

/** Fewer failures are bad luck. */
const FAILURES = 5
/** Of all attempts at the provider: while so much fails, hardly any account or model is spared. */
const SHARE = 0.75
/** Two things that failed at the same time, models or accounts, say more about the provider than about either of them. */
const SUBJECTS = 2
/** Cooldowns of a minute leave minutes without any attempt in the middle of an outage. */
const PAUSE_MS = 3 * MINUTE_MS
/** What a provider that is down says, or does not say. */
export const OUTAGE_REASONS: readonly string[] = ['overloaded', 'server_error', 'timeout']
const GOING_ON_MS = 15 * MINUTE_MS

/** Spans in which nearly everything failed at one provider because the provider itself was in trouble. */
export function providerWideOutages({ minutes, nowMs }: DiagnosisInput): Finding[] {
  const spans = [...groupBy(minutes, ({ provider }) => provider)].flatMap(([provider, ofProvider]) =>
    outagesOf(ofProvider).map((outage) => ({ provider, outage })),
  )
  return spans.map(({ provider, outage }) => {
    const { fromMs, toMs, failed, attempts } = outage
    const others = new Set(
      spans.filter(({ outage: other }) => other.fromMs <= toMs && other.toMs >= fromMs).map((other) => other.provider),
    )
    const models = sortedNames(failed.map(({ model }) => model))
    const profileIds = sortedNames(failed.flatMap(({ profileId }) => profileId ?? []))
    return findingOf({
      code: 'provider_wide_outage',
      severity: nowMs - toMs <= GOING_ON_MS ? 'error' : 'warning',
      about: provider,
      fromMs,
      toMs,
      provider,
      profileIds,
      models,
      figures: {
        failures: countOf(failed),
        attempts,
        models: models.length,
        accounts: profileIds.length,
        minutes: Math.round((toMs + 1 - fromMs) / MINUTE_MS),
        // Where all of them fail at once, the way out of this machine may be the cause.
        otherProviders: others.size - 1,
      },
      filter: { providers: [provider], reasons: sortedNames(failed.map(({ reason }) => reason ?? '')) },
    })
  })
}

interface Outage {
  readonly fromMs: number
  readonly toMs: number
  readonly failed: readonly MinuteRecord[]
  readonly attempts: number
}

function outagesOf(ofProvider: readonly MinuteRecord[]): Outage[] {
  const minutes = [...groupBy(ofProvider, ({ minuteMs }) => String(minuteMs)).values()].sort(
    (a, b) => first(a).minuteMs - first(b).minuteMs,
  )
  const bad = minutes.map((records, index) => ({ records, index })).filter(({ records }) => isBad(records))
  return clustersOf(bad, ({ records }) => first(records).minuteMs, PAUSE_MS).flatMap((cluster) => {
    // What went well in the minutes between counts against it.
    const all = minutes.slice(first(cluster).index, last(cluster).index + 1).flat()
    const failed = all.filter(isOutage)
    if (!isWide(all, failed)) return []
    const fromMs = first(first(cluster).records).minuteMs
    const toMs = first(last(cluster).records).minuteMs + MINUTE_MS - 1
    return { fromMs, toMs, failed, attempts: countOf(all) }
  })
}

function isBad(minute: readonly MinuteRecord[]): boolean {
  return countOf(minute.filter(isOutage)) >= SHARE * countOf(minute)
}

function isWide(all: readonly MinuteRecord[], failed: readonly MinuteRecord[]): boolean {
  if (countOf(failed) < FAILURES || countOf(failed) < SHARE * countOf(all)) return false
  const models = new Set(failed.map(({ model }) => model))
  const profiles = new Set(failed.flatMap(({ profileId }) => profileId ?? []))
  return models.size >= SUBJECTS || profiles.size >= SUBJECTS
}

function isOutage({ reason, status }: MinuteRecord): boolean {
  if (reason === null) return false
  return OUTAGE_REASONS.includes(reason) || (status !== null && status >= 500)
}

function countOf(records: readonly MinuteRecord[]): number {
  return records.reduce((sum, { count }) => sum + count, 0)
}
