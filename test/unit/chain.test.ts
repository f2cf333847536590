import { describe, expect, test } from 'vitest'
import {
  agentChain,
  candidateChain,
  configuredPrimary,
  fallbacksOverride,
  imageChain,
  isAllowedModel,
  parseModelRef,
  POLICIES,
  readFailoverConfig,
  readSessionEntry,
  shadowedFallbacks,
  type FallbacksRequest,
} from '../../shared/engine/index.ts'

const CURRENT = POLICIES['openclaw-2026.9']
const OLDER = POLICIES['openclaw-2026.7']
const NOBODY: FallbacksRequest = { agentId: null, session: null, sessionKey: null, job: null, isOneOff: false }

describe('the configured primary', () => {
  const source = (config: unknown, agentId: string | null = null): unknown => {
    const primary = configuredPrimary(readFailoverConfig(config), agentId, CURRENT)
    return [`${primary.reference.provider}/${primary.reference.model}`, primary.source]
  }

  test('is the agent’s, then the default one', () => {
    const config = { agents: { defaults: { model: 'p/a' }, list: [{ id: 'ops', model: { primary: 'q/b' } }] } }
    expect(source(config, 'ops')).toEqual(['q/b', 'agent'])
    expect(source(config, 'main')).toEqual(['p/a', 'defaults'])
  })

  test('is the first model of the first provider where nobody names one and openai is not configured', () => {
    const providers = { empty: { models: [] }, acme: { models: [{ id: 'alpha' }, { id: 'beta' }] } }
    expect(source({ models: { providers } })).toEqual(['acme/alpha', 'first_provider'])
    expect(source({ models: { providers: { ...providers, openai: {} } } })).toEqual(['openai/gpt-6-astra', 'built_in'])
  })

  test('is the built-in one where what is written lacks a half', () => {
    expect(source({ agents: { defaults: { model: 'half/' } } })).toEqual(['openai/gpt-6-astra', 'built_in'])
  })

  test('a bare id belongs to the only provider that has it, in a provider’s list or among the named models', () => {
    const named = { agents: { defaults: { model: 'tiny', models: { 'acme/tiny': {} } } } }
    expect(source(named)).toEqual(['acme/tiny', 'defaults'])
    const twice = { ...named, models: { providers: { other: { models: [{ id: 'tiny' }] } } } }
    expect(source(twice)).toEqual(['openai/tiny', 'defaults'])
    const others = {
      agents: { defaults: { model: 'tiny', models: { 'acme/huge': {}, half: {} } } },
      models: { providers: { other: { models: [{ id: 'huge' }] } } },
    }
    expect(source(others)).toEqual(['openai/tiny', 'defaults'])
    const own = { agents: { defaults: { model: 'tiny' }, list: [{ id: 'ops', models: { 'acme/tiny': {} } }] } }
    expect([source(own), source(own, 'ops')]).toEqual([
      ['openai/tiny', 'defaults'],
      ['acme/tiny', 'defaults'],
    ])
  })

  test('keeps the profile that its reference names, which a chain does not', () => {
    const config = readFailoverConfig({
      agents: { defaults: { model: { primary: 'p/a@p:work', fallbacks: ['q/b@q:x'] } } },
    })
    expect(agentChain(config, 'main', CURRENT).candidates.map(({ profileId }) => profileId)).toEqual(['p:work', null])
  })
})

describe('aliases', () => {
  const config = readFailoverConfig({
    agents: {
      defaults: {
        model: 'p/a',
        models: { 'anthropic/claude-opus-4-6': { alias: 'Opus' }, 'groq/fast-one': { alias: 'fast' } },
      },
      list: [
        { id: 'own', models: { 'mistral/large': { alias: 'opus' } } },
        { id: 'mute', models: { 'anthropic/claude-opus-4-6': { alias: '' } } },
      ],
    },
  })
  const chainOf = (agentId: string | null, fallback: string): string[] =>
    candidateChain(
      config,
      { agentId, requested: { provider: 'p', model: 'a' }, fallbacksOverride: [fallback] },
      CURRENT,
    )
      .candidates.slice(1)
      .map(({ provider, model }) => `${provider}/${model}`)

  test('are matched in any case, alone or behind their own provider', () => {
    expect(chainOf(null, 'OPUS')).toEqual(['anthropic/claude-opus-4-6'])
    expect(chainOf(null, 'anthropic/opus')).toEqual(['anthropic/claude-opus-4-6'])
    expect(chainOf(null, 'mistral/opus')).toEqual(['mistral/opus'])
  })

  test('of the agent win over the defaults', () => {
    expect(chainOf('own', 'opus')).toEqual(['mistral/large'])
    expect(chainOf('own', 'fast')).toEqual(['groq/fast-one'])
  })

  test('that the agent leaves blank are none: the text is a model of the primary’s provider', () => {
    expect(chainOf('mute', 'opus')).toEqual(['p/opus'])
    expect(chainOf('mute', 'fast')).toEqual(['groq/fast-one'])
  })

  test('a special word means a model of the provider before the colon', () => {
    expect(parseModelRef('openrouter:auto', 'p')).toEqual({ provider: 'openrouter', model: 'auto', profileId: null })
  })
})

test('a chain names what it leaves out, and why', () => {
  const config = readFailoverConfig({
    agents: { defaults: { model: { primary: 'p/a', fallbacks: ['x/', 'q/b', 'q/b', 'P/a'] } } },
  })
  const { candidates, dropped } = candidateChain(
    config,
    { agentId: null, requested: { provider: 'p', model: 'a' }, fallbacksOverride: null },
    CURRENT,
  )
  expect(candidates.map(({ provider, model }) => `${provider}/${model}`)).toEqual(['p/a', 'q/b'])
  expect(dropped).toEqual([
    { text: 'x/', origin: 'configured-fallback', code: 'unreadable' },
    { text: 'q/b', origin: 'configured-fallback', code: 'duplicate' },
    { text: 'P/a', origin: 'configured-fallback', code: 'duplicate' },
  ])
})

test('a blank half of what is requested is filled in from the primary', () => {
  const config = readFailoverConfig({ agents: { defaults: { model: 'p/a' } } })
  const first = (provider: string, model: string): unknown =>
    candidateChain(config, { agentId: null, requested: { provider, model }, fallbacksOverride: [] }, CURRENT)
      .candidates[0]
  expect(first(' ', 'b')).toMatchObject({ provider: 'p', model: 'b' })
  expect(first('Q', ' ')).toMatchObject({ provider: 'q', model: 'a' })
})

describe('the rule behind an override list', () => {
  const config = readFailoverConfig({
    agents: {
      defaults: { model: { primary: 'p/a', fallbacks: ['q/b'] }, subagents: { model: { fallbacks: ['s/s'] } } },
      list: [{ id: 'ops', model: { fallbacks: ['o/o'] }, subagents: { model: 't/t' } }],
    },
  })
  const decide = (request: Partial<FallbacksRequest>, policy = CURRENT): unknown =>
    fallbacksOverride(config, { ...NOBODY, ...request }, policy.run.selection)
  const pair = { providerOverride: 'x', modelOverride: 'y' }

  test('without any configured list an automatic choice has none', () => {
    const session = readSessionEntry({ ...pair, modelOverrideSource: 'auto' })
    expect(fallbacksOverride(readFailoverConfig({}), { ...NOBODY, session }, CURRENT.run.selection)).toEqual({
      override: [],
      rule: 'auto',
    })
  })

  test.each([
    { name: 'nothing is selected', request: {}, expected: { override: null, rule: 'inherited' } },
    { name: 'the agent has a list', request: { agentId: 'ops' }, expected: { override: ['o/o'], rule: 'agent' } },
    { name: 'one run', request: { isOneOff: true }, expected: { override: [], rule: 'one_off' } },
    {
      name: 'a locked session',
      request: { session: readSessionEntry({ modelSelectionLocked: true }), isOneOff: true },
      expected: { override: [], rule: 'locked' },
    },
    {
      name: 'the choice of the default',
      request: { agentId: 'ops', session: readSessionEntry({ modelOverrideSource: 'default' }) },
      expected: { override: ['o/o'], rule: 'default_choice' },
    },
    {
      name: 'a job without anything of its own',
      request: { job: { model: null, fallbacks: null } },
      expected: { override: null, rule: 'inherited' },
    },
    {
      name: 'a job with a list',
      request: { job: { model: 'j/j', fallbacks: ['k/k'] } },
      expected: { override: ['k/k'], rule: 'job_fallbacks' },
    },
    {
      name: 'a job with a model',
      request: { job: { model: 'j/j', fallbacks: null } },
      expected: { override: ['q/b'], rule: 'job_model' },
    },
    {
      name: 'a job whose model is blank',
      request: { job: { model: ' ', fallbacks: null } },
      expected: { override: null, rule: 'inherited' },
    },
    {
      name: 'a choice of the user',
      request: { session: readSessionEntry({ ...pair, modelOverrideSource: 'user' }) },
      expected: { override: [], rule: 'user' },
    },
    {
      name: 'a spawned session of an agent with a strict subagent model',
      request: {
        agentId: 'ops',
        sessionKey: 'agent:ops:subagent:1',
        session: readSessionEntry({ ...pair, modelOverrideSource: 'auto' }),
      },
      expected: { override: [], rule: 'spawned' },
    },
    {
      name: 'a spawned session under the default subagent model',
      request: {
        sessionKey: 'agent:main:subagent:1',
        session: readSessionEntry({ ...pair, modelOverrideSource: 'auto' }),
      },
      expected: { override: ['s/s'], rule: 'spawned' },
    },
  ])('$name', ({ request, expected }) => {
    expect(decide(request)).toEqual(expected)
  })

  test('an override with an origin and without a source is automatic, but not in the oldest generation', () => {
    const session = readSessionEntry({
      ...pair,
      modelOverrideFallbackOriginProvider: 'p',
      modelOverrideFallbackOriginModel: 'a',
    })
    expect(decide({ session })).toEqual({ override: ['q/b'], rule: 'auto' })
    expect(decide({ session }, POLICIES['docs-2026.4'])).toEqual({ override: [], rule: 'legacy' })
  })
})

test('an image chain knows aliases and drops what it cannot read', () => {
  const config = readFailoverConfig({
    agents: {
      defaults: {
        imageModel: { primary: 'eye', fallbacks: ['v/', 'v/two', 'eye'] },
        models: { 'v/one': { alias: 'eye' } },
      },
    },
  })
  expect(imageChain(config, null)).toEqual({
    candidates: [
      { provider: 'v', model: 'one', origin: 'configured-primary' },
      { provider: 'v', model: 'two', origin: 'configured-fallback' },
    ],
    dropped: [
      { text: 'v/', origin: 'configured-fallback', code: 'unreadable' },
      { text: 'eye', origin: 'configured-fallback', code: 'duplicate' },
    ],
  })
  expect(imageChain(config, ' ').candidates[0]).toMatchObject({ model: 'one' })
})

test('which models may be selected stands under the names of the models before 2026.9, and under the policy since', () => {
  const config = readFailoverConfig({
    agents: {
      defaults: { models: { 'p/a': {} }, modelPolicy: { allow: ['q/b'] } },
      list: [{ id: 'ops', models: { 'r/c': {} } }],
    },
  })
  const allowed = (provider: string, model: string, policy = CURRENT, agentId: string | null = null): boolean =>
    isAllowedModel(config, agentId, { provider, model }, policy.run.selection)
  expect([allowed('q', 'b'), allowed('p', 'a')]).toEqual([true, false])
  expect([allowed('q', 'b', OLDER), allowed('p', 'a', OLDER)]).toEqual([false, true])
  expect([allowed('p', 'b'), allowed('x', 'b'), allowed('q', 'x')]).toEqual([false, false, false])
  const nothing = readFailoverConfig({ agents: { defaults: { modelPolicy: { allow: ['half', ''] } } } })
  expect(isAllowedModel(nothing, null, { provider: 'p', model: 'half' }, CURRENT.run.selection)).toBe(false)
  const none = readFailoverConfig({ agents: { defaults: { modelPolicy: { allow: [] } } } })
  expect(isAllowedModel(none, null, { provider: 'p', model: 'a' }, CURRENT.run.selection)).toBe(false)
  expect([allowed('r', 'c', OLDER), allowed('r', 'c', OLDER, 'ops')]).toEqual([false, true])
  const open = readFailoverConfig({})
  expect(isAllowedModel(open, null, { provider: 'x', model: 'y' }, OLDER.run.selection)).toBe(true)
  expect(isAllowedModel(open, null, { provider: 'x', model: 'y' }, CURRENT.run.selection)).toBe(true)
})

test('an agent puts default fallbacks out of use by a model without a list, and by nothing else', () => {
  const of = (model: unknown, defaults: unknown = { primary: 'p/a', fallbacks: ['q/b'] }): readonly string[] =>
    shadowedFallbacks(
      readFailoverConfig({ agents: { defaults: { model: defaults }, list: [{ id: 'ops', model }] } }),
      'ops',
    )
  expect([of('r/c'), of({ fallbacks: ['x/y'] }), of({ primary: 'r/c', fallbacks: [] })]).toEqual([['q/b'], [], []])
  expect([of('r/c', 'p/a'), of('r/c', null)]).toEqual([[], []])
  expect(shadowedFallbacks(readFailoverConfig({}), 'nobody')).toEqual([])
})

test('a strict agent is known, and one that uses what is built in', () => {
  const of = (model: unknown, defaults?: unknown): unknown => {
    const config = readFailoverConfig({ agents: { defaults: { model: defaults }, list: [{ id: 'ops', model }] } })
    const { isStrict, isBuiltIn } = agentChain(config, 'ops', CURRENT)
    return [isStrict, isBuiltIn]
  }
  expect(of('r/c', 'p/a')).toEqual([true, false])
  expect(of({ primary: 'r/c', fallbacks: ['q/b'] })).toEqual([false, false])
  expect(of(undefined, 'p/a')).toEqual([false, false])
  expect(of(undefined)).toEqual([false, true])
})
