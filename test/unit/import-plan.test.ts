import { describe, expect, test } from 'vitest'
import { IMPORT_WHYS, planImport, type ImportSourceKind } from '../../electron/import/index.ts'
import { bugCase } from '../support/bug-case.ts'
import { CURRENT, imported, lineOf, NO_STORE, outcomes, profilesOf, source } from '../support/import-sources.ts'

function key(secret: string, provider = 'demo'): object {
  return { type: 'api_key', provider, key: secret }
}

function document(profiles: object, more: object = {}): object {
  return { version: 1, profiles, ...more }
}

describe('shapes of sources', () => {
  test('the flat form of auth-profiles.json: provider to credential, the type from the fields', () => {
    const { plan, ...store } = imported([
      source('auth_profiles', {
        version: 1,
        openrouter: { apiKey: 'made-up-1' },
        anthropic: { type: 'token', token: 'made-up-2' },
        github: { token: 'made-up-3' },
        google: { access: 'made-up-4', refresh: 'made-up-5', expires: 4e12 },
        empty: { email: 'a@example.com' },
        order: { anthropic: ['anthropic:default'] },
      }),
    ])
    expect(profilesOf(store)).toEqual({
      'openrouter:default': key('made-up-1', 'openrouter'),
      'anthropic:default': { type: 'token', provider: 'anthropic', token: 'made-up-2' },
      'github:default': { type: 'token', provider: 'github', token: 'made-up-3' },
      'google:default': signInOf('made-up-4', 'made-up-5'),
    })
    expect(lineOf(plan, 'empty:default').why).toBe('unknown_type')
    expect(store.state?.['order']).toEqual({ anthropic: ['anthropic:default'] })
  })

  function signInOf(access: string, refresh: string): object {
    return { type: 'oauth', provider: 'google', access, refresh, expires: 4e12 }
  }

  test('auth.json and oauth.json: the key is the provider, and of the latter every entry is a sign-in', () => {
    const store = imported([
      source('auth_flat', { Anthropic: { type: 'api_key', key: 'made-up-1' } }),
      source('oauth', { minimax: { access: 'made-up-2', refresh: 'made-up-3', expires: 4e12 } }),
    ])
    expect(profilesOf(store)).toEqual({
      'Anthropic:default': key('made-up-1', 'anthropic'),
      'minimax:default': { ...signInOf('made-up-2', 'made-up-3'), provider: 'minimax' },
    })
  })

  test('the configuration: only entries with a secret, and variables become references', () => {
    const { plan, ...store } = imported([
      source('config', {
        auth: {
          profiles: {
            'demo:described': { provider: 'demo', mode: 'api_key', email: 'a@example.com' },
            'demo:snake': { provider: 'demo', api_key: 'made-up-1' },
            'demo:variable': { provider: 'demo', mode: 'api_key', apiKey: '${DEMO_KEY}' },
          },
        },
      }),
    ])
    expect(outcomes(plan)).toEqual(['demo:snake create new', 'demo:variable create new'])
    expect(profilesOf(store)['demo:variable']).toEqual({
      type: 'api_key',
      provider: 'demo',
      keyRef: { source: 'env', provider: 'default', id: 'DEMO_KEY' },
    })
    expect(lineOf(plan, 'demo:variable').notes).toContain('env_reference')
  })

  test('ids that nobody may import are named: none at all, and accounts of one person', () => {
    const personal = 'personal:gateway:6a1d3f52-0000-4000-8000-000000000000'
    const { plan } = imported([source('auth_profiles', document({ '': key('a1'), [personal]: key('a2') }))])
    expect(outcomes(plan)).toEqual([' skip no_id', `${personal} skip personal_account`])
  })

  test('an id like __proto__ is an id like any other', () => {
    const profiles = JSON.parse('{"__proto__":{"type":"api_key","provider":"demo","key":"made-up"}}') as object
    const store = imported([source('auth_profiles', document(profiles))])
    expect(Object.keys(profilesOf(store))).toEqual(['__proto__'])
  })
})

describe('precedence', () => {
  const kinds: readonly ImportSourceKind[] = [
    'agent_database',
    'shared_database',
    'auth_profiles',
    'single_auth_profiles',
    'auth_flat',
    'config',
    'oauth',
  ]

  function every(secretOf: (kind: ImportSourceKind) => string): ReturnType<typeof source>[] {
    return kinds.map((kind) => {
      const entry = { access: secretOf(kind), refresh: 'r', type: 'oauth', provider: 'demo', expires: 4e12 }
      if (kind === 'config') return source(kind, { auth: { profiles: { 'demo:default': entry } } })
      if (kind === 'auth_flat' || kind === 'oauth') return source(kind, { demo: entry })
      return source(kind, document({ 'demo:default': entry }))
    })
  }

  test('ST-14: of several generations the newest counts, down to the oldest, whatever order they are given in', () => {
    const { input, expected } = bugCase<{ present: string[] }, { order: string }>('ST-14')
    expect([input.present.length, expected.order.split(' > ')[0]]).toEqual([5, 'sqlite (newest)'])
    for (let first = 0; first < kinds.length; first += 1) {
      const sources = every((kind) => `made-up-${kind}`)
        .slice(first)
        .toReversed()
      const store = imported(sources)
      expect(profilesOf(store)['demo:default']?.['access']).toBe(`made-up-${kinds[first] ?? ''}`)
      const losers = store.plan.entries.filter(({ action }) => action === 'skip')
      expect(losers.map(({ why }) => why)).toEqual(losers.map(() => 'other_source_first'))
      expect(losers).toHaveLength(kinds.length - first - 1)
    }
  })

  test('what the store has stays, whatever it is', () => {
    const existing = {
      'demo:default': key('stored'),
      'demo:same': key('same'),
      'demo:empty': { type: 'api_key', provider: 'demo', email: 'a@example.com' },
      'demo:later': { type: 'later-form', secret: 'stored' },
      'demo:odd': 'text',
    }
    const target = { credentials: document(existing) as Record<string, unknown>, state: null }
    const ids = Object.keys(existing)
    const offered = document(Object.fromEntries(ids.map((id) => [id, key(id === 'demo:same' ? 'same' : 'other')])))
    const result = imported([source('auth_profiles', offered)], target)
    expect(outcomes(result.plan)).toEqual([
      'demo:default keep exists',
      'demo:same keep identical',
      'demo:empty keep exists_without_material',
      'demo:later keep exists_unreadable',
      'demo:odd keep exists_unreadable',
    ])
    expect([result.plan.changes, result.credentials === target.credentials]).toEqual([false, true])
  })

  test('one without anything to sign in with is completed from the configuration only', () => {
    const stored = { type: 'token', provider: 'demo', token: ' ', displayName: 'Work', note: 'x' }
    const target = { credentials: document({ 'demo:a': stored }) as Record<string, unknown>, state: null }
    const config = { auth: { profiles: { 'demo:a': { provider: 'demo', mode: 'api_key', key: 'from-config' } } } }
    const { plan, ...store } = imported(
      [source('auth_profiles', document({ 'demo:a': key('from-file') })), source('config', config)],
      target,
    )
    expect(outcomes(plan)).toEqual(['demo:a skip other_source_first', 'demo:a replace replaces_unusable'])
    expect(profilesOf(store)['demo:a']).toEqual({ ...key('from-config'), displayName: 'Work', note: 'x' })
  })

  test('an entry that cannot be used does not stand in the way of one that can', () => {
    const { plan } = imported([
      source('auth_profiles', document({ 'demo:default': { type: 'api_key', provider: 'demo' } })),
      source('auth_flat', { demo: { key: 'made-up' } }),
    ])
    expect(outcomes(plan)).toEqual(['demo:default skip no_material', 'demo:default create new'])
  })

  test('ST-04, ST-05: everything of the store is in it again, known or not, in its order', () => {
    const target = {
      credentials: {
        version: 3,
        later: { a: 1 },
        profiles: { 'z:1': { type: 'api_key', provider: 'ollama', key: 'k', note: 'x' }, odd: 7 },
      },
      state: { version: 1, later: [1], usageStats: { 'z:1': { later: true } } },
    }
    const store = imported(
      [source('auth_profiles', document({ 'a:1': key('new') })), source('auth_state', { lastGood: { a: 'a:1' } })],
      target,
    )
    expect(store.credentials).toEqual({
      ...target.credentials,
      profiles: { ...target.credentials.profiles, 'a:1': key('new') },
    })
    expect(Object.keys(profilesOf(store))).toEqual(['z:1', 'odd', 'a:1'])
    expect(store.state).toEqual({ ...target.state, lastGood: { a: 'a:1' } })
  })

  test('a store that is none is left alone', () => {
    const target = { credentials: { demo: { key: 'flat' } }, state: null }
    const { plan } = imported([source('auth_profiles', document({ 'a:1': key('new') }))], target)
    expect([outcomes(plan), plan.changes]).toEqual([['a:1 skip target_unreadable'], false])
  })

  test('what is left out stays in its source', () => {
    const options = { ...CURRENT, leaveOut: new Set(['a:1']) }
    const { plan } = imported(
      [source('auth_profiles', document({ 'a:1': key('x'), 'a:2': key('y') }))],
      NO_STORE,
      options,
    )
    expect(outcomes(plan)).toEqual(['a:1 skip left_out', 'a:2 create new'])
  })

  test('a broken source is named, and nothing of it is in the plan', () => {
    const problem = { code: 'cut_off', position: { line: 2, column: 1 }, backup: null } as const
    const { plan } = imported([{ ...source('auth_profiles', undefined), problem }])
    expect([plan.entries, plan.unusable.map((item) => item.problem)]).toEqual([[], [problem]])
  })
})

describe('what the plan shows', () => {
  test('kinds, tail, mail and the profile that has the same secret, but no secret', () => {
    const secret = 'made-up-secret-0123456789'
    const target = { credentials: document({ 'demo:old': key(secret) }) as Record<string, unknown>, state: null }
    const plan = planImport(
      [
        source('auth_profiles', document({ 'demo:new': { ...key(`${secret}\n`), email: 'a@example.com' } })),
        source('oauth', {
          demo: { access: 'made-up-access-01234567', refresh: 'made-up-refresh-0123456', expires: 4e12 },
        }),
      ],
      target,
      { ...CURRENT, knownSecrets: [{ profileId: 'demo:sealed', secret: 'made-up-refresh-0123456' }] },
    )
    expect(lineOf(plan, 'demo:new')).toMatchObject({
      secretKinds: ['key'],
      tail: '6789',
      email: 'a@example.com',
      sameSecretAs: 'demo:old',
      notes: ['secret_cleaned'],
    })
    expect(lineOf(plan, 'demo:default')).toMatchObject({
      secretKinds: ['access', 'refresh'],
      sameSecretAs: 'demo:sealed',
      expiresMs: 4e12,
    })
    expect(JSON.stringify(plan)).not.toMatch(/made-up/)
    expect(IMPORT_WHYS).toEqual(expect.arrayContaining(plan.entries.map(({ why }) => why)))
  })

  test('two new ones with the same secret: the second says so', () => {
    const { plan } = imported([
      source('auth_profiles', document({ 'a:1': key('same-secret'), 'a:2': key('same-secret') })),
    ])
    expect(plan.entries.map(({ sameSecretAs }) => sameSecretAs)).toEqual([null, 'a:1'])
  })
})

describe('routing state', () => {
  const profiles = document({ 'demo:a': key('a'), 'demo:b': key('b') })

  test('the state document counts more than what is embedded, key by key, and the store more than both', () => {
    const embedded = { ...profiles, order: { demo: ['demo:b'], other: ['demo:a'] }, lastGood: { demo: 'demo:b' } }
    const state = { order: { demo: ['demo:a', ' demo:b '] }, usageStats: { 'demo:a': { lastUsed: 1_700_000_000_000 } } }
    const target = { credentials: null, state: { version: 1, lastGood: { Demo: 'demo:kept' } } }
    const { plan, ...store } = imported([source('auth_state', state), source('auth_profiles', embedded)], target)
    expect(store.state).toEqual({
      version: 1,
      lastGood: { Demo: 'demo:kept' },
      order: { other: ['demo:a'], demo: ['demo:b'] },
      usageStats: { 'demo:a': { lastUsed: 1_700_000_000_000 } },
    })
    expect(plan.routing.find(({ part, action }) => part === 'lastGood' && action === 'keep')?.why).toBe('exists')
  })

  test('of one database the state row counts more than its document', () => {
    const embedded = { ...profiles, order: { demo: ['demo:b'] } }
    const { state } = imported([source('agent_database', embedded, { order: { demo: ['demo:a'] } })])
    expect(state).toEqual({ version: 1, order: { demo: ['demo:a'] } })
  })

  test('what is not usable, or of profiles that are not stored, is named', () => {
    const state = {
      order: { Demo: ['demo:b', 7, 'demo:gone'], empty: [], text: 'demo:a', gone: ['gone:1'] },
      lastGood: { demo: 'demo:gone', blank: ' ' },
      usageStats: {
        'demo:a': { lastUsed: 1_700_000_000, errorCount: 2, later: 1 },
        'demo:b': {},
        'gone:1': { errorCount: 1 },
        'inline-api-key:demo': { errorCount: 3 },
      },
    }
    const { plan, ...store } = imported([source('auth_profiles', profiles), source('auth_state', state)])
    expect(plan.routing.map(({ part, key: name, why }) => `${part} ${name} ${why}`)).toEqual([
      'order demo new',
      'order empty unusable',
      'order text unusable',
      'order gone no_profile',
      'lastGood demo no_profile',
      'lastGood blank unusable',
      'usageStats demo:a new',
      'usageStats demo:b unusable',
      'usageStats gone:1 no_profile',
      'usageStats inline-api-key:demo new',
    ])
    expect(plan.routing.find(({ key: name }) => name === 'demo:a')?.flawedFields).toEqual(['lastUsed'])
    expect(store.state).toEqual({
      version: 1,
      order: { demo: ['demo:b', 'demo:gone'] },
      usageStats: { 'demo:a': { errorCount: 2 }, 'inline-api-key:demo': { errorCount: 3 } },
    })
  })

  test('it can be left where it is', () => {
    const sources = [source('auth_profiles', { ...profiles, order: { demo: ['demo:a'] } })]
    const { plan, state } = imported(sources, NO_STORE, { ...CURRENT, withoutRouting: true })
    expect([plan.routing, state]).toEqual([[], null])
  })
})
