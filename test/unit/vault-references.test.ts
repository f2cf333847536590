import { describe, expect, test } from 'vitest'
import { ORDER_RULES_BY_RELEASE, readAuthStore } from '../../shared/engine/index.ts'
import { isInVault, openCredential, referencedIds, sealCredential, vaultIdOf } from '../../electron/vault/index.ts'

function fakeVault(): { seal(text: string): string; open(id: string): string; readonly secrets: Map<string, string> } {
  const secrets = new Map<string, string>()
  return {
    secrets,
    seal(text) {
      const id = `SY_${(secrets.size + 1).toString(16).toUpperCase().padStart(32, '0')}`
      secrets.set(id, text)
      return id
    },
    open: (id) => secrets.get(id) ?? 'lost',
  }
}

const ref = (n: number): object => ({
  source: 'store',
  provider: 'switchyard',
  id: `SY_${String(n).padStart(32, '0')}`,
})
const marker = (n: number): string => `switchyard-vault:v1:SY_${String(n).padStart(32, '0')}`
const foreign = { source: 'env', provider: 'default', id: 'OPENAI_API_KEY' }
const FENCE = `openclaw-oauth-refresh-fence:v1:${'a'.repeat(32)}:failed:access:${'b'.repeat(64)}`

describe('sealing a credential', () => {
  test.each([
    [
      'an API key gets a reference',
      { type: 'api_key', provider: 'openai', key: 'sk-1', metadata: { a: 'b' } },
      { type: 'api_key', provider: 'openai', metadata: { a: 'b' }, keyRef: ref(1) },
    ],
    [
      'a key under its other name, too',
      { mode: 'api_key', provider: 'openai', apiKey: ' sk-1\n' },
      { mode: 'api_key', provider: 'openai', keyRef: ref(1) },
    ],
    [
      'a token gets a reference',
      { type: 'token', provider: 'anthropic', token: 't-1', expires: 5 },
      { type: 'token', provider: 'anthropic', expires: 5, tokenRef: ref(1) },
    ],
    [
      'a sign-in gets texts in place of its secrets',
      { type: 'oauth', provider: 'openai', access: 'a', refresh: 'r', idToken: 'i', expires: 5, email: 'a@b.c' },
      {
        type: 'oauth',
        provider: 'openai',
        access: marker(1),
        refresh: marker(2),
        idToken: marker(3),
        expires: 5,
        email: 'a@b.c',
      },
    ],
    [
      'a secret where nobody reads it does not stay open',
      { type: 'api_key', provider: 'openai', key: 'sk-1', keyRef: foreign, api_key: 'sk-2', token: 't' },
      {
        type: 'api_key',
        provider: 'openai',
        key: marker(1),
        keyRef: foreign,
        api_key: marker(2),
        token: marker(3),
      },
    ],
  ])('%s', (_name, raw, sealed) => {
    const vault = fakeVault()
    expect(sealCredential(raw, vault)).toEqual(sealed)
    expect(JSON.stringify(sealed)).not.toContain('sk-')
    // Once more changes nothing.
    const again = sealCredential(sealed, vault)
    expect(again).toBe(sealed)
    expect(isInVault(sealed)).toBe(true)
    const { apiKey, ...rest } = raw as { apiKey?: string }
    expect(openCredential(sealed, vault)).toEqual(apiKey === undefined ? raw : { ...rest, key: apiKey })
  })

  test.each([
    ['a reference of its own', { type: 'api_key', provider: 'openai', keyRef: foreign }],
    ['a short reference', { type: 'api_key', provider: 'openai', keyRef: '$OPENAI_API_KEY' }],
    ['a reference in the place of the key', { type: 'api_key', provider: 'openai', key: foreign }],
    ['nothing', { type: 'api_key', provider: 'openai', key: '  ' }],
    ['the marker of a refresh', { type: 'oauth', provider: 'openai', access: FENCE, refresh: FENCE }],
  ])('%s stays as it is', (_name, raw) => {
    const vault = fakeVault()
    expect(sealCredential(raw, vault)).toBe(raw)
    expect(openCredential(raw, vault)).toBe(raw)
    expect([vault.secrets.size, isInVault(raw)]).toEqual([0, false])
  })

  test('keys of the document that mean something elsewhere are only keys', () => {
    const raw = JSON.parse('{"type":"api_key","key":"sk-1","__proto__":{"key":"x"},"constructor":1}') as Record<
      string,
      unknown
    >
    const vault = fakeVault()
    expect(JSON.stringify(openCredential(sealCredential(raw, vault), vault))).toBe(
      '{"type":"api_key","__proto__":{"key":"x"},"constructor":1,"key":"sk-1"}',
    )
  })

  test('the rules see an account that is complete and lies nowhere open', () => {
    const vault = fakeVault()
    const seal = (raw: Record<string, unknown>): unknown => sealCredential({ provider: 'openai', ...raw }, vault)
    const { profiles } = readAuthStore(
      {
        profiles: {
          'openai:k': seal({ type: 'api_key', key: 'sk-1' }),
          'openai:o': seal({ type: 'oauth', access: 'a', refresh: 'r', expires: 1_800_000_000_000 }),
        },
      },
      undefined,
      ORDER_RULES_BY_RELEASE['2026.7.1'],
    )
    expect(profiles[0]).toMatchObject({ key: null, keyRef: { source: 'store', provider: 'switchyard' }, notes: [] })
    expect(profiles[1]).toMatchObject({ access: { isInVault: true }, refresh: { isInVault: true }, notes: [] })
  })
})

describe('what a document names', () => {
  test('every id counts, wherever it stands', () => {
    const document = {
      version: 1,
      profiles: { a: { keyRef: ref(1) }, b: { access: marker(2), odd: [{ deep: `see ${marker(3)}` }] } },
    }
    expect([...referencedIds(document)]).toEqual([1, 2, 3].map((n) => `SY_${String(n).padStart(32, '0')}`))
    expect(referencedIds(null).size + referencedIds(undefined).size + referencedIds({ a: 'SY_12' }).size).toBe(0)
  })

  test.each([
    [{ source: 'store', provider: 'other', id: `SY_${'0'.repeat(32)}` }],
    [{ source: 'env', provider: 'switchyard', id: `SY_${'0'.repeat(32)}` }],
    [{ source: 'store', provider: 'switchyard', id: 'SY_1' }],
    [`switchyard-vault:v2:SY_${'0'.repeat(32)}`],
    [5],
    [null],
  ])('%j is no place in the vault', (value) => {
    expect(vaultIdOf(value)).toBeNull()
  })
})
