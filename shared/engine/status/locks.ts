import type { Lock, ProfileStatus, ProviderLane } from './types.ts'

/** Every running window of every profile, soonest end first (question 2). */
export function locksOf(lanes: readonly ProviderLane[]): readonly Lock[] {
  const profiles = new Map<string, ProfileStatus>()
  for (const lane of lanes)
    for (const profile of [...lane.profiles, ...lane.excluded]) profiles.set(profile.profileId, profile)
  return [...profiles.values()]
    .flatMap(({ profileId, provider, windows, label, profile }) =>
      windows.map((window) => ({ profileId, provider, window, label, credentialType: profile?.type ?? null })),
    )
    .sort((a, b) => a.window.untilMs - b.window.untilMs)
}
