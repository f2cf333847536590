import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { CreateDirectoryInput, KnownDirectory, ProtectionOffer } from '../../shared/contract/types.ts'
import { createOwnDirectory, STORE_NAME, type KnownDirectories, type ListedDirectory } from '../own/index.ts'
import { openSwitchyardStore } from '../store/index.ts'
import { createVault, protectionOffers, type Protectors } from '../vault/index.ts'
import type { Clock } from './clock.ts'
import type { DirectoryKeeper } from './directory-keeper.ts'

/** The directories of our own, and those that were open before. */
export interface OwnDirectories {
  /** Makes one with a vault, and opens it. */
  create(input: CreateDirectoryInput): Promise<{ path: string }>
  known(): Promise<readonly KnownDirectory[]>
  forget(directory: string): Promise<void>
  protections(): Promise<readonly ProtectionOffer[]>
}

export interface OwnDirectoriesParts {
  readonly directories: Pick<DirectoryKeeper, 'open' | 'session'>
  readonly known: KnownDirectories
  readonly clock: Clock
  readonly protectorsFor: (directory: string) => Protectors
  readonly resolve: (written: string) => string
  readonly isOpenElsewhere: (path: string) => boolean
}

export function createOwnDirectories(parts: OwnDirectoriesParts): OwnDirectories {
  const { directories, known, clock, protectorsFor, resolve, isOpenElsewhere } = parts
  function told(listed: ListedDirectory): KnownDirectory {
    return { ...listed, isOpenElsewhere: isOpenElsewhere(listed.path) }
  }

  return {
    async create({ name, path: written, protection }) {
      const wanted = written === null ? known.suggestPath(name) : resolve(written)
      const directory = await createOwnDirectory({ path: wanted, clock })
      try {
        const store = openSwitchyardStore(path.join(directory, STORE_NAME), { clock })
        try {
          const vault = createVault({ rows: store.secrets, protectors: protectorsFor(directory), clock })
          await vault.setUp(protection)
          vault.lock()
        } finally {
          store.close()
        }
      } catch (error) {
        // Without a vault nothing could be kept in it.
        await rm(directory, { recursive: true, force: true, maxRetries: 3 })
        throw error
      }
      await known.remember(directory, 'own', name.trim())
      await directories.open(directory)
      // Whoever has just chosen a passphrase need not type it again.
      if (protection.kind === 'passphrase') await directories.session().vault.unlock(protection.passphrase)
      return { path: directory }
    },
    async known() {
      const list = await known.list()
      return list.map(told)
    },
    forget: (directory) => known.forget(directory),
    protections: () => protectionOffers(protectorsFor('')),
  }
}
