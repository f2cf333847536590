import { randomBytes } from 'node:crypto'
import type { ProtectionInput, ProtectionKind, ProtectionOffer, VaultState } from '../../shared/contract/types.ts'
import type { SecretRows, WrapRow } from '../store/index.ts'
import { protectionOffers } from './offers.ts'
import { KEY_BYTES, openBytes, sealBytes } from './sealing.ts'
import { refused, VaultRefused, type VaultRefusalCode } from './vault-refused.ts'
import { discardWrap, unwrapKey, wrapKey, type Protectors } from './wraps.ts'

/** Keeps secrets under lock and key. Every function throws {@link VaultRefused} for what it refuses. */
export interface Vault {
  /** Without asking the system anything. */
  status(): VaultState['status']
  state(): Promise<VaultState>
  /** Makes the key; the vault is open afterwards. Refused where there is one (`already_set_up`). */
  setUp(input: ProtectionInput): Promise<void>
  /** Opens the vault by whatever needs no person: the system's store, the key ring, the key file. */
  unlockAutomatically(): Promise<UnlockResult>
  unlock(passphrase: string): Promise<void>
  /** Forgets the key. */
  lock(): void
  /** Keeps the key in one more way. */
  addProtection(input: ProtectionInput): Promise<void>
  /** Never the last one. */
  removeProtection(kind: ProtectionKind): Promise<void>
  /** The vault stays as open or locked as it was. */
  changePassphrase(current: string, next: string): Promise<void>
  /** @returns the id of the secret, `SY_` and 32 hex digits in upper case */
  seal(text: string): string
  open(id: string): string
  has(id: string): boolean
  /** @returns false: there was none */
  remove(id: string): boolean
  /**
   * Removes secrets that no credential names. Secrets younger than an age stay: their credential may still be on its way.
   *
   * @param referencedIds of every store of the directory; a store that could not be read must not be left out
   * @returns how many were removed
   */
  collect(referencedIds: ReadonlySet<string>, minAgeMs: number): number
}

export interface UnlockResult {
  readonly isUnlocked: boolean
  /** What was tried in vain. */
  readonly failures: readonly { readonly kind: ProtectionKind; readonly code: VaultRefusalCode }[]
}

export interface VaultParts {
  readonly rows: SecretRows
  readonly protectors: Protectors
  readonly clock: { now(): number }
  /** Random bytes for the key; for tests. */
  readonly makeKey?: () => Buffer
}

const KEY_VERSION = 1
const AUTOMATIC: readonly ProtectionKind[] = ['safe_storage', 'keyring', 'key_file']
const ID_BYTES = 16

export function createVault({ rows, protectors, clock, makeKey = () => randomBytes(KEY_BYTES) }: VaultParts): Vault {
  let key: Buffer | null = null
  /** Counts how often the vault was locked: whoever began to unlock it before that must not finish. */
  let locks = 0

  const openKey = (): Buffer => {
    if (key === null)
      throw rows.listWraps().length === 0 ? refused('locked', 'There is no vault yet.') : refused('locked')
    return key
  }
  const wrapOf = (kind: ProtectionKind): WrapRow | undefined => rows.listWraps().find((row) => row.kind === kind)
  const identity = (): Pick<WrapRow, 'keyVersion' | 'createdAtMs'> => ({
    keyVersion: KEY_VERSION,
    createdAtMs: Math.trunc(clock.now()),
  })

  function adopt(unlocked: Buffer, locksAtStart: number): void {
    if (locks !== locksAtStart) {
      unlocked.fill(0)
      throw refused('locked')
    }
    key?.fill(0)
    key = unlocked
  }

  async function unlockWith(row: WrapRow, passphrase: string | null): Promise<void> {
    const locksAtStart = locks
    const { key: unlocked, isOutdated } = await unwrapKey(row, protectors, passphrase)
    adopt(unlocked, locksAtStart)
    if (isOutdated && row.kind === 'safe_storage') await renew(row, unlocked)
  }

  /** The old wrap still opens: that it could not be renewed matters to nobody now. */
  async function renew(row: WrapRow, unlocked: Buffer): Promise<void> {
    try {
      rows.replaceWrap(row.id, await wrapKey(unlocked, { kind: 'safe_storage' }, protectors, identity()))
    } catch (error) {
      if (!(error instanceof VaultRefused)) throw error
    }
  }

  /** Stores a new wrap, or leaves nothing of it anywhere. */
  async function store(row: WrapRow, write: (row: WrapRow) => boolean): Promise<boolean> {
    let isStored = false
    try {
      isStored = write(row)
    } finally {
      if (!isStored) await discardWrap(row, protectors)
    }
    return isStored
  }

  return {
    status: () => statusOf(key, rows.listWraps()),

    async state() {
      const offers: readonly ProtectionOffer[] = await protectionOffers(protectors)
      const wraps = rows.listWraps()
      return { status: statusOf(key, wraps), protections: wraps.map(({ kind }) => kind), offers }
    },

    async setUp(input) {
      if (rows.listWraps().length > 0) throw refused('already_set_up', 'There is a vault already.', 'Unlock it.')
      const locksAtStart = locks
      const made = makeKey()
      try {
        const row = await wrapKey(made, input, protectors, identity())
        if (!(await store(row, rows.insertFirstWrap)))
          throw refused('already_set_up', 'There is a vault already.', 'Unlock it.')
      } catch (error) {
        made.fill(0)
        throw error
      }
      adopt(made, locksAtStart)
    },

    async unlockAutomatically() {
      const failures: { kind: ProtectionKind; code: VaultRefusalCode }[] = []
      for (const kind of AUTOMATIC) {
        if (key !== null) break
        const row = wrapOf(kind)
        if (row === undefined) continue
        try {
          await unlockWith(row, null)
        } catch (error) {
          if (!(error instanceof VaultRefused)) throw error
          failures.push({ kind, code: error.code })
        }
      }
      return { isUnlocked: key !== null, failures }
    },

    async unlock(passphrase) {
      const row = wrapOf('passphrase')
      if (row === undefined)
        throw refused('not_found', 'This vault has no passphrase.', 'Unlock it the way it was set up.')
      await unlockWith(row, passphrase)
    },

    lock() {
      locks += 1
      key?.fill(0)
      key = null
    },

    async addProtection(input) {
      if (wrapOf(input.kind) !== undefined) throw refused('already_set_up')
      // A copy: locking in the meantime wipes the other one.
      const copy = Buffer.from(openKey())
      try {
        const row = await wrapKey(copy, input, protectors, identity())
        if (!(await store(row, rows.insertWrap))) throw refused('already_set_up')
      } finally {
        copy.fill(0)
      }
    },

    async removeProtection(kind) {
      openKey()
      const row = wrapOf(kind)
      if (row === undefined)
        throw refused('not_found', 'The key of the vault is not kept this way.', 'Nothing needs to be done.')
      if (!rows.deleteWrap(row.id)) throw refused('last_protection')
      await discardWrap(row, protectors)
    },

    async changePassphrase(current, next) {
      const row = wrapOf('passphrase')
      if (row === undefined)
        throw refused('not_found', 'This vault has no passphrase.', 'Add one to the ways it can be unlocked.')
      const { key: unlocked } = await unwrapKey(row, protectors, current)
      try {
        const wrap = await wrapKey(unlocked, { kind: 'passphrase', passphrase: next }, protectors, identity())
        if (!rows.replaceWrap(row.id, wrap))
          throw refused(
            'not_found',
            'The passphrase was changed elsewhere in the meantime.',
            'Try again with that one.',
          )
      } finally {
        unlocked.fill(0)
      }
    },

    seal(text) {
      const id = `SY_${randomBytes(ID_BYTES).toString('hex').toUpperCase()}`
      // JSON keeps every text as it is, also one that is no well-formed Unicode.
      const plain = Buffer.from(JSON.stringify(text), 'utf8')
      const sealed = sealBytes(openKey(), plain, placeOf(id, KEY_VERSION))
      plain.fill(0)
      rows.insertSecret({ id, keyVersion: KEY_VERSION, sealed, createdAtMs: Math.trunc(clock.now()) })
      return id
    },

    open(id) {
      const current = openKey()
      const row = rows.readSecret(id)
      if (row === null) throw refused('not_found')
      const plain = openBytes(current, row.sealed, placeOf(id, row.keyVersion))
      if (plain === null) throw refused('tampered')
      const text: unknown = JSON.parse(plain.toString('utf8'))
      plain.fill(0)
      return String(text)
    },

    has: (id) => rows.readSecret(id) !== null,
    remove: (id) => rows.deleteSecrets([id]) === 1,

    collect(referencedIds, minAgeMs) {
      const bornBeforeMs = clock.now() - minAgeMs
      const orphans = rows
        .listSecrets()
        .filter(({ id, createdAtMs }) => !referencedIds.has(id) && createdAtMs <= bornBeforeMs)
      return rows.deleteSecrets(orphans.map(({ id }) => id))
    },
  }
}

function statusOf(key: Buffer | null, wraps: readonly WrapRow[]): VaultState['status'] {
  if (key !== null) return 'unlocked'
  return wraps.length === 0 ? 'none' : 'locked'
}

/** What a sealed secret is bound to. */
function placeOf(id: string, keyVersion: number): string {
  return `switchyard:secrets:${id}:${keyVersion}`
}
