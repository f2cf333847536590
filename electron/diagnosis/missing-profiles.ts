import type { Finding } from '../../shared/contract/history/index.ts'
import { describeDirectory, type DirectoryFacts } from '../../shared/engine/index.ts'
import { findingOf, first, groupBy } from './finding.ts'
import type { DiagnosisInput } from './input.ts'

/** Orders that name profiles which nobody has: the places are lost without a word. */
export function ordersNamingMissingProfiles({ facts, nowMs }: DiagnosisInput): Finding[] {
  if (!facts) return []
  // An order in the configuration is one for all agents.
  return [...groupBy(missingIn(facts, nowMs), (missing) => JSON.stringify(missing.key)).values()].map((same) => {
    const { provider, profileIds } = first(same)
    return findingOf({
      code: 'order_names_missing_profile',
      severity: 'warning',
      about: first(same).key.join('|'),
      fromMs: nowMs,
      toMs: nowMs,
      provider,
      profileIds,
      figures: { missing: profileIds.length, agents: same.length },
      filter: { fromMs: 0, profiles: profileIds },
    })
  })
}

interface Missing {
  /** What tells orders apart: whose it is, for which provider, and what it lacks. */
  readonly key: readonly string[]
  readonly provider: string
  readonly profileIds: readonly string[]
}

function missingIn(facts: DirectoryFacts, nowMs: number): Missing[] {
  return describeDirectory(facts, nowMs).flatMap(({ agentId, lanes }) =>
    lanes.flatMap(({ provider, order }) => {
      const { source, layer, isExplicit, missingIds } = order
      if (!isExplicit || missingIds.length === 0) return []
      const owner = source === 'stored' && layer !== 'shared' ? `agent:${agentId}` : (layer ?? source)
      const profileIds = [...new Set(missingIds)].sort()
      return { key: [owner, provider, ...profileIds], provider, profileIds }
    }),
  )
}
