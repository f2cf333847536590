import { describe, expect, it } from 'vitest'
import { otherOrderWords } from '../../renderer/features/accounts/order-sentences.ts'
import type { OrderPreview, PreviewRow } from '../../renderer/features/accounts/order-editor/order-preview.ts'
import type { OrderSources } from '../../renderer/features/accounts/order-editor/order-sources.ts'
import {
  changedAgentsSentence,
  consequenceWords,
  dropWords,
  gatewayWords,
  orderListWords,
  outcomeSentence,
  previewChangeWords,
  previewWaitWords,
  revisionName,
  revisionOrigin,
  revisionPlace,
  revisionWords,
  rowNote,
  spokenLeftOut,
  spokenPlace,
  spokenTravel,
  winnerBadge,
  winnerSentence,
} from '../../renderer/features/accounts/order-editor/order-words.ts'
import type { OrderEntry } from '../../shared/engine/index.ts'
import { order } from '../support/shown-profiles.ts'

const clock = (atMs: number): string => `T${atMs}`
const entry: OrderEntry = {
  profileId: 'a',
  rule: 'listed',
  listIndex: 0,
  typeRank: 2,
  isOauthExpired: false,
  lastUsedMs: 0,
  unusableUntilMs: 0,
}
const preview = (details: Partial<OrderPreview>): OrderPreview => ({
  order: order({}),
  rows: [],
  gone: [],
  counts: false,
  isSame: false,
  ...details,
})
const sources = (details: Partial<OrderSources>): OrderSources => ({
  stored: null,
  inherited: null,
  config: null,
  winner: null,
  ...details,
})

describe('words for orders', () => {
  it('shows one in short', () => {
    expect(orderListWords(null)).toBe('no order')
    expect(orderListWords([])).toBe('no account')
    expect(orderListWords(['a', 'b'])).toBe('a → b')
    expect(orderListWords(['a', 'b', 'c'], 2)).toBe('a → b and 1 more')
  })

  it('says which place wins', () => {
    const of = (details: Partial<OrderSources>): readonly (string | null)[] => [
      winnerSentence(sources(details)),
      otherOrderWords(sources(details)),
    ]
    expect(of({})).toEqual([
      'No order is written anywhere, so the accounts rotate by themselves.',
      'No order is stored or in openclaw.json',
    ])
    expect(of({ winner: 'config', config: ['a'] })).toEqual([
      'The order in openclaw.json is used, as none is stored for this agent.',
      'None is stored for this agent',
    ])
    expect(of({ winner: 'stored', stored: ['a'], config: ['b'] })).toEqual([
      'The order stored for this agent wins; the one in openclaw.json does not count for it.',
      'It wins over the one in openclaw.json',
    ])
    expect(of({ winner: 'stored', stored: ['a'] })).toEqual([
      'The order stored for this agent is used.',
      'None in openclaw.json',
    ])
    expect(of({ winner: 'stored', stored: ['a'], inherited: ['b'] })).toEqual([
      'The order stored for this agent wins over the one it would inherit.',
      'It wins over the inherited one',
    ])
    expect(of({ winner: 'inherited', inherited: ['b'], config: ['c'] })[0]).toContain('inherits wins')
    expect(of({ winner: 'inherited', inherited: ['b'] })[0]).toBe('The order that this agent inherits is used.')
    expect([winnerBadge(true, true), winnerBadge(true, false), winnerBadge(false, true)]).toEqual([
      'wins',
      'wins until saved',
      'wins once saved',
    ])
    expect(winnerBadge(false, false)).toBeNull()
  })

  it('says what saving comes to', () => {
    const used = order({ entries: [entry], source: 'config' })
    expect(outcomeSentence('config', ['a'], preview({ counts: true, order: used }))).toBe(
      'Once saved, this order is the one that is used.',
    )
    expect(outcomeSentence('config', [], preview({ counts: true }))).toContain('No account of this provider')
    const stored = order({ entries: [entry], source: 'stored', layer: 'agent' })
    expect(outcomeSentence('config', ['a'], preview({ order: stored }))).toContain('the stored order wins. Remove')
    const shared = order({ entries: [entry], source: 'stored', layer: 'shared' })
    expect(outcomeSentence('config', ['a'], preview({ order: shared }))).toContain('the order that it inherits wins')
    expect(outcomeSentence('stored', ['a'], preview({ order: order({ isRepaired: true }) }))).toContain('None of the')
    expect(outcomeSentence('stored', null, preview({ order: used }))).toBe(
      'Once removed: the order in openclaw.json is used.',
    )
    expect(outcomeSentence('config', null, preview({}))).toBe('Once removed: the accounts rotate by themselves.')
    expect(outcomeSentence('stored', null, preview({ order: shared }))).toContain('inherits is used')
    expect(outcomeSentence('config', null, preview({ order: stored }))).toContain('the stored order is used')
  })

  it('says what becomes of an account', () => {
    const waits = { kind: 'waits', place: 3, of: 3, untilMs: 5, placeAfter: 1 } as const
    expect(consequenceWords(waits, clock)).toBe('Will be tried last until T5, then first')
    expect(consequenceWords({ ...waits, place: 2, placeAfter: null }, clock)).toBe('Will be tried second until T5')
    expect(consequenceWords({ ...waits, of: 1, place: 1 }, clock)).toBe('The only one, and locked until T5')
    expect(consequenceWords({ ...waits, place: 1 }, clock)).toBe('Locked until T5, and first all the same')
    expect(consequenceWords({ kind: 'moves_up', place: 1 }, clock)).toBe('Will be tried first for now')
    expect(consequenceWords({ kind: 'passed_over', code: 'profile_missing' }, clock)).toBe(
      'Passed over: no such account is stored',
    )
    expect(consequenceWords({ kind: 'as_listed' }, clock)).toBeNull()
    expect(consequenceWords({ kind: 'does_not_count' }, clock)).toBeNull()
  })

  it('says under a row what there is to say, and who else has a missing account', () => {
    const missing = { kind: 'passed_over', code: 'profile_missing' } as const
    expect(rowNote(missing, 'profile_missing', 'research', clock)).toBe(
      'Passed over: no such account is stored for this agent; research has it',
    )
    expect(rowNote({ kind: 'does_not_count' }, 'expired', null, clock)).toBe('Its token has expired')
    expect(rowNote({ kind: 'as_listed' }, null, null, clock)).toBeNull()
    expect(rowNote(undefined, null, null, clock)).toBeNull()
  })

  it('marks rows of the preview', () => {
    expect(previewChangeWords({ change: 'up', was: 3 })).toBe('up, was third')
    expect(previewChangeWords({ change: 'new', was: null })).toBe('new here')
    expect(previewChangeWords({ change: 'same', was: 2 })).toBeNull()
    const row: PreviewRow = {
      profileId: 'a',
      place: 2,
      was: 1,
      change: 'down',
      placeAfter: 1,
      entry: { ...entry, rule: 'window', unusableUntilMs: 9 },
    }
    expect(previewWaitWords(row, clock)).toBe('until T9, then first')
    expect(previewWaitWords({ ...row, placeAfter: 2 }, clock)).toBe('until T9')
    expect(changedAgentsSentence(['research', 'ops'], 3)).toBe('Also changes research and ops.')
    expect(changedAgentsSentence([], 2)).toBe('No other agent is affected.')
    expect(changedAgentsSentence([], 1)).toBeNull()
  })
})

describe('what is spoken', () => {
  it('is the place and the consequence', () => {
    const waits = { kind: 'waits', place: 4, of: 4, untilMs: 5, placeAfter: 2 } as const
    expect(spokenPlace('p:a', 1, 4, waits, clock)).toBe('p:a is second of 4. Will be tried last until T5, then second.')
    expect(spokenPlace('p:a', 0, 4, { kind: 'as_listed' }, clock)).toBe('p:a is first of 4. Will be tried first.')
    expect(spokenPlace('p:a', 0, 4, { kind: 'does_not_count' }, clock)).toBe(
      'p:a is first of 4. This order does not count now.',
    )
    expect(spokenPlace('p:a', 0, 4, undefined, clock)).toBe('p:a is first of 4.')
  })

  it('tells a place before the drop, what is left out, and what undo did', () => {
    expect(dropWords(2, { kind: 'moves_up', place: 1 }, clock)).toBe('to the third place. Will be tried first for now.')
    expect(dropWords(0, undefined, clock)).toBe('to the first place.')
    expect(dropWords(-1, undefined, clock)).toBe('to what is left out. Will not be tried.')
    expect(spokenLeftOut(['p:a'])).toBe('p:a is left out and will not be tried.')
    expect(spokenLeftOut(['p:a', 'p:b'])).toBe('p:a and p:b are left out and will not be tried.')
    expect(spokenTravel('undo', 2)).toBe('Change undone, 2 left to undo.')
    expect(spokenTravel('redo', 0)).toBe('Change made again, none left to redo.')
  })
})

describe('words for saved orders', () => {
  it('tells the difference a revision made', () => {
    expect(revisionWords(null, ['a'])).toEqual(['An order was written'])
    expect(revisionWords(['a'], null)).toEqual(['The order was removed'])
    expect(revisionWords(null, null)).toEqual(['Nothing changed'])
    expect(revisionWords(['a', 'b', 'c'], ['c', 'a', 'n'])).toEqual([
      'c moved from third to first',
      'n came in, third',
      'b left out',
    ])
    expect(revisionWords(['a', 'a'], ['a'])).toEqual(['Only repeated ids changed'])
    const ids = Array.from({ length: 9 }, (_, index) => `n${index}`)
    expect(revisionWords(['a'], ['a', ...ids])).toHaveLength(5)
    expect(revisionWords(['a'], ['a', ...ids]).at(-1)).toBe('5 more changes')
  })

  it('tells where, by whom and what became of it', () => {
    expect(revisionPlace({ target: 'config', agentId: 'main' })).toBe('openclaw.json')
    expect(revisionPlace({ target: 'stored', agentId: 'main' })).toBe('stored for main')
    expect(revisionOrigin({ origin: 'console', state: 'applied' })).toBe('saved here')
    expect(revisionOrigin({ origin: 'outside', state: 'superseded' })).toBe(
      'changed elsewhere, taken back, and replaced since',
    )
    expect(revisionName({ agentId: 'main', provider: 'alpha', atMs: 3 }, clock)).toBe('main/alpha, T3')
  })

  it('tells what a running OpenClaw will do', () => {
    expect(gatewayWords('config')).toContain('notices')
    expect(gatewayWords('stored')).toContain('own copy')
  })
})
