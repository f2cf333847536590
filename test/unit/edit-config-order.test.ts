import { describe, expect, test } from 'vitest'
import {
  addProfileEdits,
  labelProfileEdits,
  orderEdits,
  removeProfileEdits,
  writtenOrderOf,
} from '../../electron/openclaw/edit/order-in-config.ts'
import { editJson5 } from '../../electron/json5/index.ts'
import { ORDER_RULES_BY_RELEASE, readFailoverConfig } from '../../shared/engine/index.ts'

const RULES = ORDER_RULES_BY_RELEASE['2026.7.1']

describe('the order of a provider', () => {
  test.each([
    ['under its own id', { alpha: ['a'] }, 'alpha', 'alpha'],
    ['in any spelling', { ' Alpha ': ['a'] }, 'ALPHA', ' Alpha '],
    ['in the first of several spellings', { ALPHA: ['a'], alpha: ['b'] }, 'alpha', 'ALPHA'],
    ['under another name of it', { bedrock: ['a'] }, 'amazon-bedrock', 'bedrock'],
    ['under the provider whose accounts it uses', { minimax: ['a'], 'minimax-cn': ['b'] }, 'minimax-cn', 'minimax'],
    ['under its own id if that provider has none', { 'minimax-cn': ['a'] }, 'minimax-cn', 'minimax-cn'],
    ['a provider called like a member of every object', { constructor: ['a'] }, 'constructor', 'constructor'],
  ])('%s', (_, orders: Record<string, string[]>, provider, key) => {
    expect(writtenOrderOf(orders, provider, RULES)).toEqual(['a'])
    expect(orderEdits(orders, provider, ['x'], RULES)).toEqual([
      { kind: 'set', path: ['auth', 'order', key], value: ['x'] },
    ])
  })

  test.each([
    ['there is none', {}, 'alpha', 'alpha'],
    ['a new one goes to the provider whose accounts are used', {}, 'minimax-cn', 'minimax'],
    ['one that only counts for an alias is another one', { 'minimax-cn': ['a'] }, 'minimax', 'minimax'],
    ['names of every object are no lists', {}, 'constructor', 'constructor'],
  ])('%s', (_, orders: Record<string, string[]>, provider, key) => {
    expect(writtenOrderOf(orders, provider, RULES)).toBeNull()
    expect(orderEdits(orders, provider, [], RULES)).toEqual([{ kind: 'set', path: ['auth', 'order', key], value: [] }])
    expect(orderEdits(orders, provider, null, RULES)).toEqual([])
  })

  test('an empty list is a list', () => {
    expect(writtenOrderOf({ alpha: [] }, 'alpha', RULES)).toEqual([])
  })

  test('without a list means without any that would count instead', () => {
    const orders = { MiniMax: ['a'], minimax: ['b'], 'minimax-cn': ['c'], other: ['d'] }
    expect(orderEdits(orders, 'minimax-cn', null, RULES)).toEqual(
      ['MiniMax', 'minimax', 'minimax-cn'].map((key) => ({ kind: 'remove', path: ['auth', 'order', key] })),
    )
  })

  test.each(Object.entries(ORDER_RULES_BY_RELEASE))('%s: what was set is what is found', (_, rules) => {
    for (const provider of ['alpha', 'bedrock', 'z.ai', 'minimax-cn', 'x-ai']) {
      for (const orders of [{}, { [provider]: ['a'] }, { Minimax: ['a'], 'aws-bedrock': ['b'], xai: ['c'] }]) {
        const edited = editJson5(
          JSON.stringify({ auth: { order: orders } }),
          orderEdits(orders, provider, ['n'], rules),
        )
        if ('problem' in edited) throw new Error(edited.problem)
        expect(writtenOrderOf(readFailoverConfig(edited.after).order, provider, rules)).toEqual(['n'])
      }
    }
  })
})

describe('what is known about a profile', () => {
  const config = readFailoverConfig({
    auth: {
      profiles: { 'a:1': { provider: 'a', mode: 'api_key', displayName: 'One' } },
      order: { a: ['a:1', 'a:2'], b: ['a:1'], c: [] },
    },
  })

  test('a new one', () => {
    expect(addProfileEdits('a:2', { provider: 'a', mode: 'oauth', email: 'me@example.com' })).toEqual([
      {
        kind: 'set',
        path: ['auth', 'profiles', 'a:2'],
        value: { provider: 'a', mode: 'oauth', email: 'me@example.com' },
      },
    ])
  })

  test('another name, none, and none for what is not there', () => {
    const path = ['auth', 'profiles', 'a:1', 'displayName']
    expect(labelProfileEdits(config, 'a:1', 'Uno')).toEqual([{ kind: 'set', path, value: 'Uno' }])
    expect(labelProfileEdits(config, 'a:1', null)).toEqual([{ kind: 'remove', path }])
    expect(labelProfileEdits(config, 'a:9', 'Nine')).toEqual([])
  })

  test('one that goes leaves every list; an empty one that was empty before stays', () => {
    expect(removeProfileEdits(config, 'a:1')).toEqual([
      { kind: 'remove', path: ['auth', 'profiles', 'a:1'] },
      { kind: 'set', path: ['auth', 'order', 'a'], value: ['a:2'] },
      { kind: 'remove', path: ['auth', 'order', 'b'] },
    ])
  })
})
