import { describe, expect, test } from 'vitest'
import {
  describeAgent,
  normalizeProvider,
  ORDER_RULES_BY_RELEASE,
  POLICY_IDS,
  resolveAuthProvider,
  type ProviderLane,
} from '../../shared/engine/index.ts'
import { buildFacts, must } from '../support/build-facts.ts'

const NOW_MS = 1_770_000_000_000
const key = (provider: string): object => ({ type: 'api_key', provider, key: 'sk-0123456789abcdef' })

function lane(facts: Parameters<typeof buildFacts>[0], provider: string, agentId = 'main'): ProviderLane {
  const status = must(describeAgent(buildFacts(facts), agentId, NOW_MS))
  return must(status.lanes.find((item) => item.provider === provider))
}
const ids = (item: ProviderLane): string[] => item.profiles.map(({ profileId }) => profileId)
const codes = (item: ProviderLane): Record<string, string> =>
  Object.fromEntries(item.excluded.map(({ profileId, exclusion }) => [profileId, must(exclusion).code]))

describe('order', () => {
  test.each(POLICY_IDS)('OR-01: lastGood does not pin the first winner (%s)', (policyId) => {
    const agents = {
      main: {
        profiles: { 'g:a@example.com': key('g'), 'g:b@example.com': key('g') },
        state: {
          lastGood: { g: 'g:a@example.com' },
          usageStats: { 'g:a@example.com': { lastUsed: NOW_MS }, 'g:b@example.com': { lastUsed: NOW_MS - 60_000 } },
        },
      },
    }
    expect(ids(lane({ policyId, agents }, 'g'))).toEqual(['g:b@example.com', 'g:a@example.com'])
  })

  test('OR-02: entries without the provider prefix match nothing, and that is said', () => {
    const facts = {
      config: { auth: { order: { anthropic: ['secondary', 'default'] } } },
      agents: {
        main: { profiles: { 'anthropic:default': key('anthropic'), 'anthropic:secondary': key('anthropic') } },
      },
    }
    const item = lane(facts, 'anthropic')
    expect(ids(item)).toEqual([])
    expect(item.order.missingIds).toEqual(['secondary', 'default'])
    const attention = must(describeAgent(buildFacts(facts), 'main', NOW_MS)).attention
    expect(attention).toContainEqual(
      expect.objectContaining({ code: 'order_names_missing_profile', profileIds: ['secondary', 'default'] }),
    )
  })

  test('OR-03: the order list decides, not the order of JSON keys', () => {
    const item = lane(
      {
        config: {
          auth: {
            profiles: {
              'github-copilot:backup2': { provider: 'github-copilot', mode: 'token' },
              'github-copilot:github': { provider: 'github-copilot', mode: 'token' },
            },
            order: { 'github-copilot': ['github-copilot:github'] },
          },
        },
        agents: {
          main: {
            profiles: {
              'github-copilot:backup2': { type: 'token', provider: 'github-copilot', token: 'x' },
              'github-copilot:github': { type: 'token', provider: 'github-copilot', token: 'x' },
            },
          },
        },
      },
      'github-copilot',
    )
    expect(ids(item)).toEqual(['github-copilot:github'])
    expect(codes(item)).toEqual({ 'github-copilot:backup2': 'excluded_by_order' })
  })

  test('OR-04: every spelling of a provider is one provider in the releases that knew spellings', () => {
    const rules = ORDER_RULES_BY_RELEASE['2026.4.26']
    for (const spelling of ['z.ai', 'Z.AI', 'z-ai', ' zai ']) expect(normalizeProvider(spelling, rules)).toBe('zai')
  })

  test('OR-05: later releases leave a provider alone that the user defined under a nickname', () => {
    expect(resolveAuthProvider('kimi-coding', ORDER_RULES_BY_RELEASE['2026.9.6'])).toBe('kimi-coding')
  })

  test('OR-08: an inherited stored order wins over the configuration and is named as the shared one', () => {
    const item = lane(
      {
        config: { auth: { order: { p: ['p:b', 'p:a'] } } },
        shared: { profiles: { 'p:a': key('p'), 'p:b': key('p') }, state: { order: { p: ['p:a', 'p:b'] } } },
        agents: { main: null },
      },
      'p',
    )
    expect(ids(item)).toEqual(['p:a', 'p:b'])
    expect(item.order).toMatchObject({ source: 'stored', layer: 'shared' })
  })

  test('OR-09: an order of an agent may name profiles it inherits', () => {
    const item = lane(
      {
        agents: {
          main: { profiles: { 'p:a': key('p'), 'p:b': key('p') } },
          second: { state: { order: { p: ['p:b', 'p:a'] } } },
        },
      },
      'p',
      'second',
    )
    expect(ids(item)).toEqual(['p:b', 'p:a'])
    expect(item.order).toMatchObject({ source: 'stored', layer: 'agent' })
    expect(item.profiles.map(({ origin }) => origin)).toEqual(['inherited', 'inherited'])
  })

  test('an inherited order starts with the profiles the agent owns', () => {
    const item = lane(
      {
        shared: { profiles: { 'p:a': key('p'), 'p:b': key('p') }, state: { order: { p: ['p:b', 'p:a'] } } },
        agents: { main: { profiles: { 'p:own': key('p') } } },
      },
      'p',
    )
    expect(ids(item)).toEqual(['p:own', 'p:b', 'p:a'])
    expect(item.order.layer).toBe('combined')
  })

  test('OR-12: equal times keep a fixed sequence', () => {
    const usageStats = { 'p:z': { lastUsed: NOW_MS }, 'p:a': { lastUsed: NOW_MS } }
    const agents = { main: { profiles: { 'p:z': key('p'), 'p:a': key('p') }, state: { usageStats } } }
    expect(ids(lane({ agents }, 'p'))).toEqual(['p:z', 'p:a'])
  })

  test('OR-17: a profile that an order names twice is tried once', () => {
    const agents = { main: { profiles: { 'p:a': key('p'), 'p:b': key('p') } } }
    expect(ids(lane({ config: { auth: { order: { p: ['p:b', 'p:b', 'p:a', 'p:b'] } } }, agents }, 'p'))).toEqual([
      'p:b',
      'p:a',
    ])
  })

  test("OR-18: the agent's own profile wins over the inherited one of the same id", () => {
    const facts = {
      agents: {
        main: { profiles: { 'm:default': key('m') } },
        x: { profiles: { 'm:default': { type: 'token', provider: 'm', token: 'x' } } },
      },
    }
    const item = lane(facts, 'm', 'x')
    expect(item.profiles).toHaveLength(1)
    expect(item.profiles[0]).toMatchObject({ origin: 'own', profile: { type: 'token' } })
  })

  test('every place has the rule that gave it', () => {
    const usageStats = {
      'p:key': { lastUsed: 5 },
      'p:cold': { cooldownUntil: NOW_MS + 60_000, cooldownReason: 'overloaded', errorCount: 1 },
    }
    const profiles = {
      'p:cold': key('p'),
      'p:key': key('p'),
      'p:login': { type: 'oauth', provider: 'p', access: 'a', refresh: 'r', expires: NOW_MS - 1 },
      'p:fresh': { type: 'oauth', provider: 'p', access: 'a', refresh: 'r', expires: NOW_MS + 1e6 },
    }
    const placements = lane({ agents: { main: { profiles, state: { usageStats } } } }, 'p').profiles.map(
      ({ placement }) => placement,
    )
    expect(placements).toEqual([
      expect.objectContaining({ profileId: 'p:fresh', rule: 'rotation', typeRank: 0, isOauthExpired: false }),
      expect.objectContaining({ profileId: 'p:login', rule: 'rotation', typeRank: 0, isOauthExpired: true }),
      expect.objectContaining({ profileId: 'p:key', rule: 'rotation', typeRank: 2, lastUsedMs: 5 }),
      expect.objectContaining({ profileId: 'p:cold', rule: 'window', unusableUntilMs: NOW_MS + 60_000 }),
    ])
  })

  test('every ineligible profile is excluded with its code', () => {
    const profiles = {
      'p:ok': key('p'),
      'p:blank': { type: 'api_key', provider: 'p', key: '  ' },
      'p:pasted': { type: 'api_key', provider: 'p', key: 'openclaw onboard --auth-choice p-api-key' },
      'p:old': { type: 'token', provider: 'p', token: 't', expires: NOW_MS },
      'p:odd': { type: 'token', provider: 'p', token: 't', expires: 'soon' },
      'p:mode': key('p'),
      'p:other': { type: 'api_key', provider: 'q', key: 'x' },
      'p:inactive': { ...key('p'), setup: { replacement: true } },
      'p:fence': {
        type: 'oauth',
        provider: 'p',
        access: `openclaw-oauth-refresh-fence:v1:${'a'.repeat(32)}:access:${'b'.repeat(64)}`,
        refresh: `openclaw-oauth-refresh-fence:v1:${'a'.repeat(32)}:refresh:${'c'.repeat(64)}`,
        expires: 1,
      },
      'p:legacy': {
        type: 'oauth',
        provider: 'p',
        oauthRef: { source: 'openclaw-credentials', provider: 'openai-codex', id: 'a'.repeat(32) },
      },
    }
    const order = [...Object.keys(profiles), 'p:gone']
    const config = { auth: { order: { p: order }, profiles: { 'p:mode': { provider: 'p', mode: 'oauth' } } } }
    const item = lane({ config, agents: { main: { profiles } } }, 'p')
    expect(ids(item)).toEqual(['p:ok'])
    expect(codes(item)).toEqual({
      'p:blank': 'missing_credential',
      'p:pasted': 'malformed_api_key',
      'p:old': 'expired',
      'p:odd': 'invalid_expires',
      'p:mode': 'mode_mismatch',
      'p:other': 'provider_mismatch',
      'p:inactive': 'setup_inactive',
      'p:fence': 'expired',
      'p:legacy': 'unresolved_ref',
      'p:gone': 'profile_missing',
    })
  })

  test('ids that are words of the language are ordinary ids', () => {
    const profiles = JSON.parse(
      '{"__proto__":{"type":"api_key","provider":"constructor","key":"k"},"toString":{"type":"token","provider":"constructor","token":"t"}}',
    )
    const item = lane({ agents: { main: { profiles } } }, 'constructor')
    expect(ids(item)).toEqual(['toString', '__proto__'])
    expect(item.profiles.every(({ state }) => state === 'ready')).toBe(true)
  })
})
