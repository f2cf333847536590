import type { ProtectionInput, ProtectionKind } from '../../../shared/contract/types.ts'
import type { Vault } from '../../vault/index.ts'
import type { OpenDirectory } from '../open-directory.ts'
import { Refusal } from '../refusal.ts'

/** Opening and closing the vault of an own directory, with every screen told. */
export interface VaultAccess {
  /** By whatever needs no person. */
  unlockAutomatically(): Promise<void>
  unlock(passphrase: string): Promise<void>
  lock(): Promise<void>
  addProtection(input: ProtectionInput): Promise<void>
  removeProtection(kind: ProtectionKind): Promise<void>
  changePassphrase(current: string, next: string): Promise<void>
}

export function createVaultAccess(directory: OpenDirectory, vault: Vault | null): VaultAccess {
  async function withVault(task: (opened: Vault) => Promise<void> | void): Promise<void> {
    if (vault === null) {
      throw new Refusal('NOT_EDITABLE', 'This directory has no vault: it is not one of our own.', {
        hint: 'OpenClaw keeps its secrets itself.',
      })
    }
    await task(vault)
    directory.set({ vault: await vault.state() })
  }

  return {
    unlockAutomatically: () => withVault((opened) => opened.unlockAutomatically().then(() => undefined)),
    unlock: (passphrase) => withVault((opened) => opened.unlock(passphrase)),
    lock: () => withVault((opened) => opened.lock()),
    addProtection: (input) => withVault((opened) => opened.addProtection(input)),
    removeProtection: (kind) => withVault((opened) => opened.removeProtection(kind)),
    changePassphrase: (current, next) => withVault((opened) => opened.changePassphrase(current, next)),
  }
}

/** @throws {Refusal} the vault of an own directory is locked */
export function needUnlocked(vault: Vault | null): void {
  if (vault === null || vault.status() === 'unlocked') return
  throw new Refusal('VAULT_LOCKED', 'The vault is locked.', { hint: 'Unlock it first.' })
}
