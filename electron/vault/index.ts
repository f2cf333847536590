/** The vault: secrets of our own directories under lock and key, and the encrypted file that carries them elsewhere. */
export { createKeyring } from './keyring.ts'
export { protectionOffers } from './offers.ts'
export type { KeyringPort, SafeStoragePort } from './ports.ts'
export { isInVault, openCredential, referencedIds, sealCredential, vaultIdOf } from './references.ts'
export {
  isTransferFile,
  packTransfer,
  TransferRefused,
  unpackTransfer,
  type TransferContent,
  type TransferOrder,
  type TransferProfile,
  type TransferRefusalCode,
} from './transfer-file.ts'
export { createVault, type UnlockResult, type Vault, type VaultParts } from './vault.ts'
export { VaultRefused, type VaultRefusalCode } from './vault-refused.ts'
export type { Protectors } from './wraps.ts'
