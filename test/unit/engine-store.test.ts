import { describe, expect, test } from 'vitest'
import {
  FAILURE_REASONS,
  isFailureReason,
  ORDER_RULES_BY_RELEASE,
  readAuthStore,
  readFlatAuthStore,
  readSecretRef,
} from '../../shared/engine/index.ts'
import { must } from '../support/build-facts.ts'

const RULES = ORDER_RULES_BY_RELEASE['2026.9.6']
const CANARY = 'sk-canary-0123456789abcdefghijklmnop'

const read = (profiles: object, state?: object): ReturnType<typeof readAuthStore> =>
  readAuthStore({ version: 1, profiles }, state, RULES)

describe('credentials', () => {
  test('no part of a secret but its tail survives reading', () => {
    const store = read({
      'a:1': { type: 'api_key', provider: 'a', key: CANARY },
      'a:2': { type: 'token', provider: 'a', token: CANARY },
      'a:3': { type: 'oauth', provider: 'a', access: CANARY, refresh: CANARY, idToken: CANARY, expires: 1 },
      'a:4': { type: 'nonsense', provider: 'a', key: CANARY },
      'a:5': { type: 'api_key', provider: 'a', api_key: CANARY },
      'a:6': CANARY,
    })
    const text = JSON.stringify(store)
    expect(text).not.toContain('canary')
    expect(text).not.toContain(CANARY.slice(-5))
    expect(must(store.profiles[0]).key).toEqual({ tail: CANARY.slice(-4), isInVault: false, flaws: [] })
  })

  test.each(['k-a1', 'short-secret-15'])('a secret as short as %s shows nothing', (key) => {
    expect(must(read({ 'a:1': { type: 'api_key', provider: 'a', key } }).profiles[0]).key).toEqual({
      tail: null,
      isInVault: false,
      flaws: [],
    })
  })

  test('what lies in the vault is no plaintext and shows no tail', () => {
    const marker = `switchyard-vault:v1:SY_${'0A'.repeat(16)}`
    const { profiles } = read({
      'a:1': { type: 'oauth', provider: 'a', access: marker, refresh: ` ${marker}\n`, expires: 1 },
      'a:2': { type: 'oauth', provider: 'a', access: `${marker}0`, refresh: marker.toLowerCase(), expires: 1 },
    })
    const inVault = { tail: null, isInVault: true, flaws: [] }
    expect([profiles[0]?.access, profiles[0]?.refresh]).toEqual([inVault, inVault])
    expect([profiles[1]?.access?.isInVault, profiles[1]?.refresh?.isInVault]).toEqual([false, false])
  })

  test('OR-13: other spellings are read, what cannot be used is named', () => {
    const store = read({
      'anthropic:api': { provider: 'anthropic', mode: 'api_key', apiKey: CANARY },
      'my-key': { provider: 'acme', type: 'api_key', api_key: CANARY },
      bad: { provider: 'acme', type: 'apiKey', key: CANARY },
    })
    expect(store.profiles.map(({ id, key, notes }) => [id, key !== null, notes])).toEqual([
      ['anthropic:api', true, ['alias_spelling']],
      ['my-key', false, ['key_under_unread_field']],
      ['bad', true, ['alias_spelling']],
    ])
    const older = readAuthStore(
      { profiles: { bad: { provider: 'acme', type: 'apiKey', key: CANARY } } },
      {},
      ORDER_RULES_BY_RELEASE['2026.5.20'],
    )
    expect(older.rejected).toEqual([{ id: 'bad', reason: 'invalid_type' }])
  })

  test('OR-14: a pasted key with a bar and a line break is usable and flagged', () => {
    const store = read({ 'openai:p': { type: 'api_key', provider: 'openai', key: ' sk-test│\n' } })
    expect(must(store.profiles[0]).key).toEqual({
      tail: null,
      isInVault: false,
      flaws: ['padded', 'unsendable_characters'],
    })
  })

  test('entries of the wrong shape are rejected one by one', () => {
    expect(
      read({ a: 1, b: [], c: null, d: {}, e: { type: 'token' }, f: { type: 'aws-sdk', provider: 'x' } }),
    ).toMatchObject({
      profiles: [],
      rejected: [
        { id: 'a', reason: 'non_object' },
        { id: 'b', reason: 'non_object' },
        { id: 'c', reason: 'non_object' },
        { id: 'd', reason: 'invalid_type' },
        { id: 'e', reason: 'missing_provider' },
        { id: 'f', reason: 'invalid_type' },
      ],
    })
  })

  test('a reference in place of an inline value is a reference', () => {
    const ref = { source: 'env', provider: 'default', id: 'TOKEN' } as const
    const store = read({
      'a:1': { type: 'token', provider: 'a', token: ref },
      'a:2': { type: 'api_key', provider: 'a', keyRef: '${KEY}' },
      'a:3': { type: 'oauth', provider: 'a', access: ref, refresh: 'r' },
    })
    expect(store.profiles.map(({ token, tokenRef, keyRef }) => ({ token, tokenRef, keyRef }))).toEqual([
      { token: null, tokenRef: ref, keyRef: null },
      { token: null, tokenRef: null, keyRef: { source: 'env', provider: 'default', id: 'KEY' } },
      { token: null, tokenRef: null, keyRef: null },
    ])
    expect(must(store.profiles[2]).notes).toEqual(['reference_in_oauth'])
  })

  test.each([
    null,
    {},
    'plain',
    '$lower',
    { source: 'env' },
    { source: 'web', id: 'x' },
    { source: 'env', id: 'X', more: 1 },
  ])('%j is no reference', (value) => expect(readSecretRef(value)).toBeNull())

  test('a flat document gives one profile a provider', () => {
    const store = readFlatAuthStore(
      {
        openrouter: { apiKey: CANARY },
        anthropic: { token: CANARY },
        openai: { access: 'a', refresh: 'r', expires: 5 },
        x: {},
      },
      RULES,
    )
    expect(store.profiles.map(({ id, type, provider }) => [id, type, provider])).toEqual([
      ['openrouter:default', 'api_key', 'openrouter'],
      ['anthropic:default', 'token', 'anthropic'],
      ['openai:default', 'oauth', 'openai'],
    ])
    expect(store.rejected).toEqual([{ id: 'x:default', reason: 'invalid_type' }])
  })
})

describe('routing state', () => {
  test('ST-12: values that cannot be right are left out one by one and named', () => {
    const { usageStats, statsFlaws } = read(
      {},
      {
        usageStats: {
          'p:a': { cooldownUntil: 'NaN' },
          'p:b': { cooldownUntil: null, lastUsed: 1_770_000_000_000 },
          'p:c': { cooldownUntil: 1e300, errorCount: 2 },
          'p:d': { cooldownUntil: '1770000060000' },
          'p:e': { cooldownUntil: 1_770_000_060 },
          'p:f': { errorCount: -3, lastUsed: 'yesterday' },
        },
      },
    )
    for (const id of ['p:a', 'p:b', 'p:c', 'p:d', 'p:e', 'p:f']) expect(usageStats[id]?.cooldownUntilMs).toBeNull()
    expect(usageStats['p:b']?.lastUsedMs).toBe(1_770_000_000_000)
    expect(usageStats['p:c']?.errorCount).toBe(2)
    expect(usageStats['p:f']).toMatchObject({ errorCount: 0, lastUsedMs: null })
    expect(statsFlaws).toEqual([
      { profileId: 'p:a', field: 'cooldownUntil', flaw: 'not_a_number' },
      { profileId: 'p:c', field: 'cooldownUntil', flaw: 'not_a_time' },
      { profileId: 'p:d', field: 'cooldownUntil', flaw: 'number_as_text' },
      { profileId: 'p:e', field: 'cooldownUntil', flaw: 'in_seconds' },
      { profileId: 'p:f', field: 'lastUsed', flaw: 'not_a_number' },
      { profileId: 'p:f', field: 'errorCount', flaw: 'negative' },
    ])
  })

  test('the separate state wins over state inside the credential file, key by key', () => {
    const embedded = {
      profiles: {},
      order: { a: ['a:1'], b: ['b:1'] },
      usageStats: { 'a:1': { lastUsed: 10 }, 'b:1': { lastUsed: 20 } },
    }
    const store = readAuthStore(embedded, { order: { a: ['a:2'] }, usageStats: { 'a:1': { lastUsed: 30 } } }, RULES)
    expect(store.order).toEqual({ a: ['a:2'], b: ['b:1'] })
    expect(store.usageStats['a:1']?.lastUsedMs).toBe(30)
    expect(store.usageStats['b:1']?.lastUsedMs).toBe(20)
  })

  test('a stored order is trimmed and never empty', () => {
    expect(read({}, { order: { A: [' a:1 ', '', 5], b: [], c: 'x' } }).order).toEqual({ a: ['a:1'] })
  })

  test('reasons are known words', () => {
    expect(FAILURE_REASONS).toHaveLength(13)
    expect(isFailureReason('billing')).toBe(true)
    expect(isFailureReason('toString')).toBe(false)
  })
})
