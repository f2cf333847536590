import type { Finding } from '../../shared/contract/history/index.ts'
import { MINUTE_MS } from '../../shared/engine/index.ts'
import { clustersOf, earliest, findingOf, first, groupBy, last, latest, sortedNames } from './finding.ts'
import type { DiagnosisInput, MinuteRecord } from './input.ts'

/** Fewer failures are bad luck. */
const FAILURES = 5
/** Of all attempts at the provider: while so much fails, hardly any account or model is spared. */
const SHARE = 0.75
/** Two things that failed at the same time, models or accounts, say more about the provider than about either of them. */
const SUBJECTS = 2
/** Of the models, or of the accounts, that the records know of the provider. */
const MOST = 0.5
/**
 * Logs do not tell of a first candidate that answered. So a few failures among thousands of answers look like an outage; what
 * tells it from them is that they come far more often than they usually do.
 */
const TIMES_AS_OFTEN = 5
/** Of less time than this, nobody knows what is usual. */
const USUAL_MINUTES = 30
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
    const fromMs = first(first(cluster).records).minuteMs
    const toMs = first(last(cluster).records).minuteMs + MINUTE_MS - 1
    const outage = { fromMs, toMs, failed, attempts: countOf(all) }
    return isWide(outage, ofProvider) && isUnusual(outage, ofProvider) ? outage : []
  })
}

function isBad(minute: readonly MinuteRecord[]): boolean {
  return countOf(minute.filter(isOutage)) >= SHARE * countOf(minute)
}

function isWide({ failed, attempts }: Outage, ofProvider: readonly MinuteRecord[]): boolean {
  if (countOf(failed) < FAILURES || countOf(failed) < SHARE * attempts) return false
  return [modelOf, profileOf].some((subjectOf) => {
    const names = subjectsOf(failed, subjectOf)
    return names >= SUBJECTS && names >= MOST * subjectsOf(ofProvider, subjectOf)
  })
}

function modelOf({ model }: MinuteRecord): string {
  return model
}

function profileOf({ profileId }: MinuteRecord): string | null {
  return profileId
}

function subjectsOf(records: readonly MinuteRecord[], subjectOf: (record: MinuteRecord) => string | null): number {
  return new Set(records.flatMap((record) => subjectOf(record) ?? [])).size
}

function isUnusual({ fromMs, toMs, failed }: Outage, ofProvider: readonly MinuteRecord[]): boolean {
  const minutes = (toMs + 1 - fromMs) / MINUTE_MS
  const otherMinutes = (latest(ofProvider, time) + MINUTE_MS - earliest(ofProvider, time)) / MINUTE_MS - minutes
  if (otherMinutes < USUAL_MINUTES) return true
  const otherFailures = countOf(ofProvider.filter(isOutage)) - countOf(failed)
  return countOf(failed) / minutes >= (TIMES_AS_OFTEN * otherFailures) / otherMinutes
}

function time({ minuteMs }: MinuteRecord): number {
  return minuteMs
}

function isOutage({ reason, status }: MinuteRecord): boolean {
  if (reason === null) return false
  return OUTAGE_REASONS.includes(reason) || (status !== null && status >= 500)
}

function countOf(records: readonly MinuteRecord[]): number {
  return records.reduce((sum, { count }) => sum + count, 0)
}
