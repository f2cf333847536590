import { describe, expect, it } from 'vitest'
import { defaultTarget, whyNotEditable } from '../../renderer/features/accounts/order-editor/order-access.ts'
import {
  candidateIds,
  changedAgents,
  consequencesOf,
  flawsOf,
  previewOrder,
  type OrderPreview,
} from '../../renderer/features/accounts/order-editor/order-preview.ts'
import { aliasKeys, orderSources } from '../../renderer/features/accounts/order-editor/order-sources.ts'
import { rotationOf, unlockedOrder, withDraft } from '../../renderer/features/accounts/order-editor/with-draft.ts'
import { describeAgent, resolveOrder, type DirectoryFacts } from '../../shared/engine/index.ts'
import type { OrderList, OrderTarget, Problem } from '../../shared/contract/types.ts'
import { buildFacts, must } from '../support/build-facts.ts'

const NOW_MS = 1_770_000_000_000
const MINUTE_MS = 60_000
const key = (provider = 'p'): object => ({ type: 'api_key', provider, key: 'made-up' })
const three = { 'p:a': key(), 'p:b': key(), 'p:c': key() }
const cooling = (untilMs: number): object => ({ cooldownUntil: untilMs, cooldownReason: 'rate_limit', errorCount: 1 })

const draft = (target: OrderTarget, ids: OrderList, provider = 'p') => ({ provider, target, ids })
const preview = (facts: DirectoryFacts, target: OrderTarget, ids: OrderList, agentId = 'main'): OrderPreview =>
  must(previewOrder(facts, agentId, draft(target, ids), NOW_MS))
const line = ({ rows }: OrderPreview): readonly string[] => rows.map((row) => row.profileId)
const laneIds = (facts: DirectoryFacts, agentId = 'main', provider = 'p'): readonly string[] =>
  must(must(describeAgent(facts, agentId, NOW_MS)).lanes.find((lane) => lane.provider === provider)).profiles.map(
    (profile) => profile.profileId,
  )

describe('a directory with a draft in place', () => {
  it('is what the engine would make of it once it is written', () => {
    const facts = buildFacts({ agents: { main: { profiles: three } } })
    for (const target of ['stored', 'config'] as const) {
      const changed = withDraft(facts, 'main', draft(target, ['p:c', 'p:a']))
      expect(laneIds(changed)).toEqual(['p:c', 'p:a'])
      expect(line(preview(facts, target, ['p:c', 'p:a']))).toEqual(laneIds(changed))
    }
    expect(laneIds(facts)).toEqual(['p:a', 'p:b', 'p:c'])
  })

  it('keeps the spelling and the place of an entry, and removes it in every spelling', () => {
    const config = { auth: { order: { Z: ['z:1'], ' P ': ['p:a'], p: ['p:b'] } } }
    const facts = buildFacts({ config, agents: { main: { profiles: three } } })
    const changed = withDraft(facts, 'main', draft('config', ['p:c']))
    expect(changed.config.order).toEqual({ Z: ['z:1'], ' P ': ['p:c'], p: ['p:b'] })
    expect(laneIds(changed)).toEqual(['p:c'])
    expect(withDraft(facts, 'main', draft('config', null)).config.order).toEqual({ Z: ['z:1'] })
  })

  it('leaves ids of files alone: a provider named like a part of every object', () => {
    const facts = buildFacts({ agents: { main: { profiles: { 'c:1': key('constructor') } } } })
    const changed = withDraft(facts, 'main', draft('config', ['c:1'], 'constructor'))
    expect(Object.entries(changed.config.order)).toEqual([['constructor', ['c:1']]])
    expect(orderSources(facts, 'main', 'constructor').config).toBeNull()
  })

  it('stores for an agent that has no store of its own yet', () => {
    const facts = buildFacts({ agents: { main: null }, shared: { profiles: three } })
    expect(line(preview(facts, 'stored', ['p:b']))).toEqual(['p:b'])
  })
})

describe('which place wins', () => {
  const config = { auth: { order: { p: ['p:b', 'p:a'] } } }

  it('a stored order over the configuration: a draft of the configuration does not count then', () => {
    const facts = buildFacts({
      config,
      agents: { main: { profiles: three, state: { order: { p: ['p:c'] } } }, other: { profiles: three } },
    })
    expect(orderSources(facts, 'main', 'p')).toEqual({
      stored: ['p:c'],
      inherited: null,
      config: ['p:b', 'p:a'],
      winner: 'stored',
    })
    const shown = preview(facts, 'config', ['p:a'])
    expect(shown).toMatchObject({ counts: false, isSame: true })
    expect(consequencesOf(shown, ['p:a']).get('p:a')).toEqual({ kind: 'does_not_count' })
    // The other agent inherits the order of main, which wins for it as well.
    expect(changedAgents(facts, 'main', draft('config', ['p:a']), NOW_MS)).toEqual([])
  })

  it('an inherited order over the configuration, under the agent’s own', () => {
    const facts = buildFacts({
      config,
      shared: { profiles: three, state: { order: { p: ['p:c', 'p:b'] } } },
      agents: { main: {} },
    })
    expect(orderSources(facts, 'main', 'p').winner).toBe('inherited')
    expect(preview(facts, 'config', ['p:a']).counts).toBe(false)
    const own = preview(facts, 'stored', ['p:a'])
    expect(own.counts).toBe(true)
    expect(own.gone).toEqual(['p:c', 'p:b'])
  })

  it('removing the stored order leaves the configuration to decide, removing that too leaves rotation', () => {
    const facts = buildFacts({ config, agents: { main: { profiles: three, state: { order: { p: ['p:c'] } } } } })
    const shown = preview(facts, 'stored', null)
    expect(shown).toMatchObject({ counts: false, order: { source: 'config' } })
    expect(line(shown)).toEqual(['p:b', 'p:a'])
    const rest = withDraft(facts, 'main', draft('stored', null))
    expect(preview(rest, 'config', null).order.source).toBe('derived')
    expect(orderSources(withDraft(rest, 'main', draft('config', null)), 'main', 'p').winner).toBeNull()
  })

  it('tells which other agents a draft of the configuration changes', () => {
    const facts = buildFacts({
      config,
      agents: {
        main: { profiles: three },
        same: { profiles: three },
        fixed: { profiles: three, state: { order: { p: ['p:a'] } } },
        none: { profiles: { 'q:1': key('q') } },
      },
    })
    const changed = changedAgents(facts, 'main', draft('config', ['p:a', 'p:b']), NOW_MS)
    // `none` reads through to the profiles of main.
    expect(changed.map(({ agentId }) => agentId)).toEqual(['same', 'none'])
    expect(must(changed[0]).order.entries.map(({ profileId }) => profileId)).toEqual(['p:a', 'p:b'])
  })

  it('tells agents that inherit the order of main', () => {
    const facts = buildFacts({ agents: { main: { profiles: three }, heir: {} } })
    const changed = changedAgents(facts, 'main', draft('stored', ['p:c']), NOW_MS)
    expect(changed.map(({ agentId }) => agentId)).toEqual(['heir'])
  })
})

describe('keys of other spellings', () => {
  const profiles = { 'minimax:1': key('minimax'), 'minimax:2': key('minimax') }

  it('an order under an alias counts only for requests by it, and not beside one under the provider', () => {
    const facts = buildFacts({
      config: { auth: { order: { 'minimax-cn': ['minimax:2'] } } },
      agents: { main: { profiles } },
    })
    expect(aliasKeys(facts, 'minimax')).toEqual(['minimax-cn'])
    expect(orderSources(facts, 'main', 'minimax').config).toBeNull()
    const byAlias = (of: DirectoryFacts): readonly string[] =>
      resolveOrder(must(rotationOf(of, 'main')), { provider: 'minimax-cn', nowMs: NOW_MS }).entries.map(
        ({ profileId }) => profileId,
      )
    expect(byAlias(facts)).toEqual(['minimax:2'])
    const changed = withDraft(facts, 'main', draft('config', ['minimax:1'], 'minimax'))
    expect(byAlias(changed)).toEqual(['minimax:1'])
    expect(laneIds(changed, 'main', 'minimax')).toEqual(['minimax:1'])
  })

  it('an order under an alias alone is edited where it stands', () => {
    const facts = buildFacts({ config: { auth: { order: { 'minimax-cn': ['minimax:2'] } } } })
    expect(orderSources(facts, 'main', 'minimax-cn').config).toEqual(['minimax:2'])
    expect(withDraft(facts, 'main', draft('config', ['minimax:1'], 'minimax-cn')).config.order).toEqual({
      'minimax-cn': ['minimax:1'],
    })
    expect(withDraft(facts, 'main', draft('config', null, 'minimax-cn')).config.order).toEqual({})
    const both = buildFacts({ config: { auth: { order: { 'minimax-cn': ['minimax:2'], MiniMax: ['minimax:1'] } } } })
    expect(orderSources(both, 'main', 'minimax-cn').config).toEqual(['minimax:1'])
    expect(withDraft(both, 'main', draft('config', ['n'], 'minimax-cn')).config.order).toMatchObject({ MiniMax: ['n'] })
  })

  it('a spelling that a release reads as the provider is the entry itself', () => {
    const facts = buildFacts({
      policyId: 'openclaw-2026.7',
      config: { auth: { order: { bedrock: ['b:1'] } } },
      agents: { main: { profiles: { 'b:1': key('amazon-bedrock'), 'b:2': key('bedrock') } } },
    })
    expect(orderSources(facts, 'main', 'amazon-bedrock').config).toEqual(['b:1'])
    const changed = withDraft(facts, 'main', draft('config', ['b:2'], 'amazon-bedrock'))
    expect(changed.config.order).toEqual({ bedrock: ['b:2'] })
    expect(laneIds(changed, 'main', 'amazon-bedrock')).toEqual(['b:2'])
  })
})

describe('special orders (8.2)', () => {
  const facts = buildFacts({ agents: { main: { profiles: three } } })

  it('an id that is not stored is passed over', () => {
    const shown = preview(facts, 'config', ['p:gone', 'p:b'])
    expect(line(shown)).toEqual(['p:b'])
    const consequences = consequencesOf(shown, ['p:gone', 'p:b'])
    expect(consequences.get('p:gone')).toEqual({ kind: 'passed_over', code: 'profile_missing' })
    expect(consequences.get('p:b')).toEqual({ kind: 'moves_up', place: 1 })
  })

  it('a stored order of which nothing exists is repaired, and does not count', () => {
    const shown = preview(facts, 'stored', ['p:gone'])
    expect(line(shown)).toEqual(['p:a', 'p:b', 'p:c'])
    expect(shown).toMatchObject({ counts: false, order: { isRepaired: true } })
  })

  it('one of the configuration selects nothing, unless auth.profiles names the provider', () => {
    expect(line(preview(facts, 'config', ['p:gone']))).toEqual([])
    expect(preview(facts, 'config', ['p:gone']).counts).toBe(true)
    const named = buildFacts({
      config: { auth: { profiles: { 'p:a': { provider: 'p', mode: 'api_key' } } } },
      agents: { main: { profiles: three } },
    })
    expect(line(preview(named, 'config', ['p:gone']))).toEqual(['p:a', 'p:b', 'p:c'])
  })

  it('an empty order selects nothing in the configuration and is none in the store', () => {
    expect(preview(facts, 'config', [])).toMatchObject({ rows: [], counts: true, gone: ['p:a', 'p:b', 'p:c'] })
    expect(preview(facts, 'stored', [])).toMatchObject({ isSame: true, counts: false, order: { source: 'derived' } })
  })

  it('an account that may not be used is passed over with its reason', () => {
    const flawed = buildFacts({
      agents: { main: { profiles: { ...three, 'p:empty': { type: 'api_key', provider: 'p' } } } },
    })
    const shown = preview(flawed, 'config', ['p:empty', 'p:a'])
    expect(consequencesOf(shown, ['p:empty']).get('p:empty')).toEqual({
      kind: 'passed_over',
      code: 'missing_credential',
    })
    expect([...flawsOf(flawed, 'main', 'p', ['p:empty', 'p:a', 'p:gone'], NOW_MS)]).toEqual([
      ['p:empty', 'missing_credential'],
      ['p:gone', 'profile_missing'],
    ])
  })
})

describe('the line as it will be tried', () => {
  const usageStats = { 'p:a': cooling(NOW_MS + 10 * MINUTE_MS), 'p:b': cooling(NOW_MS + 2 * MINUTE_MS) }
  const facts = buildFacts({ agents: { main: { profiles: three, state: { usageStats } } } })

  it('shows accounts moved back by a window, until when, and where they go then', () => {
    const shown = preview(facts, 'config', ['p:a', 'p:b', 'p:c'])
    expect(line(shown)).toEqual(['p:c', 'p:b', 'p:a'])
    const consequences = consequencesOf(shown, ['p:a', 'p:b', 'p:c'])
    expect(consequences.get('p:a')).toEqual({
      kind: 'waits',
      place: 3,
      of: 3,
      untilMs: NOW_MS + 10 * MINUTE_MS,
      placeAfter: 1,
    })
    // When its own window ends, the first is still locked.
    expect(consequences.get('p:b')).toMatchObject({ kind: 'waits', place: 2, placeAfter: 1 })
    expect(consequences.get('p:c')).toEqual({ kind: 'moves_up', place: 1 })
  })

  it('marks what is different from now', () => {
    const ordered = buildFacts({
      config: { auth: { order: { p: ['p:a', 'p:b'] } } },
      agents: { main: { profiles: { ...three, 'p:d': key() } } },
    })
    const shown = preview(ordered, 'config', ['p:b', 'p:a', 'p:d'])
    expect(shown.rows.map(({ profileId, change, was }) => [profileId, change, was])).toEqual([
      ['p:b', 'up', 2],
      ['p:a', 'same', 1],
      ['p:d', 'new', null],
    ])
    expect(shown.gone).toEqual([])
    expect(preview(ordered, 'config', ['p:b']).gone).toEqual(['p:a'])
  })

  it('starts a new order as if nothing were locked', () => {
    const seed = unlockedOrder(facts, 'main', 'p', NOW_MS).entries.map(({ profileId }) => profileId)
    expect(laneIds(facts)).toEqual(['p:c', 'p:b', 'p:a'])
    expect(seed).toEqual(['p:a', 'p:b', 'p:c'])
  })

  it('offers everything that is stored, configured or named', () => {
    const named = buildFacts({
      config: {
        auth: { order: { p: ['p:gone'] }, profiles: { 'p:conf': { provider: 'p', mode: 'api_key' } } },
      },
      agents: { main: { profiles: { ...three, 'q:1': key('q') } } },
    })
    expect(candidateIds(named, 'main', 'p')).toEqual(['p:a', 'p:b', 'p:c', 'p:conf', 'p:gone'])
  })

  it('knows nothing of an agent that is not there', () => {
    expect(previewOrder(facts, 'nobody', draft('config', []), NOW_MS)).toBeNull()
    expect(candidateIds(facts, 'nobody', 'p')).toEqual([])
    expect(flawsOf(facts, 'nobody', 'p', ['p:a'], NOW_MS).size).toBe(0)
    expect(orderSources(facts, 'nobody', 'p').winner).toBeNull()
  })
})

describe('where an order is best written', () => {
  const problem = (details: Partial<Problem>): Problem => ({
    id: 'x',
    severity: 'error',
    code: 'syntax_error',
    file: 'openclaw.json',
    line: null,
    column: null,
    message: 'It is broken.',
    hint: null,
    agentId: null,
    ...details,
  })
  const place = (facts: DirectoryFacts, isRunning: boolean, problems: readonly Problem[] = []): OrderTarget =>
    defaultTarget(
      {
        facts,
        problems,
        gateway: { running: isRunning ? { port: 18_789, evidence: 'port' } : null, lastEdit: null },
      },
      'main',
      'p',
    )
  const plain = buildFacts({ agents: { main: { profiles: three } } })
  const stored = buildFacts({ agents: { main: { profiles: three, state: { order: { p: ['p:a'] } } } } })
  const config = buildFacts({
    config: { auth: { order: { p: ['p:a'] } } },
    agents: { main: { profiles: three } },
  })

  it('is what a running OpenClaw notices, unless a stored order would win over it', () => {
    expect(place(plain, true)).toBe('config')
    expect(place(plain, false)).toBe('stored')
    expect(place(stored, true)).toBe('stored')
    expect(place(config, false)).toBe('config')
  })

  it('is openclaw.json for an agent without a store, unless it inherits an order', () => {
    const heir = (state: object): DirectoryFacts =>
      buildFacts({ agents: { main: null }, shared: { profiles: three, state } })
    expect(place(heir({}), false)).toBe('config')
    expect(place(heir({ order: { p: ['p:a'] } }), true)).toBe('stored')
  })

  it('is the other place where this one cannot be written', () => {
    const file = 'agents/main/agent/openclaw-agent.sqlite'
    expect(place(config, false, [problem({})])).toBe('stored')
    expect(place(stored, false, [problem({ file, code: 'database_newer', severity: 'warning' })])).toBe('config')
    expect(place(config, false, [problem({}), problem({ file })])).toBe('config')
  })

  it('says why a place is closed', () => {
    const barriers = (...problems: Problem[]) => whyNotEditable({ facts: plain, problems }, 'main')
    expect(barriers(problem({}))).toEqual({ stored: null, config: 'It is broken.' })
    expect(barriers(problem({ severity: 'warning', code: 'duplicate_key' }))).toEqual({ stored: null, config: null })
    expect(barriers(problem({ file: 'C:\\home\\clawdbot.json' })).config).toBe('It is broken.')
    expect(barriers(problem({ file: 'not-openclaw.json' })).config).toBeNull()
    const main = must(plain.agents[0])
    const unreadable = { ...plain, agents: [{ ...main, storeState: 'unreadable' as const }] }
    expect(whyNotEditable({ facts: unreadable, problems: [] }, 'main').stored).toBe(
      'The store of this agent could not be read.',
    )
  })
})
