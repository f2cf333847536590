import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { openSwitchyardStore, type SwitchyardStore } from '../../electron/store/index.ts'
import { createVault, type KeyringPort, type SafeStoragePort, type Vault } from '../../electron/vault/index.ts'
import type { Protectors } from '../../electron/vault/index.ts'
import { temporaryFolder } from './openclaw-files.ts'

export const NOW_MS = 1_760_000_000_000

/** A store in a fresh file, closed when the test ends. */
export function openStore(
  file: string = path.join(temporaryFolder(), 'switchyard.sqlite'),
  clock: { now(): number } = { now: () => NOW_MS },
): SwitchyardStore {
  const store = openSwitchyardStore(file, { clock })
  onTestFinished(() => store.close())
  return store
}

/** A key ring in memory. */
export function fakeKeyring(entries: Map<string, string> = new Map(), isThere = true): KeyringPort {
  const use = async <T>(answer: () => T): Promise<T> => {
    if (!isThere) throw new Error('no key ring')
    return await Promise.resolve(answer())
  }
  return {
    isAvailable: async () => await Promise.resolve(isThere),
    get: (account) => use(() => entries.get(account) ?? null),
    set: (account, text) => use(() => void entries.set(account, text)),
    delete: (account) => use(() => void entries.delete(account)),
  }
}

/** The desktop's store for secrets, with a key of its own that can be renewed. */
export function fakeSafeStorage(
  options: { backend?: string | null; isAvailable?: boolean } = {},
): SafeStoragePort & { renewKey(): void; readonly state: { generation: number } } {
  const state = { generation: 1 }
  const mask = (text: string): Uint8Array => Buffer.from(text, 'utf8').map((byte) => byte ^ 0x5a)
  return {
    state,
    renewKey: () => void (state.generation += 1),
    backend: () => options.backend ?? null,
    isAvailable: async () => await Promise.resolve(options.isAvailable ?? true),
    encrypt: async (text) => await Promise.resolve(Buffer.concat([Buffer.from([state.generation]), mask(text)])),
    decrypt: async (encrypted) => {
      if (encrypted[0] === undefined || encrypted[0] > state.generation) throw new Error('cannot decrypt')
      const text = Buffer.from(encrypted.subarray(1).map((byte) => byte ^ 0x5a)).toString('utf8')
      return await Promise.resolve({ text, shouldReEncrypt: encrypted[0] < state.generation })
    },
  }
}

export interface VaultSetting {
  readonly store: SwitchyardStore
  readonly vault: Vault
  readonly protectors: Protectors
  /** Keys that were made, for looking at them after they were wiped. */
  readonly keys: Buffer[]
  /** Another process on the same database. */
  reopen(protectors?: Partial<Protectors>): Vault
}

export function vaultSetting(parts: Partial<Protectors> = {}, clock = { now: () => NOW_MS }): VaultSetting {
  const folder = temporaryFolder()
  const store = openStore(path.join(folder, 'directory', 'switchyard.sqlite'), clock)
  const protectors: Protectors = {
    safeStorage: fakeSafeStorage(),
    keyring: fakeKeyring(),
    keyFile: { path: path.join(folder, 'keys', 'vault.key'), directory: path.join(folder, 'directory') },
    ...parts,
  }
  const keys: Buffer[] = []
  const makeKey = (): Buffer => {
    const key = Buffer.alloc(32, 7 + keys.length)
    keys.push(key)
    return key
  }
  const vaultWith = (used: Protectors): Vault => createVault({ rows: store.secrets, protectors: used, clock, makeKey })
  return {
    store,
    protectors,
    keys,
    vault: vaultWith(protectors),
    reopen: (other = {}) => vaultWith({ ...protectors, ...other }),
  }
}

/** Every byte of every file below a folder. */
export function bytesBelow(folder: string): Buffer {
  if (!existsSync(folder)) return Buffer.alloc(0)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.map((name) => path.join(folder, name)).filter((file) => statSync(file).isFile())
  return Buffer.concat(files.map((file) => readFileSync(file)))
}

/** The code of the refusal that a call ends with; null: it does not. */
export async function refusalOf(call: () => unknown): Promise<string | null> {
  try {
    await call()
    return null
  } catch (error) {
    const { code, hint, message } = error as { code?: unknown; hint?: unknown; message?: unknown }
    if (typeof code !== 'string' || typeof hint !== 'string' || typeof message !== 'string') throw error
    return code
  }
}
