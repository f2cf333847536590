import { describe, expect, test } from 'vitest'
import {
  EditRefused,
  storedOrderOf,
  usageOf,
  withoutProfile,
  withProfile,
  withProfileLabel,
  withStoredOrder,
  withUsage,
  type JsonRecord,
  type StoreDocuments,
} from '../../electron/openclaw/edit/index.ts'
import { joinState, splitState } from '../../electron/openclaw/edit/documents/embedded-state.ts'
import { guardCredentials } from '../../electron/openclaw/edit/guard-change.ts'
import { EMPTY_USAGE_STATS, POLICIES } from '../../shared/engine/index.ts'
import { bugCase } from '../support/bug-case.ts'
import { apiKey } from '../support/openclaw-files.ts'

const RULES = { ...POLICIES['openclaw-2026.7'].order, authAliases: { 'novita-ai': 'novita', novitaai: 'novita' } }

function codeOf(task: () => unknown): string {
  try {
    task()
  } catch (error) {
    if (error instanceof EditRefused) return error.code
    throw error
  }
  return 'accepted'
}

describe('stored orders', () => {
  test('ids are trimmed and kept once, in the canonical place, and nothing else changes', () => {
    const state = { version: 3, order: { alpha: ['a'], beta: ['b'] }, usageStats: { x: { lastUsed: 5 } }, own: [1] }
    const next = withStoredOrder(state, ' Alpha ', [' b', 'a', 'b ', '', 'a'], RULES)
    expect(next).toEqual({ ...state, order: { alpha: ['b', 'a'], beta: ['b'] } })
    expect(Object.keys(next?.['order'] as object)).toEqual(['alpha', 'beta'])
    expect(state.order.alpha).toEqual(['a'])
  })

  test('keys of other spellings and aliases go', () => {
    const state = { version: 1, order: { 'novita-ai': ['a'], NOVITA: ['b'], other: ['c'], novitaai: ['d'] } }
    expect(withStoredOrder(state, 'novita-ai', ['e'], RULES)).toEqual({
      version: 1,
      order: { other: ['c'], novita: ['e'] },
    })
    expect(withStoredOrder(state, 'novita', null, RULES)).toEqual({ version: 1, order: { other: ['c'] } })
  })

  test('without any entry there is no section; without a state one is made', () => {
    expect(withStoredOrder({ version: 1, order: { alpha: ['a'] } }, 'alpha', null, RULES)).toEqual({ version: 1 })
    expect(withStoredOrder({ version: 1, order: { alpha: ['a'] } }, 'alpha', ['  '], RULES)).toEqual({ version: 1 })
    expect(withStoredOrder(null, 'alpha', ['a'], RULES)).toEqual({ version: 1, order: { alpha: ['a'] } })
    expect(withStoredOrder(null, 'alpha', null, RULES)).toBeNull()
  })

  test('what is so already is the same object', () => {
    const state = { version: 1, order: { alpha: ['a', 'b'] } }
    expect(withStoredOrder(state, 'alpha', ['a', 'b'], RULES)).toBe(state)
    expect(withStoredOrder(state, 'beta', null, RULES)).toBe(state)
  })

  test('OR-09: an inherited id is as good as any', () => {
    expect(withStoredOrder(null, 'alpha', ['alpha:of-main'], RULES)).toMatchObject({
      order: { alpha: ['alpha:of-main'] },
    })
  })

  test('are found as the rules find them: the canonical key first, then the asked one', () => {
    const state = { order: { 'novita-ai': ['x', 5, ' y '], Alpha: ['1'], alpha: ['2'], empty: [], odd: 'a' } }
    expect(storedOrderOf(state, 'novita-ai', RULES)).toEqual(['x', 'y'])
    expect(storedOrderOf({ order: { ...state.order, novita: ['n'] } }, 'novita-ai', RULES)).toEqual(['n'])
    expect(storedOrderOf(state, 'novita', RULES)).toBeNull()
    expect(storedOrderOf(state, 'ALPHA', RULES)).toEqual(['2'])
    expect(['empty', 'odd', 'constructor'].map((id) => storedOrderOf(state, id, RULES))).toEqual([null, null, null])
    expect(storedOrderOf(null, 'alpha', RULES)).toBeNull()
  })

  test('something else in the place of the section is not written over', () => {
    expect(codeOf(() => withStoredOrder({ order: ['a'] }, 'alpha', ['a'], RULES))).toBe('unreadable')
  })
})

describe('usage', () => {
  const record = {
    lastUsed: 5,
    cooldownUntil: 9,
    newField: { deep: true },
    failureCounts: { timeout: 1, new_reason: 2 },
  }

  test('known fields are replaced, fields of newer releases stay', () => {
    const state = { version: 1, usageStats: { a: record, b: { lastUsed: 1 } }, order: { alpha: ['a'] } }
    const stats = { ...EMPTY_USAGE_STATS, lastUsedMs: 7, errorCount: 2, failureCounts: { billing: 2 } }
    expect(withUsage(state, 'a', stats)).toEqual({
      ...state,
      usageStats: {
        a: { lastUsed: 7, newField: { deep: true }, failureCounts: { new_reason: 2, billing: 2 }, errorCount: 2 },
        b: { lastUsed: 1 },
      },
    })
    expect(withUsage(state, 'a', null)).toEqual({
      ...state,
      usageStats: { a: { newField: { deep: true } }, b: { lastUsed: 1 } },
    })
  })

  test('an entry of which nothing is left goes, and the section with the last one', () => {
    expect(withUsage({ version: 1, usageStats: { a: { lastUsed: 5 } } }, 'a', null)).toEqual({ version: 1 })
    expect(withUsage({ version: 1, usageStats: { a: { lastUsed: 5 } } }, 'a', EMPTY_USAGE_STATS)).toEqual({
      version: 1,
    })
    expect(withUsage(null, 'a', null)).toBeNull()
    expect(withUsage(null, 'a', { ...EMPTY_USAGE_STATS, lastUsedMs: 5 })).toEqual({
      version: 1,
      usageStats: { a: { lastUsed: 5 } },
    })
  })

  test('what is so already is the same object, and what is read back is what was set', () => {
    const state = { version: 1, usageStats: { a: { lastUsed: 5 } } }
    const stats = { ...EMPTY_USAGE_STATS, lastUsedMs: 5 }
    expect(withUsage(state, 'a', stats)).toBe(state)
    expect(withUsage(state, 'b', null)).toBe(state)
    expect(usageOf(state, 'a')).toEqual(stats)
    expect([usageOf(state, 'b'), usageOf(null, 'a'), usageOf(state, 'constructor')]).toEqual([null, null, null])
  })

  test('ST-12: values that cannot be right are read as missing and replaced by the next ones', () => {
    const { usageStats } = bugCase<{ usageStats: JsonRecord }, unknown>('ST-12').input
    const state = { version: 1, usageStats }
    expect(usageOf(state, 'p:c')?.cooldownUntilMs).toBeNull()
    const next = withUsage(state, 'p:c', { ...EMPTY_USAGE_STATS, cooldownUntilMs: 1_770_000_060_000 })
    expect(next?.['usageStats']).toEqual({ ...usageStats, 'p:c': { cooldownUntil: 1_770_000_060_000 } })
  })
})

describe('profiles', () => {
  const { input } = bugCase<{ profiles: JsonRecord }, unknown>('ST-05')
  const credentials = { version: 1, profiles: input.profiles, later: true }

  test('ST-05: whatever is unknown survives beside a new profile', () => {
    expect(withProfile(credentials, 'alpha:a', { type: 'api_key' })).toEqual({
      ...credentials,
      profiles: { ...input.profiles, 'alpha:a': { type: 'api_key' } },
    })
    expect(withProfile(null, 'alpha:a', { type: 'api_key' })).toEqual({
      version: 1,
      profiles: { 'alpha:a': { type: 'api_key' } },
    })
  })

  test('a replaced profile keeps its place, which breaks ties', () => {
    const two = { profiles: { a: {}, b: {} } }
    expect(Object.keys(withProfile(two, 'a', { type: 'token' })['profiles'] as object)).toEqual(['a', 'b'])
  })

  test('ids that objects have by themselves are ids and nothing else', () => {
    const next = withProfile(credentials, '__proto__', { type: 'api_key' })
    expect(Object.keys(next['profiles'] as object)).toContain('__proto__')
    const removed = withoutProfile({ credentials: next, state: null }, '__proto__')
    expect(removed.credentials).toEqual(credentials)
    expect(withUsage(null, '__proto__', { ...EMPTY_USAGE_STATS, lastUsedMs: 5 })).toEqual(
      JSON.parse('{"version":1,"usageStats":{"__proto__":{"lastUsed":5}}}'),
    )
  })

  test('a removed one takes along what the state says about it', () => {
    const state = {
      version: 1,
      order: { alpha: ['a', ' b '], beta: ['a'], odd: 'a' },
      lastGood: { alpha: 'a', beta: 'b' },
      usageStats: { a: { lastUsed: 1 }, b: { lastUsed: 2 } },
      own: 1,
    }
    expect(withoutProfile({ credentials: { profiles: { a: {}, b: {} } }, state }, 'a')).toEqual({
      credentials: { profiles: { b: {} } },
      state: {
        version: 1,
        order: { alpha: [' b '], odd: 'a' },
        lastGood: { beta: 'b' },
        usageStats: { b: { lastUsed: 2 } },
        own: 1,
      },
    })
  })

  test('a label is set and removed; of what is gone it is said', () => {
    const named = withProfileLabel({ profiles: { a: { key: 'k' } } }, 'a', 'Work')
    expect(named).toEqual({ profiles: { a: { key: 'k', displayName: 'Work' } } })
    expect(withProfileLabel(named, 'a', null)).toEqual({ profiles: { a: { key: 'k' } } })
    expect(codeOf(() => withProfileLabel(named, 'b', 'x'))).toBe('not_found')
    expect(codeOf(() => withProfileLabel(null, 'a', 'x'))).toBe('not_found')
  })
})

describe('state that a first release has kept among the credentials', () => {
  const profiles = { a: { key: 'k' } }
  const change = (stored: StoreDocuments, edit: (state: JsonRecord | null) => JsonRecord | null): StoreDocuments => {
    const joined = joinState(stored)
    return splitState(stored, joined, { ...joined, state: edit(joined.state) })
  }
  const used = { ...EMPTY_USAGE_STATS, lastUsedMs: 7 }

  test('stays there, and so does what is new: that release reads nothing else', () => {
    const stored = { credentials: { version: 1, order: { alpha: ['a'] }, profiles, own: 1 }, state: null }
    const next = change(stored, (state) => withUsage(withStoredOrder(state, 'alpha', ['b'], RULES), 'a', used))
    expect(next).toEqual({
      credentials: { version: 1, order: { alpha: ['b'] }, profiles, own: 1, usageStats: { a: { lastUsed: 7 } } },
      state: null,
    })
    expect(Object.keys(next.credentials ?? {})).toEqual(['version', 'order', 'profiles', 'own', 'usageStats'])
    expect(change(stored, (state) => withStoredOrder(state, 'alpha', null, RULES))).toEqual({
      credentials: { version: 1, profiles, own: 1 },
      state: null,
    })
  })

  test('an entry of the separate document is changed there, and removed from both', () => {
    const stored = {
      credentials: { order: { alpha: ['a'], beta: ['b'] }, profiles },
      state: { version: 1, order: { alpha: ['c'] } },
    }
    expect(change(stored, (state) => withStoredOrder(state, 'alpha', ['d'], RULES))).toEqual({
      credentials: { order: { beta: ['b'], alpha: ['a'] }, profiles },
      state: { version: 1, order: { alpha: ['d'] } },
    })
    expect(change(stored, (state) => withStoredOrder(state, 'alpha', null, RULES))).toEqual({
      credentials: { order: { beta: ['b'] }, profiles },
      state: { version: 1 },
    })
  })

  test('what is no section there is left alone', () => {
    const stored = { credentials: { order: ['a'], usageStats: { a: { lastUsed: 1 } }, profiles }, state: null }
    expect(change(stored, (state) => withUsage(withStoredOrder(state, 'alpha', ['b'], RULES), 'a', used))).toEqual({
      credentials: { order: ['a'], usageStats: { a: { lastUsed: 7 } }, profiles },
      state: { version: 1, order: { alpha: ['b'] } },
    })
  })
})

describe('ST-04: a change that loses more than it says', () => {
  const entries = (...ids: readonly string[]): JsonRecord => Object.fromEntries(ids.map((id) => [id, apiKey('alpha')]))
  const before = { version: 1, profiles: entries('a', 'b', 'c'), own: 1 }

  test.each<[string, JsonRecord | null, readonly string[], string]>([
    ['adds', { ...before, profiles: entries('a', 'b', 'c', 'd') }, [], 'accepted'],
    ['removes what it says', { ...before, profiles: entries('a', 'b') }, ['c'], 'accepted'],
    ['replaces one long by one short', { ...before, profiles: { ...entries('a', 'b', 'c'), a: {} } }, [], 'accepted'],
    ['removes one silently', { ...before, profiles: entries('a', 'b') }, [], 'shrinks'],
    ['removes another one', { ...before, profiles: entries('a', 'b') }, ['a'], 'shrinks'],
    ['drops a field', { version: 1, profiles: entries('a', 'b', 'c') }, [], 'shrinks'],
    ['hollows out several', { ...before, profiles: { ...entries('a'), b: {}, c: {} } }, [], 'shrinks'],
    [
      'replaces keys by references',
      { ...before, profiles: Object.fromEntries(['a', 'b', 'c'].map((id) => [id, { type: 'api_key', keyRef: {} }])) },
      [],
      'accepted',
    ],
    ['leaves nothing', null, ['a', 'b', 'c'], 'shrinks'],
    ['leaves no list', { version: 1, own: 1 }, [], 'invalid'],
  ])('%s', (_what, after, removes, code) => {
    expect(codeOf(() => guardCredentials(before, after, removes))).toBe(code)
  })

  test('the reported one: a sign-in for one provider keeps the key of another', () => {
    const stored = { version: 1, profiles: { 'deepseek:default': apiKey('deepseek') } }
    const { expected } = bugCase<unknown, { profiles: readonly string[] }>('ST-04')
    const after = withProfile(stored, 'openai:default', { type: 'token', provider: 'openai', token: 't' })
    expect(codeOf(() => guardCredentials(stored, after))).toBe('accepted')
    expect(Object.keys(after['profiles'] as object)).toEqual(expected.profiles)
    expect(codeOf(() => guardCredentials(stored, { version: 1, profiles: { 'openai:default': {} } }))).toBe('shrinks')
  })
})
