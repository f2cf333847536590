import { describe, expect, test } from 'vitest'
import {
  agentChain,
  candidateChain,
  configuredPrimary,
  fallbacksOverride,
  imageChain,
  isAllowedModel,
  POLICIES,
  readFailoverConfig,
  readSessionEntry,
  shadowedFallbacks,
  type FallbacksRequest,
} from '../../shared/engine/index.ts'

const CURRENT = POLICIES['openclaw-2026.9']
const OLDER = POLICIES['openclaw-2026.7']
const named = ({ provider, model }: { readonly provider: string; readonly model: string }): string =>
  `${provider}/${model}`

describe('the model setting of an agent', () => {
  const config = readFailoverConfig({
    agents: {
      defaults: { model: { primary: 'p/a', fallbacks: ['q/b'] } },
      list: [
        { id: 'absent' },
        { id: 'empty', model: {} },
        { id: 'text', model: 'r/c' },
        { id: 'bare', model: { primary: 'r/c' } },
        { id: 'none', model: { primary: 'r/c', fallbacks: [] } },
        { id: 'list', model: { primary: 'r/c', fallbacks: ['s/d'] } },
        { id: 'only-list', model: { fallbacks: ['s/d'] } },
      ],
    },
  })

  test.each([
    ['absent', ['p/a', 'q/b'], false],
    ['empty', ['p/a', 'q/b'], false],
    ['text', ['r/c'], true],
    ['bare', ['r/c'], true],
    ['none', ['r/c'], true],
    ['list', ['r/c', 's/d'], false],
    ['only-list', ['p/a', 's/d'], false],
  ])('%s gives %j, strict: %s', (id, candidates, isStrict) => {
    const chain = agentChain(config, id, CURRENT)
    expect(chain.candidates.map(named)).toEqual(candidates)
    expect(chain).toMatchObject({ isStrict, isBuiltIn: false })
  })

  test.each([
    ['text', ['q/b']],
    ['bare', ['q/b']],
    ['absent', []],
    ['empty', []],
    ['none', []],
    ['list', []],
    ['only-list', []],
    ['unknown', []],
  ])('%s puts %j of the defaults out of use by being silent about fallbacks', (id, shadowed) => {
    expect(shadowedFallbacks(config, id)).toEqual(shadowed)
  })

  test('has nothing to put out of use where the defaults have no model', () => {
    expect(shadowedFallbacks(readFailoverConfig({ agents: { list: [{ id: 'text', model: 'r/c' }] } }), 'text')).toEqual(
      [],
    )
  })
})

describe('a bare primary', () => {
  const primaryOf = (config: object): string =>
    named(configuredPrimary(readFailoverConfig(config), null, CURRENT).reference)
  const bare = (more: object, models: object = {}): string =>
    primaryOf({ agents: { defaults: { model: 'tiny', models } }, models: { providers: more } })

  test('belongs to the one provider that lists it, not to others that are configured', () => {
    const other = { models: [{ id: 'huge' }] }
    expect(bare({ other, acme: { models: [{ id: 'tiny' }] } })).toBe('acme/tiny')
    expect(bare({ other }, { 'zeta/tiny': {}, 'zeta/huge': {}, 'more/huge': {} })).toBe('zeta/tiny')
    expect(bare({ other })).toBe('openai/tiny')
  })

  test('is not confused by a named model that cannot be read', () => {
    expect(bare({}, { 'broken/': {}, 'acme/tiny': {} })).toBe('acme/tiny')
  })

  test('is the first model of a provider only where one has any', () => {
    expect(primaryOf({ models: { providers: { acme: { models: [] } } } })).toBe('openai/gpt-6-astra')
  })
})

describe('the rule behind the override list of a run', () => {
  const nobody: FallbacksRequest = { agentId: null, session: null, sessionKey: null, job: null, isOneOff: false }
  const config = readFailoverConfig({ agents: { defaults: { model: { primary: 'p/a', fallbacks: ['q/b'] } } } })
  const decide = (request: Partial<FallbacksRequest>, of = config): unknown =>
    fallbacksOverride(of, { ...nobody, ...request }, CURRENT.run.selection)

  test('of a job is its own list, also an empty one, or its own model, unless that is blank', () => {
    expect(decide({ job: { model: 'x/y', fallbacks: ['z/z'] } })).toEqual({ override: ['z/z'], rule: 'job_fallbacks' })
    expect(decide({ job: { model: 'x/y', fallbacks: [] } })).toEqual({ override: [], rule: 'job_fallbacks' })
    expect(decide({ job: { model: 'x/y', fallbacks: null } })).toEqual({ override: ['q/b'], rule: 'job_model' })
    for (const model of ['', '  '])
      expect(decide({ job: { model, fallbacks: null } })).toEqual({ override: null, rule: 'inherited' })
  })

  test.each([
    ['user', []],
    ['auto', ['q/b']],
  ])('of a selection by %s is %j', (modelOverrideSource, override) => {
    const session = readSessionEntry({ providerOverride: 'x', modelOverride: 'y', modelOverrideSource })
    expect(decide({ session })).toEqual({ override, rule: modelOverrideSource })
  })

  test('has nothing to walk where no fallbacks are configured', () => {
    const job = { model: 'x/y', fallbacks: null }
    expect(decide({ job }, readFailoverConfig({}))).toEqual({ override: [], rule: 'job_model' })
  })
})

test('a primary that the requested model or a fallback repeats is not named as left out', () => {
  const config = readFailoverConfig({ agents: { defaults: { model: { primary: 'p/a', fallbacks: ['p/a'] } } } })
  const request = { agentId: null, requested: { provider: 'q', model: 'b' }, fallbacksOverride: null }
  expect(candidateChain(config, request, CURRENT)).toEqual({
    candidates: [
      { provider: 'q', model: 'b', origin: 'requested' },
      { provider: 'p', model: 'a', origin: 'configured-fallback' },
    ],
    dropped: [],
  })
})

describe('bare ids of an image chain', () => {
  const chainOf = (imageModel: unknown, override: string | null = null): string[] =>
    imageChain(readFailoverConfig({ agents: { defaults: { imageModel } } }), override).candidates.map(named)

  test('take the provider of the image primary, without one that of openai', () => {
    expect(chainOf({ primary: 'v/one', fallbacks: ['two'] })).toEqual(['v/one', 'v/two'])
    expect(chainOf({ primary: 'one', fallbacks: ['two'] })).toEqual(['openai/one', 'openai/two'])
    expect(chainOf({ fallbacks: ['two'] })).toEqual(['openai/two'])
    expect(chainOf({ primary: 'v/one', fallbacks: ['two'] }, 'three')).toEqual(['v/three', 'v/two'])
    expect(chainOf(undefined, 'three')).toEqual(['openai/three'])
  })
})

test('a model may be selected where just that model of that provider is listed', () => {
  const config = readFailoverConfig({
    agents: { defaults: { models: { 'p/a': {}, 'broken/': {} }, modelPolicy: { allow: ['broken/', 'p/a@p:work'] } } },
  })
  for (const { run } of [CURRENT, OLDER]) {
    const allowed = (provider: string, model: string): boolean =>
      isAllowedModel(config, null, { provider, model }, run.selection)
    expect([allowed('p', 'a'), allowed('q', 'a'), allowed('p', 'b')]).toEqual([true, false, false])
  }
})
