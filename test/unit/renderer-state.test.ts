import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { takeAdmission } from '../../renderer/lib/transport/admission.ts'
import { retryDelayMs } from '../../renderer/lib/transport/keep-connected.ts'
import { AgentStatuses } from '../../renderer/lib/state/agent-statuses.ts'
import { applyMessage, type KnownState } from '../../renderer/lib/state/apply-message.ts'
import { selectAgent } from '../../renderer/lib/state/selected-agent.ts'
import { createHostClock } from '../../renderer/lib/time/host-clock.ts'
import type { DirectoryChange, DirectoryState } from '../../shared/contract/types.ts'
import {
  readFailoverConfig,
  type AgentFacts,
  type AgentStatus,
  type DirectoryFacts,
} from '../../shared/engine/index.ts'

function agent(id: string, isDefault = false): AgentFacts {
  return {
    id,
    name: null,
    isDefault,
    hasFolder: true,
    storeFile: null,
    storeState: 'absent',
    store: null,
    sessions: [],
  }
}

function directory(agents: readonly AgentFacts[]): DirectoryState {
  return {
    path: '/state',
    kind: 'attached',
    facts: {
      era: 'J',
      openclawVersion: '2026.5.20',
      policyId: 'docs-2026.4',
      config: readFailoverConfig({}),
      sharedStore: null,
      sharedStoreFile: null,
      agents,
    },
    policySource: 'version',
    problems: [],
    transitions: [],
    readAtMs: 1,
    configRevision: null,
    gateway: { running: null, lastEdit: null },
    vault: null,
    bundle: null,
  }
}

function known(agents: readonly AgentFacts[]): KnownState {
  return { seq: 4, state: { kind: 'open', directory: directory(agents) } }
}

function change(state: KnownState | null, seq: number, details: Partial<DirectoryChange>) {
  return applyMessage(state, { kind: 'change', seq, hostNowMs: 0, change: { readAtMs: 9, ...details } })
}

function opened(state: KnownState | null): DirectoryState {
  if (state?.state.kind !== 'open') throw new Error('No directory is open.')
  return state.state.directory
}

describe('applying changes', () => {
  const [main, work] = [agent('main', true), agent('work')]
  const before = known([main, work])

  it('gives a new identity to what changed and to nothing else', () => {
    const changed = { ...work, name: 'Work' }
    const after = opened(change(before, 5, { agents: [changed] }))
    expect(after.facts.agents).toEqual([main, changed])
    expect(after.facts.agents[0]).toBe(main)
    expect(after.facts.config).toBe(opened(before).facts.config)
    expect(after.readAtMs).toBe(9)
  })

  it('leaves the facts alone when only problems change', () => {
    const after = opened(change(before, 5, { problems: [] }))
    expect(after.facts).toBe(opened(before).facts)
  })

  it('adds, removes and reorders agents by the list of ids', () => {
    const added = agent('new')
    const after = opened(change(before, 5, { agents: [added], agentIds: ['new', 'main'] }))
    expect(after.facts.agents).toEqual([added, main])
    expect(after.facts.agents[1]).toBe(main)
  })

  it('takes over policy, version and a shared store that went away', () => {
    const { agents: _agents, config: _config, sharedStore: _store, ...meta } = opened(before).facts
    const after = opened(
      change(before, 5, { meta: { ...meta, policyId: 'openclaw-2026.9' }, sharedStore: null, policySource: 'chosen' }),
    )
    expect(after.facts.policyId).toBe('openclaw-2026.9')
    expect(after.policySource).toBe('chosen')
  })

  it('ignores what was applied before, and changes without a directory', () => {
    expect(change(before, 4, { problems: [] })).toBe(before)
    expect(change(null, 5, { problems: [] })).toBeNull()
    const none: KnownState = { seq: 1, state: { kind: 'none', failure: null } }
    expect(change(none, 5, { problems: [] })).toBe(none)
  })

  it('starts over with a snapshot, whatever its number', () => {
    const after = applyMessage(before, {
      kind: 'snapshot',
      seq: 1,
      hostNowMs: 0,
      state: { kind: 'none', failure: null },
    })
    expect(after).toEqual({ seq: 1, state: { kind: 'none', failure: null } })
  })
})

describe('agent statuses', () => {
  beforeEach(() => vi.useFakeTimers({ now: 1000 }))
  afterEach(() => vi.useRealTimers())

  function statuses(nextChangeAtMs: (nowMs: number) => number | null) {
    const describeAgent = vi.fn<(facts: DirectoryFacts, agentId: string, nowMs: number) => AgentStatus>(
      (_facts, agentId, nowMs) => ({
        agentId,
        nowMs,
        lanes: [],
        serving: {
          candidates: [],
          line: [],
          servingIndex: -1,
          nextAvailableAtMs: null,
          isStrict: false,
          isBuiltIn: false,
        },
        locks: [],
        attention: [],
        nextChangeAtMs: nextChangeAtMs(nowMs),
      }),
    )
    const clock = createHostClock()
    return { clock, describeAgent, statuses: new AgentStatuses(clock, describeAgent) }
  }

  it('evaluates once, and then again at the very instant at which time changes something', () => {
    const { describeAgent, statuses: all } = statuses((nowMs) => (nowMs < 61_437 ? 61_437 : null))
    const onChange = vi.fn<() => void>()
    all.subscribe(onChange)
    all.setFacts(directory([agent('main', true)]).facts)
    expect(describeAgent).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(60_436)
    expect(describeAgent).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(describeAgent).toHaveBeenCalledTimes(2)
    expect(onChange).toHaveBeenCalledTimes(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('evaluates only the agent whose facts are new', () => {
    const { describeAgent, statuses: all } = statuses(() => null)
    const [main, work, third] = [agent('main', true), agent('work'), agent('third')]
    const state = directory([main, work, third])
    all.setFacts(state.facts)
    const untouched = all.of('third')
    describeAgent.mockClear()
    all.setFacts({ ...state.facts, agents: [main, { ...work, name: 'Work' }, third] })
    expect(describeAgent.mock.calls.map(([, id]) => id)).toEqual(['work'])
    expect(all.of('third')).toBe(untouched)
  })

  it('evaluates all again when what they inherit from is new', () => {
    const { describeAgent, statuses: all } = statuses(() => null)
    const [main, work] = [agent('main', true), agent('work')]
    const state = directory([main, work])
    all.setFacts(state.facts)
    describeAgent.mockClear()
    all.setFacts({ ...state.facts, agents: [{ ...main }, work] })
    expect(describeAgent).toHaveBeenCalledTimes(2)
  })

  it('evaluates as of the instant at which the clock stands still, and waits for nothing then', () => {
    const { clock, describeAgent, statuses: all } = statuses(() => 61_437)
    all.setFacts(directory([agent('main', true)]).facts)
    clock.hold(250)
    all.setFacts(directory([agent('main', true)]).facts)
    expect(describeAgent.mock.lastCall?.[2]).toBe(250)
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(100_000)
    expect(all.of('main')?.nowMs).toBe(250)
    clock.hold(null)
    expect(all.of('main')?.nowMs).toBe(Date.now())
  })

  it('forgets everything with the directory', () => {
    const { statuses: all } = statuses(() => 5000)
    all.setFacts(directory([agent('main')]).facts)
    all.setFacts(null)
    expect(all.all()).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the way in', () => {
  function places(hash: string, stored: string | null) {
    const store = new Map(stored === null ? [] : [['switchyard.key', stored]])
    const clearHash = vi.fn<() => void>()
    const storage = {
      getItem: (name: string) => store.get(name) ?? null,
      setItem: (name: string, value: string) => void store.set(name, value),
      removeItem: (name: string) => void store.delete(name),
    }
    return { places: { hash, storage, clearHash }, store, clearHash }
  }

  it('takes the key out of the address into the tab’s storage', () => {
    const { places: found, store, clearHash } = places('#key=abc-_123', null)
    expect(takeAdmission(found)).toEqual({ key: 'abc-_123', console: null })
    expect(store.get('switchyard.key')).toBe('abc-_123')
    expect(clearHash).toHaveBeenCalledOnce()
  })

  it('remembers it over a reload, and a newer one replaces it', () => {
    expect(takeAdmission(places('', 'old').places)).toEqual({ key: 'old', console: null })
    expect(takeAdmission(places('#key=new', 'old').places)).toEqual({ key: 'new', console: null })
  })

  it('has none where none was given', () => {
    const { places: found, clearHash } = places('#elsewhere', null)
    expect(takeAdmission(found)).toBeNull()
    expect(clearHash).not.toHaveBeenCalled()
  })

  it('shows the console that the address names, over a reload, until the printed address is opened again', () => {
    const { places: found, store, clearHash } = places('#console=3', 'old')
    expect(takeAdmission(found)).toEqual({ key: 'old', console: '3' })
    expect(clearHash).toHaveBeenCalledOnce()
    expect(takeAdmission({ ...found, hash: '' })).toEqual({ key: 'old', console: '3' })
    expect(takeAdmission({ ...found, hash: '#key=new' })).toEqual({ key: 'new', console: null })
    expect([...store]).toEqual([['switchyard.key', 'new']])
  })

  it('connects to no console without a key', () => {
    expect(takeAdmission(places('#console=3', null).places)).toBeNull()
  })

  it('waits longer with every attempt, up to a limit', () => {
    expect([0, 1, 2, 3].map(retryDelayMs)).toEqual([500, 1000, 2000, 4000])
    expect(retryDelayMs(30)).toBe(15_000)
  })

  it('shows the agent asked for, else the default one, else the first', () => {
    const agents = [agent('a'), agent('b', true), agent('c')]
    expect(selectAgent(agents, 'c')?.id).toBe('c')
    expect(selectAgent(agents, 'gone')?.id).toBe('b')
    expect(selectAgent([agent('a'), agent('c')], undefined)?.id).toBe('a')
    expect(selectAgent([], 'a')).toBeNull()
  })
})
