import type { ProtectionOffer } from '../../shared/contract/types.ts'
import { PLAIN_BACKENDS, type Protectors } from './wraps.ts'

/** Which ways to keep a key there are here, the best first, and why one cannot be used. */
export async function protectionOffers({
  safeStorage,
  keyring,
}: Pick<Protectors, 'safeStorage' | 'keyring'>): Promise<readonly ProtectionOffer[]> {
  return [
    { kind: 'safe_storage', problem: await safeStorageProblem(safeStorage) },
    { kind: 'keyring', problem: (await keyring.isAvailable().catch(() => false)) ? null : 'no_keyring' },
    { kind: 'passphrase', problem: null },
    { kind: 'key_file', problem: null },
  ]
}

async function safeStorageProblem(port: Protectors['safeStorage']): Promise<ProtectionOffer['problem']> {
  if (port === null) return 'not_desktop'
  if (PLAIN_BACKENDS.includes(port.backend() ?? '')) return 'basic_text'
  return (await port.isAvailable().catch(() => false)) ? null : 'no_keyring'
}
