import type { ProfileOrder, ProfileStatus, ProviderLane } from '../../shared/engine/index.ts'

/** A profile that is ready, but for what is said. */
export function profile(details: Partial<ProfileStatus>): ProfileStatus {
  return {
    profileId: 'alpha:home',
    profile: null,
    provider: 'alpha',
    label: null,
    origin: 'own',
    state: 'ready',
    position: 1,
    placement: null,
    exclusion: null,
    windows: [],
    unusableUntilMs: 0,
    isPartlyUsable: false,
    signIn: { state: 'static', expiresMs: null, isRenewable: false },
    lastUsedMs: null,
    lastFailureAtMs: null,
    ...details,
  }
}

/** A lane of profiles by rotation. */
export function lane(
  provider: string,
  profiles: readonly ProfileStatus[],
  excluded: readonly ProfileStatus[] = [],
): ProviderLane {
  return { provider, profiles, excluded, order: order({ provider, authProvider: provider }) }
}

/** An order by rotation without any profile, but for what is said. */
export function order(details: Partial<ProfileOrder>): ProfileOrder {
  return {
    provider: 'alpha',
    authProvider: 'alpha',
    source: 'derived',
    layer: null,
    isExplicit: false,
    isRepaired: false,
    entries: [],
    excluded: [],
    missingIds: [],
    ...details,
  }
}
