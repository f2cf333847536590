import type { ConfiguredProfile } from '../config/types.ts'
import { own } from '../record.ts'
import { resolveAuthProvider, resolveOrder, type Exclusion, type OrderEntry, type Rotation } from '../rotation/index.ts'
import { windowsOf, type Window } from '../windows/index.ts'
import { signInOf } from './sign-in.ts'
import type { ProfileState, ProfileStatus, ProviderLane } from './types.ts'

/** One lane per provider that has a profile, a configured profile or an order, by provider id. */
export function providerLanes(rotation: Rotation, nowMs: number): readonly ProviderLane[] {
  return laneProviders(rotation).map((provider) => {
    const order = resolveOrder(rotation, { provider, nowMs })
    return {
      provider,
      order,
      profiles: order.entries.map((entry, index) => placedStatus(rotation, provider, entry, index + 1, nowMs)),
      excluded: order.excluded.map((exclusion) => excludedStatus(rotation, provider, exclusion, nowMs)),
    }
  })
}

function laneProviders(rotation: Rotation): readonly string[] {
  const rules = rotation.policy.order
  const providers = new Set([...rotation.storedByProvider.keys(), ...rotation.configuredByProvider.keys()])
  for (const key of [...rotation.configOrder.keys(), ...rotation.storedOrder.keys()]) {
    const authProvider = resolveAuthProvider(key, rules)
    if (!providers.has(authProvider)) providers.add(key)
  }
  return [...providers].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}

type Common = Omit<ProfileStatus, 'state' | 'position' | 'placement' | 'exclusion'>

function commonStatus(rotation: Rotation, provider: string, profileId: string, nowMs: number): Common {
  const profile = rotation.profileById.get(profileId) ?? null
  const configured = rotation.configuredById.get(profileId)
  const stats = own(rotation.store.usageStats, profileId)
  const windows = stats ? windowsOf(stats, rotation.policy, profile?.provider ?? provider, nowMs) : []
  return {
    profileId,
    profile,
    provider,
    label: labelOf(configured) ?? profile?.displayName ?? profile?.email ?? null,
    origin: profile === null ? 'config' : rotation.store.inheritedIds.has(profileId) ? 'inherited' : 'own',
    windows,
    unusableUntilMs: windows[0]?.untilMs ?? 0,
    isPartlyUsable: windows.length > 0 && windows.every((window) => window.model !== null),
    signIn: signInOf(profile, nowMs),
    lastUsedMs: stats?.lastUsedMs ?? null,
    lastFailureAtMs: stats?.lastFailureAtMs ?? null,
  }
}

function placedStatus(
  rotation: Rotation,
  provider: string,
  placement: OrderEntry,
  position: number,
  nowMs: number,
): ProfileStatus {
  const common = commonStatus(rotation, provider, placement.profileId, nowMs)
  return { ...common, state: stateOf(common.windows), position, placement, exclusion: null }
}

function excludedStatus(rotation: Rotation, provider: string, exclusion: Exclusion, nowMs: number): ProfileStatus {
  const common = commonStatus(rotation, provider, exclusion.profileId, nowMs)
  return { ...common, state: 'excluded', position: null, placement: null, exclusion }
}

function stateOf(windows: readonly Window[]): ProfileState {
  return windows[0]?.kind ?? 'ready'
}

function labelOf(configured: ConfiguredProfile | undefined): string | null {
  return configured?.displayName ?? configured?.email ?? null
}
