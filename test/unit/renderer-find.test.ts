import { describe, expect, it } from 'vitest'
import { accountsSearch } from '../../renderer/app/accounts-search.ts'
import { filterLanes, isFilterWorthwhile } from '../../renderer/features/accounts/filter-lanes.ts'
import { shortenMiddle } from '../../renderer/lib/words/shorten.ts'
import { count, listOf, ordinal } from '../../renderer/lib/words/text.ts'
import { lane, profile } from '../support/shown-profiles.ts'

describe('finding an account', () => {
  const lanes = [
    lane('alpha', [
      profile({ profileId: 'alpha:home', label: 'Home' }),
      profile({ profileId: 'alpha:work', state: 'cooldown' }),
    ]),
    lane('beta', [], [profile({ profileId: 'beta:old', provider: 'beta', state: 'excluded' })]),
  ]

  it('narrows by provider and by every word', () => {
    expect(filterLanes(lanes, { provider: 'beta', text: '' }).map(({ lane: { provider } }) => provider)).toEqual([
      'beta',
    ])
    expect(
      filterLanes(lanes, { provider: null, text: 'HOME alpha' })[0]?.profiles.map(({ profileId }) => profileId),
    ).toEqual(['alpha:home'])
    expect(filterLanes(lanes, { provider: null, text: 'cooldown' })).toHaveLength(1)
    expect(filterLanes(lanes, { provider: null, text: 'nothing like it' })).toEqual([])
    expect(filterLanes(lanes, { provider: null, text: ' ' })).toHaveLength(2)
  })

  it('appears only once there are more than a few', () => {
    expect(isFilterWorthwhile(lanes)).toBe(false)
    expect(
      isFilterWorthwhile([
        lane(
          'x',
          Array.from({ length: 13 }, () => profile({})),
        ),
      ]),
    ).toBe(true)
    expect(isFilterWorthwhile(['a', 'b', 'c', 'd', 'e'].map((provider) => lane(provider, [])))).toBe(true)
  })

  it('understands only texts in the address', () => {
    expect(accountsSearch({ provider: 'a', q: 'x', profile: 'p', more: 1 })).toEqual({
      provider: 'a',
      q: 'x',
      profile: 'p',
    })
    expect(accountsSearch({ provider: 4, q: '', profile: null })).toEqual({})
  })
})

describe('text', () => {
  it('shortens in the middle without tearing characters apart', () => {
    expect(shortenMiddle('short', 10)).toBe('short')
    expect(shortenMiddle('abcdefghijklmnop', 7)).toBe('abc…nop')
    expect([...shortenMiddle('😀'.repeat(20), 9)]).toHaveLength(9)
  })

  it('counts, lists and orders', () => {
    expect(count(1, 'failure')).toBe('1 failure')
    expect(count(10_000, 'account')).toBe('10,000 accounts')
    expect(listOf(['a'])).toBe('a')
    expect(listOf(['a', 'b', 'c'])).toBe('a, b and c')
    expect(listOf(['a', 'b', 'c', 'd', 'e'])).toBe('a, b and 3 more')
    expect([1, 3, 10, 11, 21, 22, 113].map(ordinal)).toEqual([
      'first',
      'third',
      'tenth',
      '11th',
      '21st',
      '22nd',
      '113th',
    ])
  })
})
