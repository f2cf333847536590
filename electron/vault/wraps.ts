import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ProtectionInput } from '../../shared/contract/types.ts'
import type { WrapKind, WrapRow } from '../store/index.ts'
import { makeKeyFile, readKeyFile } from './key-file.ts'
import { isStrongEnough, kdfSchema, keyFromNewPassphrase, keyFromPassphrase } from './passphrase.ts'
import type { KeyringPort, SafeStoragePort } from './ports.ts'
import { KEY_BYTES, openBytes, sealBytes } from './sealing.ts'
import { refused, type VaultRefused } from './vault-refused.ts'

/**
 * The ways to keep the key of a vault. Each gives a key of its own, and the vault's key is sealed with that one, so that a
 * way can be added or removed without sealing the secrets anew.
 */
export interface Protectors {
  /** null: not the desktop edition. */
  readonly safeStorage: SafeStoragePort | null
  readonly keyring: KeyringPort
  readonly keyFile: {
    /** Where a new key file is made. */
    readonly path: string
    /** The state directory; the file must lie outside of it. */
    readonly directory: string
  }
}

/** Backends under which the desktop would keep everything readable. */
export const PLAIN_BACKENDS: readonly string[] = ['basic_text', 'unknown']

const sealedSchema = z.base64()
const dataSchemas = {
  safe_storage: z.strictObject({ sealed: sealedSchema, encrypted: z.base64() }),
  keyring: z.strictObject({ sealed: sealedSchema }),
  passphrase: z.strictObject({ sealed: sealedSchema, kdf: kdfSchema }),
  key_file: z.strictObject({ sealed: sealedSchema, path: z.string() }),
} as const satisfies Record<WrapKind, z.ZodType>
type Data<K extends WrapKind> = z.infer<(typeof dataSchemas)[K]>

type Identity = Pick<WrapRow, 'id' | 'kind' | 'keyVersion' | 'createdAtMs'>

/** Wraps the vault's key for one way to unlock it. */
export async function wrapKey(
  key: Buffer,
  input: ProtectionInput,
  protectors: Protectors,
  { keyVersion, createdAtMs }: Pick<WrapRow, 'keyVersion' | 'createdAtMs'>,
): Promise<WrapRow> {
  const identity: Identity = { id: randomUUID(), kind: input.kind, keyVersion, createdAtMs }
  switch (input.kind) {
    case 'safe_storage': {
      const own = randomBytes(KEY_BYTES)
      const encrypted = await encryptText(usableSafeStorage(protectors), own.toString('base64'))
      return finish(identity, own, key, { encrypted: encrypted.toString('base64') })
    }
    case 'keyring': {
      const own = randomBytes(KEY_BYTES)
      await available(protectors.keyring.set(identity.id, own.toString('base64')), 'keyring')
      return finish(identity, own, key, {})
    }
    case 'key_file': {
      const { path, directory } = protectors.keyFile
      return finish(identity, await makeKeyFile(path, directory), key, { path })
    }
    case 'passphrase': {
      if (!isStrongEnough(input.passphrase)) throw refused('weak_passphrase')
      const { key: own, kdf } = await keyFromNewPassphrase(input.passphrase)
      return finish(identity, own, key, { kdf })
    }
  }
}

export interface Unwrapped {
  readonly key: Buffer
  /** The wrap should be made anew: the system has renewed what is behind it. */
  readonly isOutdated: boolean
}

/**
 * The vault's key from a wrap.
 *
 * @param passphrase needed for a wrap of that kind only
 * @throws {VaultRefused}
 */
export async function unwrapKey(row: WrapRow, protectors: Protectors, passphrase: string | null): Promise<Unwrapped> {
  switch (row.kind) {
    case 'safe_storage': {
      const { encrypted, sealed } = dataOf(row, 'safe_storage')
      const port = usableSafeStorage(protectors)
      const { text, shouldReEncrypt } = await available(port.decrypt(Buffer.from(encrypted, 'base64')), 'safe_storage')
      return { key: unseal(row, keyOf(text), sealed), isOutdated: shouldReEncrypt }
    }
    case 'keyring': {
      const { sealed } = dataOf(row, 'keyring')
      const text = await available(protectors.keyring.get(row.id), 'keyring')
      if (text === null)
        throw refused('unavailable', 'The key ring does not have the key of this vault.', 'Unlock it another way.')
      return { key: unseal(row, keyOf(text), sealed), isOutdated: false }
    }
    case 'key_file': {
      const { path, sealed } = dataOf(row, 'key_file')
      return { key: unseal(row, await readKeyFile(path), sealed), isOutdated: false }
    }
    case 'passphrase': {
      const { kdf, sealed } = dataOf(row, 'passphrase')
      const own = passphrase === null ? null : await keyFromPassphrase(passphrase, kdf)
      if (own === null) throw refused('wrong_passphrase')
      return { key: unseal(row, own, sealed), isOutdated: false }
    }
  }
}

/** Removes what a wrap left elsewhere. A key file stays: other vaults may use it. */
export async function discardWrap({ id, kind }: Pick<WrapRow, 'id' | 'kind'>, { keyring }: Protectors): Promise<void> {
  // Without the wrap, what is left in the key ring opens nothing.
  if (kind === 'keyring') await keyring.delete(id).catch(() => undefined)
}

function finish<K extends WrapKind>(
  identity: Identity,
  own: Buffer,
  key: Buffer,
  more: Omit<Data<K>, 'sealed'>,
): WrapRow {
  const sealed = sealBytes(own, key, placeOf(identity)).toString('base64')
  own.fill(0)
  return { ...identity, dataJson: JSON.stringify({ ...more, sealed }) }
}

function unseal(row: WrapRow, own: Buffer, sealed: string): Buffer {
  const key = openBytes(own, Buffer.from(sealed, 'base64'), placeOf(row))
  own.fill(0)
  if (key === null || key.length !== KEY_BYTES) throw damagedKey()
  return key
}

function placeOf({ id, kind, keyVersion }: Identity): string {
  return `switchyard:vault_keys:${id}:${kind}:${keyVersion}`
}

function dataOf<K extends WrapKind>(row: WrapRow, kind: K): Data<K> {
  try {
    return dataSchemas[kind].parse(JSON.parse(row.dataJson)) as Data<K>
  } catch {
    throw damagedKey()
  }
}

function keyOf(text: string): Buffer {
  const key = Buffer.from(text, 'base64')
  if (key.length !== KEY_BYTES) throw damagedKey()
  return key
}

function damagedKey(): VaultRefused {
  return refused(
    'tampered',
    'The key of the vault is damaged or was changed.',
    'Unlock the vault another way, or restore the database from a backup.',
  )
}

function usableSafeStorage({ safeStorage }: Protectors): SafeStoragePort {
  if (safeStorage === null || PLAIN_BACKENDS.includes(safeStorage.backend() ?? '')) throw notAvailable('safe_storage')
  return safeStorage
}

async function encryptText(port: SafeStoragePort, text: string): Promise<Buffer> {
  if (!(await port.isAvailable().catch(() => false))) throw notAvailable('safe_storage')
  return await available(port.encrypt(text), 'safe_storage')
}

/** What the system says about a failure is not passed on: it is not ours to know what is in it. */
async function available<T>(work: Promise<T>, kind: 'safe_storage' | 'keyring'): Promise<T> {
  try {
    return await work
  } catch {
    throw notAvailable(kind)
  }
}

function notAvailable(kind: 'safe_storage' | 'keyring'): VaultRefused {
  return kind === 'keyring'
    ? refused('unavailable', 'The key ring of this session cannot be used.', 'Unlock it, or use a passphrase.')
    : refused('unavailable', "The system's store for secrets cannot be used here.", 'Use a passphrase.')
}
