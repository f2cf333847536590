import { describe, expect, test } from 'vitest'
import {
  describeAgent,
  describeDirectory,
  HOUR_MS,
  normalizeAgentId,
  observedTransitions,
  parseModelRef,
  policyForVersion,
  recordedTransitions,
  type AgentStatus,
} from '../../shared/engine/index.ts'
import { buildFacts, must } from '../support/build-facts.ts'

const NOW_MS = 1_770_000_000_000
const key = (provider: string): object => ({ type: 'api_key', provider, key: 'sk-0123456789abcdef' })
const models = { agents: { defaults: { model: { primary: 'alpha/big', fallbacks: ['alpha/small', 'beta/chat'] } } } }
const profiles = { 'alpha:home': key('alpha'), 'alpha:work': key('alpha'), 'beta:main': key('beta') }

function status(facts: Parameters<typeof buildFacts>[0], agentId = 'main', nowMs = NOW_MS): AgentStatus {
  return must(describeAgent(buildFacts(facts), agentId, nowMs))
}
const codes = ({ attention }: AgentStatus): string[] => attention.map(({ code }) => code)

describe('what serves', () => {
  test('the first candidate with a usable profile serves, two places stand behind it', () => {
    const { serving } = status({ config: models, agents: { main: { profiles } } })
    expect(serving.servingIndex).toBe(0)
    expect(serving.line).toEqual([
      { provider: 'alpha', model: 'big', profileId: 'alpha:home' },
      { provider: 'alpha', model: 'big', profileId: 'alpha:work' },
      { provider: 'alpha', model: 'small', profileId: 'alpha:home' },
    ])
  })

  test('a window of one model moves only that model on', () => {
    const limited = { cooldownUntil: NOW_MS + 5000, cooldownReason: 'rate_limit', cooldownModel: 'big' }
    const state = { usageStats: { 'alpha:home': limited, 'alpha:work': { ...limited, cooldownUntil: NOW_MS + 9000 } } }
    const { serving } = status({ config: models, agents: { main: { profiles, state } } })
    expect(serving.candidates.map(({ state: candidate }) => candidate)).toEqual(['locked', 'serving', 'ready'])
    expect(serving.candidates[0]).toMatchObject({
      profileId: 'alpha:home',
      availableAtMs: NOW_MS + 5000,
      lock: { model: 'big' },
    })
    expect(serving.line[0]).toEqual({ provider: 'alpha', model: 'small', profileId: 'alpha:home' })
  })

  test('nothing can answer: the first return is known', () => {
    const lock = (untilMs: number): object => ({ disabledUntil: untilMs, disabledReason: 'billing' })
    const state = {
      usageStats: { 'alpha:home': lock(NOW_MS + 7), 'alpha:work': lock(NOW_MS + 9), 'beta:main': lock(NOW_MS + 3) },
    }
    const result = status({ config: models, agents: { main: { profiles, state } } })
    expect(result.serving).toMatchObject({ servingIndex: -1, line: [], nextAvailableAtMs: NOW_MS + 3 })
    expect(codes(result)).toContain('nothing_can_answer')
  })

  test('CF-12: an agent with a model of its own and no fallbacks is strict', () => {
    const config = {
      agents: { ...models.agents, list: [{ id: 'Teams Bot', model: { primary: 'alpha/small' } }] },
    }
    const result = status({ config, agents: { main: { profiles }, 'teams-bot': null } }, 'teams-bot')
    expect(result.serving).toMatchObject({ isStrict: true, candidates: [{ provider: 'alpha', model: 'small' }] })
    expect(codes(result)).toContain('primary_is_first_fallback')
  })

  test('a provider with its own key or on this machine needs no profile; any other one is said', () => {
    const config = {
      agents: { defaults: { model: { primary: 'gone/x', fallbacks: ['local/y', 'keyed/z'] } } },
      models: {
        providers: {
          local: { baseUrl: 'http://127.0.0.1:1' },
          keyed: { baseUrl: 'https://k.example', apiKey: 'secret' },
        },
      },
    }
    const result = status({ config })
    expect(result.serving.candidates.map(({ state }) => state)).toEqual(['no_profile', 'serving', 'provider_key'])
    expect(result.attention).toContainEqual(
      expect.objectContaining({ code: 'model_without_profile', provider: 'gone' }),
    )
  })

  test('no model configured: the built-in one is named as such', () => {
    expect(status({}).serving).toMatchObject({
      isBuiltIn: true,
      candidates: [{ provider: 'openai', model: 'gpt-6-astra' }],
    })
  })
})

describe('locks and needs', () => {
  test('locks come soonest first, each window on its own', () => {
    const state = {
      usageStats: {
        'alpha:home': { cooldownUntil: NOW_MS + 50, disabledUntil: NOW_MS + 90, disabledReason: 'auth_permanent' },
        'beta:main': { cooldownUntil: NOW_MS + 70, cooldownReason: 'timeout' },
      },
    }
    const result = status({ config: models, agents: { main: { profiles, state } } })
    expect(result.locks.map(({ profileId, window }) => [profileId, window.kind])).toEqual([
      ['alpha:home', 'cooldown'],
      ['beta:main', 'cooldown'],
      ['alpha:home', 'disabled'],
    ])
    expect(result.nextChangeAtMs).toBe(NOW_MS + 50)
    expect(codes(result)).toContain('auth_permanent')
  })

  test('sign-ins that end, fail or are missing are said, renewable ones are not', () => {
    const token = (expires: number): object => ({ type: 'token', provider: 'alpha', token: 't', expires })
    const oauth = (extra: object): object => ({ type: 'oauth', provider: 'alpha', ...extra })
    const fence = `openclaw-oauth-refresh-fence:v1:${'a'.repeat(32)}:failed:access:${'b'.repeat(64)}`
    const result = status({
      agents: {
        main: {
          profiles: {
            'alpha:dead': token(NOW_MS - 1),
            'alpha:soon': token(NOW_MS + HOUR_MS),
            'alpha:later': token(NOW_MS + 48 * HOUR_MS),
            'alpha:renews': oauth({ access: 'a', refresh: 'r', expires: NOW_MS - 1 }),
            'alpha:ends': oauth({ access: 'a', expires: NOW_MS - 1 }),
            'alpha:failed': oauth({ access: fence, refresh: fence, expires: 1 }),
            'alpha:blank': { type: 'api_key', provider: 'alpha' },
          },
        },
      },
    })
    const found = Object.fromEntries(
      result.attention.flatMap(({ code, profileIds }) => (profileIds.length === 1 ? [[profileIds[0], code]] : [])),
    )
    expect(found).toMatchObject({
      'alpha:dead': 'signin_expired',
      'alpha:soon': 'signin_expiring',
      'alpha:ends': 'signin_expired',
      'alpha:failed': 'signin_refresh_failed',
      'alpha:blank': 'credential_missing',
    })
    expect(found).not.toHaveProperty('alpha:later')
    expect(found).not.toHaveProperty('alpha:renews')
    expect(result.nextChangeAtMs).toBe(NOW_MS + HOUR_MS)
  })

  test('the gravest comes first, plaintext keys last', () => {
    const state = { usageStats: { 'alpha:home': { disabledUntil: NOW_MS + 5, disabledReason: 'billing' } } }
    const result = status({
      config: { auth: { order: { beta: ['beta:gone', 'beta:main'] } }, ...models },
      agents: { main: { profiles, state } },
    })
    expect(codes(result)).toEqual(['credit_exhausted', 'order_names_missing_profile', 'plaintext_secrets'])
  })

  test('secrets in the vault need nobody, as long as no other lies open beside them', () => {
    const access = `switchyard-vault:v1:SY_${'0A'.repeat(16)}`
    const login = (refresh: string): object => ({ type: 'oauth', provider: 'alpha', access, refresh, expires: 9e15 })
    const keyRef = { source: 'store', provider: 'switchyard', id: `SY_${'0A'.repeat(16)}` }
    const sealed = { 'alpha:in': login(access), 'alpha:key': { type: 'api_key', provider: 'alpha', keyRef } }
    const ofPlaintext = (more: object): readonly string[] | undefined =>
      status({ config: models, agents: { main: { profiles: { ...sealed, ...more } } } }).attention.find(
        ({ code }) => code === 'plaintext_secrets',
      )?.profileIds
    expect(ofPlaintext({})).toBeUndefined()
    expect(ofPlaintext({ 'alpha:out': login('rt-test') })).toEqual(['alpha:out'])
  })

  test('an order under an alias is said to be found by that alias only', () => {
    const config = { auth: { order: { 'x-ai': ['xai:a'] } } }
    const result = status({ config, agents: { main: { profiles: { 'xai:a': key('xai') } } } })
    expect(result.attention).toContainEqual(expect.objectContaining({ code: 'order_key_unmatched', provider: 'x-ai' }))
  })
})

describe('what changed', () => {
  const withState = (usageStats: object, more: object = {}): ReturnType<typeof buildFacts> =>
    buildFacts({ config: models, agents: { main: { profiles: { ...profiles, ...more }, state: { usageStats } } } })

  test('records tell the latest lock, return and use', () => {
    const facts = withState({
      'alpha:home': {
        lastUsed: NOW_MS - 100,
        cooldownUntil: NOW_MS - 10,
        cooldownReason: 'timeout',
        errorCount: 1,
        lastFailureAt: NOW_MS - 30_010,
      },
    })
    expect(recordedTransitions(facts, NOW_MS).map(({ kind, atMs }) => [kind, atMs])).toEqual([
      ['unlocked', NOW_MS - 10],
      ['answered', NOW_MS - 100],
      ['locked', NOW_MS - 30_010],
    ])
  })

  test('watching tells locks, and what they make serve', () => {
    const lock = { cooldownUntil: NOW_MS + 30_000, cooldownReason: 'timeout', errorCount: 1, lastFailureAt: NOW_MS }
    const before = describeDirectory(withState({}), NOW_MS - 5)
    const after = describeDirectory(withState({ 'alpha:home': lock, 'alpha:work': lock }), NOW_MS)
    const found = observedTransitions(before, after)
    expect(found.map(({ kind, profileId, from, to }) => [kind, profileId, from, to])).toEqual([
      ['locked', 'alpha:home', null, null],
      ['locked', 'alpha:work', null, null],
      ['serving_changed', null, 'alpha/big', 'beta/chat'],
    ])
  })

  test('time alone unlocks', () => {
    const facts = withState({ 'alpha:home': { cooldownUntil: NOW_MS, cooldownReason: 'timeout' } })
    const found = observedTransitions(describeDirectory(facts, NOW_MS - 1), describeDirectory(facts, NOW_MS))
    expect(found).toEqual([expect.objectContaining({ kind: 'unlocked', profileId: 'alpha:home', atMs: NOW_MS })])
    const again = observedTransitions(describeDirectory(facts, NOW_MS - 1), describeDirectory(facts, NOW_MS + 50))
    expect(again[0]?.id).toBe(found[0]?.id)
  })

  test('profiles and orders that change are told, uses and windows are no change of order', () => {
    const before = describeDirectory(withState({}), NOW_MS)
    const edited = buildFacts({
      config: { ...models, auth: { order: { alpha: ['alpha:work'] } } },
      agents: { main: { profiles: { 'alpha:work': key('alpha'), 'beta:main': key('beta'), 'beta:new': key('beta') } } },
    })
    const kinds = observedTransitions(before, describeDirectory(edited, NOW_MS)).map(
      ({ kind, profileId, provider }) => `${kind} ${profileId ?? provider}`,
    )
    expect(kinds.toSorted()).toEqual(['order_changed alpha', 'profile_added beta:new', 'profile_removed alpha:home'])
    const used = withState({ 'alpha:home': { lastUsed: NOW_MS } })
    expect(observedTransitions(before, describeDirectory(used, NOW_MS)).map(({ kind }) => kind)).toEqual(['answered'])
  })
})

describe('names', () => {
  test.each([
    ['together/meta-llama/Llama-3', { provider: 'together', model: 'meta-llama/Llama-3', profileId: null }],
    ['OpenAI/gpt-5@openai:me@example.com', { provider: 'openai', model: 'gpt-5', profileId: 'openai:me@example.com' }],
    ['a/claude-x@20260101', { provider: 'a', model: 'claude-x@20260101', profileId: null }],
    ['a/claude-x@20260101@a:b', { provider: 'a', model: 'claude-x@20260101', profileId: 'a:b' }],
    ['a/m@q4_k_m', { provider: 'a', model: 'm@q4_k_m', profileId: null }],
    ['a/m@8bit@p', { provider: 'a', model: 'm@8bit', profileId: 'p' }],
    ['bare', { provider: 'dflt', model: 'bare', profileId: null }],
    ['Nick', { provider: 'z', model: 'Real', profileId: null }],
    ['/x', null],
    ['x/', null],
    ['  ', null],
  ])('model reference %s', (text, expected) => {
    expect(parseModelRef(text, 'dflt', { nick: 'z/Real' })).toEqual(expected)
  })

  test.each([
    ['Main', 'main'],
    ['  Teams Bot! ', 'teams-bot'],
    ['---', 'main'],
    [7, 'main'],
    ['x'.repeat(80), 'x'.repeat(64)],
  ])('agent id %s', (value, expected) => expect(normalizeAgentId(value)).toBe(expected))

  test.each([
    ['2026.4.26', 'J', 'docs-2026.4'],
    ['2026.5.20', 'J', 'docs-2026.4'],
    ['2026.7.1-2', 'S1', 'openclaw-2026.7'],
    ['2026.6.5', 'S1', 'openclaw-2026.7'],
    ['2026.8.1', 'S2', 'openclaw-2026.9'],
    ['2027.1.1', 'S2', 'openclaw-2026.9'],
    [null, 'J', 'docs-2026.4'],
    ['nonsense', 'S1', 'openclaw-2026.7'],
  ] as const)('policy of version %s in era %s', (version, era, expected) => {
    expect(policyForVersion(version, era)).toBe(expected)
  })
})
