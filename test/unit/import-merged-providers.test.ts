import { describe, expect, test } from 'vitest'
import { unifiesOpenAi } from '../../electron/import/index.ts'
import { CURRENT, imported, lineOf, NO_STORE, outcomes, profilesOf, source } from '../support/import-sources.ts'

const UNIFYING = { ...CURRENT, unifyOpenAi: true }

function key(secret: string, provider = 'demo'): object {
  return { type: 'api_key', provider, key: secret }
}

function signIn(name: string, provider: string, more: object = {}): object {
  return { type: 'oauth', provider, access: `access-${name}`, refresh: `refresh-${name}`, expires: 4e12, ...more }
}

function document(profiles: object, more: object = {}): object {
  return { version: 1, profiles, ...more }
}

describe('merged providers', () => {
  test('only stores of later eras have them', () => {
    expect(['J', 'S1', 'S2'].map((era) => unifiesOpenAi(era as 'J'))).toEqual([false, true, true])
  })

  test('a free id is taken; a taken one leads to the next, and the plan names it', () => {
    const { plan, ...store } = imported(
      [
        source(
          'auth_profiles',
          document(
            {
              'openai:default': key('k1', 'openai'),
              'openai:chatgpt-default': key('k2', 'openai'),
              'openai-codex:default': signIn('a', 'openai-codex'),
              'openai-codex:user@example.com': signIn('b', 'openai-codex'),
              'openai:codex-cli': signIn('c', 'openai'),
              'claude-cli:x': signIn('d', 'claude-cli'),
              'my-own-name': signIn('e', 'google-gemini-cli'),
            },
            {
              order: {
                openai: ['openai:default'],
                'openai-codex': ['openai-codex:default', 'openai-codex:user@example.com'],
              },
              lastGood: { 'openai-codex': 'openai-codex:default' },
              usageStats: { 'openai-codex:default': { errorCount: 1 } },
            },
          ),
        ),
      ],
      NO_STORE,
      UNIFYING,
    )
    expect(plan.renames).toEqual([
      {
        from: 'openai-codex:default',
        to: 'openai:chatgpt-default-2',
        taken: ['openai:default', 'openai:chatgpt-default'],
      },
      { from: 'openai-codex:user@example.com', to: 'openai:user@example.com', taken: [] },
      {
        from: 'openai:codex-cli',
        to: 'openai:chatgpt-default-3',
        taken: ['openai:default', 'openai:chatgpt-default', 'openai:chatgpt-default-2'],
      },
      { from: 'claude-cli:x', to: 'anthropic:x', taken: [] },
    ])
    expect(profilesOf(store)['openai:user@example.com']).toEqual(signIn('b', 'openai'))
    expect(profilesOf(store)['my-own-name']).toEqual(signIn('e', 'google'))
    expect(store.state).toEqual({
      version: 1,
      order: { openai: ['openai:chatgpt-default-2', 'openai:user@example.com', 'openai:default'] },
      lastGood: { openai: 'openai:chatgpt-default-2' },
      usageStats: { 'openai:chatgpt-default-2': { errorCount: 1 } },
    })
  })

  test('importing again finds the place of the first time, renewed or sealed in the meantime', () => {
    const sources = [
      source('auth_profiles', document({ 'openai-codex:a': signIn('a', 'openai-codex', { accountId: 'acct' }) })),
    ]
    const first = imported(sources, NO_STORE, UNIFYING)
    const renewed = signIn('renewed', 'openai', { accountId: 'acct' })
    const sealed = { type: 'oauth', provider: 'openai', access: { source: 'store', provider: 'vault', id: 'A' } }
    for (const entry of [profilesOf(first)['openai:a'], renewed, sealed]) {
      const target = { credentials: document({ 'openai:a': entry }) as Record<string, unknown>, state: null }
      const { plan } = imported(sources, target, UNIFYING)
      expect([plan.changes, lineOf(plan, 'openai-codex:a').action]).toEqual([false, 'keep'])
    }
  })

  test('another account under the same id is another account', () => {
    const sources = [
      source('auth_profiles', document({ 'openai-codex:a': signIn('a', 'openai-codex', { accountId: 'one' }) })),
    ]
    const other = signIn('a', 'openai', { accountId: 'two' })
    const target = { credentials: document({ 'openai:a': other }) as Record<string, unknown>, state: null }
    const first = imported(sources, target, UNIFYING)
    expect(Object.keys(profilesOf(first))).toEqual(['openai:a', 'openai:chatgpt-a'])
    expect(imported(sources, first, UNIFYING).plan.changes).toBe(false)
  })

  test('without an account to compare, other tokens are another sign-in; what was taken for it before stays', () => {
    const sources = [source('auth_profiles', document({ 'openai-codex:a': signIn('a', 'openai-codex') }))]
    const other = {
      credentials: document({ 'openai:a': signIn('other', 'openai') }) as Record<string, unknown>,
      state: null,
    }
    const first = imported(sources, other, UNIFYING)
    expect(Object.keys(profilesOf(first))).toEqual(['openai:a', 'openai:chatgpt-a'])
    const renewed = { ...profilesOf(first), 'openai:chatgpt-a': signIn('renewed', 'openai') }
    const later = { credentials: document(renewed) as Record<string, unknown>, state: null }
    expect(outcomes(imported(sources, later, UNIFYING).plan)).toEqual(['openai-codex:a keep exists'])
  })

  test('records follow the profile that was renamed, and none of one that is not imported', () => {
    const profiles = {
      'openai-codex:a': signIn('a', 'openai-codex'),
      'openai-codex:b': { type: 'oauth', provider: 'openai-codex' },
      'openai:b': key('b', 'openai'),
    }
    const usageStats = {
      'openai-codex:a': { errorCount: 1 },
      'openai:a': { errorCount: 9 },
      'openai-codex:b': { errorCount: 5 },
    }
    const { plan, state } = imported([source('auth_profiles', document(profiles, { usageStats }))], NO_STORE, UNIFYING)
    expect(state?.['usageStats']).toEqual({ 'openai:a': { errorCount: 1 } })
    expect(plan.routing.at(-1)).toMatchObject({ key: 'openai-codex:b', why: 'no_profile' })
  })

  test('routing state alone is renamed to what the store has', () => {
    const target = {
      credentials: document({ 'openai:a': signIn('a', 'openai') }) as Record<string, unknown>,
      state: null,
    }
    const state = source('auth_state', { usageStats: { 'openai-codex:a': { errorCount: 1 } } })
    expect(imported([state], target, UNIFYING).state?.['usageStats']).toEqual({ 'openai:a': { errorCount: 1 } })
  })

  test('an id that the store still has under its old name stays there', () => {
    const old = { 'openai-codex:a': signIn('a', 'openai-codex') }
    const target = { credentials: document(old) as Record<string, unknown>, state: null }
    const { plan } = imported([source('auth_profiles', document(old))], target, UNIFYING)
    expect([plan.changes, plan.renames]).toEqual([false, []])
  })

  test('without the option nothing is renamed', () => {
    const { plan, ...store } = imported([
      source('auth_profiles', document({ 'openai-codex:a': signIn('a', 'openai-codex') })),
    ])
    expect([plan.renames, Object.keys(profilesOf(store))]).toEqual([[], ['openai-codex:a']])
  })
})
