import { describe, expect, test } from 'vitest'
import { createSafeStoragePort } from '../../electron/main/safe-storage.ts'
import { createKeyring, protectionOffers } from '../../electron/vault/index.ts'
import { fakeKeyring, fakeSafeStorage } from '../support/own-store.ts'

const older = {
  isEncryptionAvailable: () => true,
  encryptString: (text: string) => Buffer.from(`old ${text}`),
  decryptString: (encrypted: Buffer) => encrypted.toString().slice(4),
  getSelectedStorageBackend: () => 'gnome_libsecret' as const,
}

const newer = {
  isAsyncEncryptionAvailable: async () => await Promise.resolve(true),
  encryptStringAsync: async (text: string) => await Promise.resolve(Buffer.from(`new ${text}`)),
  decryptStringAsync: async (encrypted: Buffer) =>
    await Promise.resolve({ result: encrypted.toString().slice(4), shouldReEncrypt: true }),
  getSelectedStorageBackend: () => 'kwallet6' as const,
}

describe("the desktop's store for secrets", () => {
  test('the older functions serve where there are no newer ones', async () => {
    const port = createSafeStoragePort(older, 'linux')
    expect([port.backend(), await port.isAvailable()]).toEqual(['gnome_libsecret', true])
    expect(await port.decrypt(await port.encrypt('x'))).toEqual({ text: 'x', shouldReEncrypt: false })
  })

  test('the newer functions come first', async () => {
    const port = createSafeStoragePort({ ...older, ...newer }, 'linux')
    expect((await port.encrypt('x')).toString()).toBe('new x')
    expect(await port.decrypt(Buffer.from('new x'))).toEqual({ text: 'x', shouldReEncrypt: true })
    expect([port.backend(), await port.isAvailable()]).toEqual(['kwallet6', true])
  })

  test.each(['basic_text', 'unknown'] as const)('%s would keep plain text, so it is not used', async (backend) => {
    const isAsked = { value: false }
    const port = createSafeStoragePort(
      {
        ...newer,
        getSelectedStorageBackend: () => backend,
        isAsyncEncryptionAvailable: async () => await Promise.resolve((isAsked.value = true)),
      },
      'linux',
    )
    expect([await port.isAvailable(), isAsked.value]).toEqual([false, false])
  })

  test('other systems have one backend, which they do not name', async () => {
    const { getSelectedStorageBackend: _unused, ...mac } = newer
    const port = createSafeStoragePort(mac, 'darwin')
    expect([port.backend(), await port.isAvailable()]).toEqual([null, true])
    expect(await createSafeStoragePort({ isEncryptionAvailable: () => false }, 'win32').isAvailable()).toBe(false)
  })

  test('an Electron without either cannot be used', async () => {
    const port = createSafeStoragePort({}, 'linux')
    expect(await port.isAvailable()).toBe(false)
    await expect(port.encrypt('canary')).rejects.toThrow(/^This Electron cannot encrypt$/)
    await expect(port.decrypt(Buffer.from('canary'))).rejects.toThrow(/^This Electron cannot decrypt$/)
  })
})

describe('the key ring', () => {
  const entries = new Map<string, string>()
  class AsyncEntry {
    readonly name: string
    constructor(service: string, account: string, options: { readonly linux: { readonly store: string } }) {
      this.name = `${service}/${account}/${options.linux.store}`
    }
    async getPassword(): Promise<string | null> {
      return await Promise.resolve(entries.get(this.name) ?? null)
    }
    async setPassword(text: string): Promise<void> {
      await Promise.resolve(entries.set(this.name, text))
    }
    async deleteCredential(): Promise<boolean> {
      return await Promise.resolve(entries.delete(this.name))
    }
  }

  test('keeps texts under the name of the console, never in the ring of the kernel', async () => {
    const keyring = createKeyring(async () => await Promise.resolve({ AsyncEntry }))
    expect([await keyring.isAvailable(), await keyring.get('a')]).toEqual([true, null])
    await keyring.set('a', 'text')
    expect([await keyring.get('a'), [...entries.keys()]]).toEqual(['text', ['Switchyard/a/secret-service']])
    await keyring.delete('a')
    expect(entries.size).toBe(0)
  })

  test('without a module, without a session, and when it hangs, there is none', async () => {
    const broken = createKeyring(async () => await Promise.reject(new Error('no module')))
    const denied = createKeyring(async () => {
      class Denied extends AsyncEntry {
        override async getPassword(): Promise<string | null> {
          return await Promise.reject(new Error('AccessDenied'))
        }
      }
      return await Promise.resolve({ AsyncEntry: Denied })
    })
    const hanging = createKeyring(
      async () => {
        class Hanging extends AsyncEntry {
          override async getPassword(): Promise<string | null> {
            return await new Promise(() => undefined)
          }
        }
        return await Promise.resolve({ AsyncEntry: Hanging })
      },
      { callMs: 1, probeMs: 1 },
    )
    expect(await Promise.all([broken, denied, hanging].map(async (ring) => await ring.isAvailable()))).toEqual([
      false,
      false,
      false,
    ])
    await expect(broken.get('a')).rejects.toThrow('no module')
    await expect(hanging.get('a')).rejects.toThrow('does not answer')
  })

  test('the real module says where there is none', async () => {
    // No session bus: what a server or a container has.
    const before = process.env['DBUS_SESSION_BUS_ADDRESS']
    process.env['DBUS_SESSION_BUS_ADDRESS'] = 'unix:path=/nonexistent/switchyard-test'
    try {
      const keyring = createKeyring()
      if (process.platform === 'linux') expect(await keyring.isAvailable()).toBe(false)
      else expect(typeof (await keyring.isAvailable())).toBe('boolean')
    } finally {
      if (before === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS']
      else process.env['DBUS_SESSION_BUS_ADDRESS'] = before
    }
  })
})

describe('what can keep a key here', () => {
  const problems = async (parts: Parameters<typeof protectionOffers>[0]): Promise<unknown> =>
    (await protectionOffers(parts)).map(({ kind, problem }) => [kind, problem])

  test('is offered, with a reason where it cannot', async () => {
    expect(await problems({ safeStorage: fakeSafeStorage(), keyring: fakeKeyring() })).toEqual([
      ['safe_storage', null],
      ['keyring', null],
      ['passphrase', null],
      ['key_file', null],
    ])
    expect(await problems({ safeStorage: null, keyring: fakeKeyring(new Map(), false) })).toMatchObject([
      ['safe_storage', 'not_desktop'],
      ['keyring', 'no_keyring'],
      {},
      {},
    ])
    const first = async (options: Parameters<typeof fakeSafeStorage>[0]): Promise<unknown> =>
      (await protectionOffers({ safeStorage: fakeSafeStorage(options), keyring: fakeKeyring() }))[0]?.problem
    expect(await first({ backend: 'basic_text' })).toBe('basic_text')
    expect(await first({ backend: 'gnome_libsecret', isAvailable: false })).toBe('no_keyring')
  })
})
