/** How the key of a vault is kept. */
export type ProtectionKind = 'safe_storage' | 'keyring' | 'passphrase' | 'key_file'

/** Why a way to keep the key cannot be used here. */
export type ProtectionProblem =
  /** the system's store would keep the key in plain text */
  | 'basic_text'
  /** not the desktop edition */
  | 'not_desktop'
  /** no key ring answers */
  | 'no_keyring'

export interface ProtectionOffer {
  readonly kind: ProtectionKind
  /** null: it can be used. */
  readonly problem: ProtectionProblem | null
}

/** The vault of an own directory, as far as it may be known. */
export interface VaultState {
  readonly status: 'none' | 'locked' | 'unlocked'
  /** How its key is kept; it can be unlocked by any of them. */
  readonly protections: readonly ProtectionKind[]
  readonly offers: readonly ProtectionOffer[]
}

/** How a new vault's key is to be kept. */
export type ProtectionInput =
  | { readonly kind: 'safe_storage' | 'keyring' | 'key_file' }
  | { readonly kind: 'passphrase'; readonly passphrase: string }

export interface CreateDirectoryInput {
  /** Shown in lists; also the name of the folder where no path is given. */
  readonly name: string
  /** null: in the data folder of the console. */
  readonly path: string | null
  readonly protection: ProtectionInput
}

/** A directory that was open before. */
export interface KnownDirectory {
  readonly path: string
  readonly kind: 'own' | 'attached'
  readonly name: string | null
  readonly lastOpenedMs: number
  readonly isThere: boolean
  /** Another window or tab of this Switchyard shows it. */
  readonly isOpenElsewhere: boolean
}
