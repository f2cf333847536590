import type { Finding, FindingCode } from '../../shared/contract/history/index.ts'
import { clockSkews } from './clock-skew.ts'
import { groupBy } from './finding.ts'
import { flappingProfiles } from './flapping.ts'
import type { DiagnosisInput } from './input.ts'
import { locksLongerThanCause } from './long-locks.ts'
import { rateLimitsMisreadAsBilling } from './misread-billing.ts'
import { ordersNamingMissingProfiles } from './missing-profiles.ts'
import { fallbacksNeverReturned } from './never-returned.ts'
import { providerWideOutages } from './outages.ts'
import { sharedLimits } from './shared-limits.ts'

/** More findings of one kind are one finding that a person has made long before. */
const MOST_OF_A_CODE = 50

const DIAGNOSES: Readonly<Record<FindingCode, (input: DiagnosisInput) => readonly Finding[]>> = {
  flapping_profile: flappingProfiles,
  lock_longer_than_cause: locksLongerThanCause,
  fallback_never_returned: fallbacksNeverReturned,
  order_names_missing_profile: ordersNamingMissingProfiles,
  provider_wide_outage: providerWideOutages,
  rate_limit_misread_as_billing: rateLimitsMisreadAsBilling,
  clock_skew: clockSkews,
  shared_limit: sharedLimits,
}

const RANKS: Readonly<Record<Finding['severity'], number>> = { error: 0, warning: 1, info: 2 }

/**
 * What a person should look at in the records, most severe first, then latest first; of each code the first fifty. The same
 * records in another order give the same findings.
 */
export function diagnose(input: DiagnosisInput): Finding[] {
  const found = Object.values(DIAGNOSES).flatMap((findings) => findings(input))
  const sorted = found.sort(
    (a, b) => RANKS[a.severity] - RANKS[b.severity] || b.toMs - a.toMs || (a.id < b.id ? -1 : 1),
  )
  const kept = new Set(
    [...groupBy(sorted, ({ code }) => code).values()].flatMap((same) => same.slice(0, MOST_OF_A_CODE)),
  )
  return sorted.filter((finding) => kept.has(finding))
}
