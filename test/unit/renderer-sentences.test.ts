import { describe, expect, it } from 'vitest'
import { attentionSentence } from '../../renderer/features/home/attention-sentences.ts'
import { choiceWords, servingVerdict } from '../../renderer/features/home/sentences.ts'
import { transitionSentence } from '../../renderer/features/home/transition-sentences.ts'
import { FLAWS, flawWords, NOTES, noteWords } from '../../renderer/features/accounts/detail-sentences.ts'
import {
  EXCLUSION_CODES,
  exclusionWords,
  orderNotes,
  orderSourceWords,
} from '../../renderer/features/accounts/order-sentences.ts'
import { placementSentence } from '../../renderer/features/accounts/placement-sentences.ts'
import { SIGN_IN_STATES, signInWords } from '../../renderer/features/accounts/sign-in-sentences.ts'
import { groupProblems, placeWords } from '../../renderer/features/problems/sentences.ts'
import { announcements } from '../../renderer/lib/words/announcements.ts'
import { POLICY_WORDS } from '../../renderer/lib/words/directory-words.ts'
import { LOCK_REASONS, reasonWords } from '../../renderer/lib/words/failure-reason.ts'
import { profileMark, profileWord, windowWord } from '../../renderer/lib/words/state-words.ts'
import { windowReason } from '../../renderer/lib/words/window-words.ts'
import {
  ATTENTION_CODES,
  FAILURE_REASONS,
  INELIGIBLE_CODES,
  POLICY_IDS,
  type AgentStatus,
  type Attention,
  type OrderEntry,
  type ProfileStatus,
  type Serving,
  type Transition,
  type Window,
} from '../../shared/engine/index.ts'
import { lane, order, profile } from '../support/shown-profiles.ts'

const SENTENCE = /^[A-Z\d].*[^.]$/

function entry(details: Partial<OrderEntry>): OrderEntry {
  return {
    profileId: 'p',
    rule: 'rotation',
    listIndex: -1,
    typeRank: 2,
    isOauthExpired: false,
    lastUsedMs: 0,
    unusableUntilMs: 0,
    ...details,
  }
}

function window(details: Partial<Window>): Window {
  return {
    kind: 'cooldown',
    untilMs: 2,
    startMs: 1,
    startBasis: 'failure',
    reason: 'rate_limit',
    model: null,
    rung: null,
    lengthMs: 1,
    failures: 1,
    announcedBy: null,
    classification: null,
    ...details,
  }
}

function serving(details: Partial<Serving>): Serving {
  return {
    candidates: [],
    line: [],
    servingIndex: -1,
    nextAvailableAtMs: null,
    isStrict: false,
    isBuiltIn: false,
    ...details,
  }
}

describe('every code has words', () => {
  it('reasons of failures and locks', () => {
    expect(new Set(LOCK_REASONS)).toEqual(new Set([...FAILURE_REASONS, 'subscription_limit']))
    for (const reason of LOCK_REASONS) expect(reasonWords(reason)).toMatch(/^[a-z]/)
    expect(reasonWords(null)).toBe('no reason on record')
  })

  it('exclusions', () => {
    expect(new Set(EXCLUSION_CODES)).toEqual(new Set([...INELIGIBLE_CODES, 'excluded_by_order', 'not_configured']))
    for (const code of EXCLUSION_CODES) {
      expect(exclusionWords(code)).toMatch(/\w{2,} \w/)
      expect(exclusionWords(code)).not.toContain('_')
    }
  })

  it.each(ATTENTION_CODES)('attention: %s, with and without details', (code) => {
    const bare: Attention = {
      id: 'i',
      severity: 'error',
      code,
      provider: null,
      profileIds: [],
      model: null,
      untilMs: null,
      contradiction: null,
    }
    const full: Attention = { ...bare, provider: 'alpha', profileIds: ['alpha:a', 'alpha:b'], model: 'big', untilMs: 1 }
    for (const [attention, time] of [
      [bare, null],
      [full, 'at 18:52'],
    ] as const) {
      const { title, advice } = attentionSentence(attention, time)
      expect(title).toMatch(/\.$/)
      expect(advice).toMatch(/[.:]$/)
      expect(`${title} ${advice}`).not.toMatch(/undefined|null|_| {2}/)
    }
  })

  it('sign-ins, notes, flaws and policies', () => {
    for (const state of SIGN_IN_STATES) {
      for (const isRenewable of [true, false]) {
        for (const type of ['api_key', 'token', 'oauth', null] as const) {
          expect(signInWords({ state, expiresMs: 1, isRenewable }, type).text).toMatch(SENTENCE)
        }
      }
    }
    for (const note of NOTES) expect(noteWords(note)).toMatch(/\.$/)
    for (const flaw of FLAWS) expect(flawWords(flaw)).toMatch(/\.$/)
    expect(Object.keys(POLICY_WORDS)).toEqual([...POLICY_IDS])
  })

  it('changes, of every kind', () => {
    const base: Transition = {
      id: 't',
      atMs: 1,
      kind: 'locked',
      basis: 'observed',
      agentId: 'main',
      provider: 'alpha',
      profileId: 'alpha:home',
      model: null,
      windowKind: null,
      reason: null,
      untilMs: null,
      from: null,
      to: null,
    }
    const kinds = [
      'locked',
      'unlocked',
      'order_changed',
      'profile_added',
      'profile_removed',
      'answered',
      'serving_changed',
      'credential_changed',
    ] as const satisfies readonly Transition['kind'][]
    for (const kind of kinds) {
      const { subject, happened } = transitionSentence({ ...base, kind }, null)
      expect(`${subject} ${happened}`).not.toMatch(/undefined|null|_/)
    }
    const locked = { ...base, windowKind: 'cooldown', reason: 'rate_limit', model: 'small', untilMs: 5 } as const
    expect(transitionSentence(locked, '14:05').happened).toBe('cooling for small only until 14:05: rate limit reached')
    const billing = { ...base, windowKind: 'disabled', reason: 'billing', untilMs: 5 } as const
    expect(transitionSentence(billing, '18:52').happened).toBe('disabled (billing) until 18:52')
    expect(transitionSentence({ ...base, kind: 'serving_changed', from: 'a/x', to: 'b/y' }, null)).toMatchObject({
      subject: 'b/y',
      happened: 'answers now, instead of a/x',
    })
    expect(transitionSentence({ ...base, kind: 'serving_changed', from: 'a/x' }, null).subject).toBe('Nothing')
  })
})

describe('why a profile stands where it stands', () => {
  it('names the place in an explicit order', () => {
    expect(placementSentence([entry({ rule: 'listed', listIndex: 1 })], 0)).toBe('The order names it second')
  })

  it('explains rotation by the neighbour', () => {
    const entries = [
      entry({ typeRank: 0 }),
      entry({ typeRank: 0, isOauthExpired: true }),
      entry({ typeRank: 2 }),
      entry({ typeRank: 2 }),
      entry({ typeRank: 2, lastUsedMs: 5 }),
      entry({ rule: 'window', unusableUntilMs: 9 }),
      entry({ rule: 'window', unusableUntilMs: 10 }),
    ]
    expect(entries.map((_, index) => placementSentence(entries, index))).toEqual([
      'First by rotation, as it was never used',
      'By rotation, after those whose access token holds',
      'By rotation, API keys come after sign-ins',
      'By rotation, in the order of the file',
      'By rotation, used more recently than the one before',
      'Behind the free ones while it is locked',
      'Behind the free ones, and returns later',
    ])
  })

  it('says so when there is no choice, or no free one', () => {
    expect(placementSentence([entry({})], 0)).toBe('The only account in use')
    expect(placementSentence([entry({ rule: 'window' })], 0)).toBe('The only account, and locked')
    const locked = [entry({ rule: 'window' }), entry({ rule: 'window' })]
    expect(locked.map((_, index) => placementSentence(locked, index))).toEqual([
      'All are locked, and it returns first',
      'Locked too, and returns later',
    ])
    expect(placementSentence([], 3)).toBe('')
  })

  it('says where the order comes from, and what is wrong with it', () => {
    expect(orderSourceWords(order({ source: 'stored', layer: 'shared' }))).toBe('Order from the shared store')
    expect(orderSourceWords(order({ source: 'stored', layer: 'agent' }))).toBe('Order stored for this agent')
    expect(orderSourceWords(order({ source: 'config' }))).toBe('Order from openclaw.json')
    expect(orderNotes(order({}))).toEqual([])
    expect(
      orderNotes(order({ isExplicit: true, isRepaired: true, missingIds: ['a:x'], authProvider: 'beta' })),
    ).toHaveLength(3)
  })
})

describe('states in words', () => {
  it('follows the table of states', () => {
    expect(windowWord(window({}))).toBe('cooling')
    expect(windowWord(window({ kind: 'disabled', reason: 'billing' }))).toBe('disabled (billing)')
    expect(windowWord(window({ kind: 'disabled', reason: 'auth_permanent' }))).toBe('disabled (key)')
    expect(windowWord(window({ kind: 'blocked', reason: 'subscription_limit' }))).toBe('blocked')
    expect(profileWord(profile({}), true)).toBe('serving')
    expect(profileWord(profile({ state: 'excluded' }), false)).toBe('not used')
  })

  it('tells a profile that is locked for one model from one that is locked', () => {
    const scoped = profile({ state: 'cooldown', windows: [window({ model: 'small' })], isPartlyUsable: true })
    expect(profileWord(scoped, false)).toBe('cooling, one model')
    expect(profileMark(scoped, false)).toBe('cooldown')
    expect(profileMark(scoped, true)).toBe('serving')
    expect(profileMark(profile({ state: 'cooldown', windows: [window({})] }), true)).toBe('cooldown')
  })

  it('says how often a reason is on record', () => {
    expect(windowReason(window({ failures: 1 }))).toBe('Rate limit reached')
    expect(windowReason(window({ failures: 3 }))).toBe('Rate limit reached, 3 failures')
  })

  it('puts the agent’s line into one mark', () => {
    const candidate = {
      provider: 'a',
      model: 'x',
      role: 'primary',
      state: 'serving',
      profileId: null,
      availableAtMs: null,
      lock: null,
      usableProfileIds: [],
    } as const
    expect(servingVerdict(serving({})).word).toBe('no model set')
    expect(servingVerdict(serving({ candidates: [candidate], servingIndex: -1 })).word).toBe('nothing can answer')
    expect(servingVerdict(serving({ candidates: [candidate], servingIndex: 0 })).word).toBe('on first choice')
    expect(servingVerdict(serving({ candidates: [candidate, candidate], servingIndex: 1 })).word).toBe('on fallback')
    expect(choiceWords(serving({ candidates: [candidate, candidate, candidate], servingIndex: 2 }))).toBe(
      'third choice of three',
    )
    expect(choiceWords(serving({ candidates: [candidate], servingIndex: 0 }))).toBe('the only choice')
  })

  it('groups problems by what they take away', () => {
    const problem = {
      id: '1',
      severity: 'error',
      code: 'syntax_error',
      file: 'f',
      line: 2,
      column: null,
      message: 'm',
      hint: null,
      agentId: null,
    } as const
    expect(groupProblems([{ ...problem, severity: 'info' }, problem]).map(({ items }) => items[0]?.severity)).toEqual([
      'error',
      'info',
    ])
    expect(placeWords(problem)).toBe('line 2')
    expect(placeWords({ line: 2, column: 5 })).toBe('line 2, column 5')
    expect(placeWords({ line: null, column: null })).toBeNull()
  })
})

describe('announcements', () => {
  function status(profiles: readonly ProfileStatus[], line: Serving['line'] = []): AgentStatus {
    return {
      agentId: 'main',
      nowMs: 1,
      lanes: [lane('alpha', profiles)],
      serving: serving({ line }),
      locks: [],
      attention: [],
      nextChangeAtMs: null,
    }
  }
  const locked = profile({ state: 'cooldown', windows: [window({})], position: 2 })

  it('says what returned and where it stands', () => {
    expect(announcements(status([locked]), status([profile({ position: 1 })]))).toEqual([
      'alpha:home is ready again, first in line for alpha.',
    ])
  })

  it('says what was locked, and what answers instead', () => {
    const a = { provider: 'alpha', model: 'big', profileId: 'alpha:home' }
    const b = { provider: 'beta', model: 'chat', profileId: null }
    expect(announcements(status([profile({})], [a]), status([locked], [b]))).toEqual([
      'beta chat answers now.',
      'alpha:home is cooling, second in line for alpha.',
    ])
    expect(announcements(status([], [a]), status([]))).toEqual(['Nothing can answer now.'])
  })

  it('is silent when nothing changed, and about another agent', () => {
    expect(announcements(status([locked]), status([locked]))).toEqual([])
    expect(announcements(status([locked]), { ...status([profile({})]), agentId: 'other' })).toEqual([])
  })
})
