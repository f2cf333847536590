import type { SafeStorage } from 'electron'
import type { SafeStoragePort } from '../vault/index.ts'

/** What both generations of Electron offer; which of it is there is found out at run time. */
type Offered = Partial<
  Pick<SafeStorage, 'isEncryptionAvailable' | 'encryptString' | 'decryptString' | 'getSelectedStorageBackend'> &
    Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>
>

/**
 * Electron's store for secrets, through its asynchronous functions where it has them and through the older ones otherwise.
 * Where only plain text would be kept it counts as not available. Use it once the app is ready.
 */
export function createSafeStoragePort(
  safeStorage: Offered,
  platform: NodeJS.Platform = process.platform,
): SafeStoragePort {
  function backend(): string | null {
    // Only Linux has several; the function is missing or throws elsewhere.
    return platform === 'linux' ? (safeStorage.getSelectedStorageBackend?.() ?? 'unknown') : null
  }

  return {
    backend,
    async isAvailable() {
      const name = backend()
      if (name === 'basic_text' || name === 'unknown') return false
      if (safeStorage.isAsyncEncryptionAvailable) return await safeStorage.isAsyncEncryptionAvailable()
      return safeStorage.isEncryptionAvailable?.() ?? false
    },
    async encrypt(text) {
      if (safeStorage.encryptStringAsync) return await safeStorage.encryptStringAsync(text)
      if (safeStorage.encryptString) return safeStorage.encryptString(text)
      throw new Error('This Electron cannot encrypt')
    },
    async decrypt(encrypted) {
      if (safeStorage.decryptStringAsync) {
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(encrypted)
        return { text: result, shouldReEncrypt }
      }
      if (safeStorage.decryptString) return { text: safeStorage.decryptString(encrypted), shouldReEncrypt: false }
      throw new Error('This Electron cannot decrypt')
    },
  }
}
