import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { VaultRefused } from '../../electron/vault/index.ts'
import { bytesBelow, fakeKeyring, fakeSafeStorage, NOW_MS, refusalOf, vaultSetting } from '../support/own-store.ts'

const PASSPHRASE = 'correct horse battery'
const SECRET = 'sk-canary-0123456789abcdefghijklmnop'

describe.each(['safe_storage', 'keyring', 'key_file'] as const)('a vault whose key is kept in %s', (kind) => {
  test('opens by itself in another process', async () => {
    const { vault, reopen, keys } = vaultSetting()
    expect((await vault.state()).status).toBe('none')
    await vault.setUp({ kind })
    const id = vault.seal(SECRET)
    expect(id).toMatch(/^SY_[0-9A-F]{32}$/)
    const other = reopen()
    expect(await other.state()).toMatchObject({ status: 'locked', protections: [kind] })
    expect(await refusalOf(() => other.open(id))).toBe('locked')
    expect(await other.unlockAutomatically()).toEqual({ isUnlocked: true, failures: [] })
    expect([other.status(), other.open(id), other.has(id)]).toEqual(['unlocked', SECRET, true])
    other.lock()
    expect([other.status(), vault.open(id)]).toEqual(['locked', SECRET])
    vault.lock()
    expect(keys[0]?.every((byte) => byte === 0)).toBe(true)
    expect(await refusalOf(() => vault.seal(SECRET))).toBe('locked')
  })
})

describe('setting up', () => {
  test('happens once, also when two processes try', async () => {
    const { vault, reopen, keys } = vaultSetting()
    const other = reopen()
    const results = await Promise.all(
      [vault, other].map(async (one) => await refusalOf(() => one.setUp({ kind: 'key_file' }))),
    )
    expect(new Set(results)).toEqual(new Set(['already_set_up', null]))
    expect([vault.status(), other.status()].toSorted()).toEqual(['locked', 'unlocked'])
    expect(keys.filter((key) => key.every((byte) => byte === 0))).toHaveLength(1)
    expect(await refusalOf(() => vault.setUp({ kind: 'keyring' }))).toBe('already_set_up')
  })

  test('is refused where the key could not be kept, and leaves nothing', async () => {
    const plain = fakeSafeStorage({ backend: 'basic_text' })
    const { vault, store, reopen, keys } = vaultSetting({ keyring: fakeKeyring(new Map(), false), safeStorage: plain })
    expect(await refusalOf(() => vault.setUp({ kind: 'safe_storage' }))).toBe('unavailable')
    expect(await refusalOf(() => vault.setUp({ kind: 'keyring' }))).toBe('unavailable')
    expect(await refusalOf(() => vault.setUp({ kind: 'passphrase', passphrase: 'short 7' }))).toBe('weak_passphrase')
    expect(await refusalOf(() => vault.setUp({ kind: 'passphrase', passphrase: '🔑🔑🔑🔑' }))).toBe('weak_passphrase')
    for (const safeStorage of [null, fakeSafeStorage({ isAvailable: false }), fakeSafeStorage({ backend: 'unknown' })])
      expect(await refusalOf(() => reopen({ safeStorage }).setUp({ kind: 'safe_storage' }))).toBe('unavailable')
    expect([vault.status(), store.secrets.listWraps()]).toEqual(['none', []])
    expect(keys.every((key) => key.every((byte) => byte === 0))).toBe(true)
    expect(await refusalOf(() => vault.seal(SECRET))).toBe('locked')
    expect(await vault.unlockAutomatically()).toEqual({ isUnlocked: false, failures: [] })
    expect(await refusalOf(() => vault.unlock(PASSPHRASE))).toBe('not_found')
  })
})

describe('a passphrase', () => {
  test('opens the vault, another one does not', async () => {
    const { vault, reopen, keys } = vaultSetting()
    await vault.setUp({ kind: 'passphrase', passphrase: 'pässphrase' })
    const id = vault.seal(SECRET)
    const other = reopen()
    expect(await other.unlockAutomatically()).toEqual({ isUnlocked: false, failures: [] })
    expect(await refusalOf(() => other.unlock('passphrase'))).toBe('wrong_passphrase')
    // The same letters, composed in another way.
    await other.unlock('pa\u0308ssphrase')
    expect(other.open(id)).toBe(SECRET)
    vault.lock()
    expect(keys[0]?.every((byte) => byte === 0)).toBe(true)
  })

  test('can be changed, whether the vault is open or not', async () => {
    const { vault, reopen, store } = vaultSetting()
    await vault.setUp({ kind: 'passphrase', passphrase: PASSPHRASE })
    const id = vault.seal(SECRET)
    const before = store.secrets.listWraps()
    expect(await refusalOf(() => vault.changePassphrase('not the one', 'another one'))).toBe('wrong_passphrase')
    expect(await refusalOf(() => vault.changePassphrase(PASSPHRASE, 'short'))).toBe('weak_passphrase')
    expect(store.secrets.listWraps()).toEqual(before)
    vault.lock()
    await vault.changePassphrase(PASSPHRASE, 'another one')
    expect(vault.status()).toBe('locked')
    const other = reopen()
    expect(await refusalOf(() => other.unlock(PASSPHRASE))).toBe('wrong_passphrase')
    await other.unlock('another one')
    expect(other.open(id)).toBe(SECRET)
  })

  test('is asked for by its cost, and a made-up cost is refused', async () => {
    const { vault, store, reopen } = vaultSetting()
    await vault.setUp({ kind: 'passphrase', passphrase: PASSPHRASE })
    const [wrap] = store.secrets.listWraps()
    if (!wrap) throw new Error('There is a wrap')
    const data = JSON.parse(wrap.dataJson) as { kdf: Record<string, unknown> }
    expect(data.kdf).toMatchObject({ name: 'scrypt', n: 131072, r: 8, p: 1 })
    expect(Buffer.from(String(data.kdf['salt']), 'base64')).toHaveLength(16)
    for (const change of [{ n: 2 ** 40 }, { n: 2 ** 23 }, { n: 1000 }, { n: 131071 }, { p: 99 }, { salt: 'AA==' }]) {
      const dataJson = JSON.stringify({ ...data, kdf: { ...data.kdf, ...change } })
      store.secrets.replaceWrap(wrap.id, { ...wrap, dataJson })
      expect(await refusalOf(() => reopen().unlock(PASSPHRASE))).toBe('tampered')
    }
  })

  test('locking while it is being opened wins', async () => {
    const { vault, reopen } = vaultSetting()
    await vault.setUp({ kind: 'passphrase', passphrase: PASSPHRASE })
    const other = reopen()
    const unlocking = refusalOf(() => other.unlock(PASSPHRASE))
    other.lock()
    expect([await unlocking, other.status()]).toEqual(['locked', 'locked'])
  })
})

describe('several ways to keep the key', () => {
  test('each opens the same secrets, and one always stays', async () => {
    const entries = new Map<string, string>()
    const { vault, reopen } = vaultSetting({ keyring: fakeKeyring(entries) })
    await vault.setUp({ kind: 'key_file' })
    const id = vault.seal(SECRET)
    expect(await refusalOf(() => vault.removeProtection('key_file'))).toBe('last_protection')
    expect(await refusalOf(() => vault.removeProtection('keyring'))).toBe('not_found')
    for (const kind of ['keyring', 'safe_storage'] as const) await vault.addProtection({ kind })
    await vault.addProtection({ kind: 'passphrase', passphrase: PASSPHRASE })
    expect(await refusalOf(() => vault.addProtection({ kind: 'keyring' }))).toBe('already_set_up')
    expect(entries.size).toBe(1)
    expect((await vault.state()).protections.toSorted()).toEqual(
      ['key_file', 'keyring', 'passphrase', 'safe_storage'].toSorted(),
    )
    for (const kind of ['key_file', 'keyring', 'safe_storage'] as const) await vault.removeProtection(kind)
    expect(entries.size).toBe(0)
    const other = reopen()
    expect((await other.unlockAutomatically()).isUnlocked).toBe(false)
    expect(await refusalOf(() => other.removeProtection('passphrase'))).toBe('locked')
    expect(await refusalOf(() => other.addProtection({ kind: 'keyring' }))).toBe('locked')
    await other.unlock(PASSPHRASE)
    expect(other.open(id)).toBe(SECRET)
  })

  test('one that fails does not keep the next from opening it', async () => {
    const { vault, reopen, protectors } = vaultSetting()
    await vault.setUp({ kind: 'safe_storage' })
    await vault.addProtection({ kind: 'keyring' })
    await vault.addProtection({ kind: 'key_file' })
    const poor = reopen({ safeStorage: null, keyring: fakeKeyring() })
    expect(await poor.unlockAutomatically()).toEqual({
      isUnlocked: true,
      failures: [
        { kind: 'safe_storage', code: 'unavailable' },
        { kind: 'keyring', code: 'unavailable' },
      ],
    })
    writeFileSync(protectors.keyFile.path, Buffer.alloc(32, 9).toString('base64'))
    const failing = reopen({
      safeStorage: fakeSafeStorage({ backend: 'basic_text' }),
      keyring: fakeKeyring(new Map(), false),
    })
    expect((await failing.unlockAutomatically()).failures.map(({ code }) => code)).toEqual([
      'unavailable',
      'unavailable',
      'tampered',
    ])
  })

  test('a key that the system has renewed is kept anew', async () => {
    const safeStorage = fakeSafeStorage()
    const { vault, store, reopen } = vaultSetting({ safeStorage })
    await vault.setUp({ kind: 'safe_storage' })
    const id = vault.seal(SECRET)
    const [before] = store.secrets.listWraps()
    safeStorage.renewKey()
    const other = reopen()
    await other.unlockAutomatically()
    const [after] = store.secrets.listWraps()
    expect(after?.id).not.toBe(before?.id)
    expect(other.open(id)).toBe(SECRET)
    await reopen().unlockAutomatically()
    expect(store.secrets.listWraps()).toEqual([after])
  })
})

describe('a key file', () => {
  test('is private, lies elsewhere, and serves several vaults', async () => {
    const { vault, protectors } = vaultSetting()
    await vault.setUp({ kind: 'key_file' })
    const file = protectors.keyFile.path
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
    const text = readFileSync(file, 'utf8')
    expect(Buffer.from(text.trim(), 'base64')).toHaveLength(32)
    const second = vaultSetting({ keyFile: { path: file, directory: '/nowhere' } })
    await second.vault.setUp({ kind: 'key_file' })
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect((await second.reopen().unlockAutomatically()).isUnlocked).toBe(true)
  })

  test('inside the directory, or behind a link into it, is refused', async () => {
    const { vault, reopen, protectors } = vaultSetting()
    const { directory } = protectors.keyFile
    const link = `${directory}-link`
    symlinkSync(directory, link)
    for (const folder of [directory, link, path.join(directory, 'deep', 'er')]) {
      const file = path.join(folder, 'vault.key')
      expect(await refusalOf(() => reopen({ keyFile: { path: file, directory } }).setUp({ kind: 'key_file' }))).toBe(
        'unavailable',
      )
      expect(existsSync(file)).toBe(false)
    }
    expect(vault.status()).toBe('none')
  })

  test.each([0o640, 0o604, 0o660, 0o620])('that others can use (mode %o) is refused', async (mode) => {
    const { vault, reopen, protectors } = vaultSetting()
    await vault.setUp({ kind: 'key_file' })
    chmodSync(protectors.keyFile.path, mode)
    expect(await reopen().unlockAutomatically()).toEqual({
      isUnlocked: false,
      failures: [{ kind: 'key_file', code: 'unavailable' }],
    })
    chmodSync(protectors.keyFile.path, 0o600)
    expect((await reopen().unlockAutomatically()).isUnlocked).toBe(true)
  })

  test.each([
    ['is a folder', (file: string) => mkdirSync(file, { recursive: true })],
    ['holds something else', (file: string) => writeFileSync(file, 'x'.repeat(44), { mode: 0o600 })],
    ['is too short', (file: string) => writeFileSync(file, 'AAAA', { mode: 0o600 })],
    ['is too long', (file: string) => writeFileSync(file, 'A'.repeat(9999), { mode: 0o600 })],
  ])('that %s is refused', async (_name, make) => {
    const { vault, protectors } = vaultSetting()
    mkdirSync(path.dirname(protectors.keyFile.path), { recursive: true })
    make(protectors.keyFile.path)
    expect(await refusalOf(() => vault.setUp({ kind: 'key_file' }))).toBe('unavailable')
    expect(vault.status()).toBe('none')
  })
})

describe('what was tampered with does not open', () => {
  test('a secret: every byte of it counts, and so does its place', async () => {
    const { vault, store } = vaultSetting()
    await vault.setUp({ kind: 'keyring' })
    const [id, other] = [vault.seal('short'), vault.seal('short')]
    const database = new Database(store.file)
    const write = database.prepare('UPDATE secrets SET sealed = ? WHERE id = ?')
    const sealed = store.secrets.readSecret(id)?.sealed ?? Buffer.alloc(0)
    expect(sealed).toHaveLength(1 + 12 + '"short"'.length + 16)
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8((changed[index] ?? 0) ^ 1, index)
      write.run(changed, id)
      expect(await refusalOf(() => vault.open(id))).toBe('tampered')
    }
    for (const changed of [
      sealed.subarray(1),
      sealed.subarray(0, -1),
      Buffer.alloc(0),
      Buffer.concat([sealed, sealed]),
    ]) {
      write.run(changed, id)
      expect(await refusalOf(() => vault.open(id))).toBe('tampered')
    }
    write.run(store.secrets.readSecret(other)?.sealed, id)
    expect(await refusalOf(() => vault.open(id))).toBe('tampered')
    write.run(sealed, id)
    expect(vault.open(id)).toBe('short')
    database.prepare('UPDATE secrets SET key_version = 2 WHERE id = ?').run(id)
    expect(await refusalOf(() => vault.open(id))).toBe('tampered')
    database.close()
  })

  test('the key: any change to a wrap is found', async () => {
    const { vault, store, reopen } = vaultSetting()
    await vault.setUp({ kind: 'keyring' })
    const [wrap] = store.secrets.listWraps()
    if (!wrap) throw new Error('There is a wrap')
    const { sealed } = JSON.parse(wrap.dataJson) as { sealed: string }
    const bytes = Buffer.from(sealed, 'base64')
    const put = (dataJson: string, more: object = {}): boolean =>
      store.secrets.replaceWrap(wrap.id, { ...wrap, ...more, dataJson })
    const codeOf = async (): Promise<unknown> => (await reopen().unlockAutomatically()).failures[0]?.code
    for (let index = 0; index < bytes.length; index += 7) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8((changed[index] ?? 0) ^ 0x80, index)
      put(JSON.stringify({ sealed: changed.toString('base64') }))
      expect(await codeOf()).toBe('tampered')
    }
    for (const text of ['', 'null', '{}', '{"sealed":5}', '{"sealed":"","more":1}', '{"sealed":"!"}']) {
      put(text)
      expect(await codeOf()).toBe('tampered')
    }
    put(wrap.dataJson, { keyVersion: 2 })
    expect(await codeOf()).toBe('tampered')
    put(wrap.dataJson)
    expect(await codeOf()).toBeUndefined()
  })

  test('the right passphrase for a damaged key is not called wrong', async () => {
    const { vault, store, reopen } = vaultSetting()
    await vault.setUp({ kind: 'passphrase', passphrase: PASSPHRASE })
    const [wrap] = store.secrets.listWraps()
    if (!wrap) throw new Error('There is a wrap')
    const data = JSON.parse(wrap.dataJson) as { sealed: string }
    const bytes = Buffer.from(data.sealed, 'base64')
    bytes.writeUInt8((bytes[20] ?? 0) ^ 1, 20)
    store.secrets.replaceWrap(wrap.id, {
      ...wrap,
      dataJson: JSON.stringify({ ...data, sealed: bytes.toString('base64') }),
    })
    expect(await refusalOf(() => reopen().unlock(PASSPHRASE))).toBe('tampered')
    expect(await refusalOf(() => reopen().unlock(`${PASSPHRASE}!`))).toBe('wrong_passphrase')
  })
})

describe('secrets that are gone', () => {
  test('are not found, and nobody removes what is named or new', async () => {
    const clock = { at: NOW_MS, now: () => clock.at }
    const { vault } = vaultSetting({}, clock)
    await vault.setUp({ kind: 'keyring' })
    const [named, orphan, gone] = [vault.seal('1'), vault.seal('2'), vault.seal('3')]
    expect([vault.remove(gone), vault.remove(gone), vault.has(gone)]).toEqual([true, false, false])
    expect(await refusalOf(() => vault.open(gone))).toBe('not_found')
    clock.at += 60_000
    const young = vault.seal('4')
    expect(vault.collect(new Set([named]), 60_001)).toBe(0)
    expect(vault.collect(new Set([named]), 60_000)).toBe(1)
    expect([named, orphan, young].map((id) => vault.has(id))).toEqual([true, false, true])
    vault.lock()
    expect(vault.collect(new Set([named]), 0)).toBe(1)
  })

  test('no byte of a secret, a passphrase or a key is ever in a file, sealed or removed', async () => {
    const entries = new Map<string, string>()
    const { vault, store, keys } = vaultSetting({ keyring: fakeKeyring(entries) })
    await vault.setUp({ kind: 'passphrase', passphrase: PASSPHRASE })
    await vault.addProtection({ kind: 'keyring' })
    await vault.addProtection({ kind: 'key_file' })
    const folder = path.dirname(store.file)
    const look = (): void => {
      const bytes = bytesBelow(folder)
      expect(bytes.length).toBeGreaterThan(4096)
      for (const text of [SECRET, SECRET.slice(0, 12), PASSPHRASE, ...entries.values()]) {
        expect(bytes.includes(Buffer.from(text))).toBe(false)
        expect(bytes.includes(Buffer.from(text, 'utf16le'))).toBe(false)
        expect(bytes.includes(Buffer.from(Buffer.from(text).toString('base64').slice(0, 16)))).toBe(false)
        expect(bytes.includes(Buffer.from(Buffer.from(text).toString('hex')))).toBe(false)
      }
      const key = Buffer.alloc(32, 7)
      expect(bytes.includes(key) || bytes.includes(Buffer.from(key.toString('base64')))).toBe(false)
    }
    expect(keys[0]).toEqual(Buffer.alloc(32, 7))
    const ids = Array.from({ length: 40 }, () => vault.seal(SECRET))
    expect(new Set(ids.map((id) => store.secrets.readSecret(id)?.sealed.toString('hex'))).size).toBe(40)
    look()
    const sealed = ids.map((id) => store.secrets.readSecret(id)?.sealed ?? Buffer.alloc(1))
    copyFileSync(store.file, path.join(folder, 'copy.bak'))
    for (const id of ids.slice(0, 20)) vault.remove(id)
    vault.collect(new Set(ids.slice(30)), 0)
    look()
    // What was removed is not even there in its sealed form, in the database or in its log.
    for (const name of [store.file, `${store.file}-wal`]) {
      const bytes = readFileSync(name)
      for (const bytesOfSecret of sealed.slice(0, 30)) expect(bytes.includes(bytesOfSecret)).toBe(false)
    }
    await vault.removeProtection('keyring')
    await vault.changePassphrase(PASSPHRASE, `${PASSPHRASE} 2`)
    store.close()
    look()
  })

  test('no refusal says what was secret', async () => {
    const { vault, reopen } = vaultSetting({ keyring: fakeKeyring(new Map(), false) })
    await vault.setUp({ kind: 'passphrase', passphrase: PASSPHRASE })
    const id = vault.seal(SECRET)
    const other = reopen()
    const calls: readonly (() => unknown)[] = [
      () => other.open(id),
      () => other.unlock('canary-passphrase'),
      () => other.changePassphrase('canary-passphrase', 'canary-other'),
      () => vault.addProtection({ kind: 'keyring' }),
      () => vault.setUp({ kind: 'passphrase', passphrase: 'canary-passphrase' }),
      () => vault.open(`SY_${'0'.repeat(32)}`),
    ]
    for (const call of calls) {
      const error: unknown = await Promise.resolve()
        .then(call)
        .then(
          () => null,
          (reason: unknown) => reason,
        )
      if (!(error instanceof VaultRefused)) throw new Error('A refusal was expected')
      expect(JSON.stringify([error.message, error.hint, error.stack, error])).not.toContain('canary')
      expect(error.cause).toBeUndefined()
    }
  })
})
