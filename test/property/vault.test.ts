import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openCredential, referencedIds, sealCredential, vaultIdOf } from '../../electron/vault/index.ts'
import { openBytes, sealBytes } from '../../electron/vault/sealing.ts'
import { vaultSetting } from '../support/own-store.ts'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes))
const plain = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))

describe('sealing', () => {
  test('what was sealed opens, with its key and in its place only', () => {
    fc.assert(
      fc.property(key, key, plain, fc.string(), fc.string(), (right, wrong, bytes, place, elsewhere) => {
        const sealed = sealBytes(right, bytes, place)
        expect(openBytes(right, sealed, place)).toEqual(bytes)
        if (!wrong.equals(right)) expect(openBytes(wrong, sealed, place)).toBeNull()
        if (elsewhere !== place) expect(openBytes(right, sealed, elsewhere)).toBeNull()
      }),
    )
  })

  test('a change of any bit is found', () => {
    fc.assert(
      fc.property(key, plain, fc.nat(), fc.integer({ min: 0, max: 7 }), (right, bytes, at, bit) => {
        const sealed = sealBytes(right, bytes, 'x')
        const index = at % sealed.length
        sealed.writeUInt8((sealed[index] ?? 0) ^ (1 << bit), index)
        expect(openBytes(right, sealed, 'x')).toBeNull()
        expect(openBytes(right, sealed.subarray(0, index), 'x')).toBeNull()
      }),
    )
  })

  test('what never was sealed does not open', () => {
    fc.assert(
      fc.property(key, fc.uint8Array({ maxLength: 100 }), (any, bytes) => {
        expect(openBytes(any, Buffer.from(bytes), 'x')).toBeNull()
      }),
    )
  })
})

/** Also texts that are no well-formed Unicode. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
)

describe('a vault in a real database', () => {
  test('gives back every text as it was', async () => {
    const { vault } = vaultSetting()
    await vault.setUp({ kind: 'keyring' })
    fc.assert(
      fc.property(text, (secret) => {
        expect(vault.open(vault.seal(secret))).toBe(secret)
      }),
      { numRuns: 60 },
    )
  })

  test('a credential keeps every field, and only its secrets go into the vault', async () => {
    const { vault } = vaultSetting()
    await vault.setUp({ kind: 'keyring' })
    const secret = fc.stringMatching(/^[a-z]{3}-canary-[a-z0-9]{8}$/)
    const more = fc.dictionary(
      fc.stringMatching(/^x[a-z]{1,6}$/),
      fc.oneof(fc.integer(), fc.boolean(), fc.constant(null)),
      { maxKeys: 4 },
    )
    const credential = fc.oneof(
      fc.record({ type: fc.constant('api_key'), key: secret }),
      fc.record({ type: fc.constant('token'), token: secret, expires: fc.nat() }),
      fc.record(
        { type: fc.constant('oauth'), access: secret, refresh: secret, idToken: secret, expires: fc.nat() },
        { requiredKeys: ['type', 'access'] },
      ),
    )
    fc.assert(
      fc.property(credential, more, (fields, rest) => {
        const raw = { ...rest, provider: 'p', ...fields }
        const sealed = sealCredential(raw, vault)
        expect(JSON.stringify(sealed)).not.toContain('canary')
        expect(openCredential(sealed, vault)).toEqual(raw)
        const secrets = Object.values(raw).filter((value) => String(value).includes('canary'))
        const ids = Object.values(sealed).flatMap((value) => vaultIdOf(value) ?? [])
        expect(ids).toHaveLength(secrets.length)
        expect(referencedIds({ profiles: { a: sealed } })).toEqual(new Set(ids))
      }),
      { numRuns: 60 },
    )
  })
})
