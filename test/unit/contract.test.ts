import { describe, expect, test } from 'vitest'
import { HOST_ERROR_CODES } from '../../shared/contract/errors.ts'
import { contract, type StateMessage } from '../../shared/contract/index.ts'
import { openInputSchema, setPolicyInputSchema } from '../../shared/contract/schemas/inputs.ts'
import { stateMessageSchema } from '../../shared/contract/schemas/state.ts'
import { recordedTransitions, type DirectoryFacts } from '../../shared/engine/index.ts'
import { buildFacts } from '../support/build-facts.ts'
import { fakeProblem } from '../support/fake-directory.ts'

const NOW_MS = 1_770_000_000_000

function snapshotOf(facts: DirectoryFacts): StateMessage {
  return {
    kind: 'snapshot',
    seq: 1,
    hostNowMs: NOW_MS,
    state: {
      kind: 'open',
      directory: {
        path: '/state',
        kind: 'attached',
        facts,
        policySource: 'version',
        problems: [fakeProblem({}), fakeProblem({ code: 'database_busy', keptFromMs: NOW_MS })],
        transitions: recordedTransitions(facts, NOW_MS),
        readAtMs: NOW_MS,
        configRevision: '0123456789abcdef',
        gateway: {
          running: { port: 18_789, evidence: 'lock' },
          lastEdit: { atMs: NOW_MS, what: 'config', outcome: 'waiting', outcomeAtMs: null },
        },
        vault: null,
        bundle: null,
      },
    },
  }
}

const RICH_FACTS = buildFacts({
  config: {
    auth: {
      profiles: { 'alpha:home': { provider: 'alpha', mode: 'api_key', email: 'home@example.com' } },
      order: { alpha: ['alpha:home'] },
      cooldowns: { billingBackoffHours: 2, billingBackoffHoursByProvider: { alpha: 3 } },
    },
    models: { providers: { alpha: { apiKey: 'plain', models: [{ id: 'big' }] }, beta: { apiKey: '${BETA_KEY}' } } },
    agents: { defaults: { model: { primary: 'alpha/big', fallbacks: ['beta/chat'] } }, list: [{ id: 'main' }] },
    meta: { lastTouchedVersion: '2026.9.6' },
  },
  shared: { profiles: { 'beta:main': { type: 'token', provider: 'beta', tokenRef: '$BETA_TOKEN' } } },
  agents: {
    main: {
      profiles: {
        'alpha:home': { type: 'api_key', provider: 'alpha', key: 'sk-0123456789abcdef' },
        'alpha:oauth': {
          type: 'oauth',
          provider: 'alpha',
          access: 'a-0123456789abcdef',
          refresh: 'r',
          expires: NOW_MS,
        },
        'alpha:bad': { type: 'nothing' },
      },
      state: {
        order: { alpha: ['alpha:home'] },
        lastGood: { alpha: 'alpha:home' },
        usageStats: {
          'alpha:home': {
            lastUsed: NOW_MS - 60_000,
            cooldownUntil: NOW_MS + 10_000,
            cooldownReason: 'rate_limit',
            cooldownModel: 'big',
            failureCounts: { rate_limit: 2 },
            lastFailureAt: NOW_MS - 20_000,
          },
          'alpha:oauth': {
            blockedUntil: NOW_MS,
            blockedReason: 'subscription_limit',
            blockedSource: 'wham',
            lastUsed: 'x',
          },
        },
      },
    },
    other: null,
  },
})

describe('the feed', () => {
  test('carries everything that the facts hold, unchanged', () => {
    const message = snapshotOf(RICH_FACTS)
    expect(stateMessageSchema.parse(message)).toEqual(message)
  })

  test('carries changes, with absent fields absent', () => {
    const message: StateMessage = {
      kind: 'change',
      seq: 2,
      hostNowMs: NOW_MS,
      change: { readAtMs: NOW_MS, agents: RICH_FACTS.agents, agentIds: ['main', 'other'], sharedStore: null },
    }
    expect(stateMessageSchema.parse(message)).toStrictEqual(message)
  })

  test('strips what the contract does not know, at every depth', () => {
    const leaky = structuredClone(snapshotOf(RICH_FACTS)) as unknown as Record<string, never>
    const text = JSON.stringify(leaky, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && 'flaws' in value
        ? { ...value, raw: 'SECRET' }
        : value,
    )
    const profileLeak = text.replaceAll('"hasLegacyOauthRef"', '"key_text":"SECRET","hasLegacyOauthRef"')
    const everywhere = JSON.parse(
      profileLeak.replaceAll('"facts":{', '"secrets":["SECRET"],"facts":{"x":"SECRET",'),
    ) as object
    expect(JSON.stringify(everywhere)).toContain('SECRET')
    const parsed = stateMessageSchema.parse(everywhere)
    expect(JSON.stringify(parsed)).not.toContain('SECRET')
    expect(parsed).toEqual(snapshotOf(RICH_FACTS))
  })

  test('refuses more than four characters of a secret', () => {
    const text = JSON.stringify(snapshotOf(RICH_FACTS)).replace('"tail":"cdef"', '"tail":"abcdef"')
    expect(stateMessageSchema.safeParse(JSON.parse(text)).success).toBe(false)
  })

  test('ids with unusual characters pass', () => {
    const ids = ['constructor', 'a b', '💥:x', 'alpha:\u202Eevil', '', 'x'.repeat(500)]
    const profiles = Object.fromEntries(ids.map((id) => [id, { type: 'api_key', provider: 'alpha', key: 'k' }]))
    const usageStats = Object.fromEntries(ids.map((id) => [id, { lastUsed: NOW_MS }]))
    const message = snapshotOf(buildFacts({ agents: { main: { profiles, state: { usageStats } } } }))
    expect(stateMessageSchema.parse(message)).toEqual(message)
  })

  test('10,000 profiles cross as they are', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `alpha:user-${index}@example.com`)
    const profiles = Object.fromEntries(
      ids.map((id) => [
        id,
        { type: 'oauth', provider: 'alpha', access: `a-0123456789-${id}`, refresh: `r-0123456789-${id}` },
      ]),
    )
    const usageStats = Object.fromEntries(
      ids.map((id) => [id, { lastUsed: 1, cooldownUntil: 2, failureCounts: { auth: 1 } }]),
    )
    const message = snapshotOf(buildFacts({ agents: { main: { profiles, state: { usageStats } } } }))
    expect(stateMessageSchema.parse(message)).toEqual(message)
  })
})

describe('inputs', () => {
  test.each([
    ['no path', {}],
    ['an empty path', { path: '' }],
    ['a blank path', { path: '  ' }],
    ['a path with a NUL', { path: '/a\0b' }],
    ['a path that is too long', { path: `/${'x'.repeat(4096)}` }],
    ['something else as a path', { path: ['/a'] }],
    ['a field too many', { path: '/a', force: true }],
  ])('%s is refused', (_name, input) => {
    expect(openInputSchema.safeParse(input).success).toBe(false)
  })

  test("a path and a known policy are accepted, or null for the version's", () => {
    expect(openInputSchema.safeParse({ path: '/home/demo/.openclaw' }).success).toBe(true)
    expect(setPolicyInputSchema.safeParse({ policyId: 'docs-2026.7' }).success).toBe(true)
    expect(setPolicyInputSchema.safeParse({ policyId: null }).success).toBe(true)
    expect(setPolicyInputSchema.safeParse({ policyId: 'mine' }).success).toBe(false)
  })
})

test('the procedures answer with the errors of the closed set, and with no others', () => {
  const procedures = Object.values(contract).flatMap((area) => Object.values(area))
  const codes = new Set(procedures.flatMap((procedure) => Object.keys(procedure['~orpc'].errorMap)))
  expect([...codes].sort()).toEqual([...HOST_ERROR_CODES].sort())
})
