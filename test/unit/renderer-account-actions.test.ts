import { describe, expect, it } from 'vitest'
import { accountMenuItems } from '../../renderer/features/accounts/account-actions/account-menu-items.ts'
import type { AccountAction } from '../../renderer/features/accounts/account-actions/account-action.ts'
import { removalSentence } from '../../renderer/features/accounts/account-actions/removal-sentence.ts'
import {
  callFacts,
  callHeadline,
  conclusionSentence,
  latencyWords,
  windowChangesSentence,
} from '../../renderer/lib/words/call-report-words.ts'
import { secretPlaceWords } from '../../renderer/lib/words/secret-place.ts'
import { takesEffectWords } from '../../renderer/lib/words/takes-effect.ts'
import type { CallReport } from '../../shared/contract/types.ts'
import { describeAgent, POLICIES, POLICY_IDS, type DirectoryFacts } from '../../shared/engine/index.ts'
import { FAILOVER_REASONS } from '../../shared/engine/classification/failover-reason.ts'
import { buildFacts, must } from '../support/build-facts.ts'

const NOW_MS = Date.parse('2026-11-30T12:00:00Z')

function report(details: Partial<CallReport>): CallReport {
  return {
    profileId: 'alpha:home',
    provider: 'alpha',
    model: 'a-1',
    outcome: 'ok',
    status: 200,
    latencyMs: 420,
    reason: null,
    ruleId: null,
    retryAtMs: null,
    message: null,
    hint: null,
    changes: [],
    ...details,
  }
}

describe('what a test call showed', () => {
  it('in one sentence', () => {
    expect(callHeadline(report({}))).toBe('a-1 answered in 420 ms.')
    expect(callHeadline(report({ model: null, latencyMs: 1340 }))).toBe('alpha answered in 1.3 s.')
    expect(callHeadline(report({ outcome: 'failed', status: 429 }))).toBe('alpha refused it in 420 ms.')
    expect(callHeadline(report({ outcome: 'failed', status: null, latencyMs: 30_000 }))).toBe(
      'There was no answer after 30.0 s.',
    )
    expect(callHeadline(report({ outcome: 'failed', status: null, latencyMs: null }))).toBe('There was no answer.')
    expect(callHeadline(report({ outcome: 'not_called' }))).toBe('No call was made.')
    expect(latencyWords(999.6)).toBe('1000 ms')
  })

  it('and what else is known of it', () => {
    expect(callFacts(report({}))).toBeNull()
    expect(callFacts(report({ outcome: 'failed', status: 429 }))).toBe('Status 429, model a-1')
    expect(callFacts(report({ outcome: 'failed', status: null, model: null }))).toBeNull()
  })

  it('with what the engine concludes by the rules of the directory', () => {
    const { windows } = POLICIES['openclaw-2026.9']
    expect(conclusionSentence('rate_limit', windows)).toBe(
      'Rate limit reached: a run would let the account cool down and go on with the next one.',
    )
    expect(conclusionSentence('billing', windows)).toContain('would disable the account')
    expect(conclusionSentence('format', windows)).toContain('would not lock it')
    expect(conclusionSentence('context_overflow', windows)).toBe(
      'The request was too long: this says nothing about the account, so a run would not lock it.',
    )
    expect(conclusionSentence(null, windows)).toBeNull()
  })

  it.each(POLICY_IDS)('every reason concludes in something under %s', (policyId) => {
    const { windows } = POLICIES[policyId]
    for (const reason of FAILOVER_REASONS) {
      const sentence = conclusionSentence(reason, windows)
      expect(sentence).toMatch(/^[A-Z].*\.$/)
      const isNamed = windows.marking.neverMarked.includes(reason)
      expect(sentence?.includes('would not lock it')).toBe(
        isNamed || (reason === 'timeout' && windows.marking.timeouts === 'never'),
      )
    }
  })

  it('says that a test changes nothing, unless it did', () => {
    expect(windowChangesSentence(report({}))).toContain('only a test')
  })
})

describe('the menu of an account', () => {
  const facts = buildFacts({
    config: { auth: { order: { alpha: ['alpha:gone', 'alpha:home'] } } },
    agents: {
      main: {
        profiles: {
          'alpha:home': { type: 'api_key', provider: 'alpha', key: 'example' },
          'alpha:me': { type: 'oauth', provider: 'alpha', access: 'example', refresh: 'example', expires: NOW_MS },
        },
      },
    },
  })
  const lane = must(must(describeAgent(facts, 'main', NOW_MS)).lanes[0])
  const find = (id: string) => must([...lane.profiles, ...lane.excluded].find(({ profileId }) => profileId === id))

  function ids(profileId: string, isOwn = false): readonly string[] {
    return accountMenuItems(find(profileId), isOwn, () => undefined).map(({ id }) => id)
  }

  it('offers what can be done with it', () => {
    expect(ids('alpha:home')).toEqual(['test', 'edit', 'rename', 'remove'])
    expect(ids('alpha:me')).toEqual(['test', 'edit', 'rename', 'remove'])
    expect(ids('alpha:me', true)).toEqual(['test', 'refresh', 'edit', 'rename', 'remove'])
  })

  it('offers to add one that only an order names', () => {
    const started: AccountAction[] = []
    const gone = find('alpha:gone')
    accountMenuItems(gone, false, (action) => started.push(action))[0]?.onAction()
    expect(started).toEqual([{ kind: 'add', preset: { provider: 'alpha', profileId: 'alpha:gone' } }])
    expect(accountMenuItems({ ...gone, exclusion: null }, false, () => undefined)).toEqual([])
  })
})

describe('what removing an account does', () => {
  const profiles = { 'alpha:home': { type: 'api_key', provider: 'alpha', key: 'example' } }

  function sentence(facts: DirectoryFacts, agentId: string): string {
    const agent = must(facts.agents.find(({ id }) => id === agentId))
    const lane = must(must(describeAgent(facts, agentId, NOW_MS)).lanes.find(({ provider }) => provider === 'alpha'))
    const all = [...lane.profiles, ...lane.excluded]
    return removalSentence(facts, agent, must(all.find(({ profileId }) => profileId === 'alpha:home')))
  }

  it('names the store', () => {
    const facts = buildFacts({ agents: { main: { profiles } } })
    expect(sentence(facts, 'main')).toBe(
      'Its credential and its windows and counters are removed from the store of main.',
    )
  })

  it('names every order that has it', () => {
    const facts = buildFacts({
      config: { auth: { order: { alpha: ['alpha:home'] } } },
      agents: { main: { profiles, state: { order: { alpha: ['alpha:home'] } } } },
    })
    expect(sentence(facts, 'main')).toContain(
      'its place in the stored order of alpha and its place in auth.order of alpha are removed',
    )
  })

  it('names who else loses it', () => {
    const facts = buildFacts({ agents: { main: { profiles }, research: {}, ops: { profiles } } })
    expect(sentence(facts, 'main')).toMatch(/from the store of main, and research can no longer use it either\.$/)
    expect(sentence(facts, 'research')).toMatch(/from the shared store, and main can no longer use it either\.$/)
    expect(sentence(facts, 'ops')).toMatch(/from the store of ops\.$/)
  })

  it('counts those who lose it where they are many', () => {
    const heirs = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`a${index}`, {}]))
    const facts = buildFacts({ agents: heirs, shared: { profiles } })
    expect(sentence(facts, 'a0')).toMatch(/from the shared store, and 8 other agents can no longer use it either\.$/)
  })
})

describe('where a secret lies', () => {
  it('in words', () => {
    const facts = buildFacts({
      agents: {
        main: {
          profiles: {
            a: { type: 'api_key', provider: 'alpha', key: 'example-example-9f3a' },
            b: { type: 'api_key', provider: 'alpha', keyRef: { source: 'env', provider: 'default', id: 'ALPHA_KEY' } },
            c: { type: 'api_key', provider: 'alpha', keyRef: { source: 'store', provider: 'switchyard', id: 'SY_1' } },
            d: { type: 'api_key', provider: 'alpha' },
            e: { type: 'api_key', provider: 'alpha', key: 'short' },
          },
        },
      },
    })
    expect(must(facts.agents[0]?.store).profiles.map(secretPlaceWords)).toEqual([
      'Stored in plain text, ····9f3a',
      'Environment variable ALPHA_KEY',
      'In the vault',
      'There is none',
      'Stored in plain text',
    ])
  })
})

it('every effect on a running OpenClaw has a sentence', () => {
  const words = (['at_once', 'reloads', 'restarts', 'keeps_own_copy'] as const).map(takesEffectWords)
  expect(new Set(words).size).toBe(4)
  for (const sentence of words) expect(sentence).toMatch(/^[A-Z].*\.$/)
})
