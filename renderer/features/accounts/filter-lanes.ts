import type { ProfileStatus, ProviderLane } from '../../../shared/engine/index.ts'

export interface LaneFilter {
  /** Only this provider; null: all. */
  readonly provider: string | null
  readonly text: string
}

/** A filter is worth its place from more than this many on. */
const FEW_PROVIDERS = 4
const FEW_PROFILES = 12

export function isFilterWorthwhile(lanes: readonly ProviderLane[]): boolean {
  const profiles = lanes.reduce((sum, lane) => sum + lane.profiles.length + lane.excluded.length, 0)
  return lanes.length > FEW_PROVIDERS || profiles > FEW_PROFILES
}

/** A lane as far as a filter lets it through. Positions and reasons stay those of the whole lane. */
export interface ShownLane {
  readonly lane: ProviderLane
  readonly profiles: readonly ProfileStatus[]
  readonly excluded: readonly ProfileStatus[]
}

export function filterLanes(lanes: readonly ProviderLane[], filter: LaneFilter): readonly ShownLane[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  return lanes
    .filter((lane) => filter.provider === null || lane.provider === filter.provider)
    .map((lane) => ({
      lane,
      profiles: words.length === 0 ? lane.profiles : lane.profiles.filter((profile) => matches(profile, words)),
      excluded: words.length === 0 ? lane.excluded : lane.excluded.filter((profile) => matches(profile, words)),
    }))
    .filter((shown) => words.length === 0 || shown.profiles.length + shown.excluded.length > 0)
}

function matches(status: ProfileStatus, words: readonly string[]): boolean {
  const { profileId, label, provider, profile, state } = status
  const text = [profileId, label, provider, profile?.email, profile?.type, profile?.plan, state].join(' ').toLowerCase()
  return words.every((word) => text.includes(word))
}
