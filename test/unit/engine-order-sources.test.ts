import { describe, expect, test } from 'vitest'
import {
  createRotation,
  effectiveStore,
  ORDER_RULES_BY_RELEASE,
  POLICIES,
  readAuthStore,
  readFailoverConfig,
  resolveOrder,
  type ProfileOrder,
  type Release,
} from '../../shared/engine/index.ts'

const NOW_MS = 1_770_000_000_000
const key = (provider: string): object => ({ type: 'api_key', provider, key: 'k' })
const login = (provider: string, expires = NOW_MS + 1): object => ({ type: 'oauth', provider, access: 'a', expires })

interface Given {
  readonly release?: Release
  readonly profiles?: object
  readonly state?: object
  readonly config?: object
  readonly provider?: string
  readonly preferred?: string
}

function order({
  release = '2026.9.6',
  profiles = {},
  state = {},
  config = {},
  provider = 'p',
  preferred,
}: Given): ProfileOrder {
  const rules = ORDER_RULES_BY_RELEASE[release]
  const policy = { ...POLICIES['openclaw-2026.9'], order: rules }
  const store = effectiveStore(null, readAuthStore({ profiles }, state, rules), rules)
  const rotation = createRotation(policy, readFailoverConfig(config), store)
  const request = { provider, nowMs: NOW_MS, preferredProfileId: preferred }
  // Asked twice: what is settled once must give the same answer again.
  expect(resolveOrder(rotation, request)).toEqual(resolveOrder(rotation, request))
  return resolveOrder(rotation, request)
}
const ids = ({ entries }: ProfileOrder): string[] => entries.map(({ profileId }) => profileId)
const codes = ({ excluded }: ProfileOrder): [string, string][] =>
  excluded.map(({ profileId, code }) => [profileId, code])

describe('where an order comes from', () => {
  const two = { 'p:a': key('p'), 'p:b': key('p') }

  test('nothing written: all stored profiles, none left out', () => {
    expect(order({ profiles: two })).toMatchObject({
      source: 'derived',
      layer: null,
      isExplicit: false,
      excluded: [],
      missingIds: [],
    })
    expect(order({})).toMatchObject({ source: 'derived', entries: [], excluded: [], isRepaired: false })
  })

  test('auth.profiles: those it names; others are told apart as not configured', () => {
    const config = { auth: { profiles: { 'p:b': { provider: 'p', mode: 'api_key' } } } }
    const result = order({ profiles: two, config })
    expect(result).toMatchObject({ source: 'configured', layer: null, isExplicit: false })
    expect(codes(result)).toEqual([['p:a', 'not_configured']])
  })

  test('auth.order: as listed, with places of the list', () => {
    const profiles = { 'p:a': key('p'), 'p:old': { type: 'token', provider: 'p' }, 'p:b': key('p') }
    const result = order({ profiles, config: { auth: { order: { P: ['p:b', 'p:old', 'p:a'] } } } })
    expect(result).toMatchObject({ source: 'config', layer: null, isExplicit: true, missingIds: [] })
    expect(result.entries).toMatchObject([
      { profileId: 'p:b', rule: 'listed', listIndex: 0 },
      { profileId: 'p:a', rule: 'listed', listIndex: 1 },
    ])
    expect(codes(result)).toEqual([['p:old', 'missing_credential']])
  })

  test('of two spellings of one provider in auth.order the first counts', () => {
    const config = { auth: { order: { p: ['p:b'], P: ['p:a'] } } }
    expect(ids(order({ profiles: two, config }))).toEqual(['p:b'])
  })

  test('a stored order: whose it is', () => {
    expect(order({ profiles: two, state: { order: { p: ['p:b'] } } })).toMatchObject({
      source: 'stored',
      layer: 'agent',
    })
  })

  test('a stale stored order gives way to rotation, and what it named is still told', () => {
    const profiles = { ...two, 'p:o': login('p') }
    const result = order({ profiles, state: { order: { p: ['p:gone', 'p:lost'] } } })
    expect(result).toMatchObject({
      source: 'stored',
      isExplicit: true,
      isRepaired: true,
      missingIds: ['p:gone', 'p:lost'],
    })
    expect(ids(result)).toEqual(['p:o', 'p:a', 'p:b'])
    expect(result.entries.every(({ rule, listIndex }) => rule === 'rotation' && listIndex === -1)).toBe(true)
    expect(result.excluded).toEqual([])
  })

  test('one stored id keeps a stored order from being stale', () => {
    const profiles = { ...two, 'p:blank': { type: 'api_key', provider: 'p' } }
    const result = order({ profiles, state: { order: { p: ['p:gone', 'p:blank'] } } })
    expect(result).toMatchObject({ isRepaired: false, entries: [], missingIds: ['p:gone'] })
    expect(codes(result)).toEqual([
      ['p:gone', 'profile_missing'],
      ['p:blank', 'missing_credential'],
      ['p:a', 'excluded_by_order'],
      ['p:b', 'excluded_by_order'],
    ])
  })

  test('older releases repair only what is configured, and keep the order of the store', () => {
    const profiles = { 'p:k': key('p'), 'p:o': login('p') }
    const config = {
      auth: { profiles: { 'p:gone': { provider: 'p', mode: 'oauth' } }, order: { p: ['p:gone'] } },
    }
    const repaired = order({ release: '2026.5.20', profiles, config })
    expect(repaired).toMatchObject({ isRepaired: true })
    expect(ids(repaired)).toEqual(['p:k', 'p:o'])
    expect(ids(order({ release: '2026.7.1', profiles, config }))).toEqual(['p:o', 'p:k'])
    expect(order({ release: '2026.5.20', profiles, state: { order: { p: ['p:gone'] } } })).toMatchObject({
      isRepaired: false,
      entries: [],
    })
  })

  test('a preference moves to the front and says so; the first place needs no move', () => {
    const profiles = { ...two, 'p:c': key('p') }
    expect(order({ profiles, preferred: 'p:b' }).entries.map(({ profileId, rule }) => [profileId, rule])).toEqual([
      ['p:b', 'preferred'],
      ['p:a', 'rotation'],
      ['p:c', 'rotation'],
    ])
    expect(order({ profiles, preferred: 'p:a' }).entries[0]).toMatchObject({ profileId: 'p:a', rule: 'rotation' })
  })

  test('an access token that ends at this instant has expired', () => {
    const profiles = { 'p:ends': login('p', NOW_MS), 'p:holds': login('p', NOW_MS + 1) }
    expect(order({ profiles }).entries).toMatchObject([
      { profileId: 'p:holds', isOauthExpired: false },
      { profileId: 'p:ends', isOauthExpired: true },
    ])
  })
})

describe('rotation of many profiles', () => {
  /** Long lists are sorted another way than short ones: whichever way, the least recently used comes first. */
  test.each<[string, number, (index: number) => number]>([
    ['few', 31, (index) => NOW_MS - ((index * 7) % 31)],
    ['many', 32, (index) => NOW_MS - ((index * 7) % 32)],
    ['many with equal times', 40, (index) => NOW_MS - ((index * 7) % 5)],
    ['many with fractions of a millisecond', 40, (index) => NOW_MS - ((index * 7) % 40) / 64],
    ['many too far apart to be packed', 40, (index) => 8e15 - ((index * 7) % 40) * 2e14],
    ['many at the edge of what can be packed', 32, (index) => 1 + ((index * 7) % 32) * ((2 ** 53 / 32 - 1) / 31)],
    ['many of which one was never used', 40, (index) => (index === 20 ? 0 : NOW_MS - index)],
  ])('%s', (_name, count, timeOf) => {
    const entries = Array.from({ length: count }, (_, index) => ({ id: `p:${index}`, index, lastUsed: timeOf(index) }))
    const profiles = Object.fromEntries(entries.map(({ id }) => [id, key('p')]))
    const usageStats = Object.fromEntries(entries.map(({ id, lastUsed }) => [id, { lastUsed }]))
    const expected = entries.toSorted((a, b) => a.lastUsed - b.lastUsed || a.index - b.index).map(({ id }) => id)
    expect(ids(order({ profiles, state: { usageStats } }))).toEqual(expected)
  })
})

describe('eligibility', () => {
  test.each<[string, object, object | null, Release, string]>([
    ['configured for another provider', key('p'), { provider: 'q', mode: 'api_key' }, '2026.9.6', 'provider_mismatch'],
    [
      'configured as api_key, stored as token',
      { type: 'token', provider: 'p', token: 't' },
      { provider: 'p', mode: 'api_key' },
      '2026.9.6',
      'mode_mismatch',
    ],
    ['configured with an unknown mode', key('p'), { provider: 'p', mode: 'magic' }, '2026.9.6', 'mode_mismatch'],
    ['a token without a token', { type: 'token', provider: 'p' }, null, '2026.9.6', 'missing_credential'],
    [
      'a legacy reference',
      {
        type: 'oauth',
        provider: 'p',
        oauthRef: { source: 'openclaw-credentials', provider: 'openai-codex', id: 'a'.repeat(32) },
      },
      null,
      '2026.9.6',
      'unresolved_ref',
    ],
    [
      'a legacy reference, before it was told apart',
      {
        type: 'oauth',
        provider: 'p',
        oauthRef: { source: 'openclaw-credentials', provider: 'openai-codex', id: 'a'.repeat(32) },
      },
      null,
      '2026.5.20',
      'missing_credential',
    ],
    ['a login without material', { type: 'oauth', provider: 'p' }, null, '2026.9.6', 'missing_credential'],
    [
      'a refresh that failed',
      {
        type: 'oauth',
        provider: 'p',
        access: 'a',
        refresh: `openclaw-oauth-refresh-fence:v1:${'a'.repeat(32)}:failed:refresh:${'b'.repeat(64)}`,
      },
      null,
      '2026.9.6',
      'expired',
    ],
  ])('%s', (_name, profile, configured, release, code) => {
    const config = { auth: { order: { p: ['p:a'] }, ...(configured ? { profiles: { 'p:a': configured } } : {}) } }
    expect(codes(order({ release, profiles: { 'p:a': profile }, config }))).toEqual([['p:a', code]])
  })

  test.each<[string, object]>([
    ['a token by reference', { type: 'token', provider: 'p', tokenRef: '$TOKEN' }],
    [
      'a token whose end is the last instant there is',
      { type: 'token', provider: 'p', token: 't', expires: 8_640_000_000_000_000 },
    ],
    ['a login with nothing but a refresh token', { type: 'oauth', provider: 'p', refresh: 'r' }],
  ])('%s may be used', (_name, profile) => {
    expect(ids(order({ profiles: { 'p:a': profile } }))).toEqual(['p:a'])
  })

  test('aws-sdk counts for its own provider only, and only where it is declared or assumed', () => {
    const config = (declared: object): object => ({
      auth: {
        profiles: { 'aws:x': { provider: 'amazon-bedrock', mode: 'aws-sdk' } },
        order: { p: ['aws:x'], other: ['aws:x'] },
      },
      models: { providers: declared },
    })
    const declared = { 'amazon-bedrock': { auth: 'aws-sdk' } }
    expect(ids(order({ provider: 'amazon-bedrock', config: config(declared) }))).toEqual(['aws:x'])
    expect(codes(order({ config: config(declared) }))).toEqual([['aws:x', 'profile_missing']])
    const release = '2026.5.20'
    expect(ids(order({ release, provider: 'bedrock', config: config({}) }))).toEqual(['aws:x'])
    expect(
      ids(order({ release, provider: 'bedrock', config: config({ 'amazon-bedrock': { auth: 'api-key' } }) })),
    ).toEqual([])
    const elsewhere = { auth: { profiles: { 'q:x': { provider: 'q', mode: 'aws-sdk' } } } }
    expect(ids(order({ release, provider: 'q', config: elsewhere }))).toEqual([])
  })
})

describe('openai-codex of 2026.5', () => {
  const profiles = {
    'openai-codex:me': login('openai-codex'),
    'openai-codex:you': login('openai-codex'),
    'openai:key': key('openai'),
    'openai:login': login('openai'),
    'q:key': key('q'),
  }
  const codex = (list: readonly string[], more: Given = {}): string[] =>
    ids(
      order({
        release: '2026.5.20',
        profiles,
        provider: 'openai-codex',
        config: { auth: { order: { openai: list } } },
        ...more,
      }),
    )

  test('borrows the API keys that the order of openai names, behind its own profiles', () => {
    expect(codex(['openai:login', 'openai:key', 'q:key', 'openai:gone'])).toEqual([
      'openai-codex:me',
      'openai-codex:you',
      'openai:key',
    ])
  })

  test('follows that order where it names one of its own', () => {
    expect(codex(['openai:key', 'openai-codex:you'])).toEqual(['openai:key', 'openai-codex:you', 'openai-codex:me'])
  })

  test('takes the configured ones as its own', () => {
    const config = {
      auth: {
        order: { openai: ['openai:key'] },
        profiles: { 'openai-codex:you': { provider: 'openai-codex', mode: 'oauth' } },
      },
    }
    expect(codex([], { config })).toEqual(['openai-codex:you', 'openai:key'])
  })

  test('needs no help where it has an order of its own, or openai has none', () => {
    const config = { auth: { order: { openai: ['openai:key'], 'openai-codex': ['openai-codex:you'] } } }
    expect(codex([], { config })).toEqual(['openai-codex:you'])
    expect(codex([], { config: {} })).toEqual(['openai-codex:me', 'openai-codex:you'])
  })

  test('is a provider like any other in other releases, and lends nothing back', () => {
    expect(codex(['openai:key'], { release: '2026.7.1' })).toEqual(['openai-codex:me', 'openai-codex:you'])
    const config = { auth: { order: { openai: ['openai-codex:me', 'openai:key'] } } }
    expect(ids(order({ release: '2026.5.20', profiles, provider: 'openai', config }))).toEqual(['openai:key'])
    const other = { auth: { order: { openai: ['openai:key'], q: ['openai:key', 'q:key'] } } }
    expect(ids(order({ release: '2026.5.20', profiles, provider: 'q', config: other }))).toEqual(['q:key'])
  })
})
