/** Why a profile may not be used at all, in the order in which it is checked. */
export const INELIGIBLE_CODES = [
  'profile_missing',
  'setup_inactive',
  'provider_mismatch',
  'mode_mismatch',
  'malformed_api_key',
  'missing_credential',
  'invalid_expires',
  'expired',
  'unresolved_ref',
] as const
export type IneligibleCode = (typeof INELIGIBLE_CODES)[number]
export type EligibilityCode = IneligibleCode | 'ok'

/** Where the sequence of a provider's profiles comes from (R16). */
export type OrderSource =
  /** the order stored for the agent (or shared) with `models auth order set` */
  | 'stored'
  /** `auth.order` in openclaw.json */
  | 'config'
  /** no order, but `auth.profiles` names profiles of the provider: those, by rotation */
  | 'configured'
  /** all stored profiles of the provider, by rotation */
  | 'derived'

/** The rule that put a profile where it stands. */
export type PlacementRule =
  /** the explicit order names it here: `listIndex` */
  | 'listed'
  /** rotation: type first, then least recently used; `typeRank`, `isOauthExpired`, `lastUsedMs` */
  | 'rotation'
  /** a window moved it to the end, soonest end first: `unusableUntilMs` */
  | 'window'
  /** a preference moved it to the front */
  | 'preferred'

/** One profile in the effective order. */
export interface OrderEntry {
  readonly profileId: string
  readonly rule: PlacementRule
  /** 0-based place in the explicit order; -1 without one. */
  readonly listIndex: number
  /** oauth 0, token 1, api_key 2, no stored credential 3 */
  readonly typeRank: number
  readonly isOauthExpired: boolean
  /** Epoch ms; 0: never. */
  readonly lastUsedMs: number
  /** Epoch ms at which the last window that counts here ends; 0: usable now. */
  readonly unusableUntilMs: number
}

/** Why a profile of the provider is not in the effective order. */
export interface Exclusion {
  readonly profileId: string
  readonly code:
    | IneligibleCode
    /** an explicit order exists and does not name it */
    | 'excluded_by_order'
    /** `auth.profiles` names other profiles of the provider, and not this one */
    | 'not_configured'
}

/** The effective order of one provider's profiles with every reason. */
export interface ProfileOrder {
  /** The provider that was asked for, normalised, and the one whose profiles serve it. */
  readonly provider: string
  readonly authProvider: string
  readonly source: OrderSource
  /** For a stored order: whose it is. */
  readonly layer: 'agent' | 'shared' | 'combined' | null
  /** An explicit order exists, even if it was found stale. */
  readonly isExplicit: boolean
  /** None of the ids of the order or configuration is stored, so the stored profiles are used instead. */
  readonly isRepaired: boolean
  readonly entries: readonly OrderEntry[]
  readonly excluded: readonly Exclusion[]
  /** Ids the order names although no such profile is stored; they are ignored. */
  readonly missingIds: readonly string[]
}

export interface OrderRequest {
  readonly provider: string
  readonly nowMs: number
  /** The model the order is for; without it every window counts. */
  readonly model?: string | undefined
  readonly preferredProfileId?: string | undefined
}
